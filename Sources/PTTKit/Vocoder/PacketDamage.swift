import PTTLink

/// What a bad radio channel does to vocoder packets; the same for the same seed.
struct PacketDamage {
    /// Bits of a packet that carry anything, from the lowest of the first byte.
    private static let bits = 81

    private let loss: Double
    private let bitErrors: Double
    private var random: SeededRandom
    private(set) var packetsLost = 0
    private(set) var bitsFlipped = 0

    init(_ request: VocoderRequest) {
        loss = request.lossPercent / 100
        bitErrors = request.bitErrorPercent / 100
        random = SeededRandom(seed: request.seed)
    }

    /// - Returns: nil for a packet that is lost.
    mutating func carry(_ packet: [UInt8]) -> [UInt8]? {
        if random.chance(loss) {
            packetsLost += 1
            return nil
        }
        guard bitErrors > 0 else { return packet }
        var damaged = packet
        for bit in 0..<Self.bits where random.chance(bitErrors) {
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            bitsFlipped += 1
        }
        return damaged
    }
}
