import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@Suite("Sync requests and filters against the reference implementation")
struct SyncVectorTests {
    @Test("Each filter is made and read as there", arguments: try VectorFile("gcs").cases)
    func filtersAgree(_ vector: VectorCase) throws {
        switch try vector.string("op") {
        case "build": try expectMade(vector)
        case "decode": try expectRead(SyncFilter(reference: vector), vector)
        case let operation: Issue.record("unknown operation \(operation)")
        }
    }

    @Test("Each request encodes, decodes or is refused as there", arguments: try VectorFile("request_sync").cases)
    func requestsAgree(_ vector: VectorCase) throws {
        let bytes = try vector.bytes("hex")
        switch try vector.string("op") {
        case "encode":
            #expect(try SyncRequest(reference: vector).encoded() == bytes)
            #expect(try SyncRequest(decoding: bytes[...]) == SyncRequest(reference: vector))
        case "decode":
            guard try vector.bool("accept") else {
                #expect(throws: SyncError.self) { try SyncRequest(decoding: bytes[...]) }
                return
            }
            #expect(try SyncRequest(decoding: bytes[...]) == SyncRequest(reference: vector))
        case let operation: Issue.record("unknown operation \(operation)")
        }
    }

    private func expectMade(_ vector: VectorCase) throws {
        let hashes = try vector.byteStrings("ids").map { GossipID(bytes: $0).filterHash }
        let (filter, count) = SyncFilter.covering(
            hashes, riceBits: try vector.integer("p"), byteCount: try vector.integer("max_bytes"))
        #expect(filter == (try SyncFilter(reference: vector)))
        #expect(count == (try vector.integer("included_count")))
        try expectRead(filter, vector)
        let members = SyncFilterMembers(of: filter)
        #expect(hashes.prefix(count).allSatisfy(members.contains))
        for (hash, bucket) in zip(hashes, try vector.integers("buckets_of_first_5")) {
            #expect(Int(max(1, hash % UInt64(filter.modulus))) == bucket)
        }
    }

    private func expectRead(_ filter: SyncFilter, _ vector: VectorCase) throws {
        #expect(SyncFilterMembers(of: filter).buckets.map(Int.init) == (try vector.integers("decoded_values")))
    }
}

extension GossipID {
    init(bytes: [UInt8]) {
        let number = { (part: ArraySlice<UInt8>) in part.reduce(0 as UInt64) { $0 << 8 | UInt64($1) } }
        self.init(high: number(bytes[..<8]), low: number(bytes[8...]))
    }
}

extension SyncFilter {
    init(reference vector: VectorCase) throws {
        self.init(
            riceBits: try vector.integer("p"), modulus: UInt32(try vector.integer("m")), bytes: try vector.bytes("data")
        )
    }
}

extension SyncRequest {
    init(reference vector: VectorCase) throws {
        let names = try vector.stringIfPresent("fragment_filter")?.split(separator: ",") ?? []
        self.init(
            filter: try SyncFilter(reference: vector),
            types: try vector.unsignedIfPresent("types").map { SyncTypes(rawValue: $0) },
            since: try vector.unsignedIfPresent("since").map { Timestamp(milliseconds: $0) },
            fragments: names.compactMap { PeerID($0) }.map { FragmentID(rawValue: $0.rawValue) })
    }
}
