import PTTTestSupport
import PTTWire
import Testing

struct SignalsTests {
    @Test func aSineHasItsLevelAndPitch() {
        let sine = Signals.sine(hertz: 100, amplitude: 0.5, samples: 1600)
        #expect(abs(Signals.level(sine) - 0.3535) < 0.001)
        let rising = zip(sine, sine.dropFirst()).count { $0 < 0 && $1 >= 0 }
        #expect((9...10).contains(rising))
    }

    @Test func aSineContinuesWhereItIsCut() {
        let whole = Signals.sine(hertz: 440, samples: 640)
        #expect(Signals.sine(hertz: 440, samples: 320, from: 320) == Array(whole[320...]))
    }

    @Test func noiseRepeatsWithItsSeed() {
        let noise = Signals.noise(amplitude: 0.1, samples: 1000, seed: 3)
        #expect(noise == Signals.noise(amplitude: 0.1, samples: 1000, seed: 3))
        #expect(noise != Signals.noise(amplitude: 0.1, samples: 1000, seed: 4))
        #expect(noise.allSatisfy { abs($0) <= 0.1 })
        #expect(abs(Signals.level(noise) - 0.0577) < 0.005)
    }

    @Test func syllablesRestBetweenThem() {
        let signal = Signals.syllables(samples: 9600)
        #expect(Signals.level(signal[3200..<4800]) == 0)
        #expect(Signals.level(signal[400..<2800]) > 0.1)
        #expect(signal.allSatisfy { abs($0) < 1 })
    }

    @Test func aCutSineClicksAndAWholeOneDoesNot() {
        let sine = Signals.sine(hertz: 100, amplitude: 0.5, samples: 1600)
        #expect(Signals.largestStep(sine) < 0.03)
        #expect(Signals.largestStep(Array(sine[0..<40])) > 0.45)
    }

    @Test func theManualClockMovesBothReadings() {
        var clock = ManualClock()
        let before = clock.reading
        clock.advance(by: .milliseconds(1500))
        clock.advance(to: before.instant)
        #expect(clock.reading.instant - before.instant == .milliseconds(1500))
        #expect(clock.reading.timestamp.milliseconds(since: before.timestamp) == 1500)
    }
}
