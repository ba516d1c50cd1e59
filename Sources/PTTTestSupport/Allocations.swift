import CAllocationCounter

/// Whether allocations can be counted in this build: not under a sanitizer, which needs the heap for itself.
public let allocationsAreCounted = CAllocationCounter_isAvailable()

/// Counts the heap blocks that `work` allocates on the calling thread.
///
/// The count is exact and repeatable, the same in debug and release but for what the optimizer removes, and other
/// threads do not disturb it; so gate it exactly. Warm the code up first: the first call of anything may resolve
/// metadata and grow buffers.
///
///     @Test(.enabled(if: allocationsAreCounted)) func renderingAllocatesNothing() {
///         player.render(into: &block)
///         #expect(allocationCount { player.render(into: &block) } == 0)
///     }
///
/// To count on a thread that is not yours, as in a render callback, call it inside that callback. Never nest it.
///
/// - Precondition: ``allocationsAreCounted``.
public func allocationCount<Failure: Error>(of work: () throws(Failure) -> Void) throws(Failure) -> Int {
    precondition(allocationsAreCounted, "no count under a sanitizer: enable the test only if allocationsAreCounted")
    CAllocationCounter_start()
    defer { _ = CAllocationCounter_stop() }
    try work()
    return Int(CAllocationCounter_stop())
}
