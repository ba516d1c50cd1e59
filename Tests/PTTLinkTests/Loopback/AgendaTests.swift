import Testing

@testable import PTTLink

@Suite struct AgendaTests {
    @Test func `items come out by time, and in the order they were added where times are equal`() {
        var agenda = Agenda<Int>()
        var random = SeededRandom(seed: 3)
        let times = (0..<500).map { _ in Duration.milliseconds(Int(random.next() % 50)) }
        for (number, time) in times.enumerated() { agenda.add(number, at: time) }
        #expect(agenda.nextTime == times.min())
        var taken: [Int] = []
        while let (time, item) = agenda.next(due: .milliseconds(25)) {
            #expect(time == times[item])
            taken.append(item)
        }
        let expected = times.indices.filter { times[$0] <= .milliseconds(25) }
            .sorted { (times[$0], $0) < (times[$1], $1) }
        #expect(taken == expected)
    }

    @Test func `a bounded queue keeps the newest in order`() {
        var queue = BoundedQueue<Int>(capacity: 3)
        #expect(queue.first == nil && queue.isEmpty)
        #expect((1...5).map { queue.append($0) } == [nil, nil, nil, 1, 2])
        #expect(queue.count == 3)
        #expect([queue.removeFirst(), queue.removeFirst()] == [3, 4])
        #expect(queue.append(6) == nil)
        #expect([queue.removeFirst(), queue.removeFirst(), queue.removeFirst()] == [5, 6, nil])
    }
}
