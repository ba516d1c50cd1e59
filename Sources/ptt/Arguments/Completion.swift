/// Completion scripts for shells.
struct Completion {
    let tool: ToolDescription

    static let shells = ["bash", "zsh", "fish"]

    func script(for shell: String) -> String? {
        switch shell {
        case "bash": bash()
        case "zsh": zsh()
        case "fish": fish()
        default: nil
        }
    }

    private func options(of command: CommandDescription) -> [Option] {
        command.options + tool.commonOptions
    }

    private func bash() -> String {
        let cases = tool.commands.map { command in
            let words = options(of: command).map { "--\($0.name)" } + (command.operands.first?.choices ?? [])
            return "        \(command.name)) words=\"\(words.joined(separator: " "))\" ;;"
        }
        let values = uniqueOptions().filter { !$0.choices.isEmpty }.map { option in
            "        --\(option.name)) COMPREPLY=($(compgen -W \"\(option.choices.joined(separator: " "))\" -- \"$current\")); return ;;"
        }
        let paths = uniqueOptions().filter(\.isPath).map { "--\($0.name)" }.joined(separator: "|")
        return """
            # bash completion for \(tool.name)
            _\(tool.name)() {
                local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" words="" word
                case "$previous" in
            \(values.joined(separator: "\n"))
                    \(paths)) COMPREPLY=($(compgen -f -- "$current")); return ;;
                esac
                for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                    case "$word" in
            \(cases.joined(separator: "\n"))
                    esac
                done
                [ -n "$words" ] || words="\(tool.commands.map(\.name).joined(separator: " ")) --help --version"
                COMPREPLY=($(compgen -W "$words" -- "$current"))
                [ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))
            }
            complete -o filenames -F _\(tool.name) \(tool.name)

            """
    }

    private func zsh() -> String {
        let commands = tool.commands.map { "        '\($0.name):\(quoted($0.summary))'" }
        let cases = tool.commands.map { command in
            let specs = options(of: command).map(zshSpec) + command.operands.map(zshSpec)
            return "        \(command.name)) _arguments \(specs.joined(separator: " ")) ;;"
        }
        return """
            #compdef \(tool.name)
            _\(tool.name)() {
                local -a commands
                commands=(
            \(commands.joined(separator: "\n"))
                )
                if (( CURRENT == 2 )); then
                    _describe command commands
                    return
                fi
                local command=${words[2]}
                shift words
                (( CURRENT-- ))
                case $command in
            \(cases.joined(separator: "\n"))
                esac
            }
            compdef _\(tool.name) \(tool.name)

            """
    }

    private func zshSpec(_ option: Option) -> String {
        guard let value = option.value else { return "'--\(option.name)[\(quoted(option.help))]'" }
        let action =
            option.isPath ? "_files" : option.choices.isEmpty ? " " : "(\(option.choices.joined(separator: " ")))"
        return "'--\(option.name)=[\(quoted(option.help))]:\(value):\(action)'"
    }

    private func zshSpec(_ operand: Operand) -> String {
        let action =
            operand.isPath ? "_files" : operand.choices.isEmpty ? " " : "(\(operand.choices.joined(separator: " ")))"
        return "'\(operand.isRepeated ? "*" : ""):\(operand.name):\(action)'"
    }

    private func fish() -> String {
        var lines = ["# fish completion for \(tool.name)", "complete -c \(tool.name) -f"]
        for command in tool.commands {
            lines.append(
                "complete -c \(tool.name) -n __fish_use_subcommand -a \(command.name) -d '\(quoted(command.summary))'")
            let condition = "-n '__fish_seen_subcommand_from \(command.name)'"
            for option in options(of: command) {
                let value = option.value == nil ? "" : option.isPath ? " -r -F" : " -x"
                let choices = option.choices.isEmpty ? "" : " -a '\(option.choices.joined(separator: " "))'"
                let short = option.short.map { " -s \($0)" } ?? ""
                lines.append(
                    "complete -c \(tool.name) \(condition) -l \(option.name)\(short)\(value)\(choices) -d '\(quoted(option.help))'"
                )
            }
            for operand in command.operands where operand.isPath || !operand.choices.isEmpty {
                let words = operand.isPath ? "-F" : "-a '\(operand.choices.joined(separator: " "))'"
                lines.append("complete -c \(tool.name) \(condition) \(words)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func uniqueOptions() -> [Option] {
        var seen: Set<String> = []
        return (tool.commands.flatMap(\.options) + tool.commonOptions).filter { seen.insert($0.name).inserted }
    }

    /// Without the characters that a quoted word of a shell or a completion spec cannot hold.
    private func quoted(_ text: String) -> String {
        text.replacing("'", with: "’").replacing("[", with: "(").replacing("]", with: ")").replacing(":", with: ";")
    }
}
