import PTTCrypto
import PTTTestSupport
import PTTWire
import Testing

@testable import PTTMesh

@Suite struct ReplayWindowTests {
    @Test func agreesWithARecordOfEverything() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<20 {
            var window = ReplayWindow()
            var seen: Set<UInt32> = []
            var newest: UInt32 = 0
            for _ in 0..<4000 {
                let counter =
                    switch random.next() % 20 {
                    case 0: newest &+ UInt32(random.next() % 3000)
                    case 1...9: newest &+ UInt32(random.next() % 4)
                    default: newest - min(newest, UInt32(random.next() % 1200))
                    }
                let expected = !seen.contains(counter) && (seen.isEmpty || counter > newest || newest - counter < 1024)
                #expect(window.accepts(counter) == expected)
                guard expected else { continue }
                window.record(counter)
                seen.insert(counter)
                newest = max(newest, counter)
            }
        }
    }

    @Test func theEndsOfTheRange() {
        var window = ReplayWindow()
        #expect(window.accepts(0) && window.accepts(.max))
        window.record(0)
        #expect(!window.accepts(0))
        window.record(1023)
        #expect(!window.accepts(0) && window.accepts(1))
        window.record(1024)
        #expect(!window.accepts(0) && window.accepts(1))
        window.record(1025)
        #expect(!window.accepts(1) && window.accepts(2))
        window.record(.max)
        #expect(!window.accepts(.max) && !window.accepts(1026) && window.accepts(.max - 1))
        #expect(window.accepts(.max - 1023) && !window.accepts(.max - 1024))
    }
}

@Suite struct NoiseSessionTests {
    @Test func aForgedMessageDoesNotMoveTheWindow() throws {
        var (alice, bob) = try sessions()
        let genuine = try alice.seal([1])
        var forged = try alice.seal([2])
        forged[0...3] = [0xff, 0xff, 0, 0]
        #expect(throws: NoiseError.authenticationFailed) { try bob.open(forged) }
        #expect(try bob.open(genuine) == [1])
        #expect(bob.openedCount == 1)
    }

    @Test func anyChangedByteIsRefusedAndTheSessionSurvives() throws {
        var (alice, bob) = try sessions()
        let message = try alice.seal(Array("roger".utf8))
        for index in message.indices {
            var broken = message
            broken[index] ^= 1
            #expect(throws: NoiseError.self) { try bob.open(broken) }
        }
        for count in 0..<message.count {
            #expect(throws: NoiseError.self) { try bob.open(Array(message.prefix(count))) }
        }
        #expect(try bob.open(message) == Array("roger".utf8))
        #expect(throws: NoiseError.replayed) { try bob.open(message) }
    }

    @Test func sizesBeyondTheLimitAreRefused() throws {
        var (alice, bob) = try sessions()
        let largest = [UInt8](repeating: 7, count: NoiseSession.maximumPlaintextBytes)
        let message = try alice.seal(largest)
        #expect(try bob.open(message) == largest)
        #expect(throws: NoiseError.messageLength) { try alice.seal(largest + [7]) }
        #expect(throws: NoiseError.messageLength) { try bob.open(message + [7]) }
    }

    @Test func theCountersEndBeforeTheyRepeat() throws {
        let cipher = try ChaChaPoly.Cipher(key: .random(count: 32))
        let key = X25519.PrivateKey().publicKey
        var alice = NoiseSession(
            sending: cipher, receiving: cipher, remoteStaticKey: key, handshakeHash: [],
            sealedCount: NoiseSession.lastCounter)
        var bob = NoiseSession(sending: cipher, receiving: cipher, remoteStaticKey: key, handshakeHash: [])
        #expect(try bob.open(alice.seal([1])) == [1])
        #expect(throws: NoiseError.exhausted) { try alice.seal([2]) }
        #expect(throws: NoiseError.exhausted) { try alice.seal([3]) }
    }

    @Test(.enabled(if: allocationsAreCounted)) func sealingAndOpeningAllocateNothing() throws {
        var (alice, bob) = try sessions()
        let plaintext = [UInt8](repeating: 5, count: 160)
        var (sealed, opened): ([UInt8], [UInt8]) = ([], [])
        sealed.reserveCapacity(256)
        opened.reserveCapacity(256)
        var count = -1
        for _ in 0..<2 {
            count = try allocationCount {
                for _ in 0..<200 {
                    sealed.removeAll(keepingCapacity: true)
                    opened.removeAll(keepingCapacity: true)
                    try alice.seal(plaintext.span, appendingTo: &sealed)
                    try bob.open(sealed.span, appendingTo: &opened)
                }
            }
        }
        #expect(count == 0)
        #expect(opened == plaintext)
    }
}

