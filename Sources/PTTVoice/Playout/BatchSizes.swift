/// How many new frames the packets of a burst carry.
struct BatchSizes {
    /// What START told.
    private var told: Int?
    private var largest = 1
    /// Packets with 1…8 new frames.
    private var seen = InlineArray<9, Int>(repeating: 0)

    mutating func record(told: Int?, seen count: Int) {
        if let told, (1...PacketSlots.maximumFrames).contains(told) { self.told = told }
        guard (1...PacketSlots.maximumFrames).contains(count) else { return }
        seen[count] = seen[count] + 1
        largest = max(largest, count)
    }

    /// New frames in every packet but the last: the step by which repeats are counted.
    var full: Int { told ?? largest }

    /// What a packet that never came is taken to have carried.
    ///
    /// Talkers who pack greedily fill packets unevenly, so the largest would be too much.
    var usual: Int {
        if let told { return told }
        var best = 1
        for count in 1...PacketSlots.maximumFrames where seen[count] > seen[best] { best = count }
        return best
    }
}
