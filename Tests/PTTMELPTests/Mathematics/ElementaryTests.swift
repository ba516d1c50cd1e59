import Foundation
import Testing

@testable import PTTMELP

struct ElementaryTests {
    @Test("The logarithm agrees with the C library's over the whole range")
    func logarithm() {
        for step in -3000...3000 {
            let value = Foundation.pow(10.0, Double(step) / 10) * 1.2345
            let expected = Foundation.log2(value)
            #expect(abs(Elementary.log2(value) - expected) <= 1e-11 * max(1, abs(expected)))
        }
        #expect(Elementary.log2(1) == 0)
        #expect(Elementary.log2(1024) == 10)
        #expect(Elementary.log2(0) == -.infinity)
        #expect(Elementary.log2(-1) == -.infinity)
    }

    @Test("The exponential agrees with the C library's, and whole powers are exact")
    func exponential() {
        for step in -5000...5000 {
            let value = Double(step) * 0.0731
            #expect(abs(Elementary.exp2(value) / Foundation.exp2(value) - 1) < 1e-11)
        }
        #expect(Elementary.exp2(10) == 1024)
        #expect(Elementary.exp2(1e9).isFinite)
        #expect(Elementary.exp2(-1e9) > 0)
    }

    @Test("Sine and cosine agree with the C library's over several turns")
    func sineAndCosine() {
        for step in -4000...4000 {
            let turns = Double(step) / 997
            #expect(abs(Elementary.cosine(turns: turns) - Foundation.cos(2 * .pi * turns)) < 1e-11)
            #expect(abs(Elementary.sine(turns: turns) - Foundation.sin(2 * .pi * turns)) < 1e-11)
        }
        #expect(Elementary.cosine(turns: 0) == 1)
        #expect(Elementary.cosine(turns: 0.5) == -1)
    }

    @Test("Levels go to powers and amplitudes and back")
    func levels() {
        for level in stride(from: Float(-60), through: 100, by: 0.7) {
            let amplitude = Elementary.amplitude(decibels: level)
            #expect(abs(Elementary.decibels(power: amplitude * amplitude) - level) < 1e-4)
            #expect(abs(Elementary.decibels(power: Elementary.power(decibels: level)) - level) < 1e-4)
        }
        #expect(Elementary.decibels(power: 0) == -200)
    }
}
