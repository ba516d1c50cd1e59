import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@testable import PTTKit

struct TalkPathTests {
    private func path(isCostly: Bool = false, lost: Int = 0) -> TalkPath {
        var loss = PathLoss()
        loss.learn(received: 100 - lost, of: 100, wasCopied: false)
        return TalkPath(isCostly: isCostly, loss: loss)
    }

    @Test(arguments: [0, 1]) func onACleanLANEachPacketIsSentOnce(lost: Int) {
        let configuration = path(lost: lost).configuration(for: .aacLC, framesPerPacket: nil)
        #expect(configuration.copyDelay == nil)
        #expect(configuration.packetizer.repeatDepth == 0)
    }

    @Test func aacIsSentTwiceWhereTheLinkLosesOrWasSeenToLose() {
        #expect(path(isCostly: true).configuration(for: .aacLC, framesPerPacket: nil).copyDelay == .milliseconds(20))
        #expect(path(lost: 2).configuration(for: .aacLC, framesPerPacket: nil).copyDelay == .milliseconds(20))
    }

    @Test func opusRepeatsWithinItsPacketsInstead() {
        let configuration = path(isCostly: true, lost: 10).configuration(for: .opus, framesPerPacket: nil)
        #expect(configuration.copyDelay == nil)
        #expect(configuration.packetizer == .init(batchSize: 2, repeatDepth: 7))
        #expect(path().configuration(for: .opus, framesPerPacket: nil).packetizer.batchSize == 1)
        #expect(path().configuration(for: .opus, framesPerPacket: 3).packetizer.batchSize == 3)
    }

    @Test func anUnknownPathIsTakenForCleanAndSoIsAReportOfNothing() {
        var loss = PathLoss()
        #expect(loss.share == 0)
        loss.learn(received: 0, of: 0, wasCopied: false)
        #expect(loss.share == 0)
        loss.learn(received: 9, of: 3, wasCopied: false)
        #expect(loss.share == 0)
    }

    @Test(arguments: [0.05, 0.1, 0.3]) func theLossIsFoundWhetherOrNotPacketsAreCopied(probability: Double) {
        var random = SeededGenerator(seed: 9)
        var once = PathLoss()
        var twice = PathLoss()
        var found = (once: 0.0, twice: 0.0)
        for _ in 0..<200 {
            func survivors(copies: Int) -> Int {
                (0..<100).count { _ in
                    let fates = (0..<copies).map { _ in random.nextEvent(probability: probability) }
                    return fates.contains(false)
                }
            }
            once.learn(received: survivors(copies: 1), of: 100, wasCopied: false)
            twice.learn(received: survivors(copies: 2), of: 100, wasCopied: true)
            found = (found.once + once.share / 200, found.twice + twice.share / 200)
        }
        #expect(abs(found.once - probability) < 0.1 * probability)
        #expect(abs(found.twice - probability) < 0.15 * probability)
    }

    @Test func aPathThatBecameCleanIsTakenForCleanAgainWithinTwoMinutesOfSpeech() {
        var loss = PathLoss()
        loss.learn(received: 450, of: 500, wasCopied: false)
        #expect(loss.percent == 10)
        for _ in 0..<40 { loss.learn(received: 47, of: 47, wasCopied: true) }
        #expect(loss.share < PathLoss.worthCopies)
    }

    @Test func aReportCountsOnceAndOnlyFromThePeerThatWasSentTheBurst() throws {
        let (alice, mallory) = (try #require(PeerID("00000000000000a1")), try #require(PeerID("00000000000000b2")))
        var paths = KnownPaths()
        paths.sent(BurstID(rawValue: 1), to: alice, isCopied: false)
        paths.reported(BurstID(rawValue: 1), by: mallory, received: 0, of: 50)
        paths.reported(BurstID(rawValue: 2), by: alice, received: 0, of: 50)
        #expect(paths.loss(to: alice).share == 0)
        #expect(paths.loss(to: mallory).share == 0)
        paths.reported(BurstID(rawValue: 1), by: alice, received: 45, of: 50)
        paths.reported(BurstID(rawValue: 1), by: alice, received: 0, of: 50)
        #expect(paths.loss(to: alice).percent == 10)
    }
}
