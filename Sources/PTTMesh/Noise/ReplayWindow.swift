/// Which counters of one direction were seen: remembers the newest 1024 (bitchat wire §4.6; the ring of RFC 6479).
///
/// Ask before opening a message, record after its tag fitted. Both take constant time but for a jump ahead, which
/// clears at most 17 words.
public struct ReplayWindow: Sendable {
    /// How far behind the newest a counter may be, itself included.
    public static let width: UInt64 = 1024

    /// One word more than the width needs, so that the one being filled holds no old bits.
    private var words: InlineArray<17, UInt64> = .init(repeating: 0)
    /// One above the newest counter seen; zero while none was.
    private var end: UInt64 = 0

    public init() {}

    /// True for a counter that is newer than all, or inside the window and not seen.
    public func accepts(_ counter: UInt32) -> Bool {
        let counter = UInt64(counter)
        guard counter < end else { return true }
        guard end - counter <= ReplayWindow.width else { return false }
        return words[slot(of: counter)] & bit(of: counter) == 0
    }

    public mutating func record(_ counter: UInt32) {
        let counter = UInt64(counter)
        if counter >= end {
            clearWords(upTo: counter / 64)
            end = counter + 1
        }
        words[slot(of: counter)] |= bit(of: counter)
    }

    /// Makes room for the blocks of 64 that begin after the newest counter.
    private mutating func clearWords(upTo block: UInt64) {
        let count = UInt64(words.count)
        let firstNew = (end + 63) / 64
        var next = max(firstNew, block >= count ? block - count + 1 : 0)
        while next <= block {
            words[Int(next % count)] = 0
            next += 1
        }
    }

    private func slot(of counter: UInt64) -> Int {
        Int(counter / 64 % UInt64(words.count))
    }

    private func bit(of counter: UInt64) -> UInt64 {
        1 << (counter % 64)
    }
}