@Suite struct NoiseHandshakeTests {
    @Test func messagesOutOfTurnAreRefused() throws {
        var initiator = NoiseHandshake(role: .initiator, staticKey: .init())
        var responder = NoiseHandshake(role: .responder, staticKey: .init())
        #expect(throws: NoiseError.outOfTurn) { try responder.writeMessage() }
        #expect(throws: NoiseError.outOfTurn) { try initiator.readMessage([UInt8](repeating: 9, count: 96)) }
        #expect(throws: NoiseError.outOfTurn) { _ = try initiator.session() }
        let first = try initiator.writeMessage()
        #expect(throws: NoiseError.outOfTurn) { try initiator.writeMessage() }
        _ = try responder.readMessage(first)
        _ = try initiator.readMessage(responder.writeMessage())
        _ = try responder.readMessage(initiator.writeMessage())
        #expect(initiator.isComplete && responder.isComplete)
        #expect(throws: NoiseError.outOfTurn) { try initiator.writeMessage() }
        #expect(throws: NoiseError.outOfTurn) { try responder.readMessage(first) }
    }

    @Test func aForgedAnswerDoesNotEndTheHandshake() throws {
        var initiator = NoiseHandshake(role: .initiator, staticKey: .init())
        var responder = NoiseHandshake(role: .responder, staticKey: .init())
        _ = try responder.readMessage(initiator.writeMessage())
        let answer = try responder.writeMessage()
        for index in stride(from: 0, to: answer.count, by: 7) {
            var forged = answer
            forged[index] ^= 0x40
            #expect(throws: NoiseError.self) { try initiator.readMessage(forged) }
        }
        _ = try initiator.readMessage(answer)
        let last = try initiator.writeMessage()
        #expect(throws: NoiseError.authenticationFailed) { try responder.readMessage(answer) }
        _ = try responder.readMessage(last)
        #expect(try responder.session().handshakeHash == initiator.session().handshakeHash)
    }

    @Test func differentProloguesDoNotMeet() throws {
        var initiator = NoiseHandshake(role: .initiator, staticKey: .init(), prologue: [1])
        var responder = NoiseHandshake(role: .responder, staticKey: .init(), prologue: [2])
        _ = try responder.readMessage(initiator.writeMessage())
        let answer = try responder.writeMessage()
        #expect(throws: NoiseError.authenticationFailed) { try initiator.readMessage(answer) }
    }

    @Test func payloadsAndMessagesHaveALimit() throws {
        var initiator = NoiseHandshake(role: .initiator, staticKey: .init())
        var responder = NoiseHandshake(role: .responder, staticKey: .init())
        #expect(throws: NoiseError.messageLength) {
            try initiator.writeMessage(payload: .init(repeating: 0, count: 2000))
        }
        #expect(throws: NoiseError.messageLength) { try responder.readMessage(.init(repeating: 9, count: 2049)) }
        #expect(throws: NoiseError.messageLength) { try responder.readMessage(.init(repeating: 9, count: 31)) }
        #expect(throws: NoiseError.messageLength) { try responder.readMessage([]) }
    }

    @Test func aKeyOfLowOrderThatPassesTheListFailsInTheAgreement() throws {
        let pMinusOne = [0xec] + [UInt8](repeating: 0xff, count: 30) + [0x7f]
        var responder = NoiseHandshake(role: .responder, staticKey: .init())
        _ = try responder.readMessage(pMinusOne)
        #expect(throws: NoiseError.weakKey) { try responder.writeMessage() }
    }
}

/// Two ends of a session.
func sessions() throws -> (initiator: NoiseSession, responder: NoiseSession) {
    var initiator = NoiseHandshake(role: .initiator, staticKey: .init())
    var responder = NoiseHandshake(role: .responder, staticKey: .init())
    _ = try responder.readMessage(initiator.writeMessage())
    _ = try initiator.readMessage(responder.writeMessage())
    _ = try responder.readMessage(initiator.writeMessage())
    return (try initiator.session(), try responder.session())
}
