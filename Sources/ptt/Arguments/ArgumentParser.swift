/// What a command line said.
struct ParsedArguments: Hashable, Sendable {
    fileprivate(set) var flags: Set<String> = []
    fileprivate(set) var values: [String: [String]] = [:]
    fileprivate(set) var operands: [String] = []

    /// The value of an option, the last one where it was given more than once.
    subscript(_ option: String) -> String? { values[option]?.last }

    /// Every value of an option that may be repeated, in the order given.
    func all(_ option: String) -> [String] { values[option] ?? [] }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// - Throws: ``ArgumentError`` when the value is no number or outside of `range`.
    func number(_ option: String, in range: ClosedRange<Double>) throws(ArgumentError) -> Double? {
        guard let text = self[option] else { return nil }
        guard let number = Double(text), range.contains(number) else {
            throw .badNumber(option: option, value: text, range: range)
        }
        return number
    }
}

enum ArgumentError: Error, Hashable, Sendable, CustomStringConvertible {
    case noCommand
    case unknownCommand(String, similar: String?)
    case unknownOption(String, similar: String?)
    case missingValue(option: String)
    case unexpectedValue(option: String)
    case badChoice(option: String, value: String, choices: [String])
    case badNumber(option: String, value: String, range: ClosedRange<Double>)
    case missingOperand(String)
    case tooManyOperands(String)

    var description: String {
        switch self {
        case .noCommand: "no command given"
        case .unknownCommand(let name, let similar): "no command '\(name)'" + Self.hint(similar)
        case .unknownOption(let name, let similar): "no option '\(name)'" + Self.hint(similar)
        case .missingValue(let option): "option '--\(option)' needs a value"
        case .unexpectedValue(let option): "option '--\(option)' takes no value"
        case .badChoice(let option, let value, let choices):
            "'\(value)' is no value of '\(option)': use \(choices.joined(separator: ", "))"
        case .badNumber(let option, let value, let range):
            "'\(value)' is no value of '--\(option)': use a number from \(range.lowerBound) to \(range.upperBound)"
        case .missingOperand(let name): "missing \(name)"
        case .tooManyOperands(let word): "unexpected word '\(word)'"
        }
    }

    private static func hint(_ similar: String?) -> String {
        similar.map { "; did you mean '\($0)'?" } ?? ""
    }
}

/// Reads a command line by its description.
struct ArgumentParser {
    let tool: ToolDescription

    /// - Parameter words: without the tool's own name.
    /// - Returns: the command and what was said to it; a nil command for `--help` and `--version` alone.
    func parse(_ words: [String]) throws(ArgumentError) -> (command: CommandDescription?, arguments: ParsedArguments) {
        // Options may stand before the command, so the first word without a dash names it.
        guard let first = commandIndex(words) else {
            let arguments = try parse(words, options: tool.commonOptions, operands: [])
            guard arguments.has("help") || arguments.has("version") else { throw .noCommand }
            return (nil, arguments)
        }
        guard let command = tool.commands.first(where: { $0.name == words[first] }) else {
            throw .unknownCommand(words[first], similar: Self.closest(to: words[first], of: tool.commands.map(\.name)))
        }
        var rest = words
        rest.remove(at: first)
        let options = command.options + tool.commonOptions
        return (command, try parse(rest, options: options, operands: command.operands))
    }

    private func commandIndex(_ words: [String]) -> Int? {
        var index = 0
        while index < words.count {
            guard words[index].hasPrefix("-") else { return index }
            // What takes the next word as its value; with the value attached it takes none.
            let takesValue = tool.commonOptions.contains { option in
                option.value != nil
                    && (words[index] == "--\(option.name)" || words[index] == option.short.map { "-\($0)" })
            }
            index += takesValue ? 2 : 1
        }
        return nil
    }

