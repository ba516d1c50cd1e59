import Dispatch
public import PTTVoice
import PTTWire
import Synchronization

/// A loudspeaker that may come and go; made as ``PulseOutput`` and its like.
///
/// The port's thread renders into the ring and the device's callback empties it. While the device is lost the engine is
/// still asked for its sound at the same pace, which nobody hears, so that what is heard afterwards is live.
public class DeviceOutput: AudioOutput, @unchecked Sendable {
    // Sendable: all that is stored is guarded or constant; not final only so that each kind of device has a name.
    typealias Open = @Sendable (AudioGateHolder, PortRun) throws -> any PlaybackSession

    private let name: String
    private let configuration: MediaConfiguration
    private let clock: any PortClock
    private let open: Open
    private let lifecycle = PortLifecycle()
    private let current = Mutex<(any PlaybackSession)?>(nil)

    init(
        name: String, configuration: MediaConfiguration, clock: any PortClock = MonotonicClock(), open: @escaping Open
    ) {
        self.name = name
        self.configuration = configuration
        self.clock = clock
        self.open = open
    }

    public func start(
        render: @escaping @Sendable (inout MutableSpan<Float>) -> Void,
        event: @escaping @Sendable (AudioDeviceEvent) -> Void
    ) throws {
        let gate = AudioGateHolder(capacity: reserve * 2)
        try lifecycle.start(name: name, wakeUp: gate.wakeUp) { run in
            let session = try open(gate, run)
            current.withLock { $0 = session }
            return { [self] in pump(gate, session, run, render, event) }
        }
    }

    public func stop() {
        lifecycle.stop()
        current.withLock { $0 = nil }
    }

    /// From the end of `render` to the ear.
    public var latency: Duration {
        let session = current.withLock { $0 }
        return configuration.outputReserve + (session?.latency ?? .zero)
    }

    private var reserve: Int { max(PCM.samples(in: configuration.outputReserve), 1) }

    private func pump(
        _ gate: AudioGateHolder, _ first: any PlaybackSession, _ run: PortRun,
        _ render: (inout MutableSpan<Float>) -> Void, _ event: (AudioDeviceEvent) -> Void
    ) {
        var session = first
        var block = [Float](repeating: 0, count: reserve)
        while !run.isStopping {
            while gate.count < reserve {
                var span = block.mutableSpan
                render(&span)
                gate.write(block)
                if gate.takeShort() { session.feed() }
            }
            run.wakeUp.wait()
            if gate.isBroken {
                guard let reopened = reopen(after: session, gate, run, render, event) else { return }
                session = reopened
            }
        }
        session.drain(timeout: configuration.drainTimeout)
        session.close()
    }

    /// - Returns: nil when the port was stopped meanwhile; the old session is closed in any case.
    private func reopen(
        after lost: any PlaybackSession, _ gate: AudioGateHolder, _ run: PortRun,
        _ render: (inout MutableSpan<Float>) -> Void, _ event: (AudioDeviceEvent) -> Void
    ) -> (any PlaybackSession)? {
        event(.interrupted(reason: lost.failure))
        current.withLock { $0 = nil }
        lost.close()
        var pause = RetryPause(configuration)
        var unheard = UnheardPlayback(clock: clock, blockSize: reserve)
        while !run.isStopping {
            gate.reset()
            if let session = try? open(gate, run) {
                unheard.catchUp(render)
                current.withLock { $0 = session }
                event(.resumed)
                return session
            }
            unheard.play(for: pause.take(), run, render)
        }
        return nil
    }
}

/// Renders in real time for nobody.
private struct UnheardPlayback {
    private let clock: any PortClock
    private let start: Instant
    private var rendered = 0
    private var block: [Float]

    init(clock: any PortClock, blockSize: Int) {
        self.clock = clock
        start = clock.now()
        block = Array(repeating: 0, count: blockSize)
    }

    /// Renders what was due since the start.
    mutating func catchUp(_ render: (inout MutableSpan<Float>) -> Void) {
        while start + PCM.duration(ofSamples: rendered + block.count) <= clock.now() {
            var span = block.mutableSpan
            render(&span)
            rendered += block.count
        }
    }

    mutating func play(for duration: Duration, _ run: PortRun, _ render: (inout MutableSpan<Float>) -> Void) {
        let end = clock.now() + duration
        while !run.isStopping, clock.now() < end {
            catchUp(render)
            clock.wait(until: min(end, start + PCM.duration(ofSamples: rendered + block.count)), or: run.wakeUp)
        }
    }
}
