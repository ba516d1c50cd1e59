/// Turns indices into parameters; encoder and decoder each own one, and the same indices keep both alike.
struct SuperframeReconstruction: Sendable {
    let tables: CodeTables
    var state = PredictorState()

    init(tables: CodeTables) {
        self.tables = tables
    }

    /// The parameters that indices stand for; they become what the next superframe is predicted from.
    mutating func reconstruct(_ indices: SuperframeIndices) -> Superframe {
        var superframe = draft(of: indices)
        let gains = gainPrediction(for: indices.pattern.voicingClass) + tables.gains[indices.gains]
        for frame in 0..<3 {
            for half in 0..<2 {
                superframe.frames[frame].gains[half] = min(
                    max(gains[2 * frame + half], MELP.lowestGain), Self.highestGain)
            }
        }
        fillHarmonics(of: &superframe, from: indices)
        state.update(after: superframe)
        return superframe
    }

    /// Pitch, voicing and spectrum, from which the harmonics are predicted; the state stays.
    func draft(of indices: SuperframeIndices) -> Superframe {
        var superframe = Superframe()
        fillPitch(of: &superframe, from: indices)
        fillVoicing(of: &superframe, from: indices)
        let kind = indices.pattern.voicingClass
        fillSpectrum(
            of: &superframe,
            with: spectrumPrediction(for: kind) + tables.spectrum[Int(kind.rawValue)].sum(indices.spectrum))
        return superframe
    }

    /// A level in dB that no sound in a 16-bit range exceeds.
    static let highestGain: Float = 94

    func spectrumPrediction(for kind: VoicingClass) -> SpectrumVector {
        tables.spectrumPredictors[PredictorChoice.index(kind, afterVoiced: state.isVoiced)].prediction(from: state)
    }

    func gainPrediction(for kind: VoicingClass) -> SIMD8<Float> {
        tables.gainPredictors[PredictorChoice.index(kind, afterVoiced: state.isVoiced)].prediction(from: state)
    }

    private func fillPitch(of superframe: inout Superframe, from indices: SuperframeIndices) {
        let logarithms = tables.pitch[indices.pattern.voicedFrames][indices.pitch]
        var position = 0
        for frame in 0..<3 where indices.pattern.isVoiced(frame) {
            let period = Float(Elementary.exp2(Double(logarithms[position])))
            superframe.frames[frame].pitchPeriod = min(max(period, MELP.shortestPeriod), MELP.longestPeriod)
            position += 1
        }
    }

    private func fillVoicing(of superframe: inout Superframe, from indices: SuperframeIndices) {
        var position = 0
        let voiced = indices.pattern.voicedFrames
        for frame in 0..<3 where indices.pattern.isVoiced(frame) {
            let cutoff =
                voiced == 3
                ? Int(tables.cutoffs[indices.cutoffs][position].rounded())
                : (indices.cutoffs >> (2 * (voiced - 1 - position)) & 3) + 1
            superframe.frames[frame].voicing = Voicing(rawValue: UInt8(min(max(cutoff, 1), 4))) ?? .below500
            position += 1
        }
    }

    /// Frequencies in order and apart, whatever the sum of prediction and codebook is.
    func fillSpectrum(of superframe: inout Superframe, with vector: SpectrumVector) {
        for frame in 0..<3 {
            for index in 0..<MELP.order {
                superframe.frames[frame].frequencies[index] = vector[frame * MELP.order + index]
            }
            LineSpectrum.separate(&superframe.frames[frame].frequencies)
        }
    }

    private func fillHarmonics(of superframe: inout Superframe, from indices: SuperframeIndices) {
        guard indices.pattern.voicedFrames > 0 else { return }
        let prediction = harmonicsPrediction(for: superframe)
        let vector = prediction.vector + tables.harmonics[prediction.firstRow + indices.harmonics]
        for frame in 0..<3 where indices.pattern.isVoiced(frame) {
            for index in 0..<MELP.harmonicCount {
                superframe.frames[frame].harmonics[index] = min(max(vector[index], -40), 40)
            }
        }
    }

    /// What the harmonics are expected to be, from the pitch and the spectrum as decoded, and where their codebook begins.
    func harmonicsPrediction(for superframe: borrowing Superframe) -> (vector: SIMD16<Float>, firstRow: Int) {
        var spectrum = SIMD16<Float>.zero
        var pitch: Float = 0
        var voiced: Float = 0
        for frame in 0..<3 where superframe.frames[frame].voicing.isVoiced {
            voiced += 1
            pitch += Float(Elementary.log2(Double(superframe.frames[frame].pitchPeriod)))
            for index in 0..<MELP.order {
                spectrum[index] += superframe.frames[frame].frequencies[index] * 0.001
            }
        }
        spectrum /= voiced
        pitch /= voiced
        var range = 0
        for edge in tables.harmonicsRanges where pitch >= edge {
            range += 1
        }
        let vector = tables.harmonicsPredictors[range].prediction(from: state, spectrum: spectrum, pitch: pitch)
        return (vector, range << PacketLayout.harmonicsBits)
    }
}
