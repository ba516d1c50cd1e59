import PTTMedia
import PTTTestSupport
import PTTVoice
import PTTWire

/// What came out of the loudspeaker: sample n was heard n samples after the press.
struct Hearing {
    var samples: [Float]
    /// Delay to begin the talker's next burst with.
    var learnedDelay = 0
    /// How long each frame that was played waited in the buffer.
    var bufferWaits: [Int] = []
    /// How long each packet waited for the output's next block.
    var blockWaits: [Int] = []
}

/// The listener's side of a journey, in virtual time.
struct Listening {
    /// What the loudspeaker takes at a time: 10 ms.
    static let block = 160
    /// Longer than any prompt.
    static let longest = 60 * PCM.sampleRate

    var arrivals: [Arrival]
    var codec: VoiceCodec
    /// DATA packets that were sent.
    var packetCount: Int
    /// When the output asks for its first block.
    var phase: Int
    /// Playout delay to start with.
    var initialDelay: Int

    init(_ burst: SpokenBurst, over journey: Journey, initialDelay: Int, seed: UInt64) throws {
        arrivals = try burst.carried(over: journey.path, seed: seed)
        codec = journey.codec
        packetCount = burst.packetCount
        var generator = SeededGenerator(seed: seed &+ 77)
        phase = Int(generator.nextFraction() * Double(Self.block))
        self.initialDelay = initialDelay
    }

    func hear(with receiver: Journey.Receiver) throws -> Hearing {
        switch receiver {
        case .codec: try decodeAll()
        case .adaptive: try play(.adaptive)
        case .fixed: try play(.seed)
        case .speex: try playThroughSpeex()
        }
    }

    private func decodeAll() throws -> Hearing {
        let decoder = try VoiceCoders.decoder(for: codec)
        var hearing = Hearing(samples: [])
        for arrival in arrivals {
            for frame in arrival.packet.frames where !frame.isRepeat {
                var block = [Float](repeating: 0, count: decoder.format.samplesPerFrame)
                var span = block.mutableSpan
                try decoder.decode(frame.bytes.span, into: &span)
                hearing.samples += block
            }
        }
        return hearing
    }

    private func play(_ mode: PlayerConfiguration.Mode) throws -> Hearing {
        let configuration = PlayerConfiguration(mode: mode, initialDelay: initialDelay)
        var player = BurstPlayer(decoder: try VoiceCoders.decoder(for: codec), configuration: configuration)
        var hearing = Hearing(samples: [Float](repeating: 0, count: phase))
        var block = [Float](repeating: 0, count: Self.block)
        var next = 0
        while !player.isFinished, hearing.samples.count < Self.longest {
            let time = hearing.samples.count
            while next < arrivals.count, arrivals[next].time <= time {
                insert(arrivals[next], into: &player)
                hearing.blockWaits.append(time - arrivals[next].time)
                next += 1
            }
            if next == arrivals.count { player.end(packetCount: packetCount) }
            let played = player.statistics.framesPlayed
            var span = block.mutableSpan
            player.render(into: &span)
            hearing.samples += block
            if player.statistics.framesPlayed > played { hearing.bufferWaits.append(player.statistics.bufferWait) }
        }
        hearing.learnedDelay = player.learnedDelay
        return hearing
    }

    private func insert(_ arrival: Arrival, into player: inout BurstPlayer) {
        player.insert(
            sequence: arrival.packet.sequence, frames: arrival.packet.frames, batchSize: arrival.packet.batchSize,
            arrival: SampleTime(samples: arrival.time))
    }
}
