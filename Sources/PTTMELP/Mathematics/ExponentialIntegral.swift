/// The exponential integral E₁.
enum ExponentialIntegral {
    /// The integral of e⁻ᵗ/t from `value` to infinity, within 2e-7 (Abramowitz and Stegun, 5.1.53 and 5.1.56).
    ///
    /// - Parameter value: above 0.
    static func value(_ value: Double) -> Double {
        guard value < 20 else { return 0 }
        if value <= 1 {
            var sum = 0.00107857 * value - 0.00976004
            sum = sum * value + 0.05519968
            sum = sum * value - 0.24991055
            sum = sum * value + 0.99999193
            sum = sum * value - 0.57721566
            return sum - Elementary.log2(value) * 0.6931471805599453
        }
        var above = value + 8.5733287401
        above = above * value + 18.0590169730
        above = above * value + 8.6347608925
        above = above * value + 0.2677737343
        var below = value + 9.5733223454
        below = below * value + 25.6329561486
        below = below * value + 21.0996530827
        below = below * value + 3.9584969228
        return Elementary.exp2(-value * 1.4426950408889634) * above / (below * value)
    }
}
