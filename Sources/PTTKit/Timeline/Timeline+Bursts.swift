import Foundation
import PTTMesh
import PTTStore
public import PTTWire

/// A burst that begins, ours or another's.
public struct BurstBeginning: Hashable, Sendable {
    public var key: BubbleKey
    public var nickname: String
    public var direction: Bubble.Direction
    /// Of the file that the burst will be written to.
    public var fileExtension: String

    public init(_ key: BubbleKey, nickname: String, direction: Bubble.Direction, fileExtension: String) {
        self.key = key
        self.nickname = nickname
        self.direction = direction
        self.fileExtension = fileExtension
    }
}

/// What is known of a burst when it is over.
public struct BurstEnding: Hashable, Sendable {
    public var duration: Duration
    public var framesLost: Int
    /// END came, and so did the last packet.
    public var isWhole: Bool

    public init(duration: Duration, framesLost: Int, isWhole: Bool) {
        self.duration = duration
        self.framesLost = framesLost
        self.isWhole = isWhole
    }
}

public enum BurstOpening: Hashable, Sendable {
    /// The burst goes on in this bubble; write it to the bubble's file.
    case opened(Bubble)
    /// The burst is over, or its note is here already: keep nothing of what still comes.
    case closed(Bubble)
    /// Nothing is taken from this talker.
    case blocked
}

extension Timeline {
    /// A burst began. Asked again for the same key, it answers with the same bubble.
    ///
    /// The bubble is on the disk before the file is made, so no capture is ever without one.
    public func begin(_ beginning: BurstBeginning, at now: Timestamp) throws(DeviceError) -> BurstOpening {
        let bubble = bubble(of: beginning, at: now)
        return try change { [folders] transaction throws(StoreError) in
            if let known = try transaction.bubble(beginning.key, in: folders) {
                return known.isLive ? .opened(known) : .closed(known)
            }
            if beginning.direction == .received,
                try transaction.isBlocked(bubble.talker, in: bubble.conversation)
            {
                return .blocked
            }
            var opened = bubble
            opened.id = try transaction.insert(bubble)
            return .opened(opened)
        }
    }

    /// A burst is over and its file, if there is one, closed.
    ///
    /// - Returns: the bubble as it is now; a note that came first stays what it is. Nil for a burst that never began.
    @discardableResult
    public func finish(
        _ key: BubbleKey, _ ending: BurstEnding, at now: Timestamp
    ) throws(DeviceError) -> Bubble? {
        let finished = try change { [folders] transaction throws(StoreError) -> Bubble? in
            guard var bubble = try transaction.bubble(key, in: folders), bubble.isLive else {
                return try transaction.bubble(key, in: folders)
            }
            bubble.duration = ending.duration
            bubble.framesLost = ending.framesLost
            bubble.isPartial = !ending.isWhole
            try transaction.settle(&bubble, in: folders, otherwise: .nothingHeard)
            return bubble
        }
        try retain(at: now)
        return finished
    }

    /// The talker took a burst back: its bubble and file go, and nothing brings them back.
    ///
    /// What was finished whole, or came as a note, stays: a cancellation belongs to a burst that goes on.
    ///
    /// - Returns: the bubble that went.
    @discardableResult
    public func cancel(_ key: BubbleKey, at now: Timestamp) throws(DeviceError) -> Bubble? {
        let canceled = try change { [folders] transaction throws(StoreError) -> Bubble? in
            guard var bubble = try transaction.bubble(key, in: folders) else {
                let beginning = BurstBeginning(key, nickname: "", direction: .received, fileExtension: "")
                var tombstone = self.bubble(of: beginning, at: now)
                tombstone.state = .canceled
                tombstone.isUnread = false
                tombstone.file = nil
                _ = try transaction.insert(tombstone, closed: now)
                return nil
            }
            guard bubble.kind == .liveVoice, bubble.isPartial else { return nil }
            guard !Self.isClosed(bubble) else { return nil }
            try transaction.close(bubble, as: .canceled, at: now)
            bubble.state = .canceled
            bubble.isUnread = false
            bubble.file = nil
            return bubble
        }
        // Somebody who cancels what never began must not fill the table of what is closed.
        try retain(at: now)
        return canceled
    }

    private func bubble(of beginning: BurstBeginning, at now: Timestamp) -> Bubble {
        let key = beginning.key
        let name =
            switch beginning.direction {
            case .received: StoredName.capture(of: key, fileExtension: beginning.fileExtension)
            case .sent: StoredName.recording(of: key.burst, fileExtension: beginning.fileExtension)
            }
        var bubble = Bubble(
            beginning.direction, .liveVoice, by: key.talker, in: key.conversation, at: now)
        bubble.state = .live
        bubble.nickname = fitting(beginning.nickname)
        bubble.burst = key.burst
        bubble.file = folders.url(name, in: bubble.folder)
        bubble.isPartial = true
        return bubble
    }
}

extension Bubble {
    /// A bubble that has just come about: unread if it is another's.
    init(
        _ direction: Direction, _ kind: Kind, by talker: PeerID, in conversation: ConversationID, at now: Timestamp
    ) {
        self.init(
            id: 0, conversation: conversation, talker: talker, nickname: "", direction: direction, kind: kind,
            state: .final, isUnread: direction == .received, burst: nil, messageID: nil, began: now, duration: .zero,
            framesLost: 0, isPartial: false, file: nil, bytes: 0, text: nil, delivery: nil)
    }
}
