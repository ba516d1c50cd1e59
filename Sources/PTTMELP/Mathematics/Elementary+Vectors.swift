extension Elementary {
    /// Levels in dB, 10 log10, of eight powers; relative errors of the powers stay under 1e-6.
    ///
    /// - Parameter powers: normal numbers above zero.
    @inline(__always)
    static func decibels(powers: SIMD8<Float>) -> SIMD8<Float> {
        // Bits of 1/√2 under those of the power: the rest is a mantissa from 1/√2 to √2, what is above it the exponent.
        let offset = bits(powers) &- 0x3f35_04f3
        let mantissas = numbers((offset & 0x007f_ffff) &+ 0x3f35_04f3)
        // An exponent added to the bits of 2²³ is added to the number.
        let exponents = numbers(((offset &+ 0x4000_0000) &>> 23) | 0x4b00_0000) - 8_388_736
        let ratio = (mantissas - 1) / (mantissas + 1)
        let square = ratio * ratio
        var sum = square * (1.0 / 9) + 1.0 / 7
        sum = sum * square + 1.0 / 5
        sum = sum * square + 1.0 / 3
        sum = sum * square + 1
        return exponents * 3.01029996 + sum * ratio * 8.68588964
    }

    @inline(__always)
    private static func bits(_ vector: SIMD8<Float>) -> SIMD8<UInt32> {
        SIMD8(
            vector[0].bitPattern, vector[1].bitPattern, vector[2].bitPattern, vector[3].bitPattern,
            vector[4].bitPattern, vector[5].bitPattern, vector[6].bitPattern, vector[7].bitPattern)
    }

    @inline(__always)
    private static func numbers(_ bits: SIMD8<UInt32>) -> SIMD8<Float> {
        SIMD8(
            Float(bitPattern: bits[0]), Float(bitPattern: bits[1]), Float(bitPattern: bits[2]),
            Float(bitPattern: bits[3]), Float(bitPattern: bits[4]), Float(bitPattern: bits[5]),
            Float(bitPattern: bits[6]), Float(bitPattern: bits[7]))
    }
}
