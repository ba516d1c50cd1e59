import PTTLink
import PTTTestSupport
import Testing

/// A kind of link under test: how to make nodes that reach each other, and what it promises less of.
struct LinkSubject: Sendable, CustomTestStringConvertible {
    enum Exclusion: Hashable, Sendable {
        /// A broadcast also reaches the neighbour it was to be kept from: the medium is shared.
        case broadcastReachesExcepted
        /// A neighbour is found out to be gone only after a long silence.
        case departureIsSilent
    }

    let name: String
    var exclusions: Set<Exclusion> = []
    /// Links that are not started and will reach each other when they are.
    let make: @Sendable (_ count: Int) throws -> LinkBench

    var testDescription: String { name }
}

/// Nodes of one kind of link with a record of what each was told.
struct LinkBench: Sendable {
    struct Node: Sendable {
        let link: any Link
        let recorder = LinkRecorder()
    }

    let nodes: [Node]
    /// Lets time pass where a test turns the clock itself.
    var pump: @Sendable () -> Void = {}

    init(_ links: [any Link], pump: @escaping @Sendable () -> Void = {}) {
        nodes = links.map { Node(link: $0) }
        self.pump = pump
    }

    func start() throws {
        for node in nodes { try node.link.start(node.recorder.record) }
    }

    func stop() {
        for node in nodes { node.link.stop() }
    }

    /// Waits until node `index` was told what `isFulfilled` asks for.
    func wait(_ index: Int, until isFulfilled: @escaping @Sendable (LinkRecorder.Log) -> Bool) async -> Bool {
        pump()
        return await nodes[index].recorder.wait(until: isFulfilled)
    }

    /// Has every node say its number until all have heard all; returns what node `row` calls node `column`.
    func introduce() async throws -> [[Endpoint?]] {
        for (index, node) in nodes.enumerated() { node.link.broadcast(Self.greeting(index), except: nil) }
        // Who was there first may have heard nothing yet when it spoke to whom it did not know.
        for index in nodes.indices {
            nodes[index].link.broadcast(Self.greeting(index), except: nil)
            for other in nodes.indices where other != index {
                nodes[other].link.broadcast(Self.greeting(other), except: nil)
                try #require(await wait(index) { !$0.sources(of: Self.greeting(other)).isEmpty })
            }
        }
        return nodes.map { node in
            nodes.indices.map { node.recorder.log.sources(of: Self.greeting($0)).first }
        }
    }

    static func greeting(_ index: Int) -> [UInt8] { [0xE1, 0x05, UInt8(index)] }
}
