import Foundation
public import PTTMesh
import PTTStore
public import PTTWire

/// A file that came whole: a voice note, or anything else.
public struct FileArrival: Hashable, Sendable {
    public var conversation: ConversationID
    public var talker: PeerID
    public var nickname: String
    public var kind: Kind
    /// The stable ID that receipts name; nil where there is none.
    public var messageID: String?
    /// The name that its sender gave it: shown, and never used as a path.
    public var name: String
    /// How long it plays, if somebody looked.
    public var duration: Duration
    public var content: [UInt8]

    public enum Kind: Hashable, Sendable {
        /// The note of a burst, by the burst ID in its name.
        case note(BurstID)
        /// A voice note that was never live.
        case classicNote
        case file
    }

    public init(
        _ kind: Kind, _ content: [UInt8], named name: String, by talker: PeerID, in conversation: ConversationID
    ) {
        self.kind = kind
        self.content = content
        self.name = name
        self.talker = talker
        self.conversation = conversation
        nickname = ""
        messageID = nil
        duration = .zero
    }

    var burst: BurstID? {
        switch kind {
        case .note(let burst): burst
        case .classicNote, .file: nil
        }
    }

    var bubbleKind: Bubble.Kind {
        switch kind {
        case .note, .classicNote: .note
        case .file: .file
        }
    }

    var fileExtension: String {
        name.contains(".") ? name.split(separator: ".").last.map(String.init) ?? "" : ""
    }
}

extension BurstID {
    /// The burst that a note belongs to, out of the name that it travels with: `voice_` and sixteen hex digits.
    public init?(noteName name: String) {
        let prefix = "voice_"
        guard name.hasPrefix(prefix) else { return nil }
        let parts = name.dropFirst(prefix.count).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let digits = parts.first else { return nil }
        self.init(hex: digits)
    }
}

/// What became of something that arrived.
public enum Arrival: Hashable, Sendable {
    /// A new bubble, which nobody knows of yet.
    case added(Bubble)
    /// The bubble of its burst has the note now; nobody is told again.
    case replaced(Bubble)
    /// It is here already.
    case duplicate(Bubble)
    /// Its bubble was canceled or removed.
    case closed
    /// Nothing is taken from this talker.
    case blocked
}

extension Timeline {
    /// Takes a note or a file.
    ///
    /// The note of a burst takes the place of what was captured of it, once, whether the burst goes on, is over or was
    /// never heard. Only the burst's own talker, in the conversation of the burst, reaches its bubble.
    ///
    /// - Throws: ``DeviceError`` `.badRequest` for an empty or too large file, `.storage`.
    public func take(_ arrival: FileArrival, at now: Timestamp) throws(DeviceError) -> Arrival {
        guard (1...configuration.fileBytes).contains(arrival.content.count) else {
            throw DeviceError(.badRequest, "A file holds 1 to \(configuration.fileBytes) bytes.")
        }
        let place = try read { transaction throws(StoreError) in
            try self.place(of: arrival, at: now, transaction)
        }
        let answer: Arrival
        switch place {
        case .answer(let known): return known
        case .new(let bubble): answer = .added(try keep(arrival, in: bubble))
        case .behind(let bubble): answer = .replaced(try keep(arrival, in: bubble))
        }
        try retain(at: now)
        return answer
    }

    /// Puts the content on the disk under a name of its own, then row and name in their places.
    private func keep(_ arrival: FileArrival, in bubble: Bubble) throws(DeviceError) -> Bubble {
        let unique = UUID().uuidString
        let staged = StoredName.arriving(unique: unique)
        let name = name(of: arrival, unique: unique)
        let file = folders.url(staged, in: .incoming)
        try PrivateFile.write(Data(arrival.content), to: file)
        var kept = fill(bubble, with: arrival)
        do throws(StoreError) {
            kept = try database.write { [folders, kept] transaction throws(StoreError) in
                var kept = kept
                try transaction.put(staged, of: arrival.content.count, named: name, behind: &kept, in: folders)
                if kept.id == 0 { kept.id = try transaction.insert(kept) } else { try transaction.update(kept) }
                return kept
            }
        } catch {
            unlink(file.path)
            throw DeviceError(error)
        }
        try performFileWork()
        return kept
    }

    /// Where an arrival belongs.
    private enum Place {
        case new(Bubble)
        case behind(Bubble)
        case answer(Arrival)
    }

    private func place(
        of arrival: FileArrival, at now: Timestamp, _ transaction: borrowing Transaction
    ) throws(StoreError) -> Place {
        if try transaction.isBlocked(arrival.talker, in: arrival.conversation) { return .answer(.blocked) }
        if let id = arrival.messageID.map(fitting),
            let known = try transaction.bubble(messageID: id, by: arrival.talker, in: arrival.conversation, folders)
        {
            return .answer(Self.isClosed(known) ? .closed : .duplicate(known))
        }
        if let burst = arrival.burst {
            let key = BubbleKey(conversation: arrival.conversation, talker: arrival.talker, burst: burst)
            if let known = try transaction.bubble(key, in: folders) {
                if Self.isClosed(known) { return .answer(.closed) }
                return known.kind == .liveVoice && known.direction == .received
                    ? .behind(known) : .answer(.duplicate(known))
            }
        }
        var bubble = Bubble(.received, arrival.bubbleKind, by: arrival.talker, in: arrival.conversation, at: now)
        bubble.nickname = fitting(arrival.nickname)
        bubble.burst = arrival.burst
        return .new(bubble)
    }

    static func isClosed(_ bubble: Bubble) -> Bool {
        switch bubble.state {
        case .canceled, .removed: true
        case .live, .final, .failed: false
        }
    }

    private func fill(_ bubble: Bubble, with arrival: FileArrival) -> Bubble {
        var bubble = bubble
        bubble.kind = arrival.bubbleKind
        bubble.state = .final
        bubble.messageID = arrival.messageID.map(fitting)
        bubble.text = fitting(arrival.name)
        bubble.isPartial = false
        bubble.framesLost = 0
        if arrival.duration > .zero { bubble.duration = arrival.duration }
        return bubble
    }

    private func name(of arrival: FileArrival, unique: String) -> StoredName {
        guard let burst = arrival.burst else {
            return .other(arrival.bubbleKind, unique: unique, fileExtension: arrival.fileExtension)
        }
        let key = BubbleKey(conversation: arrival.conversation, talker: arrival.talker, burst: burst)
        return .voice(of: key, fileExtension: arrival.fileExtension)
    }

    /// The longest front of a name or ID that may be stored.
    func fitting(_ name: String) -> String {
        fitting(name, configuration.nameBytes)
    }

    /// The longest front that fits, cut between characters.
    func fitting(_ text: String, _ bytes: Int) -> String {
        guard text.utf8.count > bytes else { return text }
        var fitting = ""
        for character in text {
            guard fitting.utf8.count + character.utf8.count <= bytes else { break }
            fitting.append(character)
        }
        return fitting
    }
}
