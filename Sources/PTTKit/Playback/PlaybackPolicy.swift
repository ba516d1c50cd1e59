/// Decides when a burst makes sound, when it notifies, and who has the floor.
///
/// A burst sounds by itself only in the foreground, in the conversation on the screen, where its owner wants that; else it
/// waits as a live bubble to be tapped. One voice at a time: the first holds the floor.
public struct PlaybackPolicy: Sendable {
    public enum Event: Hashable, Sendable {
        /// A burst began.
        case began(BubbleKey, PlaybackRule)
        /// Nothing more of it comes; what is buffered still sounds.
        case ended(BubbleKey)
        /// The player is done with it, or failed.
        case playedOut(BubbleKey)
        /// Its talker took it back.
        case canceled(BubbleKey)
        /// The user tapped its live bubble.
        case tapped(BubbleKey)
        /// The user silenced it.
        case silenced(BubbleKey)
        /// The user tapped a note.
        case noteTapped(Int64)
        case notePlayedOut(Int64)
        case foregroundChanged(Bool)
        case screenChanged(ConversationID?)
        case ruleChanged(ConversationID, PlaybackRule)
    }

    public enum Effect: Hashable, Sendable {
        case play(BubbleKey, from: Start)
        case stop(BubbleKey)
        case playNote(Int64)
        case stopNote(Int64)
        case notify(BubbleKey)
        case withdraw(BubbleKey)
        /// Who is talking in a conversation, or nobody: for the key of the talk button.
        case floorChanged(ConversationID, BubbleKey?)
    }

    public enum Start: Hashable, Sendable {
        case beginning
        /// What is being said now.
        case liveEdge
    }

    struct Burst: Hashable, Sendable {
        enum Sound: Hashable, Sendable {
            case waiting
            case automatic
            case wished
        }

        let key: BubbleKey
        var rule: PlaybackRule
        var sound = Sound.waiting
        var isLive = true
        var wasNotified = false
        /// It would have sounded by itself, had the floor been free.
        var missedItsTurn = false

        var isPlaying: Bool { sound != .waiting }
    }

    let configuration: PlaybackConfiguration
    /// In the order in which they began.
    private(set) var bursts: [Burst] = []
    private(set) var note: Int64?
    private var isForeground = false
    private var screen: ConversationID?
    private var closed: [BubbleKey] = []

    public init(configuration: PlaybackConfiguration = PlaybackConfiguration()) {
        self.configuration = configuration
    }

    public mutating func handle(_ event: Event, into effects: inout [Effect]) {
        let floors = Set(bursts.map(\.key.conversation)).union(event.conversation.map { [$0] } ?? [])
        let before = floors.map { ($0, floorHolder(in: $0)) }
        apply(event, &effects)
        bursts.removeAll { !$0.isLive && !$0.isPlaying }
        joinWaiting(&effects)
        for (conversation, holder) in before.sorted(by: { $0.0.description < $1.0.description })
        where floorHolder(in: conversation) != holder {
            effects.append(.floorChanged(conversation, floorHolder(in: conversation)))
        }
    }

    /// Who is talking: the one who is heard, else the one who began first.
    public func floorHolder(in conversation: ConversationID) -> BubbleKey? {
        let live = bursts.filter { $0.key.conversation == conversation && $0.isLive }
        return (live.first { $0.isPlaying } ?? live.first)?.key
    }

    /// Live bursts that can be tapped, in the order in which they began.
    public var joinable: [BubbleKey] {
        bursts.filter { $0.isLive && !$0.isPlaying }.map(\.key)
    }

    private mutating func apply(_ event: Event, _ effects: inout [Effect]) {
        switch event {
        case .began(let key, let rule): begin(key, rule, &effects)
        case .ended(let key): change(key) { $0.isLive = false }
        case .playedOut(let key): change(key) { $0.sound = .waiting }
        case .canceled(let key): cancel(key, &effects)
        case .tapped(let key): tap(key, &effects)
        case .silenced(let key): stop(&effects) { $0.key == key }
        case .noteTapped(let id): playNote(id, &effects)
        case .notePlayedOut(let id): if note == id { note = nil }
        case .foregroundChanged(let isForeground):
            self.isForeground = isForeground
            if !isForeground {
                stop(&effects) { _ in true }
                stopNote(&effects)
            }
        case .screenChanged(let screen):
            self.screen = screen
            stop(&effects) { $0.sound == .automatic && $0.key.conversation != screen }
        case .ruleChanged(let conversation, let rule): change(conversation, to: rule, &effects)
        }
    }

