import Testing

@testable import PTTMELP

struct FilterCascadeTests {
    /// The gain in dB at a frequency, once the filter has settled.
    private func gain(_ filter: FilterCascade, at hertz: Double) -> Float {
        var filter = filter
        var energy: Float = 0
        for index in 0..<8000 {
            let output = filter.next(Float(Elementary.sine(turns: hertz * Double(index) / 8000)))
            if index >= 4000 { energy += output * output }
        }
        return Elementary.decibels(power: energy / 2000)
    }

    @Test("A Butterworth filter loses 3 dB at its edge, nothing inside and 24 dB an octave outside")
    func lowPass() {
        let filter = FilterCascade(to: 500, order: 4)
        #expect(abs(gain(filter, at: 500) + 3) < 0.1)
        #expect(abs(gain(filter, at: 100)) < 0.1)
        #expect(gain(filter, at: 1000) < -24)
    }

    @Test("The high-pass in front of the analyser removes hum and keeps the voice")
    func highPass() {
        let filter = FilterCascade(from: 60, order: 4)
        #expect(gain(filter, at: 20) < -35)
        #expect(abs(gain(filter, at: 60) + 3) < 0.1)
        #expect(abs(gain(filter, at: 200)) < 0.1)
    }

    @Test("A band lets pass what is between its edges")
    func band() {
        let filter = FilterCascade(from: 1000, to: 2000, order: 6)
        #expect(abs(gain(filter, at: 1500)) < 0.7)
        #expect(gain(filter, at: 500) < -30)
        #expect(gain(filter, at: 3500) < -30)
    }

    @Test("After a reset the filter answers as when it was new")
    func reset() {
        var used = FilterCascade(from: 500, to: 1000, order: 6)
        for index in 0..<100 { _ = used.next(Float(index)) }
        used.reset()
        var fresh = FilterCascade(from: 500, to: 1000, order: 6)
        for index in 0..<100 {
            #expect(used.next(Float(index % 7)) == fresh.next(Float(index % 7)))
        }
    }
}
