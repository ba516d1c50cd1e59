@testable import ptt

extension ToolDescription {
    /// A tool with one of everything.
    static let sample = ToolDescription(
        name: "radio", summary: "speak far", description: "First paragraph.\n\nSecond paragraph.",
        commands: [
            CommandDescription(
                name: "talk", summary: "Talk to somebody's ear.", description: "Talks.",
                operands: [
                    Operand(name: "peer", help: "Who."),
                    Operand(name: "word", help: "What.", isOptional: true, isRepeated: true),
                ],
                options: [
                    .value("output", short: "o", "FILE", isPath: true, "Where to [write]: a file."),
                    .value("codec", short: "c", "CODEC", choices: ["opus", "aac"], "How."),
                    .value("via", "HOST", isRepeated: true, "By way of."), .flag("fast", short: "f", "Sooner."),
                ],
                examples: [.init(line: "radio talk bob", meaning: "Talks to bob.")]),
            CommandDescription(name: "tell", summary: "Tell.", description: "Tells."),
            CommandDescription(
                name: "mode", summary: "Choose.", description: "Chooses.",
                operands: [Operand(name: "mode", help: "Which.", choices: ["am", "fm"])]),
        ],
        commonOptions: [
            .flag("json", "JSON."), .flag("quiet", short: "q", "Less."),
            .value("profile", short: "p", "NAME", "Who we are."),
            .flag("help", short: "h", "This page."), .flag("version", "The version."),
        ],
        environment: [("RADIO", "A place.")], files: [("~/.radio", "Keys.")],
        exitCodes: [(0, "Well."), (2, "Badly said.")])
}
