import PTTTestSupport
import PTTVoice
import PTTWire
import Testing

/// A player and the packets of a burst, driven block by block.
struct PlayerBench {
    var player: BurstPlayer
    var output: [Float] = []
    var clock = 0
    var batchSize: Int?

    init(
        _ configuration: PlayerConfiguration = PlayerConfiguration(), decoder: ToyDecoder = ToyDecoder(),
        batchSize: Int? = 1
    ) {
        player = BurstPlayer(decoder: decoder, configuration: configuration)
        self.batchSize = batchSize
    }

    mutating func insert(_ sequence: Int, new: [[UInt8]], repeats: [[UInt8]] = []) throws {
        let frames =
            repeats.map { BurstFrame(bytes: $0[...], isRepeat: true, codec: .opus) }
            + new.map { BurstFrame(bytes: $0[...]) }
        player.insert(
            sequence: sequence, frames: try BurstFrames(frames), batchSize: batchSize,
            arrival: SampleTime(samples: clock))
    }

    mutating func render(_ count: Int = 160) {
        var block = [Float](repeating: .nan, count: count)
        var span = block.mutableSpan
        player.render(into: &span)
        output += block
        clock += count
    }

    /// The numbers of the constant frames in the order in which they sound; fades and silence are left out.
    var order: [Int] {
        var order: [Int] = []
        var length = 0
        for index in output.indices.dropFirst() {
            length = output[index] == output[index - 1] ? length + 1 : 0
            let number = ToyCodec.number(output[index])
            if length == 100, number > 0, order.last != number { order.append(number) }
        }
        return order
    }
}

struct BurstPlayerTests {
    @Test func playsAnIntactBurstSampleByBlockUnchanged() throws {
        let signal = Signals.syllables(samples: 32_000)
        let frames = ToyCodec.frames(signal, samplesPerFrame: 320)
        var bench = PlayerBench()
        for (index, frame) in frames.enumerated() {
            try bench.insert(index + 1, new: [frame])
            bench.render()
            bench.render()
        }
        bench.player.end(packetCount: frames.count)
        while !bench.player.isFinished { bench.render() }
        let played = frames.flatMap { $0.map { ToyCodec.value($0) } }
        let start = try #require(bench.output.firstIndex { $0 != 0 })
        let first = try #require(played.firstIndex { $0 != 0 })
        #expect(Array(bench.output[(start - first)...].prefix(played.count)) == played)
        #expect(start - first <= 480)
        #expect(bench.player.statistics.framesPlayed == frames.count)
        #expect(bench.player.statistics.underruns == 0)
    }

    @Test func playsPacketsInOrderOfTheirNumbers() throws {
        var bench = PlayerBench(PlayerConfiguration(initialDelay: 960))
        for sequence in [2, 1, 4, 3, 6, 5, 8, 7] {
            try bench.insert(sequence, new: [ToyCodec.constant(sequence)])
            bench.render(320)
        }
        bench.player.end(packetCount: 8)
        while !bench.player.isFinished { bench.render() }
        #expect(bench.order == Array(1...8))
    }
}
