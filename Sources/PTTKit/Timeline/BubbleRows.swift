import Foundation
import PTTMesh
import PTTStore
import PTTWire

extension Bubble {
    /// A bubble joined with its conversation.
    static let query: SQL = """
        SELECT bubble.*, conversation.key AS conversation_key,
            (SELECT max(stage) FROM receipt WHERE receipt.bubble = bubble.id) AS stage
        FROM bubble JOIN conversation ON conversation.id = bubble.conversation
        """

    /// - Throws: ``StoreError`` `.type` for a row that no version of ours wrote.
    init(_ row: Row, in folders: TimelineFolders) throws(StoreError) {
        let key: String = try row["conversation_key"]
        let kindName: String = try row["kind"]
        guard let conversation = ConversationID(key), let kind = Kind(rawValue: kindName) else {
            throw StoreError(.type, "No bubble is of kind \(kindName) in \(key)")
        }
        self.conversation = conversation
        self.kind = kind
        id = try row["id"]
        talker = PeerID(rawValue: UInt64(bitPattern: try row["talker"]))
        nickname = try row["nickname"]
        direction = try row["sent"] ? .sent : .received
        state = try State(row)
        isUnread = try row["unread"]
        burst = (try row["burst"] as Int64?).map { BurstID(rawValue: UInt64(bitPattern: $0)) }
        messageID = try row["message_id"]
        began = Timestamp(milliseconds: UInt64(clamping: try row["began"] as Int64))
        duration = .milliseconds(try row["duration"] as Int64)
        framesLost = try row["frames_lost"]
        isPartial = try row["partial"]
        bytes = try row["bytes"]
        text = try row["text"]
        delivery = (try row["stage"] as Int?).flatMap(DeliveryStage.init)
        let name = (try row["file"] as String?).flatMap(StoredName.init)
        file = name.map { [direction] in folders.url($0, in: .init(direction)) }
    }

    /// The name behind ``file``.
    var storedName: StoredName? { file.flatMap { StoredName($0.lastPathComponent) } }

    var folder: TimelineFolders.Name { .init(direction) }

    var key: BubbleKey? {
        burst.map { BubbleKey(conversation: conversation, talker: talker, burst: $0) }
    }
}

extension Bubble.State {
    var name: String {
        switch self {
        case .live: "live"
        case .final: "final"
        case .failed: "failed"
        case .canceled: "canceled"
        case .removed: "removed"
        }
    }

    var failure: Bubble.Failure? {
        switch self {
        case .failed(let failure): failure
        case .live, .final, .canceled, .removed: nil
        }
    }

    /// What lists and counts show.
    static let shown: SQL = "bubble.state IN ('live', 'final', 'failed')"

    init(_ row: Row) throws(StoreError) {
        let name: String = try row["state"]
        let failure: String? = try row["failure"]
        switch name {
        case "live": self = .live
        case "final": self = .final
        case "failed": self = .failed(failure.flatMap(Bubble.Failure.init) ?? .interrupted)
        case "canceled": self = .canceled
        case "removed": self = .removed
        default: throw StoreError(.type, "No bubble is in the state \(name)")
        }
    }
}

extension Timestamp {
    var stored: Int64 { Int64(clamping: milliseconds) }
}

extension PeerID {
    var stored: Int64 { Int64(bitPattern: rawValue) }
}

extension BurstID {
    var stored: Int64 { Int64(bitPattern: rawValue) }
}

extension Duration {
    /// Whole milliseconds, saturating.
    var stored: Int64 { wholeNanoseconds / 1_000_000 }
}
