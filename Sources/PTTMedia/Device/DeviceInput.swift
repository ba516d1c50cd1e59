import Dispatch
public import PTTVoice
import PTTWire
import Synchronization

/// A microphone that may come and go; made as ``PulseInput`` and its like.
///
/// The device's callback fills the ring; the port's thread empties it into the engine, and opens the device anew when
/// it was lost.
public class DeviceInput: AudioInput, @unchecked Sendable {
    // Sendable: all that is stored is constant and Sendable; not final only so that each kind of device has a name.
    typealias Open = @Sendable (AudioGateHolder, PortRun) throws -> any DeviceSession

    private let name: String
    private let configuration: MediaConfiguration
    private let clock: any PortClock
    private let open: Open
    private let lifecycle = PortLifecycle()

    /// - Parameters:
    ///   - name: of the thread.
    ///   - open: connects to the device; called again after a loss.
    init(
        name: String, configuration: MediaConfiguration, clock: any PortClock = MonotonicClock(), open: @escaping Open
    ) {
        self.name = name
        self.configuration = configuration
        self.clock = clock
        self.open = open
    }

    public func start(
        samples: @escaping @Sendable (Span<Float>) -> Void, event: @escaping @Sendable (AudioDeviceEvent) -> Void
    ) throws {
        let gate = AudioGateHolder(capacity: PCM.samples(in: configuration.captureSlack))
        try lifecycle.start(name: name, wakeUp: gate.wakeUp) { run in
            let session = try open(gate, run)
            return { [self] in pump(gate, session, run, samples, event) }
        }
    }

    public func stop() {
        lifecycle.stop()
    }

    private func pump(
        _ gate: AudioGateHolder, _ first: any DeviceSession, _ run: PortRun, _ samples: (Span<Float>) -> Void,
        _ event: (AudioDeviceEvent) -> Void
    ) {
        var session = first
        var block = [Float](repeating: 0, count: max(PCM.samples(in: configuration.fragment), 1))
        var overrun = 0
        while !run.isStopping {
            run.wakeUp.wait()
            while !run.isStopping, let count = gate.read(into: &block) { samples(block.span.extracting(0..<count)) }
            let lost = gate.overrun
            if lost > overrun {
                event(.overrun(samples: lost - overrun))
                overrun = lost
            }
            if gate.isBroken {
                guard let reopened = reopen(after: session, gate, run, event) else { return }
                session = reopened
            }
        }
        session.close()
    }

    /// - Returns: nil when the port was stopped meanwhile; the old session is closed in any case.
    private func reopen(
        after lost: any DeviceSession, _ gate: AudioGateHolder, _ run: PortRun, _ event: (AudioDeviceEvent) -> Void
    ) -> (any DeviceSession)? {
        event(.interrupted(reason: lost.failure))
        lost.close()
        var pause = RetryPause(configuration)
        while !run.isStopping {
            gate.reset()
            if let session = try? open(gate, run) {
                event(.resumed)
                return session
            }
            let next = clock.now() + pause.take()
            while !run.isStopping, clock.now() < next { clock.wait(until: next, or: run.wakeUp) }
        }
        return nil
    }
}
