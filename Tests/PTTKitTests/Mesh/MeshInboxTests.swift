import PTTLink
import PTTMesh
import Testing

@testable import PTTKit

struct MeshInboxTests {
    private let inbox = MeshInbox(bounds: MeshInbox.Bounds(datagramsPerNeighbour: 4, totalBytes: 100))

    private func receive(_ bytes: [UInt8], from name: String) {
        inbox.tell(.received(bytes, from: Endpoint(name)), from: 0)
    }

    /// Everything that waits, as text.
    private func drain() -> [String] {
        var taken: [String] = []
        while let next = inbox.next() {
            switch next {
            case .link(_, .received(let bytes, let from)): taken.append("\(from) \(bytes[0])")
            case .link(_, .fault(let error)): taken.append("\(error.code)")
            case .link(_, .up(let endpoint, _)): taken.append("up \(endpoint)")
            case .link(_, .down(let endpoint)): taken.append("down \(endpoint)")
            case .event: taken.append("event")
            }
        }
        return taken
    }

    @Test func neighboursAreHeardInTurns() {
        for index in 0..<3 { receive([UInt8(index)], from: "a") }
        receive([9], from: "b")
        #expect(drain() == ["a 0", "b 9", "a 1", "a 2"])
    }

    @Test func aFloodDisplacesItsOwnDatagramsAloneAndIsToldOnce() {
        receive([9], from: "b")
        for index in 0..<7 { receive([UInt8(index)], from: "a") }
        #expect(drain() == ["queueFull", "b 9", "a 3", "a 4", "a 5", "a 6"])
        for index in 0..<5 { receive([UInt8(index)], from: "a") }
        #expect(drain() == ["queueFull", "a 1", "a 2", "a 3", "a 4"])
    }

    @Test func largeDatagramsOfManyNeighboursDisplaceTheLongestQueue() {
        receive([1] + [UInt8](repeating: 0, count: 39), from: "a")
        receive([2] + [UInt8](repeating: 0, count: 39), from: "a")
        receive([3] + [UInt8](repeating: 0, count: 39), from: "b")
        #expect(drain() == ["queueFull", "a 2", "b 3"])
    }

    @Test func whatTheDeviceAndTheLinksTellComesFirstAndIsNeverLost() {
        for index in 0..<100 { receive([UInt8(index)], from: "a") }
        inbox.tell(.up(Endpoint("c"), LinkTraits(maximumDatagramBytes: 1, packetsAreCostly: false)), from: 0)
        for _ in 0..<50 { inbox.tell(.deadlineReached) }
        inbox.tell(.down(Endpoint("c")), from: 0)
        let expected = ["queueFull", "up c"] + Array(repeating: "event", count: 50) + ["down c"]
        #expect(drain().prefix(expected.count) == expected[...])
    }

    @Test func theEndDropsDatagramsAndStillTakesWhatWasTold() async {
        receive([1], from: "a")
        inbox.tell(.deadlineReached)
        inbox.finish()
        receive([2], from: "a")
        var taken = 0
        await inbox.take { _ in taken += 1 }
        #expect(taken == 1)
    }
}
