import PTTWire

/// What some bytes mean, field by field, and why they are refused where they are.
public struct Dissection: Hashable, Sendable {
    public enum Subject: String, Hashable, Sendable {
        case packet, burst
    }

    public var subject: Subject
    /// In the order in which they stand; of refused bytes, those in front of the fault.
    public var fields: [DissectedField]
    /// Nil for bytes that a node would take apart as well.
    public var problem: Problem?

    public struct Problem: Hashable, Sendable {
        /// A sentence without a full stop.
        public var reason: String
        /// Where the field begins that is at fault, from the start of the bytes.
        public var offset: Int
    }

    /// Takes `bytes` apart as the content of a burst packet, or else as a mesh packet.
    ///
    /// Both begin without a mark of their own: bytes that are a packet are taken as one; bytes that are neither are
    /// explained as a packet where their first byte is a packet's version.
    public init(_ bytes: [UInt8]) {
        let packet = Dissection(packet: bytes)
        let burst = Dissection(burst: bytes)
        let looksLikePacket = bytes.first.flatMap(PacketVersion.init(rawValue:)) != nil
        if packet.problem == nil || (burst.problem != nil && looksLikePacket) {
            self = packet
        } else {
            self = burst
        }
    }

    /// Takes `bytes` apart as a mesh packet, padded or not.
    public init(packet bytes: [UInt8]) {
        var dissector = Dissector(bytes[...])
        dissector.packet()
        self.init(subject: .packet, fields: dissector.fields, problem: dissector.problem)
    }

    /// Takes `bytes` apart as the content of a burst packet.
    public init(burst bytes: [UInt8]) {
        var dissector = Dissector(bytes[...])
        dissector.burst()
        self.init(subject: .burst, fields: dissector.fields, problem: dissector.problem)
    }

    private init(subject: Subject, fields: [DissectedField], problem: Problem?) {
        self.subject = subject
        self.fields = fields
        self.problem = problem
    }
}

/// A run of bytes and what it says.
public struct DissectedField: Hashable, Sendable {
    public var name: String
    /// From the start of the bytes; inside an inflated payload, from its start.
    public var offset: Int
    /// Empty for something that follows from other fields.
    public var bytes: ArraySlice<UInt8>
    public var meaning: String
    /// What the bytes are made of, where they have parts.
    public var fields: [DissectedField] = []
}

/// Walks over bytes and notes each field.
struct Dissector {
    let bytes: ArraySlice<UInt8>
    private(set) var position: Int
    var fields: [DissectedField] = []
    var problem: Dissection.Problem?

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var remaining: Int { bytes.endIndex - position }

    /// Notes the next `count` bytes; false, with the problem noted, where there are fewer.
    @discardableResult
    mutating func field(_ name: String, _ count: Int, _ meaning: (ArraySlice<UInt8>) -> String) -> Bool {
        guard problem == nil else { return false }
        guard remaining >= count else {
            fail("\(count - remaining) bytes are missing of the \(name)")
            return false
        }
        let value = bytes[position..<position + count]
        fields.append(DissectedField(name: name, offset: position, bytes: value, meaning: meaning(value)))
        position += count
        return true
    }

    /// Notes the next `count` bytes and what they are made of.
    mutating func group(_ name: String, _ count: Int, _ meaning: String, _ parts: (inout Dissector) -> Void) {
        guard field(name, count, { _ in meaning }) else { return }
        var inner = Dissector(bytes[position - count..<position])
        parts(&inner)
        fields[fields.count - 1].fields = inner.fields
        problem = inner.problem
    }

    /// Notes something that follows from other fields.
    mutating func derived(_ name: String, _ meaning: String) {
        guard problem == nil else { return }
        fields.append(DissectedField(name: name, offset: position, bytes: [], meaning: meaning))
    }

    mutating func fail(_ reason: String, at offset: Int? = nil) {
        guard problem == nil else { return }
        problem = Dissection.Problem(reason: reason, offset: offset ?? position)
    }
}

extension ArraySlice where Element == UInt8 {
    /// The bytes as one big-endian number; at most eight count.
    var number: UInt64 { suffix(8).reduce(0) { $0 << 8 | UInt64($1) } }

    /// The bytes as text for a person: quoted, with what cannot be shown left out.
    var quoted: String {
        guard let text = String(validating: self, as: UTF8.self) else { return "not UTF-8" }
        return "“\(Nickname.readable(text))”"
    }
}
