/// Measures speech at 8 kHz, superframe by superframe, after McCree and Barnwell (1995).
///
/// A superframe is ready when the 180 samples after it are there, so each call of `analyse` describes what came 180 samples
/// earlier. Nothing is allocated after `init`.
public struct Analyser: Sendable {
    private var highPass = FilterCascade(from: 60, order: 4)
    private var speech = AnalysisSignal()
    private var lowPass = FilterCascade(to: 900, order: 4)
    private var lowSpeech = AnalysisSignal()
    private var residualLowPass = FilterCascade(to: 1000, order: 4)
    private var residual = [Float](repeating: 0, count: 2 * Self.residualReach)
    private var lowResidual = AnalysisSignal()
    private var prediction = PredictionAnalysis()
    private var pitch = PitchTracker()
    private var bands = BandVoicing()
    private var harmonics = HarmonicLevels()

    /// Samples of residual on each side of a frame's reference point: what the longest lag looks at.
    private static let residualReach = 176

    public init() {}

    /// Forgets all that was heard.
    public mutating func reset() {
        highPass.reset()
        lowPass.reset()
        speech.reset()
        lowSpeech.reset()
        prediction.reset()
        pitch.reset()
        bands.reset()
    }

    /// Measures the superframe that ends 180 samples before the end of `samples`.
    ///
    /// - Parameter samples: the next 540 samples, −1…1.
    public mutating func analyse(_ samples: Span<Float>) -> Superframe {
        speech.append { highPass.next(Self.sample(samples[$0])) }
        let start = AnalysisSignal.count - MELP.superframeLength
        lowSpeech.append { lowPass.next(speech.samples[start + $0]) }
        bands.append(speech)

        var superframe = Superframe()
        var peakinesses = InlineArray<3, Float>(repeating: 0)
        for frame in 0..<MELP.framesPerSuperframe {
            let centre = Self.centre(of: frame)
            let (filter, frequencies) = prediction.analyse(speech, around: centre)
            superframe.frames[frame].frequencies = frequencies
            takeResidual(through: filter, around: centre)
            peakinesses[frame] = peakiness()
            pitch.score(
                frame: frame, speech: lowSpeech, around: centre, residual: lowResidual, around: Self.residualReach)
        }
        let periods = pitch.periods()
        for frame in 0..<MELP.framesPerSuperframe {
            describe(&superframe.frames[frame], Self.centre(of: frame), periods[frame], peakinesses[frame])
        }
        return superframe
    }

    /// In 16-bit steps; what is not a number is silence, and nothing is louder than full scale.
    private static func sample(_ sample: Float) -> Float {
        sample.isFinite ? min(max(sample, -1), 1) * 32768 : 0
    }

    private static func centre(of frame: Int) -> Int {
        AnalysisSignal.history + MELP.frameLength * (frame + 1)
    }

    private mutating func takeResidual(through filter: PredictionFilter, around centre: Int) {
        let start = centre - Self.residualReach
        for first in stride(from: 0, to: residual.count, by: 4) {
            let four = speech.filtered(by: filter, at: start + first)
            for lane in 0..<4 { residual[first + lane] = four[lane] }
        }
        residualLowPass.reset()
        lowResidual.replace(count: residual.count) { residualLowPass.next(residual[$0]) }
    }

    /// The ratio of root mean square to mean magnitude: 1.25 for noise, more for pulses.
    private func peakiness() -> Float {
        let start = Self.residualReach - 80
        var magnitudes: Float = 1
        var energy: Float = 0
        for index in start..<(start + 160) {
            magnitudes += residual[index].magnitude
            energy += residual[index] * residual[index]
        }
        return (energy * 160).squareRoot() / magnitudes
    }

    private mutating func describe(_ frame: inout FrameParameters, _ centre: Int, _ period: Float, _ peakiness: Float) {
        frame.pitchPeriod = min(max(period, MELP.shortestPeriod), MELP.longestPeriod)
        frame.voicing = bands.voicing(around: centre, period: frame.pitchPeriod, peakiness: peakiness)
        let window = Self.gainWindow(frame)
        for half in 0..<2 {
            let energy = speech.energy(from: centre - 90 * (1 - half) - window / 2, count: window)
            frame.gains[half] = max(Elementary.decibels(power: energy / Float(window)), MELP.lowestGain)
        }
        frame.harmonics = harmonics.levels(of: speech, around: centre, period: frame.pitchPeriod)
    }

    /// The fewest whole periods that last 110 samples.
    private static func gainWindow(_ frame: FrameParameters) -> Int {
        guard frame.voicing.isVoiced else { return 110 }
        var window = frame.pitchPeriod
        while window < 110 { window += frame.pitchPeriod }
        return Int(window.rounded())
    }
}
