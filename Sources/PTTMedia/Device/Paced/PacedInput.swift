import PTTVoice
import PTTWire

/// Delivers samples at the pace of a microphone: each block when its last sample would have been captured.
///
/// Deadlines are absolute, so that the pace never drifts; what a stall held up follows at once.
struct PacedInput {
    let clock: any PortClock
    let blockSize: Int

    /// Runs until the source ends, fails or `run` is stopped.
    ///
    /// - Parameter source: fills a block from its start; fewer samples than asked for are the last.
    func deliver(
        from source: (inout MutableSpan<Float>) throws -> Int, run: PortRun, samples: (Span<Float>) -> Void,
        event: (AudioDeviceEvent) -> Void
    ) {
        let start = clock.now()
        var delivered = 0
        var block = [Float](repeating: 0, count: blockSize)
        while !run.isStopping {
            let count: Int
            do {
                var span = block.mutableSpan
                count = try source(&span)
            } catch {
                return event(.failed(reason: "\(error)"))
            }
            let due = start + PCM.duration(ofSamples: delivered + count)
            while !run.isStopping, clock.now() < due { clock.wait(until: due, or: run.wakeUp) }
            guard !run.isStopping else { return }
            delivered += count
            if count > 0 { samples(block.span.extracting(0..<count)) }
            if count < blockSize { return event(.ended) }
        }
    }
}
