/// The squared magnitude of the prediction filter from its line spectral frequencies, no coefficients needed.
struct EnvelopeRoots {
    let cosines: InlineArray<10, Float>

    init(_ frequencies: InlineArray<10, Float>) {
        cosines = InlineArray {
            Float(Elementary.cosine(turns: Double(frequencies[$0]) / Double(MELP.sampleRate)))
        }
    }

    /// The parts of |A|² that vanish at the first, third, … and at the second, fourth, … frequency; their sum is |A|².
    ///
    /// - Parameter cosine: of the angle, at eight frequencies.
    @inline(__always)
    func parts(_ cosine: SIMD8<Float>) -> (odd: SIMD8<Float>, even: SIMD8<Float>) {
        var odd = cosine - cosines[0]
        var even = cosine - cosines[1]
        for index in stride(from: 2, to: MELP.order, by: 2) {
            odd *= cosine - cosines[index]
            even *= cosine - cosines[index + 1]
        }
        return (512 * (1 + cosine) * odd * odd, 512 * (1 - cosine) * even * even)
    }
}
