/// Chooses the codes of the envelopes and of the harmonics together, by the spectra that they make.
///
/// The nearest envelopes each get the harmonics that suit them best, which mend part of their errors; then the pair is taken
/// that comes nearest to what was heard.
struct SpectrumChoice: Sendable {
    /// How many envelopes are tried.
    private static let width = 24

    private let sensitivity = SpectralSensitivity()
    private var survivors = Survivors(capacity: Self.width)
    private var pairs: PairSearch

    init(tables: CodeTables) {
        pairs = PairSearch(tables.harmonics)
    }

    /// - Parameters:
    ///   - decoded: has voicing and gains; receives frequencies and harmonics.
    mutating func choose(
        for analysed: borrowing Superframe, _ loudness: Loudness, _ reconstruction: borrowing SuperframeReconstruction,
        _ indices: inout SuperframeIndices, _ decoded: inout Superframe
    ) {
        let prediction = reconstruction.prediction(.spectrum, decoded)
        reconstruction.tables.spectrum[Int(indices.pattern.voicingClass.rawValue)].search(
            target: SpectrumVector(analysed) - prediction, weights: sensitivity.weights(of: analysed),
            survivors: &survivors)
        let heard = HeardSuperframe(analysed, loudness: loudness)
        if indices.pattern.voicedFrames > 0 { pairs.prepare(weights: heard.harmonicWeights) }
        var best = indices
        var least = Float.infinity
        for index in 0..<survivors.count {
            indices.spectrum = survivors[index].indices
            reconstruction.fillSpectrum(of: &decoded, from: indices, prediction: prediction)
            let powers = heard.envelopePowers(of: decoded)
            if indices.pattern.voicedFrames > 0 {
                let expected = reconstruction.prediction(.harmonics, decoded)
                indices.harmonics = pairs.nearest(to: heard.excitation(through: powers) - expected)
                reconstruction.fillHarmonics(of: &decoded, from: indices, prediction: expected)
            }
            let error = heard.error(of: decoded, powers)
            if error < least {
                (best, least) = (indices, error)
            }
        }
        indices = best
        reconstruction.fillSpectrum(of: &decoded, from: indices, prediction: prediction)
        if indices.pattern.voicedFrames > 0 {
            let expected = reconstruction.prediction(.harmonics, decoded)
            reconstruction.fillHarmonics(of: &decoded, from: indices, prediction: expected)
        }
    }
}

/// The spectra of three frames as they are heard.
private struct HeardSuperframe {
    typealias Powers = InlineArray<3, HeardSpectrum.Lanes>

    let harmonicWeights: SpectrumVector
    private let frames: InlineArray<3, HeardSpectrum>
    private let isVoiced: InlineArray<3, Bool>
    private let loudness: Loudness

    init(_ analysed: borrowing Superframe, loudness: Loudness) {
        frames = [
            HeardSpectrum(analysed.frames[0]), HeardSpectrum(analysed.frames[1]), HeardSpectrum(analysed.frames[2]),
        ]
        isVoiced = [
            analysed.frames[0].voicing.isVoiced, analysed.frames[1].voicing.isVoiced,
            analysed.frames[2].voicing.isVoiced,
        ]
        harmonicWeights = HarmonicTarget.weights(analysed, loudness: loudness)
        self.loudness = loudness
    }

    func envelopePowers(of decoded: borrowing Superframe) -> Powers {
        [
            frames[0].envelopePowers(decoded.frames[0].frequencies),
            frames[1].envelopePowers(decoded.frames[1].frequencies),
            frames[2].envelopePowers(decoded.frames[2].frequencies),
        ]
    }

    func excitation(through powers: Powers) -> SpectrumVector {
        var levels = SpectrumVector.zero
        for frame in 0..<3 where isVoiced[frame] {
            let excitation = frames[frame].excitation(through: powers[frame])
            for index in 0..<MELP.harmonicCount { levels[frame * MELP.harmonicCount + index] = excitation[index] }
        }
        return levels
    }

    func error(of decoded: borrowing Superframe, _ powers: Powers) -> Float {
        var error: Float = 0
        for frame in 0..<3 {
            error += loudness[frame] * frames[frame].error(of: decoded.frames[frame].harmonics, powers[frame])
        }
        return error
    }
}
