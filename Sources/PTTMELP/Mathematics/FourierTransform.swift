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
            real.swapAt(index, reversed[index])
            imaginary.swapAt(index, reversed[index])
        }
        var half = 1
        while half < Self.size {
            let stride = Self.size / (2 * half)
            for start in Swift.stride(from: 0, to: Self.size, by: 2 * half) {
                for offset in 0..<half {
                    combine(start + offset, start + offset + half, twiddle: offset * stride)
                }
            }
            half *= 2
        }
    }

    private mutating func combine(_ upper: Int, _ lower: Int, twiddle: Int) {
        let cosine = cosines[twiddle]
        let sine = sines[twiddle]
        let turnedReal = real[lower] * cosine - imaginary[lower] * sine
        let turnedImaginary = real[lower] * sine + imaginary[lower] * cosine
        real[lower] = real[upper] - turnedReal
        imaginary[lower] = imaginary[upper] - turnedImaginary
        real[upper] += turnedReal
        imaginary[upper] += turnedImaginary
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
