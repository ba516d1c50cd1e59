import Foundation
public import PTTVoice

/// A microphone in a silent room, or one that hears a tone; in real time, for ever.
public final class NullInput: AudioInput {
    private let tone: Double?
    private let clock: any PortClock
    private let blockSize: Int
    private let lifecycle = PortLifecycle()

    /// - Parameter tone: the frequency heard, in Hz, at −12 dB of full scale; nil is silence.
    public convenience init(tone: Double? = nil, configuration: MediaConfiguration = MediaConfiguration()) {
        self.init(tone: tone, configuration: configuration, clock: MonotonicClock())
    }

    init(tone: Double?, configuration: MediaConfiguration, clock: any PortClock) {
        self.tone = tone
        self.clock = clock
        blockSize = max(PCM.samples(in: configuration.fragment), 1)
    }

    public func start(
        samples: @escaping @Sendable (Span<Float>) -> Void, event: @escaping @Sendable (AudioDeviceEvent) -> Void
    ) throws {
        try lifecycle.start(name: "ptt-null-in") { run in
            let paced = PacedInput(clock: clock, blockSize: blockSize)
            let step = (tone ?? 0) / Double(PCM.sampleRate)
            return {
                var phase = 0.0
                paced.deliver(
                    from: { block in
                        for index in 0..<block.count {
                            block[index] = Float(0.25 * sin(2 * .pi * phase))
                            phase = (phase + step).truncatingRemainder(dividingBy: 1)
                        }
                        return block.count
                    }, run: run, samples: samples, event: event)
            }
        }
    }

    public func stop() {
        lifecycle.stop()
    }
}
