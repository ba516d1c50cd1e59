import PTTVoice

/// A sound that works a coder as speech does: a gliding voice with formants, pauses and breath; always the same.
public func speechLike(seconds: Int) -> [Float] {
    var noise: UInt32 = 1
    var phase: Float = 0
    return (0..<seconds * PCM.sampleRate).map { index in
        let time = Float(index) / Float(PCM.sampleRate)
        noise = noise &* 1_664_525 &+ 1_013_904_223
        let breath = Float(noise >> 8) / Float(1 << 24) - 0.5
        let pitch = 120 + 30 * sine(time * 0.7)
        phase += pitch / Float(PCM.sampleRate)
        phase -= phase.rounded(.down)
        let voice = (1...12).reduce(Float(0)) { sum, harmonic in
            sum + sine(phase * Float(harmonic)) / Float(1 + abs(harmonic - 5))
        }
        let syllable = max(0, sine(time * 4))
        return (voice * syllable * 0.15 + breath * 0.01) * (sine(time * 0.25) > -0.6 ? 1 : 0)
    }
}

/// The sine of a number of turns, by a parabola: smooth enough for a voice, and the same on every machine.
private func sine(_ turns: Float) -> Float {
    let part = turns - turns.rounded(.down)
    return part < 0.5 ? 16 * part * (0.5 - part) : -16 * (part - 0.5) * (1 - part)
}
