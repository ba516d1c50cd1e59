/// Logarithm, exponential, sine and cosine from exact IEEE operations alone.
///
/// The C library's differ in the last bit from one machine to the next, and a codec that feeds back its own output carries
/// such a bit on for ever. Relative errors stay under 1e-11.
public enum Elementary {
    /// The logarithm to base 2; minus infinity for zero and below.
    public static func log2(_ value: Double) -> Double {
        guard value > 0, value.isFinite else { return value > 0 ? value : -.infinity }
        var exponent = Double(value.exponent)
        var mantissa = value.significand
        if mantissa > 1.4142135623730951 {
            mantissa *= 0.5
            exponent += 1
        }
        // The series of the inverse hyperbolic tangent: log m = 2 artanh((m − 1) / (m + 1)).
        let ratio = (mantissa - 1) / (mantissa + 1)
        let square = ratio * ratio
        var sum = square * (1.0 / 15) + 1.0 / 13
        sum = sum * square + 1.0 / 11
        sum = sum * square + 1.0 / 9
        sum = sum * square + 1.0 / 7
        sum = sum * square + 1.0 / 5
        sum = sum * square + 1.0 / 3
        sum = sum * square + 1
        return exponent + 2 * sum * ratio * 1.4426950408889634
    }

    /// 2 to the power of `value`; held to the range of normal numbers.
    public static func exp2(_ value: Double) -> Double {
        let held = min(max(value, -1000), 1000)
        let whole = nearestWhole(held)
        let rest = (held - whole) * 0.6931471805599453
        var sum = rest * (1.0 / 39_916_800) + 1.0 / 3_628_800
        sum = sum * rest + 1.0 / 362_880
        sum = sum * rest + 1.0 / 40_320
        sum = sum * rest + 1.0 / 5_040
        sum = sum * rest + 1.0 / 720
        sum = sum * rest + 1.0 / 120
        sum = sum * rest + 1.0 / 24
        sum = sum * rest + 1.0 / 6
        sum = sum * rest + 0.5
        sum = sum * rest + 1
        sum = sum * rest + 1
        return sum * Double(bitPattern: UInt64(Int64(whole) + 1023) << 52)
    }

    /// The cosine of an angle counted in turns.
    public static func cosine(turns: Double) -> Double {
        let fraction = (turns - nearestWhole(turns)).magnitude
        let isSecondQuarter = fraction > 0.25
        let angle = (isSecondQuarter ? 0.5 - fraction : fraction) * 6.283185307179586
        let square = angle * angle
        var sum = 1 - square * (1.0 / 306)
        sum = 1 - sum * square * (1.0 / 240)
        sum = 1 - sum * square * (1.0 / 182)
        sum = 1 - sum * square * (1.0 / 132)
        sum = 1 - sum * square * (1.0 / 90)
        sum = 1 - sum * square * (1.0 / 56)
        sum = 1 - sum * square * (1.0 / 30)
        sum = 1 - sum * square * (1.0 / 12)
        sum = 1 - sum * square * (1.0 / 2)
        return isSecondQuarter ? -sum : sum
    }

    /// The nearest whole number, for magnitudes below 2⁵¹: where doubles are one apart, an addition rounds.
    @inline(__always)
    private static func nearestWhole(_ value: Double) -> Double {
        (value + 0x1.8p52) - 0x1.8p52
    }

    /// The sine of an angle counted in turns.
    public static func sine(turns: Double) -> Double {
        cosine(turns: turns - 0.25)
    }
}

/// Levels in dB.
extension Elementary {
    /// 10 log10 of a power; the level of the smallest power that counts, −200 dB, for anything below.
    static func decibels(power: Float) -> Float {
        power > 1e-20 ? Float(3.0102999566398120 * log2(Double(power))) : -200
    }

    /// The power of a level in dB.
    static func power(decibels: Float) -> Float {
        Float(exp2(Double(decibels) * 0.33219280948873623))
    }

    /// The amplitude of a level in dB.
    static func amplitude(decibels: Float) -> Float {
        Float(exp2(Double(decibels) * 0.16609640474436813))
    }
}
