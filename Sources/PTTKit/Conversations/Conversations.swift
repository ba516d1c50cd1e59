import Foundation
import PTTMesh
import PTTWire

/// What was said with every peer, kept as the device tells it.
struct Conversations {
    private let folder: URL
    /// Sent, and not yet told to have arrived; the oldest gives way.
    private var open: [HistoryEntry] = []

    /// More than wait for receipts at once.
    private static let openLimit = 256

    init(in directories: Directories) {
        folder = directories.conversations
    }

    /// A text of ours, as it was entered.
    mutating func add(sent text: String, id: String, to peer: PeerSummary, at time: Timestamp) throws(DeviceError) {
        try add(
            HistoryEntry(
                id: id, kind: .text, direction: .sent, atMs: time.milliseconds, peer: peer.peer,
                nickname: peer.nickname, state: "queued", text: text))
    }

    /// Keeps what belongs to a conversation.
    mutating func take(_ event: NodeEvent, nickname: (String) -> String, at time: Timestamp) throws(DeviceError) {
        switch event {
        case .textReceived(let text):
            try add(
                HistoryEntry(
                    id: text.id, kind: .text, direction: .received, atMs: time.milliseconds, peer: text.from,
                    nickname: text.nickname, state: "received", text: text.text))
        case .textProgressed(let progress):
            try update(.init(id: progress.id, kind: .text, direction: .sent), to: progress.state)
        case .talkFinished(let talk):
            guard talk.state == "sent" else { return }
            try add(
                HistoryEntry(
                    id: talk.burst, kind: .voice, direction: .sent, atMs: time.milliseconds, peer: talk.to,
                    nickname: nickname(talk.to), state: talk.state, note: talk.note, durationMs: talk.durationMs))
        case .burstFinished(let burst):
            guard burst.note != nil || burst.playedLive, burst.reason != "canceled" else { return }
            try add(
                HistoryEntry(
                    id: burst.burst, kind: .voice, direction: .received, atMs: time.milliseconds, peer: burst.from,
                    nickname: burst.nickname, state: burst.playedLive ? "heard_live" : "kept_as_note",
                    note: burst.note, durationMs: burst.durationMs))
        case .burstReported(let report):
            try update(.init(id: report.burst, kind: .voice, direction: .sent), by: report.by, to: report.stage)
        case .nodeStarted, .peerChanged, .peerLeft, .talkStarted, .talkLevel, .burstStarted, .burstPlaying,
            .audioDevice, .warning, .demoStep, .summary, .history, .done:
            return
        }
    }

    /// The newest entries in order of time.
    ///
    /// - Parameter name: a nickname, a peer ID or at least four digits of its front; nil for every conversation.
    /// - Throws: ``DeviceError`` when a file cannot be read.
    func entries(with name: String?, newest count: Int) throws(DeviceError) -> [HistoryEntry] {
        var found: [HistoryEntry] = []
        for peer in try peers() {
            let entries = try file(of: peer).entries()
            let isWanted = name.map { name in
                let lower = name.lowercased()
                return (lower.count >= 4 && peer.hasPrefix(lower)) || entries.last?.nickname.lowercased() == lower
            }
            if isWanted ?? true { found += entries.suffix(count) }
        }
        return found.sorted { ($0.atMs, $0.id) < ($1.atMs, $1.id) }.suffix(count)
    }

    private func peers() throws(DeviceError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { $0.hasSuffix(Self.suffix) }.map { String($0.dropLast(Self.suffix.count)) }
        } catch {
            throw DeviceError(.storage, "Cannot read \(folder.path): \(error.localizedDescription)")
        }
    }

    private static let suffix = ".jsonl"

    private func file(of peer: String) -> ConversationFile {
        ConversationFile(url: folder.appending(path: peer + Self.suffix))
    }

    private mutating func add(_ entry: HistoryEntry) throws(DeviceError) {
        if entry.direction == .sent {
            open.append(entry)
            if open.count > Self.openLimit { open.removeFirst() }
        }
        try file(of: entry.peer).append(entry)
    }

    /// - Parameter peer: the only one who may tell it, if not anybody.
    private mutating func update(
        _ key: HistoryEntry.Key, by peer: String? = nil, to state: String
    ) throws(DeviceError) {
        guard let place = open.firstIndex(where: { $0.key == key }), peer ?? open[place].peer == open[place].peer,
            open[place].state != state
        else { return }
        open[place].state = state
        try file(of: open[place].peer).append(open[place])
    }
}
