public import Foundation
public import PTTMesh
public import PTTWire

/// One thing that was said in a conversation: a press of the key, a note, a text or a file.
public struct Bubble: Hashable, Sendable, Identifiable {
    public enum Direction: Hashable, Sendable {
        case sent
        case received
    }

    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A burst; the file, if any, is what was captured of it.
        case liveVoice = "live_voice"
        /// A voice note as its talker recorded it; behind a burst it took the place of the capture.
        case note
        case text
        case file
    }

    public enum State: Hashable, Sendable {
        /// The burst goes on.
        case live
        /// Nothing more will come; the file is complete.
        case final
        case failed(Failure)
        /// The talker took it back. It is no longer shown, and nothing brings it back.
        case canceled
        /// Too old, or removed by the user. It is no longer shown, and nothing brings it back.
        case removed
    }

    /// Why there is nothing to hear or read.
    public enum Failure: String, Error, Hashable, Sendable, CaseIterable {
        case nothingHeard = "nothing_heard"
        case interrupted
        case fileLost = "file_lost"
        case notSent = "not_sent"

        /// For people.
        public var explanation: String {
            switch self {
            case .nothingHeard: "Nothing of it arrived."
            case .interrupted: "The program ended before anything of it was kept."
            case .fileLost: "Its file is gone."
            case .notSent: "It could not be sent."
            }
        }
    }

    /// Where a bubble stands in the order of time.
    public struct Position: Hashable, Sendable {
        var milliseconds: Int64
        var id: Int64
    }

    public var id: Int64
    public var conversation: ConversationID
    public var talker: PeerID
    /// How the talker called itself then.
    public var nickname: String
    public var direction: Direction
    public var kind: Kind
    public var state: State
    public var isUnread: Bool
    public var burst: BurstID?
    /// Of a text its ID; of a note or file the stable ID that receipts name.
    public var messageID: String?
    /// When it began, by our clock.
    public var began: Timestamp
    public var duration: Duration
    public var framesLost: Int
    /// The capture may lack its end: no END came, or the program was killed.
    public var isPartial: Bool
    /// Where its sound or content is.
    public var file: URL?
    /// Of the file, or of the text.
    public var bytes: Int
    /// What was written; of a file the name that its sender gave it.
    public var text: String?
    /// How far it got at the peer that it got furthest with.
    public var delivery: DeliveryStage?

    public var position: Position { Position(milliseconds: Int64(clamping: began.milliseconds), id: id) }
    public var isLive: Bool { state == .live }
}

/// How far a bubble of ours got with one peer; it only ever goes up.
public enum DeliveryStage: Int, Hashable, Comparable, Sendable, CaseIterable {
    case queued
    case sent
    /// The peer could not take it live; a note may still arrive.
    case dropped
    case delivered
    case keptAsNote
    case playing
    case heardLive
    case read

    public static func < (left: DeliveryStage, right: DeliveryStage) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// What one peer told about a bubble of ours.
public struct Receipt: Hashable, Sendable {
    public var peer: PeerID
    public var stage: DeliveryStage
    public var at: Timestamp
}
