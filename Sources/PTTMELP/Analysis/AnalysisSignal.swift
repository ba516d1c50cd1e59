/// A filtered copy of the speech around one superframe, with running sums of its energy.
struct AnalysisSignal: Sendable {
    /// Samples kept before the superframe.
    static let history = 200
    static let count = history + MELP.superframeLength + MELP.lookahead

    private(set) var samples = [Float](repeating: 0, count: Self.count)
    private var sums = [Double](repeating: 0, count: Self.count + 1)
    /// The four samples from each place on.
    private var fours = [SIMD4<Float>](repeating: .zero, count: Self.count)

    /// Takes the samples of one more superframe; the oldest fall out.
    mutating func append(_ next: (Int) -> Float) {
        let kept = Self.count - MELP.superframeLength
        var span = samples.mutableSpan
        for index in 0..<kept {
            span[index] = span[index + MELP.superframeLength]
        }
        for index in kept..<Self.count {
            span[index] = next(index - kept)
        }
        sumUp(through: Self.count)
    }

    /// Holds another stretch of `count` samples, from the beginning.
    mutating func replace(count: Int, _ next: (Int) -> Float) {
        var span = samples.mutableSpan
        for index in 0..<count {
            span[index] = next(index)
        }
        sumUp(through: count)
    }

    private mutating func sumUp(through count: Int) {
        Self.sumUp(samples, count, &sums, &fours)
    }

    private static func sumUp(
        _ samples: [Float], _ count: Int, _ sums: inout [Double], _ fours: inout [SIMD4<Float>]
    ) {
        let samples = samples.span.extracting(first: count)
        var sums = sums.mutableSpan
        var fours = fours.mutableSpan
        var sum = 0.0
        for index in samples.indices {
            sum += Double(samples[index] * samples[index])
            sums[index + 1] = sum
        }
        for index in 0..<samples.count - 3 {
            fours[index] = SIMD4(samples[index], samples[index + 1], samples[index + 2], samples[index + 3])
        }
    }

    mutating func reset() {
        for index in 0..<Self.count {
            samples[index] = 0
            fours[index] = .zero
            sums[index + 1] = 0
        }
    }

    func energy(from start: Int, count: Int) -> Float {
        Float(sums[start + count] - sums[start])
    }

    /// Four samples of what a prediction from the samples before leaves over.
    func filtered(by filter: PredictionFilter, at index: Int) -> SIMD4<Float> {
        var sum = SIMD4<Float>.zero
        for tap in 0...MELP.order {
            sum += filter.coefficients[tap] * fours[index - tap]
        }
        return sum
    }

    /// - Parameter count: a multiple of 16.
    func product(from first: Int, and second: Int, count: Int) -> Float {
        let left = fours.span.extracting(first..<(first + count))
        let right = fours.span.extracting(second..<(second + count))
        // Four sums of four, so that an addition need not wait for the one before.
        var sums = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
        var last = 15
        while last < left.count, last < right.count {
            sums.0 += left[last &- 15] * right[last &- 15]
            sums.1 += left[last &- 11] * right[last &- 11]
            sums.2 += left[last &- 7] * right[last &- 7]
            sums.3 += left[last &- 3] * right[last &- 3]
            last &+= 16
        }
        return ((sums.0 + sums.1) + (sums.2 + sums.3)).total
    }
}

/// Periodicity.
extension AnalysisSignal {
    /// Samples that are compared at a lag, a multiple of 16; longer lags look at more.
    static func window(forLag lag: Int) -> Int {
        (160 + 40 * (lag - 20) / 140) & ~15
    }

    /// How alike two stretches around `centre` are that lie `lag` samples apart: −1…1.
    func similarity(at lag: Int, around centre: Int) -> Float {
        let count = Self.window(forLag: lag)
        let start = centre - (count + lag) / 2
        let energies = energy(from: start, count: count) * energy(from: start + lag, count: count)
        return product(from: start, and: start + lag, count: count) / (energies + 1).squareRoot()
    }

    /// The same between whole lags, where the later stretch is interpolated linearly.
    func similarity(at lag: Float, around centre: Int) -> Float {
        let whole = min(Int(lag), 159)
        let part = lag - Float(whole)
        let count = Self.window(forLag: whole)
        let start = centre - (count + whole) / 2
        let later = start + whole
        let nearer = (1 - part) * product(from: start, and: later, count: count)
        let farther = part * product(from: start, and: later + 1, count: count)
        let mixed = 2 * part * (1 - part) * product(from: later, and: later + 1, count: count)
        let laterEnergy =
            (1 - part) * (1 - part) * energy(from: later, count: count)
            + part * part * energy(from: later + 1, count: count) + mixed
        let energies = energy(from: start, count: count) * max(laterEnergy, 0)
        return (nearer + farther) / (energies + 1).squareRoot()
    }
}
