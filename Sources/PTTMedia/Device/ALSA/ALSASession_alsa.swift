#if !canImport(AVFAudio)
import CALSA
import Dispatch
import PTTVoice
import PTTWire
import Synchronization

/// An open device with the thread that moves its sound: what playing and capturing share.
///
/// That thread stands for the audio callback that ALSA has not: it meets the port at the ``AudioGate`` only.
@safe class ALSASession: @unchecked Sendable {
    // Sendable: the thread owns the device; the rest never changes, or is atomic.
    let gate: AudioGateHolder
    /// Wakes the device's thread.
    let wakeUp = DispatchSemaphore(value: 0)
    private let name: String
    private let closing = Atomic<Bool>(false)
    private let thread = Mutex<PortThread?>(nil)

    init(gate: AudioGateHolder, name: String) {
        self.gate = gate
        self.name = name
    }

    var failure: String { "ALSA device \(name) went away" }

    var isClosing: Bool { closing.load(ordering: .acquiring) }

    func run(_ threadName: String, _ body: @escaping @Sendable () -> Void) {
        thread.withLock { $0 = PortThread(name: threadName, body: body) }
    }

    func close() {
        closing.store(true, ordering: .releasing)
        wakeUp.signal()
        thread.withLock { thread in
            thread?.join()
            thread = nil
        }
    }

    /// Waits as long as a device that is too fast must be held back.
    func hold(_ limit: inout RateLimit, after samples: Int) {
        let clock = MonotonicClock()
        let pause = limit.pass(samples, now: clock.now())
        if pause > .zero { clock.wait(until: clock.now() + pause, or: wakeUp) }
    }
}

/// Captures on a thread of its own.
final class ALSACapture: ALSASession, DeviceSession, @unchecked Sendable {
    init(
        name: String, configuration: MediaConfiguration, file: ALSAConfigurationFile?, gate: AudioGateHolder
    ) throws {
        // Its buffer is four periods; only the thread touches it from here on.
        nonisolated(unsafe) let device = try ALSADevice(
            name: name, direction: SND_PCM_STREAM_CAPTURE, buffer: configuration.fragment * 4, configuration: file)
        super.init(gate: gate, name: name)
        run("ptt-alsa-mic") { [self] in unsafe capture(device) }
    }

    private func capture(_ device: ALSADevice) {
        var block = [Float](repeating: 0, count: device.period)
        var limit = RateLimit(now: MonotonicClock().now())
        device.startCapture()
        while !isClosing {
            let count = device.read(into: &block)
            if count > 0 {
                unsafe gate.pointer.pointee.put(block.span.extracting(0..<count))
                hold(&limit, after: count)
            } else if !device.recover(from: count) {
                unsafe gate.pointer.pointee.fail()
                return
            } else {
                device.wait()
            }
        }
    }
}

/// Plays on a thread of its own.
final class ALSAPlayback: ALSASession, PlaybackSession, @unchecked Sendable {
    private let buffered = Atomic<Int>(0)
    private let isDone = DispatchSemaphore(value: 0)
    private let draining = Atomic<Bool>(false)

    init(
        name: String, configuration: MediaConfiguration, file: ALSAConfigurationFile?, gate: AudioGateHolder
    ) throws {
        // Only the thread touches it from here on.
        nonisolated(unsafe) let device = try ALSADevice(
            name: name, direction: SND_PCM_STREAM_PLAYBACK, buffer: configuration.outputBuffer, configuration: file)
        super.init(gate: gate, name: name)
        run("ptt-alsa-speak") { [self] in unsafe play(device) }
    }

    var latency: Duration { PCM.duration(ofSamples: buffered.load(ordering: .relaxed)) }

    func feed() {
        wakeUp.signal()
    }

    func drain(timeout: Duration) {
        draining.store(true, ordering: .releasing)
        wakeUp.signal()
        let clock = MonotonicClock()
        clock.wait(until: clock.now() + timeout, or: isDone)
    }

    private func play(_ device: ALSADevice) {
        var block = [Float](repeating: 0, count: device.period)
        var limit = RateLimit(now: MonotonicClock().now())
        let clock = MonotonicClock()
        while !isClosing {
            let available = device.available
            if available < 0 {
                guard device.recover(from: available) else { break }
                continue
            }
            guard available >= device.period else {
                // What is there may be less than ALSA starts at by itself.
                device.startPlaying()
                device.wait()
                continue
            }
            var span = block.mutableSpan
            let count = unsafe gate.pointer.pointee.take(into: &span)
            if count > 0 {
                guard write(block, count, to: device) else { break }
                buffered.store(device.delay, ordering: .relaxed)
                hold(&limit, after: count)
            } else if draining.load(ordering: .acquiring) {
                return finish(device)
            } else {
                clock.wait(until: clock.now() + .milliseconds(5), or: wakeUp)
            }
        }
        if !isClosing { unsafe gate.pointer.pointee.fail() }
    }

    /// - Returns: false when the device is gone.
    private func write(_ block: [Float], _ count: Int, to device: ALSADevice) -> Bool {
        var done = 0
        while done < count, !isClosing {
            let written = device.write(block, from: done, count: count - done)
            guard written >= 0 || device.recover(from: written) else { return false }
            done += max(written, 0)
            if done < count { device.wait() }
        }
        return true
    }

    /// Waits until the device has played what it holds.
    private func finish(_ device: ALSADevice) {
        device.startPlaying()
        device.beginDraining()
        let clock = MonotonicClock()
        while !isClosing, device.isDraining {
            clock.wait(until: clock.now() + .milliseconds(5), or: wakeUp)
        }
        isDone.signal()
    }
}
#endif
