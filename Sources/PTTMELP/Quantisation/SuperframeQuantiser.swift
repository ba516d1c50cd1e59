/// Codes superframes as packets; allocates nothing after `init`.
public struct SuperframeQuantiser: Sendable {
    private var reconstruction: SuperframeReconstruction
    private var spectrumChoice: SpectrumChoice

    public init(tables: CodeTables) {
        reconstruction = SuperframeReconstruction(tables: tables)
        spectrumChoice = SpectrumChoice(tables: tables)
    }

    var state: PredictorState { reconstruction.state }

    /// Forgets what came before, as at the start of a stream.
    public mutating func reset() {
        reconstruction.state = PredictorState()
    }

    /// Codes one superframe.
    ///
    /// - Parameter analysed: as the analyser makes it.
    /// - Returns: the parameters as the decoder will see them.
    public mutating func quantise(_ analysed: Superframe, into packet: inout Packet) -> Superframe {
        var indices = SuperframeIndices(pattern: VoicingPattern(analysed))
        let loudness = Loudness(analysed)
        indices.pitch = pitch(of: analysed, pattern: indices.pattern, loudness: loudness)
        indices.cutoffs = cutoffs(of: analysed, pattern: indices.pattern, loudness: loudness)
        // Each field is predicted from those before it, as the decoder will have them.
        var decoded = reconstruction.voicing(of: indices)
        let gainPrediction = reconstruction.prediction(.gains, decoded)
        indices.gains = gains(of: analysed, prediction: gainPrediction)
        reconstruction.fillGains(of: &decoded, from: indices, prediction: gainPrediction)
        spectrumChoice.choose(for: analysed, loudness, reconstruction, &indices, &decoded)
        reconstruction.state.update(after: decoded)
        packet = indices.packet()
        return decoded
    }

    private func pitch(of analysed: borrowing Superframe, pattern: VoicingPattern, loudness: Loudness) -> Int {
        guard pattern.voicedFrames > 0 else { return 0 }
        var target = SIMD4<Float>.zero
        var weights = SIMD4<Float>.zero
        var position = 0
        for frame in 0..<3 where pattern.isVoiced(frame) {
            target[position] = Float(Elementary.log2(Double(analysed.frames[frame].pitchPeriod)))
            weights[position] = loudness[frame]
            position += 1
        }
        return reconstruction.tables.pitch[pattern.voicedFrames].nearest(to: target, weights: weights)
    }

    private func cutoffs(of analysed: borrowing Superframe, pattern: VoicingPattern, loudness: Loudness) -> Int {
        var target = SIMD4<Float>.zero
        var weights = SIMD4<Float>.zero
        var index = 0
        for frame in 0..<3 where pattern.isVoiced(frame) {
            let cutoff = Int(analysed.frames[frame].voicing.rawValue)
            target[frame] = Float(cutoff)
            weights[frame] = loudness[frame]
            switch pattern {
            case .voicedOnly, .allVoiced, .noneVoiced: index = cutoff - 1
            case .voicedExcept: index = index << 1 | (cutoff > 2 ? 1 : 0)
            }
        }
        guard pattern == .allVoiced else { return index }
        return reconstruction.tables.cutoffs.nearest(to: target, weights: weights)
    }

    private func gains(of analysed: borrowing Superframe, prediction: SpectrumVector) -> Int {
        var target = SIMD8<Float>.zero
        var weights = SIMD8<Float>.zero
        for index in 0..<6 {
            let gain = analysed.frames[index >> 1].gains[index & 1]
            target[index] = gain - prediction[index]
            weights[index] = Loudness.ofGain(gain)
        }
        return reconstruction.tables.gains.nearest(to: target, weights: weights)
    }
}

/// How much each frame counts, 0.02…1, by its level.
public struct Loudness: Sendable {
    private var frames: InlineArray<3, Float>

    public init(_ superframe: borrowing Superframe) {
        frames = InlineArray(repeating: 0)
        for frame in 0..<3 {
            let gains = superframe.frames[frame].gains
            frames[frame] = min(max(((gains[0] + gains[1]) * 0.5 - 25) / 30, 0.02), 1)
        }
    }

    public subscript(frame: Int) -> Float { frames[frame] }

    /// How much an error of a gain counts, 0.05…1.
    public static func ofGain(_ gain: Float) -> Float {
        min(max((gain - 15) / 40, 0.05), 1)
    }
}
