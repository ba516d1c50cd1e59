/// The polynomial A(z) = 1 + a₁z⁻¹ + … + a₁₀z⁻¹⁰ of a linear prediction; 1/A(z) is the spectrum's envelope.
struct PredictionFilter: Sendable {
    /// a₀…a₁₀; the first is 1.
    var coefficients: InlineArray<11, Float>

    /// The filter that changes nothing.
    init() {
        coefficients = InlineArray(repeating: 0)
        coefficients[0] = 1
    }

    init(coefficients: InlineArray<11, Float>) {
        self.coefficients = coefficients
    }

    /// The filter of line spectral frequencies in Hz.
    ///
    /// Stable whenever the frequencies rise strictly between 0 and 4000 Hz.
    init(frequencies: InlineArray<10, Float>) {
        // P(z) and Q(z) from their roots on the unit circle, without the trivial ones at −1 and 1.
        let symmetric = Self.product(frequencies, from: 0)
        let antisymmetric = Self.product(frequencies, from: 1)
        coefficients = InlineArray(repeating: 0)
        coefficients[0] = 1
        for index in 1...10 {
            let sum = symmetric[index] + symmetric[index - 1]
            let difference = antisymmetric[index] - antisymmetric[index - 1]
            coefficients[index] = Float(0.5 * (sum + difference))
        }
    }

    /// The product of 1 − 2 cos ω z⁻¹ + z⁻² over every second frequency.
    private static func product(_ frequencies: InlineArray<10, Float>, from first: Int) -> InlineArray<11, Double> {
        var product = InlineArray<11, Double>(repeating: 0)
        product[0] = 1
        for index in stride(from: first, to: 10, by: 2) {
            let twice = 2 * Elementary.cosine(turns: Double(frequencies[index]) / Double(MELP.sampleRate))
            for place in stride(from: index + 2 - first, through: 1, by: -1) {
                product[place] += (place > 1 ? product[place - 2] : 0) - twice * product[place - 1]
            }
        }
        return product
    }

    /// A(z/γ): the same filter with its resonances widened.
    func widened(by factor: Float) -> PredictionFilter {
        var widened = self
        var power = factor
        for index in 1...10 {
            widened.coefficients[index] *= power
            power *= factor
        }
        return widened
    }

    /// The level of 1/A in dB at a frequency counted in turns a sample (0…0.5).
    func envelope(at turns: Float) -> Float {
        var real = 0.0
        var imaginary = 0.0
        let cosine = Elementary.cosine(turns: Double(turns))
        let sine = Elementary.sine(turns: Double(turns))
        for index in stride(from: 10, through: 0, by: -1) {
            let next = real * cosine + imaginary * sine + Double(coefficients[index])
            imaginary = imaginary * cosine - real * sine
            real = next
        }
        return -Elementary.decibels(power: Float(real * real + imaginary * imaginary))
    }
}
