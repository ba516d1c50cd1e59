import PTTCrypto
import PTTWire

/// The 16 bytes by which nodes name a packet to each other: a hash of type, sender, time and payload (bitchat wire §9).
public struct GossipID: Hashable, Sendable {
    /// The bytes as they are hashed, first byte in the highest bits.
    public var high: UInt64
    public var low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// - Throws: When the packet's payload does not inflate.
    public init(of packet: Packet) throws(PacketError) {
        let bytes = try MessageIdentity.gossip(of: packet)
        high = bytes.bigEndian(at: 0, as: UInt64.self)
        low = bytes.bigEndian(at: 8, as: UInt64.self)
    }

    /// What a filter is made of: 63 bits of a hash of the ID.
    public var filterHash: UInt64 {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(high)
        bytes.appendBigEndian(low)
        return SHA256.digest(of: bytes).first8 & 0x7FFF_FFFF_FFFF_FFFF
    }
}
