import PTTMELP
import Testing

struct FrameParametersTests {
    @Test("Frames are the same when each of their numbers is")
    func equality() {
        let frame = FrameParameters()
        #expect(frame == FrameParameters())
        var changes = [FrameParameters](repeating: frame, count: 5)
        changes[0].frequencies[9] += 1
        changes[1].pitchPeriod += 1
        changes[2].voicing = .below2000
        changes[3].gains[1] += 1
        changes[4].harmonics[9] += 1
        #expect(changes.allSatisfy { $0 != frame })
        for change in changes {
            #expect(Superframe(frames: [frame, frame, change]) != Superframe())
        }
    }

    @Test("Silence is a valid frame")
    func silence() {
        let frame = FrameParameters()
        #expect(!frame.voicing.isVoiced)
        #expect(frame.gains[0] == MELP.lowestGain)
        for index in 1..<MELP.order {
            #expect(frame.frequencies[index] - frame.frequencies[index - 1] >= MELP.frequencySpacing)
        }
    }
}
