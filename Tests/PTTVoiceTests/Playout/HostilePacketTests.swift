import PTTTestSupport
import PTTVoice
import PTTWire
import Testing

/// Packets that no honest talker sends.
struct HostilePacketTests {
    private func frames(_ new: [[UInt8]], repeats: [[UInt8]] = []) throws -> BurstFrames {
        try BurstFrames(
            repeats.map { BurstFrame(bytes: $0[...], isRepeat: true, codec: .opus) }
                + new.map { BurstFrame(bytes: $0[...]) })
    }

    private func render(_ player: inout BurstPlayer, _ count: Int) -> [Float] {
        var block = [Float](repeating: .nan, count: count)
        var span = block.mutableSpan
        player.render(into: &span)
        return block
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>) func anythingInAnyOrderIsRenderedAsSound(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var player = BurstPlayer(
            decoder: ToyDecoder(hasConcealment: seed.isMultiple(of: 2)),
            configuration: PlayerConfiguration(
                initialDelay: [-5, 320, .max][Int(seed % 3)], minimumDelay: [.min, 160, .max][Int(seed / 3 % 3)],
                maximumDelay: [8000, .max, -1][Int(seed % 2)], idleTimeout: 16_000))
        let extremes = [0, 1, 191, 192, 255, 256, 65_535, Int.max, Int.min, -1]
        for step in 0..<400 {
            let near = step / 2 + Int.random(in: -70...200, using: &generator)
            let sequence =
                Int.random(in: 0..<20, using: &generator) == 0 ? extremes.randomElement(using: &generator) : near
            let new = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                [UInt8](
                    repeating: .random(in: 0...255, using: &generator), count: .random(in: 1...1200, using: &generator))
            }
            let repeats = (0..<(new.isEmpty ? 1 : Int.random(in: 0...4, using: &generator))).map { _ in [UInt8(200)] }
            let isSmall = new.allSatisfy { $0.count < 200 }
            player.insert(
                sequence: sequence ?? 0, frames: try frames(new, repeats: isSmall || new.isEmpty ? repeats : []),
                batchSize: [nil, 1, 2, 8, 9, 0, -1, .max].randomElement(using: &generator) ?? nil,
                arrival: SampleTime(samples: [step, .max, .min].randomElement(using: &generator) ?? 0))
            if Int.random(in: 0..<200, using: &generator) == 0 {
                player.end(packetCount: [nil, 0, -1, .max, 65_535].randomElement(using: &generator) ?? nil)
            }
            let block = render(&player, .random(in: 0...700, using: &generator))
            let loudest = block.map(abs).max() ?? 0
            #expect(loudest <= 1.1)
        }
        #expect(player.statistics.packetsReceived > 0)
    }

    @Test func aFrameThatIsTooLargeIsRefusedAndConcealed() throws {
        var player = BurstPlayer(decoder: ToyDecoder(), configuration: PlayerConfiguration(initialDelay: 0))
        player.insert(sequence: 1, frames: try frames([[130]]), batchSize: 1, arrival: SampleTime(samples: 0))
        let large = [UInt8](repeating: 140, count: 1025)
        player.insert(sequence: 2, frames: try frames([large]), batchSize: 1, arrival: SampleTime(samples: 0))
        player.insert(sequence: 3, frames: try frames([[131]]), batchSize: 1, arrival: SampleTime(samples: 0))
        player.end(packetCount: 3)
        while !player.isFinished { _ = render(&player, 160) }
        #expect(player.statistics.framesRefused == 1)
        #expect(player.statistics.framesPlayed == 2)
        #expect(player.statistics.framesConcealed == 1)
    }

    @Test func aFrameThatTheCodecRefusesIsConcealed() throws {
        var player = BurstPlayer(decoder: ToyDecoder(), configuration: PlayerConfiguration(initialDelay: 0))
        for (index, byte) in ([130, ToyCodec.refused, 131] as [UInt8]).enumerated() {
            player.insert(
                sequence: index + 1, frames: try frames([[byte]]), batchSize: 1, arrival: SampleTime(samples: 0))
        }
        player.end(packetCount: 3)
        while !player.isFinished { _ = render(&player, 160) }
        #expect(player.statistics.framesRefused == 1)
        #expect(player.statistics.framesPlayed == 2)
        #expect(player.statistics.framesConcealed == 1)
        #expect(player.statistics.packetsLost == 0)
    }

    @Test func aFloodIsBoundedAndTheBurstGoesOn() throws {
        var player = BurstPlayer(decoder: ToyDecoder())
        for sequence in 1...1000 {
            player.insert(
                sequence: sequence, frames: try frames(Array(repeating: [UInt8(140)], count: 8)), batchSize: 8,
                arrival: SampleTime(samples: 0))
        }
        let statistics = player.statistics
        #expect(statistics.packetsReceived == 192)
        #expect(statistics.packetsOutOfRange == 808)
        #expect(statistics.framesRefused == 192 * 8 - 256)
        player.end(packetCount: nil)
        #expect(Signals.level(render(&player, 3200)) > 0)
    }

    @Test func aGapLargerThanTheBufferIsLeaptOver() throws {
        var player = BurstPlayer(decoder: ToyDecoder(), configuration: PlayerConfiguration(initialDelay: 0))
        player.insert(sequence: 1, frames: try frames([[130]]), batchSize: 1, arrival: SampleTime(samples: 0))
        for _ in 0..<100 { _ = render(&player, 160) }
        for sequence in 1001...1003 {
            player.insert(
                sequence: sequence, frames: try frames([[150]]), batchSize: 1, arrival: SampleTime(samples: 0))
        }
        let sound = Set((0..<20).flatMap { _ in render(&player, 160) })
        #expect(sound.contains(ToyCodec.value(150)))
        #expect(player.statistics.packetsLost == 999)
        #expect(player.statistics.packetsOutOfRange == 0)
    }

    @Test func whatComesAfterTheEndIsLate() throws {
        var player = BurstPlayer(decoder: ToyDecoder(), configuration: PlayerConfiguration(initialDelay: 0))
        player.insert(sequence: 1, frames: try frames([[130]]), batchSize: 1, arrival: SampleTime(samples: 0))
        player.end(packetCount: 1)
        while !player.isFinished { _ = render(&player, 160) }
        player.insert(sequence: 2, frames: try frames([[150]]), batchSize: 1, arrival: SampleTime(samples: 0))
        #expect(Signals.level(render(&player, 1600)) == 0)
        #expect(player.statistics.packetsLate == 1)
    }
}
