import PTTWire

/// The random bytes by which the fragments of one frame know each other.
public struct FragmentID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The bytes as they travel, first byte in the highest bits.
    public var rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// A new one; `generator` should be one that nobody can foresee.
    public static func random(using generator: inout some RandomNumberGenerator) -> FragmentID {
        FragmentID(rawValue: generator.next())
    }

    public static func < (left: FragmentID, right: FragmentID) -> Bool {
        left.rawValue < right.rawValue
    }

    /// Sixteen lower-case hex digits.
    public var description: String { PeerID(rawValue: rawValue).description }
}

/// Names a frame in pieces: IDs are the sender's own, so two senders may use the same.
public struct FragmentKey: Hashable, Sendable {
    public var sender: PeerID
    public var id: FragmentID

    public init(sender: PeerID, id: FragmentID) {
        self.sender = sender
        self.id = id
    }
}

/// The payload of a packet of type 0x20: one piece of a frame that is too large for a link (bitchat wire §7.1).
public struct Fragment: Hashable, Sendable {
    public var id: FragmentID
    /// Place among the pieces, from 0.
    public var index: Int
    /// Number of pieces.
    public var total: Int
    /// Type byte of the packet in pieces; a hint, only what is inside counts.
    public var originalType: UInt8
    public var chunk: ArraySlice<UInt8>

    /// Bytes in front of the chunk.
    public static let headerLength = 13
    /// Largest payload that is looked at: what a version 1 packet holds. Checked before a compressed one is inflated.
    public static let largestPayload = 65_535
    /// Most pieces of a frame.
    public static let largestTotal = 10_000

    public init(id: FragmentID, index: Int, total: Int, originalType: UInt8, chunk: ArraySlice<UInt8>) {
        self.id = id
        self.index = index
        self.total = total
        self.originalType = originalType
        self.chunk = chunk
    }

    /// An empty chunk is let in, as by shipped nodes.
    public init(decoding payload: ArraySlice<UInt8>) throws(FragmentError) {
        var reader = ByteReader(payload)
        do throws(TruncatedInput) {
            id = FragmentID(rawValue: try reader.readUInt64())
            index = Int(try reader.readUInt16())
            total = Int(try reader.readUInt16())
            originalType = try reader.readUInt8()
        } catch {
            throw .truncated(payload.count)
        }
        chunk = reader.readRest()
        try checkPlace()
    }

    /// The piece that `packet` carries, which must be of type 0x20.
    public init(in packet: Packet) throws(FragmentError) {
        guard packet.payloadLength <= Self.largestPayload else { throw .tooLarge(packet.payloadLength) }
        let payload: ArraySlice<UInt8>
        do throws(PacketError) {
            payload = try packet.payload()
        } catch {
            throw .packet(error)
        }
        try self.init(decoding: payload)
    }

    /// `id ‖ index ‖ total ‖ original type ‖ chunk`.
    public func encoded() throws(FragmentError) -> [UInt8] {
        try checkPlace()
        var payload: [UInt8] = []
        payload.reserveCapacity(Self.headerLength + chunk.count)
        payload.appendBigEndian(id.rawValue)
        payload.appendBigEndian(UInt16(index))
        payload.appendBigEndian(UInt16(total))
        payload.append(originalType)
        payload += chunk
        return payload
    }

    private func checkPlace() throws(FragmentError) {
        guard (1...Self.largestTotal).contains(total) else { throw .totalOutOfRange(total) }
        guard (0..<total).contains(index) else { throw .indexOutOfRange(index, total: total) }
    }
}

extension Packet {
    /// The packet that came in pieces: one of their sender's, and no fragment itself.
    ///
    /// It proves nothing yet, and is never forwarded, as its pieces are.
    public init(joined frame: [UInt8], from sender: PeerID) throws(FragmentError) {
        do throws(PacketError) {
            try self.init(decoding: frame)
        } catch {
            throw .packet(error)
        }
        guard type != .fragment else { throw .isFragment }
        guard self.sender == sender else { throw .otherSender }
    }
}
