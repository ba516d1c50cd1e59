/// The exponential integral E₁.
enum ExponentialIntegral {
    /// The integral of e⁻ᵗ/t from `value` to infinity, within 2e-5 of it where it counts.
    ///
    /// - Parameter value: above 0.
    static func value(_ value: Double) -> Double {
        guard value < 20 else { return 0 }
        if value <= 1 {
            // −γ − ln x + x − x²/4 + x³/18 − …
            var term = 1.0
            var sum = -0.5772156649015329 - Elementary.log2(value) * 0.6931471805599453
            for count in stride(from: 1.0, through: 10, by: 1) {
                term *= -value / count
                sum -= term / count
            }
            return sum
        }
        // The continued fraction e⁻ˣ/(x + 1/(1 + 1/(x + 2/(1 + 2/(x + …))))), from its end.
        var fraction = value
        for count in stride(from: 20.0, through: 1, by: -1) {
            fraction = value + count / (1 + count / fraction)
        }
        return Elementary.exp2(-value * 1.4426950408889634) / fraction
    }
}
