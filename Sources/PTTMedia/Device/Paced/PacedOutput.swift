import PTTVoice
import PTTWire

/// Renders at the pace of a loudspeaker: each block when its first sample would be heard.
///
/// Deadlines are absolute, so that the pace never drifts; what a stall held up is rendered at once, not left out.
struct PacedOutput {
    let clock: any PortClock
    let blockSize: Int

    /// Runs until the sink fails or `run` is stopped.
    ///
    /// - Returns: false when it failed, which `event` was told.
    func play(
        into sink: (Span<Float>) throws -> Void, run: PortRun, render: (inout MutableSpan<Float>) -> Void,
        event: (AudioDeviceEvent) -> Void
    ) -> Bool {
        let start = clock.now()
        var rendered = 0
        var block = [Float](repeating: 0, count: blockSize)
        while true {
            let due = start + PCM.duration(ofSamples: rendered)
            while !run.isStopping, clock.now() < due { clock.wait(until: due, or: run.wakeUp) }
            guard !run.isStopping else { return true }
            var span = block.mutableSpan
            render(&span)
            rendered += blockSize
            do {
                try sink(block.span)
            } catch {
                event(.failed(reason: "\(error)"))
                return false
            }
        }
    }
}
