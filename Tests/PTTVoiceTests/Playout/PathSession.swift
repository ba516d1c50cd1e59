import PTTTestSupport
import PTTVoice
import PTTWire

/// A burst of the toy codec over an impaired path into a player, in virtual time.
struct PathSession {
    var configuration = PlayerConfiguration()
    var impairments = PathImpairments()
    var batchSize = 1
    /// Frames of earlier packets in each packet.
    var repeats = 0
    var outputBlock = 160
    var seed: UInt64 = 1
    var endIsTold = true
    /// The network stands still from the first to the second of these sample times.
    var stall: Range<Int>?

    struct Result {
        var output: [Float]
        var player: BurstPlayer
        /// Delay and target after each block.
        var delays: [(playout: Int, target: Int)]
    }

    func run(_ frames: [[UInt8]]) throws -> Result {
        var player = BurstPlayer(decoder: ToyDecoder(), configuration: configuration)
        var path = try sent(frames)
        var output: [Float] = []
        var delays: [(playout: Int, target: Int)] = []
        var block = [Float](repeating: 0, count: outputBlock)
        while !player.isFinished, output.count < 16_000 * 60 {
            for arrival in path.receive(until: instant(output.count)) {
                player.insert(
                    sequence: arrival.payload.sequence, frames: arrival.payload.frames, batchSize: batchSize,
                    arrival: SampleTime(samples: Int(arrival.time.nanoseconds / 62_500)))
            }
            if path.nextArrival == nil, endIsTold { player.end(packetCount: (frames.count - 1) / batchSize + 1) }
            var span = block.mutableSpan
            player.render(into: &span)
            output += block
            delays.append((player.statistics.playoutDelay, player.statistics.targetDelay))
        }
        return Result(output: output, player: player, delays: delays)
    }

    private func sent(_ frames: [[UInt8]]) throws -> ImpairedPath<(sequence: Int, frames: BurstFrames)> {
        var path = ImpairedPath<(sequence: Int, frames: BurstFrames)>(impairments, seed: seed)
        for start in stride(from: 0, to: frames.count, by: batchSize) {
            let end = min(start + batchSize, frames.count)
            let old = frames[max(0, start - repeats)..<start]
                .map { BurstFrame(bytes: $0[...], isRepeat: true, codec: .opus) }
            let new = frames[start..<end].map { BurstFrame(bytes: $0[...]) }
            var time = end * 320
            if let stall, stall.contains(time) { time = stall.upperBound }
            path.send((start / batchSize + 1, try BurstFrames(old + new)), bytes: 256, at: instant(time))
        }
        return path
    }

    private func instant(_ samples: Int) -> Instant {
        Instant(nanoseconds: Int64(samples) * 62_500)
    }
}
