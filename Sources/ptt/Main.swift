import Foundation
import PTTKit

@main
struct Main {
    static func main() async {
        // A reader that went away ends the output, not the process: END must still go out.
        signal(SIGPIPE, SIG_IGN)
        let code = await run(Array(CommandLine.arguments.dropFirst()))
        exit(code.rawValue)
    }

    private static func run(_ words: [String]) async -> ExitCode {
        let parser = ArgumentParser(tool: .ptt)
        do {
            let (command, arguments) = try parser.parse(words)
            if arguments.has("version") { return show("ptt \(Version.current)") }
            guard let command else { return show(HelpPage(tool: .ptt).overview()) }
            if arguments.has("help") { return show(HelpPage(tool: .ptt).page(of: command)) }
            return await Invocation(command: command, arguments: arguments).run()
        } catch {
            Terminal.write("ptt: \(error)\n\(parser.advice(for: words))", to: .standardError)
            return .usage
        }
    }

    private static func show(_ text: String) -> ExitCode {
        print(text)
        return .success
    }
}

enum Version {
    static let current = "0.1.0"
}