    private mutating func begin(_ key: BubbleKey, _ rule: PlaybackRule, _ effects: inout [Effect]) {
        guard rule.allowsLive, !closed.contains(key), !bursts.contains(where: { $0.key == key }),
            bursts.count < configuration.capacity
        else { return }
        var burst = Burst(key: key, rule: rule)
        remember(key)
        if mayPlayByItself(burst) {
            if isFloorFree {
                burst.sound = .automatic
                effects.append(.play(key, from: .beginning))
            } else {
                burst.missedItsTurn = true
            }
        }
        if notifies(burst) {
            burst.wasNotified = true
            effects.append(.notify(key))
        }
        bursts.append(burst)
    }

    private mutating func cancel(_ key: BubbleKey, _ effects: inout [Effect]) {
        remember(key)
        stop(&effects) { $0.key == key }
        if bursts.contains(where: { $0.key == key && $0.wasNotified }) { effects.append(.withdraw(key)) }
        bursts.removeAll { $0.key == key }
    }

    /// A wish takes the floor from whoever has it.
    private mutating func tap(_ key: BubbleKey, _ effects: inout [Effect]) {
        guard isForeground, bursts.contains(where: { $0.key == key && $0.isLive && !$0.isPlaying }) else { return }
        if !configuration.mixes {
            stop(&effects) { $0.isPlaying }
            stopNote(&effects)
        }
        change(key) { $0.sound = .wished }
        effects.append(.play(key, from: .liveEdge))
    }

    private mutating func playNote(_ id: Int64, _ effects: inout [Effect]) {
        guard isForeground, note != id else { return }
        stopNote(&effects)
        if !configuration.mixes { stop(&effects) { $0.isPlaying } }
        note = id
        effects.append(.playNote(id))
    }

    private mutating func change(_ conversation: ConversationID, to rule: PlaybackRule, _ effects: inout [Effect]) {
        for index in bursts.indices where bursts[index].key.conversation == conversation {
            bursts[index].rule = rule
        }
        stop(&effects) { burst in
            burst.key.conversation == conversation
                && (!rule.allowsLive || (burst.sound == .automatic && !rule.allowsAutoplay))
        }
        guard !rule.allowsLive else { return }
        for burst in bursts where burst.key.conversation == conversation && burst.wasNotified {
            effects.append(.withdraw(burst.key))
        }
        bursts.removeAll { $0.key.conversation == conversation }
    }

    /// What had to wait for the floor joins now, if that is wanted.
    private mutating func joinWaiting(_ effects: inout [Effect]) {
        guard configuration.waitingBurstJoins, isFloorFree else { return }
        for index in bursts.indices where bursts[index].missedItsTurn && bursts[index].isLive {
            guard !bursts[index].isPlaying, mayPlayByItself(bursts[index]) else { continue }
            bursts[index].sound = .automatic
            bursts[index].missedItsTurn = false
            effects.append(.play(bursts[index].key, from: .liveEdge))
            if !configuration.mixes { return }
        }
    }

    private mutating func stop(_ effects: inout [Effect], where isMeant: (Burst) -> Bool) {
        for index in bursts.indices where bursts[index].isPlaying && isMeant(bursts[index]) {
            bursts[index].sound = .waiting
            bursts[index].missedItsTurn = false
            effects.append(.stop(bursts[index].key))
        }
    }

    private mutating func stopNote(_ effects: inout [Effect]) {
        if let note { effects.append(.stopNote(note)) }
        note = nil
    }

    private mutating func change(_ key: BubbleKey, _ body: (inout Burst) -> Void) {
        if let index = bursts.firstIndex(where: { $0.key == key }) { body(&bursts[index]) }
    }

    private mutating func remember(_ key: BubbleKey) {
        guard !closed.contains(key) else { return }
        if closed.count >= max(1, configuration.remembered) { closed.removeFirst() }
        closed.append(key)
    }

    private var isFloorFree: Bool {
        configuration.mixes || (note == nil && !bursts.contains { $0.isPlaying })
    }

    private func isOnScreen(_ conversation: ConversationID) -> Bool {
        isForeground && screen == conversation
    }

    private func mayPlayByItself(_ burst: Burst) -> Bool {
        isOnScreen(burst.key.conversation) && burst.rule.allowsAutoplay
    }

    private func notifies(_ burst: Burst) -> Bool {
        guard !isOnScreen(burst.key.conversation), !burst.rule.doesNotDisturb else { return false }
        switch burst.key.conversation {
        case .direct: return true
        case .everyone: return configuration.notifiesOfEveryone
        }
    }
}

extension PlaybackPolicy.Event {
    fileprivate var conversation: ConversationID? {
        switch self {
        case .began(let key, _), .ended(let key), .playedOut(let key), .canceled(let key), .tapped(let key),
            .silenced(let key):
            key.conversation
        case .ruleChanged(let conversation, _): conversation
        case .noteTapped, .notePlayedOut, .foregroundChanged, .screenChanged: nil
        }
    }
}
