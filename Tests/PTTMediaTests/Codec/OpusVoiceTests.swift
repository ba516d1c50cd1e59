import PTTTestSupport
import PTTVoice
import Testing

@testable import PTTMedia

@Suite struct OpusVoiceTests {
    @Test func everyFrameIsEmittedAtOnceAndHoldsTheCap() throws {
        let encoder = try OpusVoiceEncoder()
        encoder.expectLoss(percent: 20)
        let loud = Signals.noise(amplitude: 1, samples: 320 * 100, seed: 1)
        let frames = try encodeAll(loud + Signals.syllables(samples: 320 * 100), with: encoder)
        #expect(frames.count == 200)
        #expect(frames.allSatisfy { (1...46).contains($0.count) })
        #expect(frames.contains { $0.count > 35 })
    }

    @Test func delayIsWhatTheFormatSays() throws {
        let encoder = try OpusVoiceEncoder()
        #expect(encoder.lookahead == encoder.format.algorithmicDelay)
        // Noise: at low frequencies the encoder's high-pass filter turns the phase.
        let speech = Signals.noise(amplitude: 0.3, samples: 32_000, seed: 1)
        let heard = try decodeAll(try encodeAll(speech, with: encoder), with: OpusVoiceDecoder())
        #expect(Signals.delay(of: heard, behind: speech, upTo: 400) == encoder.format.algorithmicDelay)
    }

    @Test func missingFrameIsRecoveredFromTheNextOne() throws {
        let encoder = try OpusVoiceEncoder(bitRate: 32_000, maximumFrameBytes: 120)
        encoder.expectLoss(percent: 10)
        let speech = Signals.syllables(samples: 320 * 150)
        let frames = try encodeAll(speech, with: encoder)
        let whole = try decodeAll(frames, with: OpusVoiceDecoder())
        let lossy = frames.enumerated().map { $0.offset % 10 == 9 ? nil : $0.element }
        let corrected = try decodeAll(lossy, with: OpusVoiceDecoder(), lookAhead: true)
        let extrapolated = try decodeAll(lossy, with: OpusVoiceDecoder())
        let withCorrection = Signals.signalToNoise(corrected[...], against: whole[...])
        let without = Signals.signalToNoise(extrapolated[...], against: whole[...])
        #expect(withCorrection > without + 1, "\(withCorrection) dB against \(without) dB")
    }

    @Test func concealmentFadesInsteadOfFallingSilent() throws {
        let frames = try encodeAll(Signals.syllables(samples: 320 * 20), with: OpusVoiceEncoder())
        let heard = try decodeAll(frames.map(Optional.some) + [nil, nil], with: OpusVoiceDecoder())
        #expect(Signals.energy(heard[(320 * 20)..<(320 * 21)]) > 1e-4)
    }

    @Test func hostileFramesThrowAndLeaveTheDecoderUsable() throws {
        let decoder = try OpusVoiceDecoder()
        let good = try encodeAll(Signals.syllables(samples: 320), with: OpusVoiceEncoder()).joined().map(\.self)
        var block = [Float](repeating: 0, count: 320)
        var noise = SeededGenerator(seed: 7)
        // 10 ms, 60 ms, two frames of 20 ms, and nothing at all.
        for refused: [UInt8] in [[0x40, 1], [0x58, 1], [0x49, 1, 1], []] {
            var span = block.mutableSpan
            #expect(throws: AudioDeviceError.self) { try decoder.decode(refused.span, into: &span) }
        }
        for _ in 0..<2_000 {
            let frame = (0..<Int(noise.byte())).map { _ in noise.byte() }
            var span = block.mutableSpan
            do { try decoder.decode(frame.span, into: &span) } catch is AudioDeviceError {}
            #expect(block.allSatisfy { $0.isFinite })
        }
        decoder.reset()
        var span = block.mutableSpan
        try decoder.decode(good.span, into: &span)
    }

    @Test func samplesThatAreNotNumbersAreTakenAsSilence() throws {
        let frames = try encodeAll(
            [Float](repeating: .nan, count: 640) + [.infinity, -.infinity], with: OpusVoiceEncoder())
        let heard = try decodeAll(frames, with: OpusVoiceDecoder())
        #expect(heard.allSatisfy { $0.isFinite })
    }

    @Test(.enabled(if: allocationsAreCounted)) func codingAFrameAllocatesNothing() throws {
        let encoder = try OpusVoiceEncoder()
        let decoder = try OpusVoiceDecoder()
        let speech = Signals.syllables(samples: 320)
        var heard = [Float](repeating: 0, count: 320)
        var failures = 0
        let work = {
            do {
                try encoder.encode(speech.span) { frame in
                    var span = heard.mutableSpan
                    do {
                        try decoder.decode(frame, into: &span)
                    } catch {
                        failures += 1
                    }
                }
                var span = heard.mutableSpan
                failures += decoder.conceal(next: nil, into: &span) ? 0 : 1
            } catch {
                failures += 1
            }
        }
        work()
        #expect(allocationCount { for _ in 0..<50 { work() } } == 0)
        #expect(failures == 0)
    }

    @Test func frameOfTheWrongLengthIsRefused() throws {
        let encoder = try OpusVoiceEncoder()
        let short = [Float](repeating: 0, count: 319)
        #expect(throws: AudioDeviceError.self) { try encoder.encode(short.span) { _ in } }
    }
}
