import PTTVoice

/// Finds how much later a listener heard what a talker said, by cross-correlation of both recordings.
public enum MouthToEar {
    /// Samples in one step of the coarse search: 1 ms.
    private static let step = 16

    /// The lag at which `heard` fits `spoken` best.
    ///
    /// - Parameters:
    ///   - spoken: 16 kHz mono.
    ///   - heard: 16 kHz mono, on the same time axis: sample 0 of both is the same moment.
    ///   - longest: largest lag looked for.
    /// - Returns: nil where one of them is silent.
    /// - Complexity: O(n · longest) on a thousandth of a second's grid, then O(n) at full resolution.
    public static func delay(spoken: ArraySlice<Float>, heard: ArraySlice<Float>, longest: Duration) -> Duration? {
        let reach = PCM.samples(in: longest)
        let rough = bestLag(envelope(spoken), envelope(heard), lags: 0...(reach / step))
        guard let rough else { return nil }
        let near = max(0, (rough - 3) * step)...((rough + 3) * step)
        guard let lag = bestLag(Array(spoken), Array(heard), lags: near) else { return nil }
        return PCM.duration(ofSamples: lag)
    }

    /// The lag of each stretch of speech on its own: how the delay moved during the recording.
    ///
    /// - Parameter window: length of a stretch; stretches without speech are left out.
    public static func delays(
        spoken: [Float], heard: [Float], window: Duration, longest: Duration
    ) -> [Duration] {
        let length = PCM.samples(in: window)
        let reach = PCM.samples(in: longest)
        let loudness = rms(spoken[...])
        return stride(from: 0, to: max(0, spoken.count - length), by: length / 2).compactMap { start in
            let stretch = spoken[start..<(start + length)]
            guard rms(stretch) > loudness / 2, start < heard.count else { return nil }
            return delay(
                spoken: stretch, heard: heard[start..<min(heard.count, start + length + reach)], longest: longest)
        }
    }

    private static func rms(_ samples: ArraySlice<Float>) -> Float {
        samples.isEmpty ? 0 : (samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)).squareRoot()
    }

    /// Loudness per step, with its mean taken off so that silence correlates with nothing.
    private static func envelope(_ samples: ArraySlice<Float>) -> [Float] {
        var envelope = stride(from: samples.startIndex, to: samples.endIndex, by: step).map { start in
            rms(samples[start..<min(samples.endIndex, start + step)])
        }
        let mean = envelope.reduce(0, +) / Float(max(1, envelope.count))
        for index in envelope.indices { envelope[index] -= mean }
        return envelope
    }

    private static func bestLag(_ spoken: [Float], _ heard: [Float], lags: ClosedRange<Int>) -> Int? {
        var best: (lag: Int, score: Float)?
        for lag in lags where lag < heard.count {
            var product: Float = 0
            var energy: Float = 0
            for index in 0..<min(spoken.count, heard.count - lag) {
                product += spoken[index] * heard[index + lag]
                energy += heard[index + lag] * heard[index + lag]
            }
            guard energy > 0 else { continue }
            let score = product / energy.squareRoot()
            if score > best?.score ?? 0 { best = (lag, score) }
        }
        return best?.lag
    }
}
