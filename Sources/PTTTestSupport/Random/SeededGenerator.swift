import PTTLink

/// ``SeededRandom`` where the standard library asks for a generator.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var random: SeededRandom

    public init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    public mutating func next() -> UInt64 {
        random.next()
    }

    /// A number in 0..<1.
    public mutating func nextFraction() -> Double {
        random.unit()
    }

    /// True in this share of the calls.
    public mutating func nextEvent(probability: Double) -> Bool {
        nextFraction() < probability
    }
}
