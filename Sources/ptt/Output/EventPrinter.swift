import Foundation
import PTTKit

/// Prints events as text for people or as JSON lines for programs.
struct EventPrinter: Sendable {
    var isJSON: Bool
    var isQuiet: Bool

    func print(_ event: NodeEvent) {
        if isJSON {
            // Our own payloads are numbers, strings and flags: they always encode.
            if let line = try? ControlCoding.line(event) { Terminal.write(line, to: .standardOutput) }
            return
        }
        if let line = text(of: event), !isQuiet || event.isResult { Terminal.write(line, to: .standardOutput) }
    }

    func printError(_ message: String) {
        Terminal.write("ptt: \(message)", to: .standardError)
    }

    /// One line for people; nil for what says nothing to them.
    func text(of event: NodeEvent) -> String? {
        switch event {
        case .nodeStarted(let node):
            "\(node.nickname)  \(node.peer)  port \(node.port)\nfingerprint \(grouped(node.fingerprint))"
        case .peerChanged(let peer): text(of: peer)
        case .peerLeft(let peer): "\(peer.peer) left"
        case .textReceived(let text): "<\(clean(text.nickname))> \(clean(text.text))"
        case .textProgressed(let progress): progress.state + (progress.reason.map { ": \($0)" } ?? "")
        case .talkStarted(let talk): "LIVE to \(clean(talk.nickname)) (\(talk.to)) in \(talk.codec)"
        case .talkLevel: nil
        case .talkFinished(let talk): text(of: talk)
        case .burstStarted(let burst):
            "\(clean(burst.nickname)) talks, \(burst.codec)\(burst.live ? ", live" : ", to a note")"
        case .burstPlaying: nil
        case .burstFinished(let burst): text(of: burst)
        case .burstReported(let report): text(of: report)
        case .audioDevice(let change):
            "audio \(change.device) \(change.state)" + (change.reason.map { ": \($0)" } ?? "")
        case .warning(let warning): "warning: \(clean(warning.message))"
        case .demoStep(let step): pad("\(step.atMs)", to: 6) + " ms  \(step.text)"
        case .summary(let summary): text(of: summary)
        case .history(let entry): text(of: entry)
        case .done: nil
        }
    }

    private func text(of peer: PeerSummary) -> String {
        let state = peer.session ? "session" : peer.connected ? "connected" : peer.reachable ? "reachable" : "away"
        return
            "\(clean(peer.nickname))  \(peer.peer)  \(state)  \((peer.codecs + ["aac"]).sorted().joined(separator: ","))"
    }

    private func text(of talk: TalkFinished) -> String {
        if talk.state == "canceled" { return "canceled" + (talk.reason.map { ": \($0)" } ?? "") }
        let note = talk.note.map { "\nnote \($0)" } ?? ""
        return "sent \(seconds(talk.durationMs)), \(talk.framesSent) frames in \(talk.packetsSent) packets\(note)"
    }

    private func text(of burst: BurstFinished) -> String {
        let lost = burst.packetsExpected - burst.packetsReceived
        let loss = lost > 0 ? ", \(lost) of \(burst.packetsExpected) packets lost" : ""
        let note = burst.note.map { "\nnote \($0)" } ?? ""
        return "\(clean(burst.nickname)) said \(seconds(burst.durationMs))\(loss) (\(burst.reason))\(note)"
    }

    private func text(of report: BurstReported) -> String? {
        switch report.stage {
        case "playing": "heard there"
        case "heard_live":
            "heard live: \(report.packetsReceived) of \(report.packetsExpected) packets, \(report.framesConcealed) frames concealed"
        case "kept_as_note": "kept there as a note: \(report.packetsReceived) of \(report.packetsExpected) packets"
        default: "the far side dropped the burst"
        }
    }

    private func text(of summary: Summary) -> String {
        let delay = summary.mouthToEarMs.map { String(format: ", mouth to ear %.0f ms", $0) } ?? ""
        let file = summary.file.map { "\nyour words came back in \($0)" } ?? ""
        return "\(summary.framesReceived) of \(summary.framesSent) frames received\(delay)\(file)"
    }

    private func text(of entry: HistoryEntry) -> String {
        let format = Date.ISO8601FormatStyle(timeZone: .current).year().month().day()
            .dateTimeSeparator(.space).time(includingFractionalSeconds: false)
        let time = Date(timeIntervalSince1970: Double(entry.atMs) / 1000).formatted(format)
        let name = clean(entry.nickname)
        let who = entry.direction == .sent ? "you → \(name)" : name
        let what: String
        switch entry.kind {
        case .text: what = clean(entry.text ?? "")
        case .voice: what = "voice, \(seconds(entry.durationMs ?? 0))" + (entry.note.map { ", \($0)" } ?? "")
        }
        return "\(time)  \(who): \(what)  (\(entry.state.replacing("_", with: " ")))"
    }

    private func seconds(_ milliseconds: Int) -> String {
        String(format: "%.1f s", Double(milliseconds) / 1000)
    }

    private func pad(_ text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private func grouped(_ fingerprint: String) -> String {
        stride(from: 0, to: fingerprint.count, by: 8).map { String(fingerprint.dropFirst($0).prefix(8)) }
            .joined(separator: " ")
    }

    /// What strangers wrote must not steer the terminal.
    private func clean(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.generalCategory.isControl }))
    }
}

enum Terminal {
    /// Writes a line at once; a reader that went away is no error of ours.
    static func write(_ line: String, to stream: FileHandle) {
        try? stream.write(contentsOf: Data((line + "\n").utf8))
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isControl: Bool { self == .control || self == .format }
}

extension NodeEvent {
    /// What a command was asked for, as against what happens on the way.
    fileprivate var isResult: Bool {
        switch self {
        case .nodeStarted, .peerChanged, .textReceived, .talkFinished, .burstFinished, .burstReported, .summary,
            .history,
            .done:
            true
        case .peerLeft, .textProgressed, .talkStarted, .talkLevel, .burstStarted, .burstPlaying, .audioDevice, .warning,
            .demoStep:
            false
        }
    }
}
