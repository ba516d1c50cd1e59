import Foundation
import PTTTestSupport
import Testing

@testable import ptt

@Suite struct CompletionTests {
    static func path(of shell: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(shell)" }.first(where: FileManager.default.isExecutableFile)
    }

    private func run(_ shell: String, _ arguments: [String]) throws -> (status: Int32, lines: [String]) {
        let (status, text) = try ChildProcess.result(of: [try #require(Self.path(of: shell))] + arguments)
        return (status, text.split(separator: "\n").map(String.init))
    }

    private func script(_ shell: String, of tool: ToolDescription = .sample) throws -> String {
        try #require(Completion(tool: tool).script(for: shell))
    }

    /// What bash offers for a line that is cut into words as bash cuts it.
    private func bash(_ words: [String], of tool: ToolDescription = .sample) throws -> Set<String> {
        let list = words.map { "'\($0)'" }.joined(separator: " ")
        let program = """
            \(try script("bash", of: tool))
            cd /proc/self/fdinfo
            COMP_WORDS=(\(list)); COMP_CWORD=\(words.count - 1)
            _\(tool.name)
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let (status, lines) = try run("bash", ["--norc", "-c", program])
        #expect(status == 0, "\(lines)")
        return Set(lines)
    }

    @Test(arguments: [ToolDescription.sample.name, ToolDescription.ptt.name])
    func `every script names every command and option`(_ name: String) throws {
        let tool: ToolDescription = name == "ptt" ? .ptt : .sample
        for shell in Completion.shells {
            let text = try script(shell, of: tool)
            for command in tool.commands {
                #expect(text.contains(command.name))
                for option in command.options + tool.commonOptions {
                    #expect(text.contains(shell == "fish" ? "-l \(option.name) " : "--\(option.name)"))
                }
            }
        }
        #expect(Completion(tool: tool).script(for: "csh") == nil)
    }

    @Test func `bash completes commands, options, choices and files`() throws {
        #expect(try bash(["radio", ""]).isSuperset(of: ["talk", "tell", "mode", "--help", "-h", "--json"]))
        #expect(try bash(["radio", "t"]) == ["talk", "tell"])
        #expect(try bash(["radio", "talk", "--o"]) == ["--output"])
        #expect(try bash(["radio", "-q", "talk", "--c"]) == ["--codec"])
        #expect(try bash(["radio", "tell", "--"]) == ["--json", "--quiet", "--profile", "--help", "--version"])
        #expect(try bash(["radio", "talk", "--codec", ""]) == ["opus", "aac"])
        #expect(try bash(["radio", "talk", "-c", "o"]) == ["opus"])
        #expect(try bash(["radio", "talk", "--codec", "="]) == ["opus", "aac"])
        #expect(try bash(["radio", "talk", "--codec", "=", "a"]) == ["aac"])
        #expect(try bash(["radio", "mode", ""]).isSuperset(of: ["am", "fm"]))
        #expect(try bash(["radio", "talk", "tell", "--f"]) == ["--fast"])
        #expect(try bash(["radio", "talk", "--via", "x"]) == [])
        let files = try bash(["radio", "talk", "--output", ""])
        #expect(files.contains("0") && !files.contains("--json"))
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `the scripts of the real tool have no syntax error`(_ shell: String) throws {
        guard Self.path(of: shell) != nil else {
            print("skipped: \(shell) is not installed")
            return
        }
        let folder = try TemporaryFolder()
        let file = folder("script.\(shell)")
        try script(shell, of: .ptt).write(to: file, atomically: true, encoding: .utf8)
        let (status, lines) = try run(shell, ["-n", file.path])
        #expect(status == 0 && lines.isEmpty, "\(lines)")
    }

    @Test(.enabled(if: CompletionTests.path(of: "fish") != nil, "fish is not installed"))
    func `fish completes commands, options and choices`() throws {
        func fish(_ line: String) throws -> Set<String> {
            let (status, lines) = try run("fish", ["--no-config", "-c", try script("fish") + "complete -C '\(line)'"])
            #expect(status == 0, "\(lines)")
            return Set(lines.map { String($0.prefix { $0 != "\t" }) })
        }
        #expect(try fish("radio t") == ["talk", "tell"])
        #expect(try fish("radio talk --o") == ["--output"])
        #expect(try fish("radio talk --codec ") == ["opus", "aac"])
        #expect(try fish("radio mode ").isSuperset(of: ["am", "fm"]))
        #expect(try fish("radio --ver") == ["--version"])
    }
}
