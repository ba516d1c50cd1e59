import Foundation
import PTTMesh
import PTTStore
import PTTTestSupport
import PTTWire

@testable import PTTKit

/// A timeline in a folder of its own, whose clock the test moves.
final class TimelineSubject {
    static let bob = PeerID(rawValue: 0x00B0_B000_0000_0001)
    static let eve = PeerID(rawValue: 0xEEEE_0000_0000_0002)
    static let us = PeerID(rawValue: 0x0A11_CE00_0000_0003)
    static let day: UInt64 = 24 * 3600 * 1000

    let folder: TemporaryFolder
    let folders: TimelineFolders
    let configuration: TimelineConfiguration
    var timeline: Timeline
    var now = Timestamp(milliseconds: 1_700_000_000_000)

    init(_ change: (inout TimelineConfiguration) -> Void = { _ in }) throws {
        folder = try TemporaryFolder()
        let directories = Directories(root: folder.url)
        try directories.create()
        folders = TimelineFolders(directories)
        var configuration = TimelineConfiguration()
        change(&configuration)
        self.configuration = configuration
        timeline = try Timeline(folders, configuration: configuration, at: now)
    }

    /// Opens the timeline again, as the next start of the program does.
    func restart() throws {
        timeline = try Timeline(folders, configuration: configuration, at: now)
    }

    func pass(milliseconds: UInt64) {
        now.milliseconds += milliseconds
    }

    func key(
        _ burst: UInt64 = 1, by talker: PeerID = bob, in conversation: ConversationID? = nil
    ) -> BubbleKey {
        BubbleKey(
            conversation: conversation ?? .direct(talker), talker: talker, burst: BurstID(rawValue: burst))
    }

    /// Begins a burst and captures some of it.
    @discardableResult
    func hear(_ key: BubbleKey, bytes: Int = 10) throws -> BurstOpening {
        let opening = try timeline.begin(
            BurstBeginning(key, nickname: "Bob", direction: .received, fileExtension: "aac"), at: now)
        if case .opened(let bubble) = opening, let file = bubble.file, bytes > 0 {
            try Data(repeating: 0xAA, count: bytes).write(to: file)
        }
        return opening
    }

    @discardableResult
    func finish(_ key: BubbleKey, whole: Bool = true) throws -> Bubble? {
        try timeline.finish(key, BurstEnding(duration: .seconds(2), framesLost: 3, isWhole: whole), at: now)
    }

    @discardableResult
    func note(_ key: BubbleKey, bytes: Int = 20, messageID: String? = nil) throws -> Arrival {
        var arrival = FileArrival(
            .note(key.burst), [UInt8](repeating: 0xBB, count: bytes), named: "voice_\(key.burst).m4a", by: key.talker,
            in: key.conversation)
        arrival.nickname = "Bob"
        arrival.messageID = messageID
        arrival.duration = .seconds(3)
        return try timeline.take(arrival, at: now)
    }

    func text(
        _ text: String, id: String, _ direction: Bubble.Direction = .received,
        in conversation: ConversationID = .direct(bob)
    ) throws -> Arrival {
        var entry = TextEntry(
            text, messageID: id, direction, by: direction == .sent ? Self.us : Self.bob, in: conversation)
        entry.nickname = "Bob"
        return try timeline.add(entry, at: now)
    }

    func shown(_ conversation: ConversationID? = nil) throws -> [Bubble] {
        try timeline.bubbles(in: conversation, newest: 500)
    }

    func unread(_ conversation: ConversationID = .direct(bob)) throws -> Int {
        try timeline.conversation(conversation).unread
    }

    func content(of bubble: Bubble?) throws -> [UInt8]? {
        try bubble?.file.map { [UInt8](try Data(contentsOf: $0)) }
    }

    func files(_ name: TimelineFolders.Name = .incoming) throws -> [String] {
        try folders.files(in: name).keys.sorted()
    }

    /// Whether rows and files agree and nothing waits: true of every timeline that rests.
    func isConsistent() throws -> Bool {
        let bubbles = try shown()
        for folder in TimelineFolders.Name.allCases {
            let named = bubbles.filter { $0.folder == folder }.compactMap { $0.storedName?.text }
            guard try Set(named) == Set(files(folder)), Set(named).count == named.count else { return false }
        }
        let waiting = try timeline.read { transaction throws(StoreError) in
            try transaction.rows("SELECT id FROM file_work").count
        }
        return waiting == 0
            && bubbles.allSatisfy {
                $0.isLive || $0.kind == .text || $0.bytes == ($0.file.flatMap(TimelineFolders.size) ?? 0)
            }
    }

    /// Changes rows behind the timeline's back.
    func tamper(_ statements: SQL...) throws {
        let database = try Database(path: folders.database.path, schema: TimelineSchema.current)
        try database.write { transaction throws(StoreError) in
            for statement in statements { try transaction.run(statement) }
        }
    }
}

extension BurstOpening {
    var bubble: Bubble? {
        switch self {
        case .opened(let bubble), .closed(let bubble): bubble
        case .blocked: nil
        }
    }

    var isOpen: Bool {
        switch self {
        case .opened: true
        case .closed, .blocked: false
        }
    }
}

extension Arrival {
    var bubble: Bubble? {
        switch self {
        case .added(let bubble), .replaced(let bubble), .duplicate(let bubble): bubble
        case .closed, .blocked: nil
        }
    }

    var name: String {
        switch self {
        case .added: "added"
        case .replaced: "replaced"
        case .duplicate: "duplicate"
        case .closed: "closed"
        case .blocked: "blocked"
        }
    }
}
