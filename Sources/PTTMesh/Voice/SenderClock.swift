import PTTWire

/// Tells how late a sender's packets are, without trusting either wall clock.
///
/// The smallest (arrival − timestamp) seen lately stands for the difference of the clocks and the shortest delay; arrival
/// is read from the monotonic clock, so that setting ours changes nothing. A sender whose clock was set back, or whose
/// path became slower, is noticed by its packets all being late by the same amount for a while; a backlog that is let out
/// at once, however long it waited, never looks so.
struct SenderClock: Sendable {
    private var smallest = Int64.max
    private var smallestBefore = Int64.max
    private var windowStart: Int64?
    private var run: Run?

    /// The smallest offset is taken over the last one to two windows.
    private static let window: Int64 = 60_000
    /// So long must packets be late by the same amount to be taken as on time.
    private static let leastRun: Int64 = 2_000
    /// What "the same amount" allows, as jitter.
    private static let runSpread: Int64 = 500

    /// Packets that are late by about the same amount.
    private struct Run: Sendable {
        var start: Int64
        var lowest: Int64
        var highest: Int64
    }

    /// Takes note of an authentic packet and tells how far it is behind the earliest, in milliseconds.
    ///
    /// - Parameter tolerance: Lateness beyond which a packet is not on time.
    mutating func observe(_ timestamp: Timestamp, at now: Instant, tolerance: Int64) -> Int64 {
        let arrival = now.nanoseconds / 1_000_000
        let offset = arrival - Int64(clamping: timestamp.milliseconds)
        moveWindow(to: arrival)
        let base = min(smallest, smallestBefore)
        let lateness = base == .max ? 0 : max(0, offset - base)
        guard lateness > tolerance else {
            smallest = min(smallest, offset)
            run = nil
            return lateness
        }
        return isSteady(offset, at: arrival) ? 0 : lateness
    }

    /// Takes a packet that is surely not from a backlog as on time.
    mutating func anchor(_ timestamp: Timestamp, at now: Instant) {
        let arrival = now.nanoseconds / 1_000_000
        anchor(to: arrival - Int64(clamping: timestamp.milliseconds), at: arrival)
    }

    private mutating func anchor(to offset: Int64, at arrival: Int64) {
        smallest = offset
        smallestBefore = .max
        windowStart = arrival
        run = nil
    }

    private mutating func moveWindow(to arrival: Int64) {
        guard let start = windowStart else {
            windowStart = arrival
            return
        }
        guard arrival - start >= Self.window else { return }
        smallestBefore = arrival - start >= 2 * Self.window ? .max : smallest
        smallest = .max
        windowStart = arrival
    }

    private mutating func isSteady(_ offset: Int64, at arrival: Int64) -> Bool {
        guard var current = run else {
            run = Run(start: arrival, lowest: offset, highest: offset)
            return false
        }
        current.lowest = min(current.lowest, offset)
        current.highest = max(current.highest, offset)
        guard current.highest - current.lowest <= Self.runSpread else {
            run = Run(start: arrival, lowest: offset, highest: offset)
            return false
        }
        run = current
        guard arrival - current.start >= Self.leastRun else { return false }
        anchor(to: current.lowest, at: arrival)
        return true
    }
}
