import PTTMesh
import PTTVoice
import PTTWire
import Synchronization

/// The one loudspeaker of a listener: plays one burst at a time and silence in between.
final class Speaker: Sendable {
    enum Event: Sendable {
        /// Sound of the burst reached the output.
        case playing(BurstKey<PeerID>)
        /// The burst has been played to its end.
        case finished(BurstKey<PeerID>, Playout)
        case device(AudioDeviceEvent)
    }

    /// How a burst was played.
    struct Playout: Sendable {
        var statistics = PlayerStatistics()
        /// Delay to begin the talker's next burst with, in samples.
        var learnedDelay = PlayerConfiguration().initialDelay

        var framesConcealed: Int { statistics.framesConcealed + statistics.framesConcealedByCodec }
    }

    private struct Voice {
        var key: BurstKey<PeerID>
        var player: BurstPlayer
        var wasHeard = false
    }

    private struct State {
        var voice: Voice?
        var clock = StreamClock()
    }

    private let state = Mutex(State())
    private let output: any AudioOutput
    private let tell: @Sendable (Event) -> Void

    init(output: any AudioOutput, tell: @escaping @Sendable (Event) -> Void) {
        self.output = output
        self.tell = tell
    }

    /// - Throws: ``AudioDeviceError`` when the output cannot be opened.
    func start() throws {
        try output.start(
            render: { [weak self] block in
                guard let self else { return block.silence() }
                self.render(&block)
            },
            event: { [tell] event in tell(.device(event)) })
    }

    /// Plays what was rendered and closes the output.
    @concurrent
    func stop() async {
        output.stop()
    }

    /// Which burst has the speaker.
    var current: BurstKey<PeerID>? {
        state.withLock { $0.voice?.key }
    }

    /// When the first sample was rendered, and how many have been.
    var clock: StreamClock {
        state.withLock { $0.clock }
    }

    /// Gives the speaker to a burst; whatever plays is cut.
    func begin(_ key: BurstKey<PeerID>, player: @Sendable () throws -> BurstPlayer) throws {
        try state.withLock { $0.voice = Voice(key: key, player: try player()) }
    }

    func insert(_ key: BurstKey<PeerID>, sequence: Int, frames: BurstFrames, batchSize: Int?, arrival: Instant) {
        state.withLock { state in
            guard state.voice?.key == key else { return }
            state.voice?.player.insert(
                sequence: sequence, frames: frames, batchSize: batchSize, arrival: SampleTime(arrival))
        }
    }

    /// No packet will come any more: play to the last one.
    func end(_ key: BurstKey<PeerID>, packetCount: Int?) {
        state.withLock { state in
            guard state.voice?.key == key else { return }
            state.voice?.player.end(packetCount: packetCount)
        }
    }

    /// Stops a burst at once, as when it was canceled.
    func cut(_ key: BurstKey<PeerID>) {
        state.withLock { state in
            if state.voice?.key == key { state.voice = nil }
        }
    }

    private func render(_ block: inout MutableSpan<Float>) {
        let count = block.count
        let (heard, finished) = fill(&block, count: count)
        if let heard { tell(.playing(heard)) }
        if let (key, playout) = finished { tell(.finished(key, playout)) }
    }

    private func fill(
        _ block: inout MutableSpan<Float>, count: Int
    ) -> (heard: BurstKey<PeerID>?, finished: (BurstKey<PeerID>, Playout)?) {
        state.withLock { state in
            state.clock.advance(by: count, at: SystemClock.instant(), isInput: false)
            guard var voice = state.voice.take() else {
                block.silence()
                return (nil, nil)
            }
            voice.player.render(into: &block)
            var heard: BurstKey<PeerID>?
            if !voice.wasHeard, voice.player.statistics.framesPlayed > 0 {
                voice.wasHeard = true
                heard = voice.key
            }
            if voice.player.isFinished {
                let player = voice.player
                return (
                    heard, (voice.key, Playout(statistics: player.statistics, learnedDelay: player.learnedDelay))
                )
            }
            state.voice = voice
            return (heard, nil)
        }
    }
}

extension MutableSpan<Float> {
    mutating func silence() {
        for index in indices { self[index] = 0 }
    }
}

extension SampleTime {
    init(_ instant: Instant) {
        self.init(samples: Int(instant.nanoseconds / 62_500))
    }
}
