import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@testable import PTTKit

/// Two talkers and a user at once, in every order that the two can come in and with the user at random.
struct PlaybackInterleavingTests {
    private static let first = BubbleKey(
        conversation: .everyone, talker: PeerID(rawValue: 1), burst: BurstID(rawValue: 1))
    private static let second = BubbleKey(
        conversation: .everyone, talker: PeerID(rawValue: 2), burst: BurstID(rawValue: 1))

    /// What a speaker and a notification center would show.
    private struct World {
        var playing: Set<BubbleKey> = []
        var played: [BubbleKey] = []
        var note: Int64?
        var notified: Set<BubbleKey> = []
        var withdrawn: Set<BubbleKey> = []
        var floor: BubbleKey?

        mutating func perform(_ effect: PlaybackPolicy.Effect) {
            switch effect {
            case .play(let key, _):
                #expect(playing.insert(key).inserted)
                played.append(key)
            case .stop(let key): #expect(playing.remove(key) != nil)
            case .playNote(let id):
                #expect(note == nil)
                note = id
            case .stopNote(let id):
                #expect(note == id)
                note = nil
            case .notify(let key): #expect(notified.insert(key).inserted)
            case .withdraw(let key): #expect(notified.contains(key) && withdrawn.insert(key).inserted)
            case .floorChanged(_, let key):
                #expect(floor != key)
                floor = key
            }
        }
    }

    private static func life(of key: BubbleKey, canceled: Bool) -> [PlaybackPolicy.Event] {
        canceled
            ? [.began(key, PlaybackRule()), .canceled(key)]
            : [.began(key, PlaybackRule()), .ended(key), .playedOut(key)]
    }

    private static func merges<Element>(_ left: [Element], _ right: [Element]) -> [[Element]] {
        guard let one = left.first, let other = right.first else { return [left + right] }
        return merges(Array(left.dropFirst()), right).map { [one] + $0 }
            + merges(left, Array(right.dropFirst())).map { [other] + $0 }
    }

    /// Runs events, and ends what plays as a speaker would: `playedOut` counts only for what plays.
    private func run(_ events: [PlaybackPolicy.Event], _ configuration: PlaybackConfiguration) -> World {
        var policy = PlaybackPolicy(configuration: configuration)
        var world = World()
        for event in events {
            switch event {
            case .playedOut(let key):
                guard world.playing.remove(key) != nil else { continue }
            case .notePlayedOut(let id):
                guard world.note == id else { continue }
                world.note = nil
            case .began, .ended, .canceled, .tapped, .silenced, .noteTapped, .foregroundChanged, .screenChanged,
                .ruleChanged:
                break
            }
            for effect in policy.take(event) { world.perform(effect) }
            let voices = world.playing.count + (world.note == nil ? 0 : 1)
            #expect(configuration.mixes || voices <= 1, "\(events)")
            #expect(policy.floorHolder(in: .everyone) == world.floor, "\(events)")
            #expect(world.playing.isDisjoint(with: policy.joinable))
        }
        return world
    }

    @Test(arguments: [(false, false), (false, true), (true, false), (true, true)])
    func whoeverBeginsFirstIsHeardAndNobodyOverThem(_ canceled: (Bool, Bool)) {
        let lives = (
            Self.life(of: Self.first, canceled: canceled.0), Self.life(of: Self.second, canceled: canceled.1)
        )
        for order in Self.merges(lives.0, lives.1) {
            let events = [.foregroundChanged(true), .screenChanged(.everyone)] + order
            let world = run(events, PlaybackConfiguration())
            let beginnings = order.compactMap { event -> BubbleKey? in
                if case .began(let key, _) = event { key } else { nil }
            }
            #expect(world.played.first == beginnings[0])
            #expect(world.playing.isEmpty && world.notified.isEmpty && world.floor == nil, "\(order)")
            // The second is heard only where the first was over, sound and all, when it began.
            let isOver = order.firstIndex(of: .began(beginnings[1], PlaybackRule())).map { index in
                order[..<index].contains(.playedOut(beginnings[0]))
                    || order[..<index].contains(.canceled(beginnings[0]))
            }
            #expect(world.played.contains(beginnings[1]) == (isOver == true), "\(order)")
        }
    }

    @Test(arguments: 0..<200)
    func nothingThatAUserDoesInBetweenBreaksARule(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var configuration = PlaybackConfiguration()
        configuration.mixes = seed % 4 == 3
        configuration.waitingBurstJoins = seed % 2 == 1
        configuration.notifiesOfEveryone = true
        var muted = PlaybackRule()
        muted.doesNotDisturb = true
        var blocked = PlaybackRule()
        blocked.isBlocked = true
        let wishes: [PlaybackPolicy.Event] = [
            .tapped(Self.first), .tapped(Self.second), .silenced(Self.first), .noteTapped(1), .noteTapped(2),
            .notePlayedOut(1), .foregroundChanged(true), .foregroundChanged(false), .screenChanged(.everyone),
            .screenChanged(nil), .ruleChanged(.everyone, muted), .ruleChanged(.everyone, PlaybackRule()),
            .ruleChanged(.everyone, blocked), .began(Self.first, PlaybackRule()), .playedOut(Self.second),
        ]
        let orders = Self.merges(
            Self.life(of: Self.first, canceled: seed % 3 == 0), Self.life(of: Self.second, canceled: seed % 5 == 0))
        for order in orders {
            var events: [PlaybackPolicy.Event] = [.foregroundChanged(true), .screenChanged(.everyone)]
            for event in order {
                events.append(event)
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    if let wish = wishes.randomElement(using: &random) { events.append(wish) }
                }
            }
            let world = run(events, configuration)
            #expect(world.withdrawn.isSubset(of: world.notified))
            #expect(!world.playing.contains(Self.first) || seed % 3 != 0, "what was canceled is silent")
        }
    }
}
