import Foundation
import PTTMELP
import PTTMedia
import PTTTestSupport
import PTTVoice
import PTTWire
import Testing

@testable import PTTKit

@Suite struct VocoderJobTests {
    private let folder: TemporaryFolder
    private let speech: String

    init() throws {
        folder = try TemporaryFolder()
        speech = try Prompts.paths(1)[0]
    }

    private func run(
        _ action: VocoderRequest.Action, _ input: String, _ output: String?,
        _ change: (inout VocoderRequest) -> Void = { _ in }
    ) throws -> VocoderReport {
        var request = VocoderRequest(action: action, input: input, output: output.map(folder.path))
        change(&request)
        var job = VocoderJob(request)
        return try job.run { _ in }
    }

    @Test func speechOfAnyRateBecomesElevenBytesForEachSuperframeAndSpeechAgain() throws {
        let spoken = try AudioFileReader.samples(of: speech)
        let encoded = try run(.encode, speech, "speech.melp")
        let bytes = try folder.bytes(of: folder.path("speech.melp"))
        #expect(bytes.count == encoded.packets * MELP.packetLength)
        #expect(encoded.bytes == bytes.count)
        #expect(encoded.packets >= spoken.count / (2 * MELP.superframeLength))

        let decoded = try run(.decode, folder.path("speech.melp"), "heard.wav")
        #expect(decoded.packets == encoded.packets)
        let heard = try AudioFileReader.samples(of: folder.path("heard.wav"))
        #expect(abs(heard.count - 2 * encoded.packets * MELP.superframeLength) <= 2)
        let (loud, level) = (try #require(encoded.inputLevelDb), try #require(decoded.outputLevelDb))
        #expect(abs(loud - level) < 3)
    }

    @Test func whatIsHeardIsLikeWhatWasSpokenAndLessSoWhereBitsAreFlipped() throws {
        let clean = try #require(try run(.score, speech, nil).spectralDistanceDb)
        let damaged = try run(.score, speech, nil) { $0.bitErrorPercent = 10 }
        #expect(clean < 12)
        #expect(try #require(damaged.spectralDistanceDb) > clean + 2)
        #expect(damaged.bitsFlipped > damaged.packets * 4)
    }

    @Test func theSameSeedLosesTheSamePackets() throws {
        _ = try run(.encode, speech, "speech.melp")
        func lossy(_ seed: UInt64, _ name: String) throws -> [UInt8] {
            let report = try run(.decode, folder.path("speech.melp"), name) {
                $0.lossPercent = 30
                $0.seed = seed
            }
            #expect(report.packetsLost > 0 && report.packetsLost < report.packets)
            return try folder.bytes(of: folder.path(name))
        }
        let first = try lossy(1, "1.wav")
        #expect(try lossy(1, "2.wav") == first)
        #expect(try lossy(2, "3.wav") != first)
    }

    @Test func aFileThatEndsWithinAPacketIsRefusedAndWhatCameBeforeIsKept() throws {
        _ = try run(.encode, speech, "speech.melp")
        let bytes = try folder.bytes(of: folder.path("speech.melp"))
        let cut = try folder.file("cut.melp", Array(bytes.prefix(5 * MELP.packetLength + 4)))
        let error = #expect(throws: DeviceError.self) { _ = try run(.decode, cut, "cut.wav") }
        #expect(error?.code == .malformed)
        #expect(error?.message.contains("4 bytes") == true)
        let heard = try AudioFileReader.samples(of: folder.path("cut.wav"))
        #expect(abs(heard.count - 2 * 5 * MELP.superframeLength) <= 2)
    }

    @Test func aMissingInputIsAnErrorThatNamesIt() throws {
        let missing = folder.path("nothing.melp")
        let error = #expect(throws: DeviceError.self) { _ = try run(.decode, missing, nil) }
        #expect(error?.message.contains(missing) == true)
        #expect(throws: AudioDeviceError.self) { _ = try run(.encode, folder.path("nothing.wav"), nil) }
    }
}
