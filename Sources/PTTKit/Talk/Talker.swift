import Foundation
import PTTMedia
import PTTMesh
import PTTVoice
import PTTWire
import Synchronization

/// One held press: microphone to packets and to the note file, until it is released or canceled.
final class Talker: Sendable {
    enum Event: Sendable {
        case level(TalkLevel)
        /// The input ran out, or 120 s are over: release.
        case spent(reason: String?)
        case device(AudioDeviceEvent)
    }

    /// What a burst is, decided at the press and never changed by it.
    struct Plan: Sendable {
        var burst: BurstID
        var target: PeerID
        var codec: VoiceCodec
        var configuration: OutgoingBurst.Configuration
        var expectedLossPercent: Int
    }

    private struct State {
        var pipeline: TalkPipeline
        var note: NoteRecorder?
        var meter = LevelMeter()
        var clock = StreamClock()
        var wasSpent = false
    }

    /// Between the two copies of END: longer than a burst of interference, shorter than anybody waits.
    private static let closingGap = Duration.milliseconds(40)

    let plan: Plan
    private let input: any AudioInput
    private let tell: @Sendable (Event) -> Void
    private let started: Instant
    private let state: Mutex<State>

    /// - Parameters:
    ///   - send: gets each encoded packet, in order.
    ///   - tell: gets what happens; neither may block.
    /// - Throws: ``AudioDeviceError`` when the encoder or the note cannot be made.
    init(
        plan: Plan, input: any AudioInput, note: @Sendable () throws -> NoteRecorder,
        send: @escaping @Sendable ([UInt8]) -> Void, tell: @escaping @Sendable (Event) -> Void
    ) throws {
        let encoder = try VoiceCoders.encoder(for: plan.codec)
        encoder.expectLoss(percent: plan.expectedLossPercent)
        let outgoing = OutgoingBurst(burst: plan.burst, codec: plan.codec, configuration: plan.configuration)
        let pipeline = TalkPipeline(encoder: encoder, outgoing: outgoing, send: send)
        state = Mutex(State(pipeline: pipeline, note: try note()))
        self.plan = plan
        self.input = input
        self.tell = tell
        started = SystemClock.instant()
    }

    /// - Throws: ``AudioDeviceError`` when the input cannot be opened.
    func start() throws {
        try input.start(
            samples: { [weak self] samples in self?.take(samples) },
            event: { [weak self] event in self?.take(event) })
    }

    /// The key came up: stops the input, sends what is left and END, and closes the note.
    @concurrent
    func release() async -> TalkFinished {
        input.stop()
        let held = SystemClock.instant() - started
        let told = state.withLock { state -> TalkFinished in
            switch state.pipeline.finish(heldFor: held) {
            case .ended:
                finished(&state, state: "sent", reason: state.pipeline.failure, keepsNote: true)
            case .tooShort:
                finished(&state, state: "canceled", reason: "shorter than a second", keepsNote: false)
            }
        }
        await sendRest()
        return told
    }

    /// The talker took it back.
    @concurrent
    func cancel(reason: String) async -> TalkFinished {
        input.stop()
        let told = state.withLock { state -> TalkFinished in
            state.pipeline.cancel()
            return finished(&state, state: "canceled", reason: reason, keepsNote: false)
        }
        await sendRest()
        return told
    }

    private func sendRest() async {
        // Cancelled or not, the copy goes out.
        try? await Task.sleep(for: Self.closingGap)
        state.withLock { $0.pipeline.sendRest() }
    }

    private func finished(
        _ state: inout State, state name: String, reason: String?, keepsNote: Bool
    ) -> TalkFinished {
        let note = keepsNote ? state.note?.finish() : nil
        if !keepsNote { state.note?.discard() }
        state.note = nil
        return TalkFinished(
            burst: plan.burst.description, to: plan.target.description, state: name, reason: reason,
            durationMs: Int(state.pipeline.duration / .milliseconds(1)), framesSent: state.pipeline.frameCount,
            packetsSent: state.pipeline.packetCount, contentBytes: state.pipeline.contentBytes, note: note?.path,
            inputOriginNs: state.clock.origin?.nanoseconds)
    }

    private func take(_ samples: Span<Float>) {
        let now = SystemClock.instant()
        let (level, spent) = state.withLock { state -> (TalkLevel?, String?) in
            state.clock.advance(by: samples.count, at: now, isInput: true)
            state.pipeline.take(samples)
            state.note?.append(samples)
            let level = state.meter.take(samples).map {
                TalkLevel(
                    burst: plan.burst.description, elapsedMs: state.clock.samples / 16, rmsDb: $0.rms, peakDb: $0.peak)
            }
            return (level, spentReason(&state))
        }
        if let level { tell(.level(level)) }
        if let spent { tell(.spent(reason: spent)) }
    }

    /// Why the burst cannot go on, told once.
    private func spentReason(_ state: inout State) -> String? {
        guard !state.wasSpent else { return nil }
        let reason = state.pipeline.failure ?? (state.pipeline.isCapReached ? "120 seconds are over" : nil)
        state.wasSpent = reason != nil
        return reason
    }

    private func take(_ event: AudioDeviceEvent) {
        switch event {
        case .ended: tell(.spent(reason: nil))
        case .failed(let reason): tell(.spent(reason: reason))
        case .interrupted, .resumed, .overrun: tell(.device(event))
        }
    }
}
