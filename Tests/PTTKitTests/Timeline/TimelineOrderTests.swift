import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@testable import PTTKit

/// Whatever comes of a burst, in any order and with restarts in between, leaves at most one bubble.
struct TimelineOrderTests {
    enum Step: CaseIterable {
        case hear, hearAgain, finish, note, noteAgain, cancel, restart
    }

    /// Five of the seven steps in 40 of the 360 orders that begin with each: all of them take a minute of disk.
    @Test(arguments: 0..<7)
    func anyOrderOfStepsLeavesOneBubbleAtMost(_ first: Int) throws {
        let subject = try TimelineSubject()
        let steps = Array(Step.allCases)
        var random = SeededGenerator(seed: UInt64(first))
        let orders = Self.orders(of: steps.indices.filter { $0 != first }, length: 4).shuffled(using: &random)
        for (burst, rest) in zip(UInt64(1)..., orders.prefix(40)) {
            try run([steps[first]] + rest.map { steps[$0] }, subject.key(burst), on: subject)
        }
        #expect(try subject.isConsistent())
    }

    private func run(_ steps: [Step], _ key: BubbleKey, on subject: TimelineSubject) throws {
        var announced = 0
        var notesKept = 0
        var isCanceled = false
        for step in steps {
            let before = try subject.timeline.bubble(key)
            switch step {
            case .hear, .hearAgain:
                let opening = try subject.hear(key)
                if opening.isOpen, before == nil { announced += 1 }
                #expect(!opening.isOpen || before == nil || before?.isLive == true)
            case .finish: try subject.finish(key, whole: false)
            case .note, .noteAgain:
                let arrival = try subject.note(key).name
                if arrival == "added" { announced += 1 }
                if arrival == "added" || arrival == "replaced" { notesKept += 1 }
                #expect(!isCanceled || arrival == "closed")
            case .cancel:
                if try subject.timeline.cancel(key, at: subject.now) != nil || before == nil { isCanceled = true }
            case .restart: try subject.restart()
            }
        }
        // What is still live would be in the way of the comparison of rows and files.
        try subject.finish(key)
        let bubbles = try subject.shown().filter { $0.key == key }
        #expect(bubbles.count <= 1, "\(steps)")
        #expect(announced <= 1 && notesKept <= 1, "\(steps)")
        #expect(!isCanceled || bubbles.isEmpty, "\(steps)")
        #expect(notesKept == 0 || bubbles.first?.kind == .note, "\(steps)")
        if let bubble = bubbles.first { try subject.timeline.remove(bubble, at: subject.now) }
    }

    private static func orders(of steps: [Int], length: Int) -> [[Int]] {
        guard length > 0 else { return [[]] }
        return steps.flatMap { step in
            orders(of: steps.filter { $0 != step }, length: length - 1).map { [step] + $0 }
        }
    }
}
