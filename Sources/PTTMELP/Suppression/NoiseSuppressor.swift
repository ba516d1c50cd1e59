/// Takes steady noise out of speech before it is measured.
///
/// Each bin is weighed by the estimator of least error in the logarithm of its magnitude, with the ratio of speech to
/// noise carried on from the frame before (Ephraim and Malah, 1984 and 1985). What comes out lags 90 samples. Nothing is
/// allocated after `init`.
struct NoiseSuppressor: Sendable {
    static let bins = FourierTransform.size / 2 + 1
    /// Samples by which the output lags.
    static let delay = windowLength - hop
    private static let windowLength = 180
    private static let hop = 90
    /// The gain of what is noise alone: −11 dB, so that the background stays itself and no tones ring in it.
    private static let floor: Float = 0.27
    private static let ratioSmoothing: Float = 0.85
    private static let lowestRatio: Float = 0.003
    /// A power that no 16-bit recording is under.
    private static let lowestPower: Float = 1e-9
    /// 100 to 3900 Hz.
    private static let voiceBins = 4...124
    /// From one frame to the next: 1 dB a second.
    private static let loudestDecay: Float = 0.9974
    /// Between these levels of the loudest sound above the noise, in dB, suppression fades out.
    private static let clear: ClosedRange<Float> = 22...30

    private let window: [Float]
    private var transform = FourierTransform()
    private var noise = NoiseEstimate()
    /// Two windows that overlap, and zeros.
    private var input = [Float](repeating: 0, count: FourierTransform.size + Self.hop)
    private var output = [Float](repeating: 0, count: Self.windowLength + Self.hop)
    private var powers = [Float](repeating: 0, count: Self.bins)
    /// Of two frames.
    private var gains = [Float](repeating: 1, count: 2 * Self.bins)
    /// Power of the speech in the frame before.
    private var speech = [Float](repeating: 0, count: Self.bins)

    private var loudest: Float = 0
    /// How much of the suppression is applied, 0…1.
    private var depth: Float = 0

    init() {
        // The squares of two slopes that overlap add up to 1.
        window = (0..<Self.windowLength).map { index in
            let distance = Double(min(index, Self.windowLength - 1 - index)) + 0.5
            return Float(Elementary.sine(turns: min(distance / Double(Self.delay), 1) / 4))
        }
    }

    mutating func reset() {
        noise.reset()
        for index in input.indices { input[index] = 0 }
        for index in output.indices { output[index] = 0 }
        for bin in speech.indices { speech[bin] = 0 }
        loudest = 0
    }

    /// Replaces a superframe of samples by what was there 90 samples before, without the noise.
    mutating func process(_ samples: inout MutableSpan<Float>) {
        for start in stride(from: 0, to: MELP.superframeLength, by: 2 * Self.hop) {
            for index in 0..<Self.delay {
                input[index] = input[index + 2 * Self.hop]
                output[index] = output[index + 2 * Self.hop]
            }
            for index in 0..<2 * Self.hop {
                input[Self.delay + index] = samples[start + index]
                output[Self.delay + index] = 0
            }
            processPair()
            for index in 0..<2 * Self.hop {
                samples[start + index] = output[index]
            }
        }
    }

    /// Two frames that overlap, as the real and the imaginary part of one transform.
    private mutating func processPair() {
        for index in 0..<FourierTransform.size {
            let weight = index < Self.windowLength ? window[index] : 0
            transform.real[index] = input[index] * weight
            transform.imaginary[index] = input[index + Self.hop] * weight
        }
        transform.transform()
        for frame in 0..<2 {
            let isSecond = frame == 1
            for bin in 0..<Self.bins {
                powers[bin] = power(of: bin, isSecond: isSecond)
            }
            noise.update(powers)
            followClarity()
            for bin in 0..<Self.bins {
                gains[isSecond ? Self.bins + bin : bin] = gain(bin)
            }
        }
        weighPair()
        transform.invert()
        for index in 0..<Self.windowLength {
            output[index] += transform.real[index] * window[index]
            output[index + Self.hop] += transform.imaginary[index] * window[index]
        }
    }

    /// Of the transform's even part, which is the first frame's, or of its odd part.
    private func power(of bin: Int, isSecond: Bool) -> Float {
        let mirror = (FourierTransform.size - bin) % FourierTransform.size
        let sign: Float = isSecond ? -1 : 1
        let real = transform.real[bin] + sign * transform.real[mirror]
        let imaginary = transform.imaginary[bin] - sign * transform.imaginary[mirror]
        return 0.25 * (real * real + imaginary * imaginary) + Self.lowestPower
    }

    /// Weighs the even part by the first frame's gains and the odd part by the second's.
    private mutating func weighPair() {
        for bin in 0..<Self.bins {
            let mirror = (FourierTransform.size - bin) % FourierTransform.size
            let sum = 0.5 * (gains[bin] + gains[Self.bins + bin])
            let difference = 0.5 * (gains[bin] - gains[Self.bins + bin])
            let (real, imaginary) = (transform.real[bin], transform.imaginary[bin])
            let (mirrorReal, mirrorImaginary) = (transform.real[mirror], transform.imaginary[mirror])
            transform.real[bin] = sum * real + difference * mirrorReal
            transform.imaginary[bin] = sum * imaginary - difference * mirrorImaginary
            guard mirror != bin else { continue }
            transform.real[mirror] = sum * mirrorReal + difference * real
            transform.imaginary[mirror] = sum * mirrorImaginary - difference * imaginary
        }
    }

    /// Follows how far the voice is above the noise; what is clear as it is needs no help.
    private mutating func followClarity() {
        var heard: Float = 0
        var background: Float = 0
        for bin in Self.voiceBins {
            heard += powers[bin]
            background += noise.powers[bin]
        }
        loudest = max(loudest * Self.loudestDecay, heard)
        let clarity = Elementary.decibels(power: loudest / background)
        depth = min(max((Self.clear.upperBound - clarity) / (Self.clear.upperBound - Self.clear.lowerBound), 0), 1)
    }

    private mutating func gain(_ bin: Int) -> Float {
        let observed = min(powers[bin] / noise.powers[bin], 1000)
        let carried = Self.ratioSmoothing * speech[bin] / noise.powers[bin]
        let ratio = max(carried + (1 - Self.ratioSmoothing) * max(observed - 1, 0), Self.lowestRatio)
        let wiener = ratio / (1 + ratio)
        let exponent = 0.5 * ExponentialIntegral.value(Double(max(wiener * observed, 1e-6)))
        let gain = min(wiener * Float(Elementary.exp2(exponent * 1.4426950408889634)), 1)
        speech[bin] = gain * gain * powers[bin]
        return 1 - depth * (1 - max(gain, Self.floor))
    }
}
