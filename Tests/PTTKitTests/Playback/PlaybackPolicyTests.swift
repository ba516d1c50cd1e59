import PTTMesh
import PTTWire
import Testing

@testable import PTTKit

struct PlaybackPolicyTests {
    private let bob = PeerID(rawValue: 1)
    private let eve = PeerID(rawValue: 2)

    private func key(_ burst: UInt64, by talker: PeerID, in conversation: ConversationID? = nil) -> BubbleKey {
        BubbleKey(
            conversation: conversation ?? .direct(talker), talker: talker, burst: BurstID(rawValue: burst))
    }

    private func policy(
        looksAt screen: ConversationID?, foreground: Bool = true,
        _ change: (inout PlaybackConfiguration) -> Void = { _ in }
    ) -> PlaybackPolicy {
        var configuration = PlaybackConfiguration()
        change(&configuration)
        var policy = PlaybackPolicy(configuration: configuration)
        _ = policy.take(.foregroundChanged(foreground))
        _ = policy.take(.screenChanged(screen))
        return policy
    }

    private func rule(_ change: (inout PlaybackRule) -> Void = { _ in }) -> PlaybackRule {
        var rule = PlaybackRule()
        change(&rule)
        return rule
    }

    @Test func aBurstInTheConversationOnTheScreenSoundsAtOnce() {
        let talk = key(1, by: bob)
        var policy = policy(looksAt: talk.conversation)
        #expect(
            policy.take(.began(talk, rule())) == [
                .play(talk, from: .beginning), .floorChanged(talk.conversation, talk),
            ])
        #expect(policy.take(.ended(talk)) == [.floorChanged(talk.conversation, nil)])
        #expect(policy.take(.playedOut(talk)) == [])
        #expect(policy.take(.began(talk, rule())) == [], "a straggler begins nothing")
    }

    /// Autoplay needs all of its conditions: each of the 64 combinations.
    @Test(arguments: 0..<64)
    func soundNeedsEveryCondition(_ bits: Int) {
        let talk = key(1, by: bob)
        var policy = policy(looksAt: bits & 1 == 0 ? talk.conversation : .everyone, foreground: bits & 2 == 0)
        let rule = rule {
            $0.isAutoplayOn = bits & 4 == 0
            $0.doesNotDisturb = bits & 8 != 0
            $0.isBlocked = bits & 16 != 0
            $0.isLiveVoiceOn = bits & 32 == 0
        }
        let effects = policy.take(.began(talk, rule))
        #expect(effects.contains(.play(talk, from: .beginning)) == (bits == 0))
        #expect(effects.contains(.notify(talk)) == (bits & 3 != 0 && bits & 0b111000 == 0))
        #expect(policy.joinable.contains(talk) == (bits != 0 && bits & 0b110000 == 0))
    }

    @Test func aBurstElsewhereNotifiesOnceAndCanBeJoinedAtItsLiveEdge() {
        let talk = key(1, by: bob)
        var policy = policy(looksAt: .everyone)
        #expect(policy.take(.began(talk, rule())) == [.notify(talk), .floorChanged(talk.conversation, talk)])
        #expect(policy.take(.began(talk, rule())) == [])
        #expect(policy.take(.screenChanged(talk.conversation)) == [], "looking at it is no wish to hear it")
        #expect(policy.take(.tapped(talk)) == [.play(talk, from: .liveEdge)])
        #expect(policy.take(.tapped(talk)) == [])
        #expect(policy.take(.screenChanged(nil)) == [], "what was wished for goes on")
        #expect(policy.take(.silenced(talk)) == [.stop(talk)])
        #expect(policy.joinable == [talk])
    }

    @Test func aCancellationStopsTheSoundAndWithdrawsTheNotification() {
        let talk = key(1, by: bob)
        var policy = policy(looksAt: nil)
        _ = policy.take(.began(talk, rule()))
        _ = policy.take(.tapped(talk))
        #expect(
            policy.take(.canceled(talk)) == [.stop(talk), .withdraw(talk), .floorChanged(talk.conversation, nil)])
        #expect(policy.take(.canceled(talk)) == [])
        #expect(policy.take(.began(talk, rule())) == [])
    }

    @Test func aCancellationThatComesFirstClosesTheBurst() {
        let talk = key(1, by: bob)
        var policy = policy(looksAt: nil)
        #expect(policy.take(.canceled(talk)) == [])
        #expect(policy.take(.began(talk, rule())) == [])
    }

    @Test func theFirstOfTwoTalkersHoldsTheFloorAndTheSecondCanBeTapped() {
        let first = key(1, by: bob, in: .everyone)
        let second = key(2, by: eve, in: .everyone)
        var policy = policy(looksAt: .everyone)
        #expect(
            policy.take(.began(first, rule())) == [.play(first, from: .beginning), .floorChanged(.everyone, first)])
        #expect(policy.take(.began(second, rule())) == [])
        #expect(policy.floorHolder(in: .everyone) == first)
        #expect(policy.joinable == [second])
        #expect(policy.take(.ended(first)) == [.floorChanged(.everyone, second)])
        #expect(policy.take(.playedOut(first)) == [], "the second does not start by itself")
        #expect(policy.take(.tapped(second)) == [.play(second, from: .liveEdge)])
    }

    @Test func aTapTakesTheFloor() {
        let first = key(1, by: bob, in: .everyone)
        let second = key(2, by: eve, in: .everyone)
        var policy = policy(looksAt: .everyone)
        _ = policy.take(.began(first, rule()))
        _ = policy.take(.began(second, rule()))
        #expect(
            policy.take(.tapped(second))
                == [.stop(first), .play(second, from: .liveEdge), .floorChanged(.everyone, second)])
        #expect(policy.joinable == [first])
    }

    @Test func aBurstThatWaitedJoinsIfThatIsWanted() {
        let first = key(1, by: bob, in: .everyone)
        let second = key(2, by: eve, in: .everyone)
        var policy = policy(looksAt: .everyone) { $0.waitingBurstJoins = true }
        _ = policy.take(.began(first, rule()))
        _ = policy.take(.began(second, rule()))
        #expect(policy.take(.ended(first)) == [.floorChanged(.everyone, second)], "its tail still sounds")
        #expect(policy.take(.playedOut(first)) == [.play(second, from: .liveEdge)])
        #expect(policy.take(.silenced(second)) == [.stop(second)], "and is not joined again")
    }

    @Test func mixedVoicesSoundTogether() {
        let first = key(1, by: bob, in: .everyone)
        let second = key(2, by: eve, in: .everyone)
        var policy = policy(looksAt: .everyone) { $0.mixes = true }
        _ = policy.take(.began(first, rule()))
        #expect(policy.take(.began(second, rule())) == [.play(second, from: .beginning)])
        #expect(policy.floorHolder(in: .everyone) == first)
    }

    @Test func notesAndBurstsShareOneVoice() {
        let talk = key(1, by: bob)
        var policy = policy(looksAt: talk.conversation)
        #expect(policy.take(.noteTapped(5)) == [.playNote(5)])
        #expect(policy.take(.began(talk, rule())) == [.floorChanged(talk.conversation, talk)])
        #expect(policy.take(.tapped(talk)) == [.stopNote(5), .play(talk, from: .liveEdge)])
        #expect(policy.take(.noteTapped(6)) == [.stop(talk), .playNote(6)])
        #expect(policy.take(.notePlayedOut(6)) == [])
        #expect(policy.take(.tapped(talk)) == [.play(talk, from: .liveEdge)])
    }

    @Test func theBackgroundIsSilent() {
        let talk = key(1, by: bob)
        var policy = policy(looksAt: talk.conversation)
        _ = policy.take(.began(talk, rule()))
        #expect(policy.take(.foregroundChanged(false)) == [.stop(talk)])
        #expect(policy.take(.tapped(talk)) == [])
        #expect(policy.take(.foregroundChanged(true)) == [])
    }

    @Test func leavingTheConversationStopsWhatSoundedByItself() {
        let talk = key(1, by: bob)
        var policy = policy(looksAt: talk.conversation)
        _ = policy.take(.began(talk, rule()))
        #expect(policy.take(.screenChanged(.everyone)) == [.stop(talk)])
    }

    @Test func aWishThatChangesCountsAtOnce() {
        let talk = key(1, by: bob)
        var policy = policy(looksAt: talk.conversation)
        _ = policy.take(.began(talk, rule()))
        #expect(policy.take(.ruleChanged(talk.conversation, rule { $0.doesNotDisturb = true })) == [.stop(talk)])
        #expect(policy.take(.tapped(talk)) == [.play(talk, from: .liveEdge)], "it can still be asked for")
        #expect(
            policy.take(.ruleChanged(talk.conversation, rule { $0.isBlocked = true }))
                == [.stop(talk), .floorChanged(talk.conversation, nil)])
        #expect(policy.joinable.isEmpty)
    }

    @Test func onlyDirectBurstsNotifyUnlessAsked() {
        let talk = key(1, by: bob, in: .everyone)
        var quiet = policy(looksAt: nil)
        #expect(quiet.take(.began(talk, rule())) == [.floorChanged(.everyone, talk)])
        var eager = policy(looksAt: nil) { $0.notifiesOfEveryone = true }
        #expect(eager.take(.began(talk, rule())).first == .notify(talk))
    }

    @Test func onlySoManyBurstsAreFollowed() {
        var policy = policy(looksAt: .everyone) { $0.capacity = 4 }
        for burst in UInt64(1)...9 { _ = policy.take(.began(key(burst, by: bob, in: .everyone), rule())) }
        #expect(policy.bursts.count == 4)
    }

    @Test func settingsOverrideWhatHoldsInGeneral() {
        var settings = ConversationSettings()
        #expect(!PlaybackRule(settings, liveVoice: false, autoplay: true).isLiveVoiceOn)
        settings.liveVoice = .on
        settings.autoplay = .off
        let rule = PlaybackRule(settings, liveVoice: false, autoplay: true)
        #expect(rule.isLiveVoiceOn && !rule.isAutoplayOn)
    }
}

extension PlaybackPolicy {
    mutating func take(_ event: Event) -> [Effect] {
        var effects: [Effect] = []
        handle(event, into: &effects)
        return effects
    }
}
