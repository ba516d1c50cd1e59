/// One option of a command line.
struct Option: Hashable, Sendable {
    /// Long name without dashes.
    var name: String
    var short: Character?
    /// What stands for the value in the help; nil for a flag.
    var value: String?
    var help: String
    /// What the value may be; empty for anything.
    var choices: [String] = []
    /// The value is a path, so that shells complete files.
    var isPath = false
    /// May be given more than once; of another option the last one counts.
    var isRepeated = false

    static func flag(_ name: String, short: Character? = nil, _ help: String) -> Option {
        Option(name: name, short: short, value: nil, help: help)
    }

    static func value(
        _ name: String, short: Character? = nil, _ value: String, choices: [String] = [], isPath: Bool = false,
        isRepeated: Bool = false, _ help: String
    ) -> Option {
        Option(
            name: name, short: short, value: value, help: help, choices: choices, isPath: isPath, isRepeated: isRepeated
        )
    }
}

/// A word of the command line that is no option.
struct Operand: Hashable, Sendable {
    var name: String
    var help: String
    var isOptional = false
    /// Takes all words that are left.
    var isRepeated = false
    var isPath = false
    var choices: [String] = []
}

/// A command as people type it: parser, help page and shell completions all come from this.
struct CommandDescription: Sendable {
    struct Example: Sendable {
        var line: String
        var meaning: String
    }

    var name: String
    /// One sentence.
    var summary: String
    var description: String
    var operands: [Operand] = []
    var options: [Option] = []
    var examples: [Example] = []
}

/// The whole tool: its commands and what they share.
struct ToolDescription: Sendable {
    var name: String
    var summary: String
    var description: String
    var commands: [CommandDescription]
    /// Options of every command.
    var commonOptions: [Option]
    var environment: [(name: String, meaning: String)]
    var files: [(name: String, meaning: String)]
    var exitCodes: [(code: Int32, meaning: String)]
}
