/// Help in the order of a manual page.
struct HelpPage {
    let tool: ToolDescription

    private static let width = 80
    private static let indent = "    "

    /// The page of the whole tool.
    func overview() -> String {
        let commands = tool.commands.map { (term: $0.name, meaning: $0.summary) }
        return page([
            ("NAME", paragraph("\(tool.name) - \(tool.summary)")),
            ("SYNOPSIS", paragraph("\(tool.name) COMMAND [OPTION]... [WORD]...")),
            ("DESCRIPTION", paragraph(tool.description)),
            ("COMMANDS", terms(commands)),
            ("OPTIONS OF EVERY COMMAND", terms(tool.commonOptions.map(term))),
            ("EXIT STATUS", terms(tool.exitCodes.map { ("\($0.code)", $0.meaning) })),
            ("ENVIRONMENT", terms(tool.environment.map { ($0.name, $0.meaning) })),
            ("FILES", terms(tool.files.map { ($0.name, $0.meaning) })),
            ("SEE ALSO", paragraph("'\(tool.name) COMMAND --help' tells everything about one command.")),
        ])
    }

    /// The page of one command.
    func page(of command: CommandDescription) -> String {
        let operands = command.operands.map { (term: $0.name.uppercased(), meaning: $0.help) }
        let examples = command.examples.map { (term: $0.line, meaning: $0.meaning) }
        return page([
            ("NAME", paragraph("\(tool.name) \(command.name) - \(command.summary)")),
            ("SYNOPSIS", paragraph(synopsis(of: command))),
            ("DESCRIPTION", paragraph(command.description)),
            ("OPERANDS", terms(operands)),
            ("OPTIONS", terms(command.options.map(term))),
            ("OPTIONS OF EVERY COMMAND", terms(tool.commonOptions.map(term))),
            ("EXIT STATUS", terms(tool.exitCodes.map { ("\($0.code)", $0.meaning) })),
            ("EXAMPLES", terms(examples)),
            ("ENVIRONMENT", terms(tool.environment.map { ($0.name, $0.meaning) })),
            ("FILES", terms(tool.files.map { ($0.name, $0.meaning) })),
        ])
    }

    func synopsis(of command: CommandDescription) -> String {
        let operands = command.operands.map { operand in
            let name = operand.name.uppercased() + (operand.isRepeated ? "..." : "")
            return operand.isOptional ? "[\(name)]" : name
        }
        return ([tool.name, command.name, "[OPTION]..."] + operands).joined(separator: " ")
    }

    private func page(_ sections: [(title: String, text: String)]) -> String {
        sections.filter { !$0.text.isEmpty }.map { "\($0.title)\n\($0.text)" }.joined(separator: "\n")
    }

    private func term(_ option: Option) -> (term: String, meaning: String) {
        let short = option.short.map { "-\($0), " } ?? ""
        let value = option.value.map { "=\($0)" } ?? ""
        let more = option.isRepeated ? "..." : ""
        return ("\(short)--\(option.name)\(value)\(more)", option.help)
    }

    private func terms(_ terms: [(term: String, meaning: String)]) -> String {
        terms.map { "\(Self.indent)\($0.term)\n" + wrapped($0.meaning, indent: Self.indent + Self.indent) }.joined()
    }

    private func paragraph(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "\n" : wrapped(String($0), indent: Self.indent) }.joined()
    }

    private func wrapped(_ text: String, indent: String) -> String {
        var lines = ""
        var line = indent
        for word in text.split(separator: " ") {
            if line.count + word.count + 1 > Self.width, line != indent {
                lines += line + "\n"
                line = indent
            }
            line += (line == indent ? "" : " ") + word
        }
        return lines + line + "\n"
    }
}
