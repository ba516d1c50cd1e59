import Dispatch
import PTTVoice
import Synchronization

/// Keeps what a port delivered and said, and waits for it.
final class PortRecorder: Sendable {
    private struct State {
        var samples: [Float] = []
        var loud = 0
        var events: [AudioDeviceEvent] = []
    }

    private let state = Mutex(State())
    private let changed = DispatchSemaphore(value: 0)

    var samples: [Float] { state.withLock { $0.samples } }
    /// How many samples were not silent.
    var loud: Int { state.withLock { $0.loud } }
    var count: Int { state.withLock { $0.samples.count } }
    var events: [AudioDeviceEvent] { state.withLock { $0.events } }

    func append(_ block: Span<Float>) {
        let copy = block.indices.map { block[$0] }
        let loud = copy.count { $0 != 0 }
        state.withLock { state in
            state.samples += copy
            state.loud += loud
        }
        changed.signal()
    }

    func append(_ sample: Float) {
        state.withLock { $0.samples.append(sample) }
        changed.signal()
    }

    func note(_ event: AudioDeviceEvent) {
        state.withLock { $0.events.append(event) }
        changed.signal()
    }

    /// Waits, 10 s at most, until `condition` holds; whether it does.
    func wait(until condition: (PortRecorder) -> Bool) -> Bool {
        let end = DispatchTime.now() + 10
        while !condition(self) {
            guard changed.wait(timeout: end) == .success, DispatchTime.now() < end else { return condition(self) }
        }
        return true
    }
}

/// Renders a signal once, then silence, and counts what was asked for.
final class SignalSource: Sendable {
    private let signal: [Float]
    private let position = Mutex(0)

    init(_ signal: [Float]) {
        self.signal = signal
    }

    var rendered: Int { position.withLock { $0 } }

    func render(_ block: inout MutableSpan<Float>) {
        position.withLock { position in
            for index in 0..<block.count {
                block[index] = position < signal.count ? signal[position] : 0
                position += 1
            }
        }
    }
}
