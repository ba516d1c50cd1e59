import Testing

@testable import ptt

@Suite struct HoldGestureTests {
    private let start = ContinuousClock.now

    /// Plays keys at their times in milliseconds, lets time pass between them as a reader does, and for a second after.
    private func play(
        _ keys: [(at: Int, input: TerminalInput)], style: HoldGesture.Style = .hold
    ) -> [String] {
        var gesture = HoldGesture(style: style)
        var told: [String] = []
        func tell(_ events: [HoldGesture.Event], at time: ContinuousClock.Instant) {
            for event in events {
                told.append("\((time - start) / .milliseconds(1)) \(event)".replacing(".0 ", with: " "))
            }
        }
        for key in keys + [(at: (keys.last?.at ?? 0) + 1_000, input: .attributes)] {
            let now = start + .milliseconds(key.at)
            if let deadline = gesture.deadline, deadline < now { tell(gesture.elapse(now: deadline), at: deadline) }
            tell(gesture.take(key.input, now: now), at: now)
        }
        return told
    }

    private func spaces(_ times: [Int]) -> [(at: Int, input: TerminalInput)] {
        times.map { ($0, .key(.space, .press)) }
    }

    @Test func `without reports a held key is up when its repeats end`() {
        let held = spaces([0, 500] + Array(stride(from: 533, through: 2_000, by: 33)))
        #expect(play(held) == ["0 pressed", "2135 released"])
    }

    @Test func `without reports a tap is up when no repeat comes`() {
        #expect(play(spaces([100])) == ["100 pressed", "800 released"])
    }

    @Test func `without reports a second hold is a second talk`() {
        #expect(play(spaces([0, 500, 530, 1_000])) == ["0 pressed", "680 released", "1000 pressed", "1700 released"])
    }

    @Test func `a repeat that was there in time but read late does not end the talk`() {
        var gesture = HoldGesture()
        #expect(gesture.take(.key(.space, .press), now: start) == [.pressed])
        #expect(gesture.take(.key(.space, .press), now: start + .milliseconds(900)) == [])
        #expect(gesture.isPressed)
    }

    @Test func `with reports the key is down until it comes up, however long that is`() {
        let keys: [(Int, TerminalInput)] = [
            (0, .enhancements(11)), (100, .key(.space, .press)), (600, .key(.space, .repeat)),
            (9_000, .key(.space, .release)), (9_100, .key(.space, .press)), (9_200, .key(.space, .release)),
        ]
        #expect(play(keys) == ["100 pressed", "9000 released", "9100 pressed", "9200 released"])
    }

    @Test func `a terminal that knows the protocol but not releases is not trusted with them`() {
        let keys: [(Int, TerminalInput)] = [(0, .enhancements(1)), (100, .key(.space, .press))]
        #expect(play(keys) == ["100 pressed", "800 released"])
    }

    @Test func `reports that begin while the key is down end the talk when it comes up`() {
        let keys: [(Int, TerminalInput)] = [
            (0, .key(.space, .press)), (50, .enhancements(3)), (2_000, .key(.space, .repeat)),
            (3_000, .key(.space, .release)),
        ]
        #expect(play(keys) == ["0 pressed", "3000 released"])
    }

    @Test func `losing the focus ends the talk, for nobody would tell of the release`() {
        let keys: [(Int, TerminalInput)] = [
            (0, .enhancements(11)), (100, .key(.space, .press)), (300, .focusLost), (400, .key(.space, .release)),
            (500, .focusGained), (600, .key(.space, .press)), (700, .key(.space, .release)),
        ]
        #expect(play(keys) == ["100 pressed", "300 released", "600 pressed", "700 released"])
    }

    @Test func `Escape throws the talk away and the key that is still down does not begin another`() {
        let keys = spaces([0, 500, 530, 560]) + [(570, .key(.escape, .press))] + spaces([590, 620, 650])
        #expect(play(keys) == ["0 pressed", "570 canceled"])
        #expect(play(keys + spaces([1_500])) == ["0 pressed", "570 canceled", "1500 pressed", "2200 released"])
        #expect(play([(0, .key(.escape, .press))]) == [])
    }

    @Test(arguments: [Key.character("q"), .control("c"), .control("d")])
    func `leaving throws away what is being said`(_ key: Key) {
        #expect(play([(5, .key(key, .press)), (6, .key(key, .release))]) == ["5 quit"])
        #expect(play(spaces([0]) + [(5, .key(key, .press))]) == ["0 pressed", "5 canceled", "5 quit"])
    }

    @Test func `suspending sends what was said`() {
        let keys = spaces([0]) + [(5, .key(.control("z"), .press))]
        #expect(play(keys) == ["0 pressed", "5 released", "5 suspended"])
    }

    @Test func `other keys change nothing`() {
        let keys: [(Int, TerminalInput)] = [
            (0, .key(.other, .press)), (1, .key(.character("Q"), .press)), (2, .key(.control(" "), .press)),
            (3, .focusGained), (4, .key(.escape, .release)),
        ]
        #expect(play(keys) == [])
    }

    @Test func `in the toggle style a tap begins and another ends, and repeats are no taps`() {
        #expect(play(spaces([0, 1_000]), style: .toggle) == ["0 pressed", "1000 released"])
        let held = spaces([0, 500] + Array(stride(from: 533, through: 1_500, by: 33)))
        #expect(play(held, style: .toggle) == ["0 pressed"])
        #expect(play(held + spaces([3_000]), style: .toggle) == ["0 pressed", "3000 released"])
    }

    @Test func `in the toggle style with reports every press is a tap`() {
        let keys: [(Int, TerminalInput)] = [
            (0, .enhancements(11)), (10, .key(.space, .press)), (20, .key(.space, .release)),
            (30, .key(.space, .press)), (600, .key(.space, .repeat)), (700, .key(.space, .release)),
            (800, .focusLost),
        ]
        #expect(play(keys, style: .toggle) == ["10 pressed", "30 released"])
    }
}
