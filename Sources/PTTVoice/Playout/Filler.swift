/// Sound for a time in which nothing came, made a little ahead of its use.
///
/// The part that is ahead leads over into the next real frame.
struct Filler {
    /// Filling sound holds its level for 60 ms and is gone 40 ms later: what speech lets pass unnoticed.
    static let plateau = 960
    static let fade = 640

    private(set) var isActive = false
    /// Samples that were taken since the last real one.
    private(set) var made = 0
    private var queue: [Float]
    private var head = 0
    private var tail = 0

    /// Room for `capacity` samples that are ready.
    init(capacity: Int) {
        queue = Array(repeating: 0, count: capacity)
    }

    /// Samples that are ready.
    var count: Int { tail - head }

    mutating func start() {
        isActive = true
    }

    mutating func stop() {
        isActive = false
        made = 0
        head = 0
        tail = 0
    }

    mutating func append(_ sample: Float) {
        if tail == queue.count { compact() }
        push(sample)
    }

    /// Takes the next sample that is ready.
    mutating func next() -> Float {
        let sample = queue[head] * gain(at: made)
        head += 1
        made += 1
        return sample
    }

    /// The place among the samples that are ready, up to `latest`, that is most like the start of `frame`.
    func match(_ frame: [Float], latest: Int, count: Int) -> Similarity.Match {
        var match = Similarity.best(of: head...head + latest, in: queue.span, for: frame.span, at: 0, count: count)
        match.position -= head
        return match
    }

    private mutating func push(_ sample: Float) {
        queue[tail] = sample
        tail += 1
    }

    private mutating func compact() {
        for index in head..<tail { queue[index - head] = queue[index] }
        tail -= head
        head = 0
    }

    private func gain(at sample: Int) -> Float {
        sample <= Self.plateau ? 1 : max(0, 1 - Float(sample - Self.plateau) / Float(Self.fade))
    }
}
