import Dispatch

/// Work cut into pieces whose borders and order do not depend on the number of threads, so that sums come out the same.
enum Parallel {
    /// Maps 0..<count, several at a time; the results are in order.
    static func map<Result: Sendable>(_ count: Int, _ body: @Sendable (Int) -> Result) -> [Result] {
        [Result](unsafeUninitializedCapacity: count) { buffer, initialized in
            nonisolated(unsafe) let results = buffer
            DispatchQueue.concurrentPerform(iterations: count) { index in
                results.initializeElement(at: index, to: body(index))
            }
            initialized = count
        }
    }

    /// Maps pieces of 0..<count, 2048 elements each.
    static func mapPieces<Result: Sendable>(of count: Int, _ body: @Sendable (Range<Int>) -> Result) -> [Result] {
        let size = 2048
        return map((count + size - 1) / size) { body($0 * size..<min(($0 + 1) * size, count)) }
    }
}
