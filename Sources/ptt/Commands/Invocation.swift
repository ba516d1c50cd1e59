import Foundation
import PTTKit
import PTTLink

/// One command with its arguments: makes the request and carries it out.
struct Invocation {
    let command: CommandDescription
    let arguments: ParsedArguments

    private var printer: EventPrinter {
        EventPrinter(isJSON: arguments.has("json"), isQuiet: arguments.has("quiet"))
    }

    func run() async -> ExitCode {
        do {
            return try await carryOut()
        } catch {
            printer.printError("\(error)")
            return error is ArgumentError ? .usage : ExitCode(error)
        }
    }

    private func carryOut() async throws -> ExitCode {
        switch command.name {
        case "inspect":
            return try InspectCommand(
                source: arguments.operands[0], kind: arguments["as"] ?? "auto", isJSON: arguments.has("json")
            ).run()
        case "completion":
            guard let script = Completion(tool: .ptt).script(for: arguments.operands[0]) else { return .usage }
            print(script, terminator: "")
            return .success
        case "vocoder":
            return try VocoderCommand(arguments).run()
        case "demo":
            let demo = Demo(try demoRequest(), emit: printer.print)
            return await demo.run()
        case "node":
            return try await NodeConnection(configuration: try configuration()).serve(printer: printer)
        default:
            let request = try request()
            let connection = NodeConnection(configuration: try configuration())
            return try await connection.run(request, printer: printer, screen: screen(for: request))
        }
    }

    /// Talking on a terminal has a level meter, and with a held key the keyboard.
    private func screen(for request: NodeRequest) throws -> TalkScreen? {
        guard case .talk(let talk) = request, !arguments.has("json") || talk.hold else { return nil }
        return try TalkScreen(to: talk.to, holds: talk.hold, isQuiet: arguments.has("json") || arguments.has("quiet"))
    }

    private func request() throws -> NodeRequest {
        let wait = try arguments.number("wait", in: 0...3600)
        switch command.name {
        case "id": return .identity
        case "peers": return .peers(PeersRequest(waitSeconds: wait ?? 3, follow: arguments.has("follow")))
        case "say":
            let text = arguments.operands.dropFirst().joined(separator: " ")
            return .say(SayRequest(to: arguments.operands[0], text: text, waitSeconds: wait ?? 10))
        case "history":
            let limit = try arguments.number("limit", in: 1...100_000)
            return .history(HistoryRequest(with: arguments["with"], limit: Int(limit ?? 50)))
        case "talk": return .talk(try talkRequest(wait: wait ?? 10))
        case "listen":
            return .listen(
                ListenRequest(
                    output: try device(arguments["output"]), once: arguments.has("once"), from: arguments["from"],
                    playout: arguments["playout"] ?? "adaptive"))
        case "parrot": return .parrot(ParrotRequest(output: try device(arguments["output"] ?? "null")))
        default: return .watch
        }
    }

    private func talkRequest(wait: Double) throws -> TalkRequest {
        guard let peer = arguments["to"] else { throw ArgumentError.missingOperand("--to=PEER") }
        let input = try device(arguments["input"])
        let limit = try arguments.number("for", in: 0.1...120)
        let isFile = AudioSource.isFile(input)
        let hold = !isFile && limit == nil
        guard !hold || isatty(STDIN_FILENO) == 1 else {
            throw DeviceError(
                .badRequest, "Holding the space bar needs a terminal. Give --input FILE or --for SECONDS instead.")
        }
        return TalkRequest(
            to: peer, input: input, codec: arguments["codec"] ?? "auto",
            framesPerPacket: arguments["frames"].flatMap { Int($0) }, hold: hold, limitSeconds: limit, waitSeconds: wait
        )
    }

    private func demoRequest() throws -> DemoRequest {
        let input = try arguments["input"].map { try device($0) }
        let output = try arguments["output"].map { try device($0) } ?? AudioSource.loudspeakerOrFile("heard.wav")
        return DemoRequest(input: input, output: output, codec: arguments["codec"] ?? "auto")
    }

    /// A device's name, or a path made absolute: the node may run in another folder.
    private func device(_ name: String?) throws -> String {
        guard let name else { return "default" }
        guard AudioSource.isFile(name), name != "-" else { return name }
        return URL(filePath: name).standardizedFileURL.path
    }

    private func configuration() throws -> DeviceConfiguration {
        let directories = try Directories(
            profile: arguments["profile"] ?? "default", environment: ProcessInfo.processInfo.environment)
        var udp = UDPConfiguration()
        if let port = try arguments.number("port", in: 0...65535) { udp.port = UInt16(port) }
        udp.bindAddress = arguments["bind"]
        if arguments.has("no-multicast") { udp.discovery = nil }
        udp.peers = arguments.all("peer").flatMap { $0.split(separator: ",") }.map(String.init)
        return DeviceConfiguration(directories: directories, nickname: arguments["nickname"], udp: udp)
    }
}
