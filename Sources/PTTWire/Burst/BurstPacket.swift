/// One packet of a talk burst: the body of a Noise voice frame, and of a public one.
///
/// ```
/// burst ID 8 | sequence u16 | flags u8 | payload
/// ```
public struct BurstPacket: Hashable, Sendable {
    public var burst: BurstID
    /// START is 0, DATA counts from 1, END and CANCELED carry the number that the next DATA would have.
    public var sequence: UInt16
    public var body: Body

    public enum Body: Hashable, Sendable {
        case start(BurstHeader)
        case data(BurstFrames)
        case end(BurstEnd)
        case canceled
    }

    /// Bytes in front of the payload.
    public static let headerSize = 11

    public init(burst: BurstID, sequence: UInt16, body: Body) {
        self.burst = burst
        self.sequence = sequence
        self.body = body
    }

    /// Reads a packet; its frames share the storage of `bytes`, nothing is copied or allocated.
    public init(decoding bytes: ArraySlice<UInt8>) throws(BurstError) {
        guard bytes.count >= Self.headerSize else {
            throw .truncated(TruncatedInput(needed: Self.headerSize, available: bytes.count))
        }
        let start = bytes.startIndex
        burst = BurstID(head: bytes)
        sequence = UInt16(bytes[start + 8]) << 8 | UInt16(bytes[start + 9])
        body = try Body(flags: bytes[start + 10], payload: bytes[(start + Self.headerSize)...])
    }

    /// Appends the packet's bytes.
    public func encode(into bytes: inout [UInt8]) {
        Self.encodeHeader(burst: burst, sequence: sequence, flags: body.flags, into: &bytes)
        switch body {
        case .start(let header): header.encode(into: &bytes)
        case .data(let frames): bytes.append(contentsOf: frames.payload)
        case .end(let end): end.encode(into: &bytes)
        case .canceled: break
        }
    }

    public func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        encode(into: &bytes)
        return bytes
    }

    static func encodeHeader(burst: BurstID, sequence: UInt16, flags: UInt8, into bytes: inout [UInt8]) {
        bytes.appendBigEndian(burst.rawValue)
        bytes.appendBigEndian(sequence)
        bytes.append(flags)
    }
}

extension BurstPacket.Body {
    /// The flags byte is compared whole: a combination of flags is refused.
    enum Flags {
        static let data: UInt8 = 0x00
        static let start: UInt8 = 0x01
        static let end: UInt8 = 0x02
        static let canceled: UInt8 = 0x04
    }

    init(flags: UInt8, payload: ArraySlice<UInt8>) throws(BurstError) {
        switch flags {
        case Flags.data: self = .data(try BurstFrames(decoding: payload))
        case Flags.start: self = .start(try BurstHeader(decoding: payload))
        case Flags.end: self = .end(try BurstEnd(decoding: payload))
        case Flags.canceled: self = .canceled
        default: throw .unknownFlags(flags)
        }
    }

    var flags: UInt8 {
        switch self {
        case .data: Flags.data
        case .start: Flags.start
        case .end: Flags.end
        case .canceled: Flags.canceled
        }
    }
}

/// The payload of END: what a listener needs to notice a lost tail.
public struct BurstEnd: Hashable, Sendable {
    /// DATA packets that were sent.
    public var packetCount: UInt16
    /// Milliseconds of audio that were encoded.
    public var milliseconds: UInt32

    public init(packetCount: UInt16, milliseconds: UInt32) {
        self.packetCount = packetCount
        self.milliseconds = milliseconds
    }

    public var duration: Duration { .milliseconds(milliseconds) }

    init(decoding payload: ArraySlice<UInt8>) throws(BurstError) {
        var reader = ByteReader(payload)
        do throws(TruncatedInput) {
            packetCount = try reader.readUInt16()
            milliseconds = try reader.readUInt32()
        } catch {
            throw .truncated(TruncatedInput(needed: 6, available: payload.count))
        }
    }

    func encode(into bytes: inout [UInt8]) {
        bytes.appendBigEndian(packetCount)
        bytes.appendBigEndian(milliseconds)
    }
}
