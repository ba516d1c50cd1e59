import Testing

@testable import PTTKit

struct DeliveryPolicyTests {
    private typealias Situation = DeliverySituation

    private struct Case: Hashable {
        var situation: DeliverySituation
        var policy: DeliveryPolicy
        var delivery: Delivery { policy.delivery(in: situation) }
    }

    /// Every combination of all inputs.
    private static let all: [Case] = {
        var cases: [Case] = []
        for place in Situation.Place.allCases {
            for reach in Situation.Reach.allCases {
                for session in Situation.Session.allCases {
                    for voice in Situation.Voice.allCases {
                        for notes in Situation.Notes.allCases {
                            for standing in Situation.Standing.allCases {
                                for here in Override.allCases {
                                    for wishes in 0..<4 {
                                        var situation = Situation(place)
                                        situation.reach = reach
                                        situation.session = session
                                        situation.voice = voice
                                        situation.notes = notes
                                        situation.standing = standing
                                        situation.liveVoiceHere = here
                                        var policy = DeliveryPolicy()
                                        policy.isLiveVoiceOn = wishes & 1 == 0
                                        policy.sendsNotesToEveryone = wishes & 2 == 0
                                        cases.append(Case(situation: situation, policy: policy))
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        return cases
    }()

    private func wantsLive(_ one: Case) -> Bool {
        one.situation.liveVoiceHere.resolved(one.policy.isLiveVoiceOn)
    }

    @Test func everyCombinationIsCovered() {
        #expect(Self.all.count == 3 * 3 * 2 * 3 * 3 * 2 * 3 * 4)
        #expect(Set(Self.all).count == Self.all.count)
    }

    @Test func liveIsExactlyWhatCanBeHeardAndIsWanted() {
        for one in Self.all {
            let situation = one.situation
            let canBeHeard =
                switch situation.place {
                case .direct: situation.session == .established && situation.voice == .understood
                case .everyone: situation.voice != .noEncoder
                case .geohash: false
                }
            let isLive = if case .live = one.delivery { true } else { false }
            #expect(
                isLive == (canBeHeard && situation.reach == .mesh && situation.standing == .open && wantsLive(one)),
                "\(one)")
        }
    }

    @Test func nothingIsSaidInLocationChannelsOrWhereItIsBlockedOrWithoutAnEncoder() {
        for one in Self.all {
            let expected: UnavailableReason? =
                if one.situation.place == .geohash {
                    .geohash
                } else if one.situation.standing == .blocked {
                    .blocked
                } else if one.situation.voice == .noEncoder { .noEncoder } else { nil }
            if let expected {
                #expect(one.delivery == .unavailable(expected), "\(one)")
            } else if case .unavailable(let reason) = one.delivery {
                #expect(
                    reason == .noNotes && one.situation.place == .direct && one.situation.notes == .refused, "\(one)")
            }
        }
    }

    @Test func aNoteAlwaysHasTheReasonThatHolds() {
        for one in Self.all {
            guard case .note(let plan) = one.delivery else { continue }
            let situation = one.situation
            switch plan.reason {
            case .liveVoiceOff: #expect(!one.policy.isLiveVoiceOn && situation.liveVoiceHere == .inherited, "\(one)")
            case .liveVoiceOffHere: #expect(situation.liveVoiceHere == .off, "\(one)")
            case .noSession: #expect(situation.session == .none && situation.place == .direct, "\(one)")
            case .onlyOnInternet: #expect(situation.reach == .internetOnly && situation.place == .direct, "\(one)")
            case .peerAway: #expect(situation.reach == .none && situation.place == .direct, "\(one)")
            case .nobodyInRange: #expect(situation.reach != .mesh && situation.place == .everyone, "\(one)")
            case .peerHearsNoLiveVoice: #expect(situation.voice == .notUnderstood, "\(one)")
            }
        }
    }

    @Test func aHandshakeStartsExactlyWhereASessionCanBeHadAndIsMissing() {
        for one in Self.all {
            guard case .note(let plan) = one.delivery else { continue }
            let situation = one.situation
            #expect(
                plan.startsHandshake
                    == (situation.place == .direct && situation.reach == .mesh && situation.session == .none), "\(one)")
            #expect(plan.reason != .noSession || plan.startsHandshake, "\(one)")
        }
    }

    @Test func nothingGoesUnencryptedWithoutConsent() {
        for one in Self.all where one.situation.place == .direct && one.situation.notes == .takenInTheClear {
            switch one.delivery {
            case .live(let note): #expect(note == .followsWithConsent, "\(one)")
            case .note(let plan): #expect(plan.needsConsent, "\(one)")
            case .unavailable: break
            }
        }
    }

    @Test func aNoteFollowsALiveBurstWhereverItIsTaken() {
        for one in Self.all {
            guard case .live(let note) = one.delivery else { continue }
            switch one.situation.place {
            case .direct: #expect((note == .none) == (one.situation.notes == .refused), "\(one)")
            case .everyone: #expect(note == (one.policy.sendsNotesToEveryone ? .follows : .none), "\(one)")
            case .geohash: Issue.record("\(one)")
            }
        }
    }

    @Test func everyReasonOccursAndSaysSomethingOfItsOwn() {
        var notes: Set<NoteReason> = []
        var refusals: Set<UnavailableReason> = []
        for one in Self.all {
            switch one.delivery {
            case .live: break
            case .note(let plan): notes.insert(plan.reason)
            case .unavailable(let reason): refusals.insert(reason)
            }
        }
        #expect(notes == Set(NoteReason.allCases))
        #expect(refusals == Set(UnavailableReason.allCases))
        let texts = NoteReason.allCases.map(\.explanation) + UnavailableReason.allCases.map(\.explanation)
        #expect(Set(texts).count == texts.count && texts.allSatisfy { $0.hasSuffix(".") })
    }
}
