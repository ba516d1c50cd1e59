import PTTMELP

/// Something between speech and nothing: a gliding vowel, hiss, silence, in turns of a quarter of a second; always the same.
struct ToySpeech {
    private var seed: UInt32 = 1
    private var phase: Float = 0
    private var last: Float = 0
    private var current: Float = 0

    private mutating func noise() -> Float {
        seed = seed &* 1_664_525 &+ 1_013_904_223
        return Float(Int32(bitPattern: seed) >> 8) * (1 / 8_388_608)
    }

    /// - Parameter count: samples at 8 kHz.
    static func samples(_ count: Int) -> [Float] {
        var speech = ToySpeech()
        return (0..<count).map { speech.next($0) }
    }

    private mutating func next(_ index: Int) -> Float {
        let turn = index / 2000
        let place = Float(index % 2000) / 2000
        guard turn % 4 != 3 else { return 0.0002 * noise() }
        var drive: Float = 0
        if turn % 4 == 1 {
            drive = 0.02 * noise()
        } else {
            phase += (90 + 40 * Float(turn % 3) + 30 * place) / 8000
            if phase >= 1 {
                phase -= 1
                drive = 0.3
            }
        }
        // A resonance near 600 Hz, near 2 kHz in hiss.
        let coefficient: Float = turn % 4 == 1 ? 0 : 1.69
        let next = drive + coefficient * current - 0.9025 * last
        (last, current) = (current, next)
        return min(max(next * (0.2 + place * (1 - place)), -1), 1)
    }
}
