import Foundation
import PTTKit

/// `ptt vocoder`: speech at 1200 bit/s, in files and pipes.
struct VocoderCommand {
    private var request: VocoderRequest
    private let isJSON: Bool
    private let isQuiet: Bool

    init(_ arguments: ParsedArguments) throws {
        let words = arguments.operands
        guard let action = VocoderRequest.Action(rawValue: words[0]) else {
            throw ArgumentError.missingOperand("ACTION")
        }
        let standard: String? = action == .score ? nil : "-"
        request = VocoderRequest(
            action: action, input: words.count > 1 ? words[1] : "-", output: words.count > 2 ? words[2] : standard)
        request.lossPercent = try arguments.number("loss", in: 0...100) ?? 0
        request.bitErrorPercent = try arguments.number("bit-errors", in: 0...100) ?? 0
        request.seed = UInt64(try arguments.number("seed", in: 0...9e15) ?? 1)
        request.suppressesNoise = !arguments.has("no-suppressor")
        isJSON = arguments.has("json")
        isQuiet = arguments.has("quiet")
        try check()
    }

    private func check() throws {
        if request.action == .encode, request.lossPercent + request.bitErrorPercent > 0 {
            throw DeviceError(
                .badRequest,
                "Packets are damaged on their way to the decoder: give --loss and --bit-errors to decode or score.")
        }
        if request.output == "-", isatty(STDOUT_FILENO) == 1 {
            throw DeviceError(.badRequest, "This would write bytes to the terminal: name an output file, or redirect.")
        }
    }

    func run() throws -> ExitCode {
        var job = VocoderJob(request)
        var line = StatusLine(output: .standardError)
        var told = 0.0
        let report = try job.run { seconds in
            // Ten seconds of sound take a tenth of a second or so.
            guard !isQuiet, seconds >= told + 10 else { return }
            told = seconds
            line.show("\(Int(seconds)) s of sound")
        }
        line.clear()
        // What goes to standard output must not be mixed with words.
        let stream = request.output == "-" ? FileHandle.standardError : .standardOutput
        if isJSON {
            Terminal.write(try ControlCoding.line(report), to: stream)
        } else if !isQuiet {
            Terminal.write(text(of: report), to: stream)
        }
        return .success
    }

    private func text(of report: VocoderReport) -> String {
        var parts = [
            String(format: "%.1f s", report.seconds), "\(report.packets) packets", "\(report.bytes) bytes",
            String(format: "%.0f times real time", report.timesRealTime),
        ]
        if report.packetsLost > 0 { parts.append("\(report.packetsLost) lost") }
        if report.bitsFlipped > 0 { parts.append("\(report.bitsFlipped) bits flipped") }
        if let level = report.inputLevelDb { parts.append(String(format: "spoken at %.1f dB", level)) }
        if let level = report.outputLevelDb { parts.append(String(format: "heard at %.1f dB", level)) }
        if let distance = report.spectralDistanceDb {
            parts.append(String(format: "bands %.1f dB apart", distance))
        }
        return parts.joined(separator: ", ")
    }
}
