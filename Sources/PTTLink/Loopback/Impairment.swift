/// What a path does to the datagrams that take it; the default does nothing.
public struct Impairment: Hashable, Sendable {
    /// Time on the way.
    public var delay: Duration
    /// Time added on top, anything up to this, evenly spread. Datagrams still arrive in the order they were sent.
    public var jitter: Duration
    /// Share of datagrams lost, 0…1.
    public var loss: Double
    /// How many datagrams are lost in a row on average, 1 or more; 1 loses each on its own (Gilbert's model).
    public var meanLossRun: Double
    /// Share of datagrams that arrive twice, 0…1.
    public var duplication: Double
    /// Share of datagrams held back for as long as `delay` and `jitter` together, or 1 ms, so that later ones overtake.
    public var reordering: Double
    /// Bytes per second in each direction; nil is no limit.
    public var bytesPerSecond: Int?
    /// Bytes that wait where a rate is set; what comes on top is lost and told as a fault.
    public var queueBytes: Int

    public init(
        delay: Duration = .zero, jitter: Duration = .zero, loss: Double = 0, meanLossRun: Double = 1,
        duplication: Double = 0, reordering: Double = 0, bytesPerSecond: Int? = nil, queueBytes: Int = 65_536
    ) {
        self.delay = delay
        self.jitter = jitter
        self.loss = loss
        self.meanLossRun = meanLossRun
        self.duplication = duplication
        self.reordering = reordering
        self.bytesPerSecond = bytesPerSecond
        self.queueBytes = queueBytes
    }

    public static let none = Impairment()
}
