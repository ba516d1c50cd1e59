/// The discrete Fourier transform of 256 points, in place, by halving (Cooley and Tukey, 1965).
struct FourierTransform: Sendable {
    static let size = 256

    private static let vectorCount = Self.size / 4

    /// Of the turns of each step, one step after the other: one vector, two, four…
    private let cosines: [SIMD4<Float>]
    private let sines: [SIMD4<Float>]
    private let reversed: [Int]
    var real = [Float](repeating: 0, count: Self.size)
    var imaginary = [Float](repeating: 0, count: Self.size)
    /// The points while they are worked on.
    private var realVectors = [SIMD4<Float>](repeating: .zero, count: Self.vectorCount)
    private var imaginaryVectors = [SIMD4<Float>](repeating: .zero, count: Self.vectorCount)

    init() {
        let turns = [1, 2, 4, 8, 16, 32].flatMap { half in
            (0..<half).map { vector in (0..<4).map { Double(4 * vector + $0) / Double(8 * half) } }
        }
        cosines = turns.map { SIMD4($0.map { Float(Elementary.cosine(turns: $0)) }) }
        sines = turns.map { SIMD4($0.map { Float(-Elementary.sine(turns: $0)) }) }
        reversed = (0..<Self.size).map { index in
            (0..<8).reduce(0) { $0 << 1 | (index >> $1) & 1 }
        }
    }

    /// Replaces the points by their transform, without a scale.
    ///
    /// The inverse is the same with `real` and `imaginary` exchanged before and after, divided by 256.
    mutating func transform() {
        for index in 0..<Self.vectorCount {
            (realVectors[index], imaginaryVectors[index]) = transformOfFour(4 * index)
        }
        var half = 1
        while half < Self.vectorCount {
            Self.combine(half, &realVectors, &imaginaryVectors, cosines, sines)
            half *= 2
        }
        for index in 0..<Self.size {
            real[index] = realVectors[index >> 2][index & 3]
            imaginary[index] = imaginaryVectors[index >> 2][index & 3]
        }
    }

    /// The transform of the four points that the halving brings together from `first` on.
    private func transformOfFour(_ first: Int) -> (real: SIMD4<Float>, imaginary: SIMD4<Float>) {
        let points = SIMD4(reversed[first], reversed[first + 1], reversed[first + 2], reversed[first + 3])
        let (realSums, realDifferences) = sumsAndDifferences(real, points)
        let (imaginarySums, imaginaryDifferences) = sumsAndDifferences(imaginary, points)
        return (
            SIMD4(
                realSums[0] + realSums[1], realDifferences[0] + imaginaryDifferences[1],
                realSums[0] - realSums[1], realDifferences[0] - imaginaryDifferences[1]),
            SIMD4(
                imaginarySums[0] + imaginarySums[1], imaginaryDifferences[0] - realDifferences[1],
                imaginarySums[0] - imaginarySums[1], imaginaryDifferences[0] + realDifferences[1])
        )
    }

    private func sumsAndDifferences(_ points: [Float], _ places: SIMD4<Int>) -> (SIMD2<Float>, SIMD2<Float>) {
        let first = SIMD2(points[places[0]], points[places[2]])
        let second = SIMD2(points[places[1]], points[places[3]])
        return (first + second, first - second)
    }

    /// Makes transforms of twice `half` vectors out of pairs of half as many.
    private static func combine(
        _ half: Int, _ real: inout [SIMD4<Float>], _ imaginary: inout [SIMD4<Float>], _ cosines: [SIMD4<Float>],
        _ sines: [SIMD4<Float>]
    ) {
        var real = real.mutableSpan
        var imaginary = imaginary.mutableSpan
        let cosines = cosines.span.extracting(half - 1..<2 * half - 1)
        let sines = sines.span.extracting(half - 1..<2 * half - 1)
        for start in Swift.stride(from: 0, to: vectorCount, by: 2 * half) {
            for offset in 0..<half {
                let (upper, lower) = (start + offset, start + offset + half)
                let turnedReal = real[lower] * cosines[offset] - imaginary[lower] * sines[offset]
                let turnedImaginary = real[lower] * sines[offset] + imaginary[lower] * cosines[offset]
                real[lower] = real[upper] - turnedReal
                imaginary[lower] = imaginary[upper] - turnedImaginary
                real[upper] += turnedReal
                imaginary[upper] += turnedImaginary
            }
        }
    }

    /// The inverse transform, scaled.
    mutating func invert() {
        swap(&real, &imaginary)
        transform()
        swap(&real, &imaginary)
        for index in 0..<Self.size {
            real[index] *= 1 / Float(Self.size)
            imaginary[index] *= 1 / Float(Self.size)
        }
    }
}
