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
            let words = options(of: command).flatMap(names) + (command.operands.first?.choices ?? [])
            return "        \(command.name)) words=\"\(words.joined(separator: " "))\"; break ;;"
        }
        let values = uniqueOptions().filter { $0.value != nil }.map { option in
            let reply =
                option.isPath
                ? "COMPREPLY=($(compgen -f -- \"$current\"))"
                : "COMPREPLY=($(compgen -W \"\(option.choices.joined(separator: " "))\" -- \"$current\"))"
            return "        \(names(of: option).joined(separator: "|"))) \(reply); return ;;"
        }
        return """
            # bash completion for \(tool.name)
            _\(tool.name)() {
                local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" words="" word
                # An equals sign is a word of its own here.
                if [ "$current" = "=" ]; then
                    current=""
                elif [ "$previous" = "=" ]; then
                    previous="${COMP_WORDS[COMP_CWORD-2]}"
                fi
                case "$previous" in
            \(values.joined(separator: "\n"))
                esac
                for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                    case "$word" in
            \(cases.joined(separator: "\n"))
                    esac
                done
                [ -n "$words" ] || words="\((tool.commands.map(\.name) + tool.commonOptions.flatMap(names)).joined(separator: " "))"
                COMPREPLY=($(compgen -W "$words" -- "$current"))
                [ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))
            }
            complete -o filenames -F _\(tool.name) \(tool.name)

            """
    }

    private func names(of option: Option) -> [String] {
        ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? [])
    }

    private func zsh() -> String {
        let commands = tool.commands.map { "        \(quoted("\($0.name):\($0.summary)"))" }
        let cases = tool.commands.map { command in
            let specs = options(of: command).flatMap(zshSpecs) + command.operands.map(zshSpec)
            return "        \(command.name)) _arguments -s -S \(specs.joined(separator: " ")) ;;"
        }
        return """
            #compdef \(tool.name)
            _\(tool.name)() {
                local curcontext="$curcontext" state line
                local -a commands
                commands=(
            \(commands.joined(separator: "\n"))
                )
                _arguments -C \(tool.commonOptions.flatMap(zshSpecs).joined(separator: " ")) '1: :->command' '*:: :->words'
                case $state in
                command) _describe command commands ;;
                words)
                    case $line[1] in
            \(cases.joined(separator: "\n"))
                    esac ;;
                esac
            }
            # As a file of $fpath this is the function; from eval it only announces it.
            if [[ $funcstack[1] == _\(tool.name) ]]; then _\(tool.name) "$@"; else compdef _\(tool.name) \(tool.name); fi

            """
    }

    private func zshSpecs(_ option: Option) -> [String] {
        let star = option.isRepeated ? "*" : ""
        let help = "[\(zshText(option.help))]"
        guard let value = option.value else { return names(of: option).map { quoted(star + $0 + help) } }
        let action = option.isPath ? "_files" : option.choices.isEmpty ? " " : choices(option.choices)
        // A long name may have its value behind an equals sign, a short one right behind it.
        let short = option.short.map { [quoted("\(star)-\($0)+\(help):\(zshText(value)):\(action)")] } ?? []
        return [quoted("\(star)--\(option.name)=\(help):\(zshText(value)):\(action)")] + short
    }

    private func zshSpec(_ operand: Operand) -> String {
        let action = operand.isPath ? "_files" : operand.choices.isEmpty ? " " : choices(operand.choices)
        return quoted("\(operand.isRepeated ? "*" : ""):\(zshText(operand.name)):\(action)")
    }

    private func choices(_ words: [String]) -> String {
        "(\(words.joined(separator: " ")))"
    }

    private func fish() -> String {
        var lines = ["# fish completion for \(tool.name)", "complete -c \(tool.name) -f"]
        for option in tool.commonOptions {
            lines.append(fishLine("-n __fish_use_subcommand", option))
        }
        for command in tool.commands {
            let summary = quoted(command.summary)
            lines.append("complete -c \(tool.name) -n __fish_use_subcommand -a \(command.name) -d \(summary)")
            let condition = "-n '__fish_seen_subcommand_from \(command.name)'"
            lines += options(of: command).map { fishLine(condition, $0) }
            for operand in command.operands where operand.isPath || !operand.choices.isEmpty {
                let words = operand.isPath ? "-F" : "-a '\(operand.choices.joined(separator: " "))'"
                lines.append("complete -c \(tool.name) \(condition) \(words)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func fishLine(_ condition: String, _ option: Option) -> String {
        let value = option.value == nil ? "" : option.isPath ? " -r -F" : " -x"
        let choices = option.choices.isEmpty ? "" : " -a '\(option.choices.joined(separator: " "))'"
        let short = option.short.map { " -s \($0)" } ?? ""
        let name = " -l \(option.name)\(short)\(value)\(choices)"
        return "complete -c \(tool.name) \(condition)\(name) -d \(quoted(option.help))"
    }

    private func uniqueOptions() -> [Option] {
        var seen: Set<String> = []
        return (tool.commands.flatMap(\.options) + tool.commonOptions).filter { seen.insert($0.name).inserted }
    }

    /// One word of a shell, whatever is in it.
    private func quoted(_ text: String) -> String {
        "'\(text.replacing("'", with: "'\\''"))'"
    }

    /// Text inside of a specification of zsh, where brackets and colons mean something.
    private func zshText(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            if "[]:\\".contains(character) { result.append("\\") }
            result.append(character)
        }
    }
}
