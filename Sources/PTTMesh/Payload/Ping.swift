import PTTWire

/// The payload of a ping and of the pong that answers it.
public struct Ping: Hashable, Sendable {
    /// Chosen by the asker, told back by the answerer.
    public var nonce: UInt64
    /// The TTL that this packet began with, so that the far side can count hops.
    public var originTimeToLive: UInt8

    public init(nonce: UInt64, originTimeToLive: UInt8) {
        self.nonce = nonce
        self.originTimeToLive = originTimeToLive
    }

    public func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(nonce)
        bytes.append(originTimeToLive)
        return bytes
    }

    /// Bytes behind the ninth are ignored.
    public init(decoding payload: ArraySlice<UInt8>) throws(PayloadError) {
        var reader = ByteReader(payload)
        do throws(TruncatedInput) {
            nonce = try reader.readUInt64()
            originTimeToLive = try reader.readUInt8()
        } catch {
            throw .truncated
        }
    }
}
