#if canImport(AVFAudio)
import AVFAudio
import Foundation
import PTTVoice
import PTTWire

/// A running AVAudioEngine: what playing and capturing share.
///
/// The engine stops itself when a device comes or goes; the port then makes a new one. On iOS the app activates its
/// AVAudioSession before.
class EngineSession: @unchecked Sendable {
    // Sendable: the engine is only touched while the session opens and closes.
    let engine = AVAudioEngine()
    let gate: AudioGateHolder
    private var observer: (any NSObjectProtocol)?

    init(gate: AudioGateHolder) {
        self.gate = gate
    }

    deinit {
        close()
    }

    var failure: String { "the sound device changed" }

    func start() throws {
        observer = NotificationCenter.default.addObserver(
            forName: .AVAudioEngineConfigurationChange, object: engine, queue: nil
        ) { [gate] _ in unsafe gate.pointer.pointee.fail() }
        engine.prepare()
        do {
            try engine.start()
        } catch {
            throw AudioDeviceError(
                .unavailable,
                "the sound device does not start: \(error.localizedDescription); is the microphone allowed?")
        }
    }

    func close() {
        if let observer { NotificationCenter.default.removeObserver(observer) }
        observer = nil
        engine.stop()
    }
}

/// Captures through the engine's input node.
final class EngineCapture: EngineSession, DeviceSession, @unchecked Sendable {
    // Sendable: as its superclass.
    override init(gate: AudioGateHolder) {
        super.init(gate: gate)
    }

    func open(fragment: Duration) throws {
        let node = engine.inputNode
        let format = node.outputFormat(forBus: 0)
        guard format.sampleRate > 0 else { throw AudioDeviceError(.unavailable, "there is no microphone") }
        let pcm = try AppleAudio.pcm()
        // Only the tap's thread touches them from here on.
        nonisolated(unsafe) let converter = try AppleAudio.converter(from: format, to: pcm)
        nonisolated(unsafe) let block = try AppleAudio.buffer(pcm, capacity: PCM.sampleRate)
        let size = AVAudioFrameCount(Double(PCM.samples(in: fragment)) * format.sampleRate / Double(PCM.sampleRate))
        node.installTap(onBus: 0, bufferSize: size, format: format) { [gate] buffer, _ in
            let feed = ConverterFeed(buffer)
            unsafe block.frameLength = 0
            let status = unsafe converter.convert(to: block, error: nil) { unsafe feed.next($1) }
            guard status != .error, let channel = unsafe block.floatChannelData?[0] else { return }
            let samples = unsafe UnsafeBufferPointer(start: channel, count: Int(block.frameLength))
            unsafe gate.pointer.pointee.put(samples.span)
        }
        try start()
    }

    override func close() {
        engine.inputNode.removeTap(onBus: 0)
        super.close()
    }
}

/// Plays through a source node, whose render block empties the ring.
final class EnginePlayback: EngineSession, PlaybackSession, @unchecked Sendable {
    // Sendable: as its superclass.
    override init(gate: AudioGateHolder) {
        super.init(gate: gate)
    }

    func open() throws {
        let pcm = try AppleAudio.pcm()
        // The gate outlives the node: the session holds it, and stops the engine before it lets go.
        nonisolated(unsafe) let pointer = unsafe gate.pointer
        let node = unsafe AVAudioSourceNode(format: pcm) { isSilence, _, count, list in
            let buffers = unsafe UnsafeMutableAudioBufferListPointer(list)
            guard let data = unsafe buffers[0].mData else { return noErr }
            let channel = unsafe UnsafeMutableBufferPointer(
                start: data.assumingMemoryBound(to: Float.self), count: Int(count))
            var samples = unsafe channel.mutableSpan
            let taken = unsafe pointer.pointee.take(into: &samples)
            for index in taken..<samples.count { samples[index] = 0 }
            unsafe isSilence.pointee = ObjCBool(taken == 0)
            return noErr
        }
        engine.attach(node)
        engine.connect(node, to: engine.mainMixerNode, format: pcm)
        try start()
    }

    var latency: Duration { .seconds(engine.outputNode.presentationLatency) }

    /// The render block asks again by itself.
    func feed() {}

    func drain(timeout: Duration) {
        let clock = MonotonicClock()
        let end = clock.now() + timeout
        while gate.count > 0, clock.now() < end { clock.wait(until: end, or: gate.wakeUp) }
        let heard = min(end, clock.now() + latency)
        while clock.now() < heard { clock.wait(until: heard, or: gate.wakeUp) }
    }
}
#endif
