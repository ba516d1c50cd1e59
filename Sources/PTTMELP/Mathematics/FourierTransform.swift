/// The discrete Fourier transform of 256 points, in place, by halving (Cooley and Tukey, 1965).
struct FourierTransform: Sendable {
    static let size = 256

    private let cosines: [Float]
    private let sines: [Float]
    private let reversed: [Int]
    var real = [Float](repeating: 0, count: Self.size)
    var imaginary = [Float](repeating: 0, count: Self.size)

    init() {
        let turns = (0..<(Self.size / 2)).map { Double($0) / Double(Self.size) }
        cosines = turns.map { Float(Elementary.cosine(turns: $0)) }
        sines = turns.map { Float(-Elementary.sine(turns: $0)) }
        reversed = (0..<Self.size).map { index in
            (0..<8).reduce(0) { $0 << 1 | (index >> $1) & 1 }
        }
    }

    /// Replaces the points by their transform, without a scale.
    ///
    /// The inverse is the same with `real` and `imaginary` exchanged before and after, divided by 256.
    mutating func transform() {
        for index in 0..<Self.size where reversed[index] > index {
            // swapAt allocates in builds that are not optimized.
            (real[index], real[reversed[index]]) = (real[reversed[index]], real[index])
            (imaginary[index], imaginary[reversed[index]]) = (imaginary[reversed[index]], imaginary[index])
        }
        var half = 1
        while half < Self.size {
            Self.combine(half, &real, &imaginary, cosines, sines)
            half *= 2
        }
    }

    /// Makes transforms of twice `half` points out of pairs of half as many.
    private static func combine(
        _ half: Int, _ real: inout [Float], _ imaginary: inout [Float], _ cosines: [Float], _ sines: [Float]
    ) {
        var real = real.mutableSpan
        var imaginary = imaginary.mutableSpan
        let stride = size / (2 * half)
        for start in Swift.stride(from: 0, to: size, by: 2 * half) {
            for offset in 0..<half {
                let (upper, lower) = (start + offset, start + offset + half)
                let cosine = cosines[offset * stride]
                let sine = sines[offset * stride]
                let turnedReal = real[lower] * cosine - imaginary[lower] * sine
                let turnedImaginary = real[lower] * sine + imaginary[lower] * cosine
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
