/// Links between nodes of one process, over paths that may be slow, lossy, narrow or cut.
///
/// The same seed, calls and manual clock give the same deliveries:
///
///     let network = LoopbackNetwork(clock: .manual, seed: 1)
///     let (left, right) = (network.makeLink("left"), network.makeLink("right"))
///     network.impair(Impairment(delay: .milliseconds(45), jitter: .milliseconds(15), loss: 0.1))
///     try left.start { … }
///     try right.start { … }
///     left.broadcast([1], except: nil)
///     network.advance(by: .milliseconds(60))
public final class LoopbackNetwork: Sendable {
    public enum Clock: Hashable, Sendable {
        /// A thread delivers as time passes.
        case real
        /// ``advance(by:)`` delivers, on the thread that calls it.
        case manual
    }

    public enum Topology: Hashable, Sendable {
        /// Every node is every other's neighbour.
        case everyone
        /// Neighbours are those that ``connect(_:_:)`` makes so.
        case chosen
    }

    private let core: LoopbackCore

    public init(
        clock: Clock, seed: UInt64, topology: Topology = .everyone, impairment: Impairment = .none,
        traits: LinkTraits = LinkTraits(maximumDatagramBytes: 65_507, packetsAreCostly: false)
    ) {
        core = LoopbackCore(
            LoopbackState(seed: seed, topology: topology, impairment: impairment, traits: traits), clock: clock)
    }

    /// A node's end, not started; `name` belongs to one end at a time.
    public func makeLink(_ name: String) -> LoopbackLink {
        LoopbackLink(name: name, core: core)
    }

    /// Time since the network was made.
    public var now: Duration { core.now }

    /// Makes every path, present and future, behave like this.
    public func impair(_ impairment: Impairment) {
        core.change { state, _ in state.impair(impairment) }
    }

    /// Makes one direction between two ends behave like this.
    public func impair(_ impairment: Impairment, from source: String, to destination: String) {
        core.change { state, _ in state.impair(impairment, from: source, to: destination) }
    }

    /// Cuts the network silently: nothing passes between different groups, and ends in no group are a group.
    public func partition(_ groups: [Set<String>]) {
        core.change { state, _ in state.partition(groups) }
    }

    /// Ends a partition.
    public func heal() {
        core.change { state, _ in state.partition([]) }
    }

    /// Makes two ends neighbours; both are told `.up` once they run.
    public func connect(_ one: String, _ other: String) {
        core.change { state, now in state.connect(one, other, now: now) }
    }

    /// Ends a neighbourhood; both are told `.down`.
    public func disconnect(_ one: String, _ other: String) {
        core.change { state, now in state.disconnect(one, other, now: now) }
    }

    /// Runs `action` once the network's time is `time`, between deliveries.
    public func schedule(at time: Duration, _ action: @escaping @Sendable () -> Void) {
        core.change { state, _ in state.schedule(at: time, action) }
    }

    /// Lets time pass on a manual clock and delivers what comes due, in order; handlers run inside this call.
    public func advance(by duration: Duration) {
        core.advance(by: duration)
    }
}
