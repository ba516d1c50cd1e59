/// Which of the latest packets in front of the delivery were heard or recovered: 64 of them, nearest in bit 0.
struct DeliveryRecord: Sendable {
    enum Fate: Sendable {
        case heard, recovered, missed
    }

    private var heard: UInt64 = 0
    private var recovered: UInt64 = 0

    mutating func append(_ fate: Fate, count: Int = 1) {
        heard <<= count
        recovered <<= count
        switch fate {
        case .heard: heard |= 1
        case .recovered: recovered |= 1
        case .missed: break
        }
    }

    /// The fate of the packet `distance` in front of the next one; those beyond the record count as missed.
    func fate(at distance: Int) -> Fate {
        guard (1...64).contains(distance) else { return .missed }
        let bit: UInt64 = 1 << (distance - 1)
        return heard & bit != 0 ? .heard : recovered & bit != 0 ? .recovered : .missed
    }

    mutating func setHeard(at distance: Int) {
        guard (1...64).contains(distance) else { return }
        let bit: UInt64 = 1 << (distance - 1)
        heard |= bit
        recovered &= ~bit
    }
}
