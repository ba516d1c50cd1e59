import PTTTestSupport
import PTTVoice
import Testing

@testable import PTTMedia

@Suite struct AACVoiceTests {
    @Test(arguments: [Float(0.05), 0.3, 1]) func noFrameExceedsTheCapWhateverTheSignal(amplitude: Float) throws {
        let encoder = try AACVoiceEncoder()
        // Silence fills the bit reservoir, noise and clicks then empty it.
        var hard: [Float] = []
        for turn in 0..<12 {
            hard += [Float](repeating: 0, count: 1_024 * 5)
            hard += Signals.noise(amplitude: amplitude, samples: 1_500, seed: UInt64(turn))
            hard += Signals.syllables(samples: 4_000)
            hard += Signals.sine(hertz: 3_000, amplitude: amplitude, samples: 1_100).enumerated().map {
                $0.offset % 97 == 0 ? -amplitude : $0.element
            }
        }
        let frames = try encodeAll(hard, with: encoder)
        #expect(frames.count == (hard.count + 1_023) / 1_024 + 1)
        #expect(frames.allSatisfy { (1...192).contains($0.count) })
    }

    @Test func tightCapHoldsByEncodingFramesAgain() throws {
        let encoder = try AACVoiceEncoder(bitRate: 16_000, maximumFrameBytes: 140)
        let speech = Signals.syllables(samples: 1_024 * 60)
        let frames = try encodeAll(speech, with: encoder)
        #expect(encoder.reencodedFrames > 0)
        #expect(frames.count == 61)
        #expect(frames.allSatisfy { (1...140).contains($0.count) })
        let heard = try decodeAll(frames, with: AACVoiceDecoder())
        let ratio = Signals.signalToNoise(heard[2_048..<60_000], against: speech[1_024..<58_976])
        let uncapped = try encodeAll(speech, with: AACVoiceEncoder())
        let reference = try decodeAll(uncapped, with: AACVoiceDecoder())
        let best = Signals.signalToNoise(reference[2_048..<60_000], against: speech[1_024..<58_976])
        #expect(ratio > best - 3, "\(ratio) dB against \(best) dB without the cap")
    }

    @Test func impossibleCapStillYieldsOneDecodableFrameEach() throws {
        let encoder = try AACVoiceEncoder(bitRate: 16_000, maximumFrameBytes: 16)
        let frames = try encodeAll(Signals.noise(amplitude: 0.8, samples: 1_024 * 20, seed: 1), with: encoder)
        #expect(frames.count == 21)
        #expect(frames.allSatisfy { (1...16).contains($0.count) })
        #expect(try decodeAll(frames, with: AACVoiceDecoder()).count == 21 * 1_024)
    }

    @Test func silentAccessUnitDecodesToSilence() throws {
        let heard = try decodeAll([AACSettings.silence, AACSettings.silence], with: AACVoiceDecoder())
        #expect(heard.count == 2_048)
        #expect(heard.allSatisfy { $0 == 0 })
    }

    @Test func delayIsWhatTheFormatSays() throws {
        let encoder = try AACVoiceEncoder()
        let speech = Signals.syllables(samples: 1_024 * 40)
        let heard = try decodeAll(try encodeAll(speech, with: encoder), with: AACVoiceDecoder())
        // The stream lags by one frame, and the encoder emits each frame one call late.
        let lag = Signals.delay(of: heard, behind: speech, upTo: 3_000)
        let fresh = try AACVoiceEncoder()
        var emitted = 0
        let frame = Array(speech[..<1_024])
        try fresh.encode(frame.span) { _ in emitted += 1 }
        #expect(emitted == 0)
        try fresh.encode(frame.span) { _ in emitted += 1 }
        #expect(emitted == 1)
        #expect(lag + 1_024 == encoder.format.algorithmicDelay)
    }

    @Test func digitalSilenceIsNotFilledUp() throws {
        let frames = try encodeAll([Float](repeating: 0, count: 1_024 * 20), with: AACVoiceEncoder())
        #expect(frames.count == 21)
        #expect(frames.allSatisfy { $0.count < 100 })
    }

    @Test func hostileFramesThrowAndLeaveTheDecoderUsable() throws {
        let decoder = try AACVoiceDecoder()
        let good = try encodeAll(Signals.syllables(samples: 1_024 * 6), with: AACVoiceEncoder())
        var block = [Float](repeating: 0, count: 1_024)
        var noise = SeededGenerator(seed: 3)
        var refused = 0
        for round in 0..<3_000 {
            var frame = (0..<Int(noise.byte()) * 3).map { _ in noise.byte() }
            if round % 3 == 0 {
                frame = good[round % good.count]
                frame[Int(noise.byte()) % frame.count] ^= noise.byte()
            }
            var span = block.mutableSpan
            do { try decoder.decode(frame.span, into: &span) } catch is AudioDeviceError { refused += 1 }
            #expect(block.allSatisfy { (-1...1).contains($0) })
        }
        #expect(refused > 1_000)
        decoder.reset()
        let fresh = try decodeAll(good, with: AACVoiceDecoder())
        #expect(try decodeAll(good, with: decoder) == fresh)
    }

    @Test func accessUnitsOutsideTheStandardsBoundsAreRefused() throws {
        let decoder = try AACVoiceDecoder()
        var block = [Float](repeating: 0, count: 1_024)
        for size in [0, 769, 4_000] {
            var span = block.mutableSpan
            let frame = [UInt8](repeating: 0, count: size)
            #expect(throws: AudioDeviceError.self) { try decoder.decode(frame.span, into: &span) }
        }
        var span = block.mutableSpan
        let twice = AACSettings.silence + AACSettings.silence
        #expect(throws: AudioDeviceError.self) { try decoder.decode(twice.span, into: &span) }
    }

    @Test func decoderLeavesConcealmentToThePlayer() throws {
        var block: [Float] = [0.25, 0.5]
        var span = block.mutableSpan
        #expect(try AACVoiceDecoder().conceal(next: nil, into: &span) == false)
        #expect(block == [0.25, 0.5])
    }

    @Test func finishedStreamRefusesMore() throws {
        let encoder = try AACVoiceEncoder()
        let frame = [Float](repeating: 0, count: 1_024)
        try encoder.encode(frame.span) { _ in }
        try encoder.finish { _ in }
        try encoder.finish { _ in Issue.record("a stream finishes once") }
        #expect(throws: AudioDeviceError.self) { try encoder.encode(frame.span) { _ in } }
    }
}