    private func parse(
        _ words: [String], options: [Option], operands: [Operand]
    ) throws(ArgumentError) -> ParsedArguments {
        var parsed = ParsedArguments()
        var rest = words[...]
        var onlyOperands = false
        while let word = rest.popFirst() {
            if onlyOperands || !word.hasPrefix("-") || word == "-" {
                parsed.operands.append(word)
            } else if word == "--" {
                onlyOperands = true
            } else {
                try takeOption(word, options: options, rest: &rest, into: &parsed)
            }
        }
        if !parsed.has("help") { try check(parsed.operands, against: operands) }
        return parsed
    }

    private func takeOption(
        _ word: String, options: [Option], rest: inout ArraySlice<String>, into parsed: inout ParsedArguments
    ) throws(ArgumentError) {
        guard word.hasPrefix("--") else {
            return try takeShortOptions(word, options: options, rest: &rest, into: &parsed)
        }
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = options.first(where: { name == "--\($0.name)" }) else {
            throw .unknownOption(name, similar: Self.closest(to: name, of: options.map { "--\($0.name)" }))
        }
        let attached = parts.count == 2 ? String(parts[1]) : nil
        if option.value == nil, attached != nil { throw .unexpectedValue(option: option.name) }
        try take(option, attached: attached, rest: &rest, into: &parsed)
    }

    /// One dash and one or more letters: `-q`, `-fq`, `-o FILE`, `-oFILE`, `-o=FILE`.
    private func takeShortOptions(
        _ word: String, options: [Option], rest: inout ArraySlice<String>, into parsed: inout ParsedArguments
    ) throws(ArgumentError) {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            guard let option = options.first(where: { $0.short == letter }) else {
                throw .unknownOption("-\(letter)", similar: nil)
            }
            guard option.value != nil else {
                if letters.first == "=" { throw .unexpectedValue(option: option.name) }
                parsed.flags.insert(option.name)
                continue
            }
            let attached = letters.first == "=" ? String(letters.dropFirst()) : String(letters)
            return try take(option, attached: letters.isEmpty ? nil : attached, rest: &rest, into: &parsed)
        }
    }

    private func take(
        _ option: Option, attached: String?, rest: inout ArraySlice<String>, into parsed: inout ParsedArguments
    ) throws(ArgumentError) {
        guard option.value != nil else {
            parsed.flags.insert(option.name)
            return
        }
        guard let value = attached ?? rest.popFirst() else { throw .missingValue(option: option.name) }
        guard option.choices.isEmpty || option.choices.contains(value) else {
            throw .badChoice(option: "--\(option.name)", value: value, choices: option.choices)
        }
        parsed.values[option.name, default: []].append(value)
    }

    private func check(_ words: [String], against operands: [Operand]) throws(ArgumentError) {
        for (index, operand) in operands.enumerated() {
            if index >= words.count {
                guard operand.isOptional else { throw .missingOperand(operand.name.uppercased()) }
            } else if !operand.choices.isEmpty, !operand.choices.contains(words[index]) {
                throw .badChoice(option: operand.name.uppercased(), value: words[index], choices: operand.choices)
            }
        }
        if words.count > operands.count, operands.last?.isRepeated != true {
            throw .tooManyOperands(words[operands.count])
        }
    }

    /// What to read after a mistake: the command's synopsis, and where to find more.
    func advice(for words: [String]) -> String {
        guard let first = commandIndex(words), let command = tool.commands.first(where: { $0.name == words[first] })
        else { return "Try '\(tool.name) --help'." }
        return "Usage: \(HelpPage(tool: tool).synopsis(of: command))\nTry '\(tool.name) \(command.name) --help'."
    }

    /// The candidate that was begun, or else one within two edits of what was typed.
    static func closest(to word: String, of candidates: [String]) -> String? {
        let begun = candidates.filter { $0.hasPrefix(word) }
        if begun.count == 1, word.contains(where: { $0 != "-" }) { return begun[0] }
        let best = candidates.min { distance(word, $0) < distance(word, $1) }
        return best.flatMap { distance(word, $0) <= 2 ? $0 : nil }
    }

    private static func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right)
        var row = Array(0...right.count)
        for (line, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in right.indices {
                let substitution = diagonal + (character == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(substitution, row[column] + 1, row[column + 1] + 1)
            }
        }
        return row[right.count]
    }
}
