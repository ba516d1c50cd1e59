/// Turns indices into parameters; encoder and decoder each own one, and the same indices keep both alike.
struct SuperframeReconstruction: Sendable {
    let tables: CodeTables
    var state = PredictorState()

    init(tables: CodeTables) {
        self.tables = tables
    }

    /// A level in dB that no sound in a 16-bit range exceeds.
    static let highestGain: Float = 94

    /// The parameters that indices stand for; they become what the next superframe is predicted from.
    mutating func reconstruct(_ indices: SuperframeIndices) -> Superframe {
        var superframe = voicing(of: indices)
        fillGains(of: &superframe, from: indices, prediction: prediction(.gains, superframe))
        fillSpectrum(of: &superframe, from: indices, prediction: prediction(.spectrum, superframe))
        if indices.pattern.voicedFrames > 0 {
            fillHarmonics(of: &superframe, from: indices, prediction: prediction(.harmonics, superframe))
        }
        state.update(after: superframe)
        return superframe
    }

    /// What is expected after the superframe before and what is decoded already.
    func prediction(_ prediction: Prediction, _ decoded: borrowing Superframe) -> SpectrumVector {
        tables.prediction(prediction, from: PredictorInputs(for: prediction, state: state, decoded: decoded))
    }

    /// Pitch and cut-offs, which nothing is predicted for.
    func voicing(of indices: SuperframeIndices) -> Superframe {
        var superframe = Superframe()
        let voiced = indices.pattern.voicedFrames
        let logarithms = tables.pitch[voiced][indices.pitch]
        var position = 0
        for frame in 0..<3 where indices.pattern.isVoiced(frame) {
            let period = Float(Elementary.exp2(Double(logarithms[position])))
            superframe.frames[frame].pitchPeriod = min(max(period, MELP.shortestPeriod), MELP.longestPeriod)
            let cutoff =
                switch voiced {
                case 3: Int(tables.cutoffs[indices.cutoffs][frame].rounded())
                case 2: indices.cutoffs >> (1 - position) & 1 == 0 ? 1 : 3
                default: indices.cutoffs + 1
                }
            superframe.frames[frame].voicing = Voicing(rawValue: UInt8(min(max(cutoff, 1), 4))) ?? .below500
            position += 1
        }
        return superframe
    }

    func fillGains(of superframe: inout Superframe, from indices: SuperframeIndices, prediction: SpectrumVector) {
        let rest = tables.gains[indices.gains]
        for index in 0..<6 {
            superframe.frames[index >> 1].gains[index & 1] = min(
                max(prediction[index] + rest[index], MELP.lowestGain), Self.highestGain)
        }
    }

    func fillSpectrum(of superframe: inout Superframe, from indices: SuperframeIndices, prediction: SpectrumVector) {
        let codebook = tables.spectrum[Int(indices.pattern.voicingClass.rawValue)]
        Self.fillSpectrum(of: &superframe, with: prediction + codebook.sum(indices.spectrum))
    }

    /// Frequencies in order and apart, whatever the sum of prediction and codebook is.
    static func fillSpectrum(of superframe: inout Superframe, with vector: SpectrumVector) {
        for frame in 0..<3 {
            for index in 0..<MELP.order {
                superframe.frames[frame].frequencies[index] = vector[frame * MELP.order + index]
            }
            LineSpectrum.separate(&superframe.frames[frame].frequencies)
        }
    }

    func fillHarmonics(of superframe: inout Superframe, from indices: SuperframeIndices, prediction: SpectrumVector) {
        let vector = prediction + tables.harmonics.sum(indices.harmonics)
        for frame in 0..<3 where indices.pattern.isVoiced(frame) {
            for index in 0..<MELP.harmonicCount {
                superframe.frames[frame].harmonics[index] = min(
                    max(vector[frame * MELP.harmonicCount + index], -40), 40)
            }
        }
    }
}
