import BenchSupport
import PTTKit
import PTTMedia
import PTTVoice
import PTTWire

/// What a journey did to all prompts; times in milliseconds.
struct Outcome {
    /// Mean PESQ-WB.
    var pesq: Double
    /// Mouth to ear, prompt by prompt.
    var delays: [Double]
    /// Mouth to ear in stretches of half a second.
    var windows: [Double]
    /// Bytes per second of speech on the wire, padding included.
    var wireRate: Double
    var stages: Stages

    var median: Double { percentile(0.5, of: delays) }
    /// How much later than usual a word may come.
    var spread: Double { percentile(0.95, of: windows) / percentile(0.5, of: windows) }
}

/// Where the time between mouth and ear goes: medians, for the frames that a release flushes out wait longer.
struct Stages {
    /// A frame is collected, in blocks of the microphone.
    var capture = 0.0
    /// The codec looks ahead, and overlaps frames.
    var coder = 0.0
    /// A frame waits for its packet to be full.
    var packet = 0.0
    var link = 0.0
    /// A packet waits for the output to ask for its next block.
    var output = 0.0
    /// A frame waits for its turn.
    var buffer = 0.0

    var all: [(name: String, milliseconds: Double)] {
        [
            ("capture", capture), ("coder", coder), ("packet", packet), ("link", link), ("output", output),
            ("buffer", buffer),
        ]
    }
}

/// The recordings that every journey carries.
struct Prompt {
    var samples: [Float]
    var seed: UInt64
    /// The recording as the scorer reads it.
    var name: String
}

/// Carries all prompts over one journey.
struct JourneyRun {
    private static let window = Duration.milliseconds(500)
    private static let longestDelay = Duration.seconds(1)

    let journey: Journey
    let prompts: [Prompt]
    let scores: SpeechScores

    func outcome() throws -> Outcome {
        let tag = "\(journey.name)_\(journey.receiver.rawValue)"
        var learned = PlayerConfiguration().initialDelay
        var bytes = 0
        var waits = Waits()
        var windows: [Double] = []
        let pairs = try prompts.map { prompt in
            let burst = try SpokenBurst(prompt.samples, over: journey)
            let listening = try Listening(burst, over: journey, initialDelay: learned, seed: prompt.seed)
            let hearing = try listening.hear(with: journey.receiver)
            if journey.isKnown { learned = hearing.learnedDelay }
            bytes += burst.packets.count * SpokenBurst.wireBytes
            waits.capture += burst.captureWaits
            waits.link += listening.arrivals.map(\.travelled)
            waits.output += hearing.blockWaits
            waits.buffer += hearing.bufferWaits
            windows += MouthToEar.delays(
                spoken: prompt.samples, heard: hearing.samples, window: Self.window, longest: Self.longestDelay
            ).map { $0 / .milliseconds(1) }
            return (
                spoken: try scores.save(prompt.samples, as: prompt.name),
                heard: try scores.save(hearing.samples, as: "\(prompt.name)_\(tag)")
            )
        }
        let scored = try scores.score(pairs)
        let seconds = Double(prompts.reduce(0) { $0 + $1.samples.count }) / Double(PCM.sampleRate)
        return Outcome(
            pesq: mean(scored.map(\.pesq)), delays: scored.map { Double($0.lag) / 16 }, windows: windows,
            wireRate: Double(bytes) / seconds, stages: try stages(waits))
    }

    /// In samples.
    private struct Waits {
        var capture: [Int] = []
        var link: [Int] = []
        var output: [Int] = []
        var buffer: [Int] = []
    }

    private func stages(_ waits: Waits) throws -> Stages {
        let format = try VoiceCoders.encoder(for: journey.codec).format
        let packet = (journey.outgoing.packetizer.batchSize - 1) * format.samplesPerFrame
        return Stages(
            capture: milliseconds(format.samplesPerFrame) + median(waits.capture),
            coder: milliseconds(format.algorithmicDelay), packet: milliseconds(packet) / 2,
            link: median(waits.link), output: median(waits.output), buffer: median(waits.buffer))
    }

    private func milliseconds(_ samples: Int) -> Double { Double(samples) / 16 }

    private func median(_ samples: [Int]) -> Double { percentile(0.5, of: samples.map(milliseconds)) }

    private func mean(_ values: [Double]) -> Double {
        values.isEmpty ? .nan : values.reduce(0, +) / Double(values.count)
    }
}
