/// Makes speech at 8 kHz from parameters, pitch cycle by pitch cycle, after McCree and Barnwell (1995).
///
/// Nothing is allocated after `init`; the same frames give the same samples on every machine.
public struct Synthesiser: Sendable {
    private var previous = FrameParameters()
    private var excitation = Excitation()
    /// Samples from the start of the frame at hand; the last cycle of a frame reaches into the next.
    private var output = [Float](repeating: 0, count: MELP.frameLength + Excitation.longest)
    private var overrun = 0
    private var periodRest: Float = 0
    private var enhancer = Enhancer()
    private var memory = InlineArray<10, Float>(repeating: 0)
    private var scale: Float = 0
    /// What the cycle before is meant to have as its root mean square.
    private var lastAmplitude: Float = 0

    private static let rampLength = 15
    private static let jitterSpread: Float = 0.05
    private static let noisePeriod: Float = 50

    public init() {}

    /// Forgets the stream.
    public mutating func reset() {
        self.previous = FrameParameters()
        excitation.reset()
        for index in output.indices { output[index] = 0 }
        overrun = 0
        periodRest = 0
        enhancer = Enhancer()
        memory = InlineArray(repeating: 0)
        scale = 0
        lastAmplitude = 0
    }

    /// Makes the 540 samples of a superframe, −1…1.
    ///
    /// - Parameter samples: room for 540 samples.
    public mutating func synthesise(_ superframe: Superframe, into samples: inout MutableSpan<Float>) {
        for index in 0..<MELP.framesPerSuperframe {
            synthesise(superframe.frames[index])
            for place in 0..<MELP.frameLength {
                samples[index * MELP.frameLength + place] = min(max(output[place] * (1 / 32768), -1), 1)
            }
            for place in 0..<overrun {
                output[place] = output[MELP.frameLength + place]
            }
        }
    }

    private mutating func synthesise(_ frame: FrameParameters) {
        enhancer.observe(frame)
        var start = overrun
        while start < MELP.frameLength {
            let cycle = nextCycle(at: start, in: frame)
            if cycle.voicing.isVoiced {
                excitation.fillHarmonics(cycle)
            } else {
                excitation.fillNoise(cycle.length)
            }
            filter(cycle, to: start)
            start += cycle.length
        }
        overrun = start - MELP.frameLength
        previous = frame
    }
}

/// The parameters of a cycle.
extension Synthesiser {
    private mutating func nextCycle(at start: Int, in frame: FrameParameters) -> PitchCycle {
        // The parameters at the middle of the cycle stand for it.
        let reach = frame.voicing.isVoiced ? frame.pitchPeriod : Self.noisePeriod
        let progress = min((Float(start) + 0.5 * reach) / Float(MELP.frameLength), 1)
        let gain = gain(at: progress, in: frame)
        let mix = mix(progress, gain, frame)
        // Voice that ends rings on for longer than voice that begins takes to come.
        let change: Float = previous.voicing.isVoiced && !frame.voicing.isVoiced ? 0.7 : 0.5
        let voicing = mix < change ? previous.voicing : frame.voicing
        var cycle = PitchCycle(
            length: 0, voicing: voicing, cutoff: voicing.cutoff, frequencies: frame.frequencies,
            harmonics: frame.harmonics, gain: gain)
        for index in 0..<MELP.order {
            cycle.frequencies[index] =
                previous.frequencies[index] + mix * (frame.frequencies[index] - previous.frequencies[index])
        }
        if previous.voicing.isVoiced, frame.voicing.isVoiced {
            cycle.cutoff = previous.voicing.cutoff + mix * (frame.voicing.cutoff - previous.voicing.cutoff)
            for index in 0..<MELP.harmonicCount {
                cycle.harmonics[index] =
                    previous.harmonics[index] + mix * (frame.harmonics[index] - previous.harmonics[index])
            }
        } else if previous.voicing.isVoiced {
            cycle.harmonics = previous.harmonics
        }
        cycle.length = voicing.isVoiced ? length(mix, frame, cycle.cutoff) : excitation.randomPeriod()
        return cycle
    }

    private mutating func length(_ mix: Float, _ frame: FrameParameters, _ cutoff: Float) -> Int {
        var period: Float
        if !previous.voicing.isVoiced {
            period = frame.pitchPeriod
        } else if !frame.voicing.isVoiced {
            period = previous.pitchPeriod
        } else {
            let ratio = frame.pitchPeriod / previous.pitchPeriod
            if ratio < 0.6 || ratio > 1 / 0.6 {
                period = mix < 0.5 ? previous.pitchPeriod : frame.pitchPeriod
            } else {
                period = previous.pitchPeriod + mix * (frame.pitchPeriod - previous.pitchPeriod)
            }
        }
        if cutoff <= 500 { period *= excitation.jitter(Self.jitterSpread) }
        let exact = period + periodRest
        let whole = min(max(Int(exact.rounded()), 16), Excitation.longest)
        periodRest = min(max(exact - Float(whole), -0.5), 0.5)
        return whole
    }

    private func gain(at progress: Float, in frame: FrameParameters) -> Float {
        progress < 0.5
            ? previous.gains[1] + 2 * progress * (frame.gains[0] - previous.gains[1])
            : frame.gains[0] + (2 * progress - 1) * (frame.gains[1] - frame.gains[0])
    }

    /// How far a cycle's parameters are from the previous frame's to this frame's: with time, but with the level where
    /// that changes much.
    private func mix(_ progress: Float, _ gain: Float, _ frame: FrameParameters) -> Float {
        let rise = frame.gains[1] - previous.gains[1]
        guard rise.magnitude > 6 else { return progress }
        return min(max((gain - previous.gains[1]) / rise, 0), 1)
    }
}

/// The filters.
extension Synthesiser {
    private mutating func filter(_ cycle: PitchCycle, to start: Int) {
        let filter = PredictionFilter(frequencies: cycle.frequencies)
        enhancer.prepare(filter, gain: cycle.gain)
        var energy: Float = 0
        for index in 0..<cycle.length {
            var sum = enhancer.next(excitation.samples[index])
            for tap in 0..<10 {
                sum -= filter.coefficients[tap + 1] * memory[tap]
            }
            for tap in stride(from: 9, to: 0, by: -1) {
                memory[tap] = memory[tap - 1]
            }
            memory[0] = sum
            energy += sum * sum
            output[start + index] = sum
        }
        let level = (energy / Float(cycle.length) + 1e-9).squareRoot()
        let amplitude = Elementary.amplitude(decibels: cycle.gain)
        rampScale(from: start, length: cycle.length, to: amplitude / level, loudest: max(amplitude, lastAmplitude))
        lastAmplitude = amplitude
    }

    /// Scales a cycle; the scale goes over from that of the cycle before, unless this were louder than either cycle is meant
    /// to be: where a resonance sets in, the scale of what came before it is no guide.
    private mutating func rampScale(from start: Int, length: Int, to target: Float, loudest: Float) {
        var energy: Float = 0
        for index in 0..<length {
            let sample = output[start + index] * rampedScale(at: index, to: target)
            energy += sample * sample
        }
        if energy > 2 * loudest * loudest * Float(length) { scale = target }
        for index in 0..<length {
            output[start + index] *= rampedScale(at: index, to: target)
        }
        scale = target
    }

    private func rampedScale(at index: Int, to target: Float) -> Float {
        scale + min(Float(index + 1) / Float(Self.rampLength), 1) * (target - scale)
    }
}
