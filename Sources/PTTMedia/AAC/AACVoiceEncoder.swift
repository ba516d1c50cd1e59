public import PTTVoice
import PTTWire

/// AAC-LC at 16 kHz mono, 64 ms a frame, around 16 kbit/s, every frame at most `maximumFrameBytes` long.
///
/// The platform's encoder steers towards a mean rate and now and then overshoots. Such a frame is encoded again, at ever lower
/// rates, by a fresh encoder that is first fed the same preceding PCM; were even the lowest too long, an access unit
/// of silence stands in. So the cap holds by construction and no frame is dropped. Encodes one stream: after
/// ``finish(frame:)`` make another. One owner at a time.
public final class AACVoiceEncoder: VoiceEncoder {
    public static let bitRate = 16_000
    public static let maximumFrameBytes = AACSettings.maximumFrameBytes

    public let format: VoiceFormat
    private let bitRate: Int
    private let stream: AACStream
    private var history: PCMHistory
    private var pending: [UInt8] = []
    private var hasEnded = false

    /// How many frames were encoded again because they came out too long.
    private(set) var reencodedFrames = 0

    public convenience init() throws {
        try self.init(bitRate: Self.bitRate, maximumFrameBytes: Self.maximumFrameBytes)
    }

    /// - Parameter maximumFrameBytes: at least as long as an access unit of silence, 16 bytes.
    public init(bitRate: Int, maximumFrameBytes: Int) throws {
        guard (4_000...96_000).contains(bitRate), (16...AACSettings.longestAcceptedFrame).contains(maximumFrameBytes)
        else {
            throw AudioDeviceError(
                .codec,
                "AAC runs at 4000…96000 bit/s with frames of 16…\(AACSettings.longestAcceptedFrame) bytes at most")
        }
        format = VoiceFormat(
            codec: .aacLC, samplesPerFrame: AACSettings.samplesPerFrame, maximumFrameBytes: maximumFrameBytes,
            algorithmicDelay: AACStream.algorithmicDelay)
        self.bitRate = bitRate
        stream = try AACStream(bitRate: bitRate)
        history = PCMHistory(frames: Self.warmUpFrames, samplesPerFrame: AACSettings.samplesPerFrame)
        pending.reserveCapacity(AACSettings.longestAcceptedFrame)
    }

    public func encode(_ samples: Span<Float>, frame: (Span<UInt8>) -> Void) throws {
        guard samples.count == format.samplesPerFrame else {
            throw AudioDeviceError(
                .codec, "AAC encodes \(format.samplesPerFrame) samples a frame, not \(samples.count)")
        }
        guard !hasEnded else {
            throw AudioDeviceError(.codec, "this AAC stream is finished; make another encoder")
        }
        history.append(samples)
        try history.withNewest { try stream.push($0) }
        try emit(frame)
    }

    public func finish(frame: (Span<UInt8>) -> Void) throws {
        guard !hasEnded else { return }
        hasEnded = true
        try stream.end()
        try emit(frame)
    }

    /// AAC has no redundancy of its own.
    public func expectLoss(percent: Int) {}

    private func emit(_ frame: (Span<UInt8>) -> Void) throws {
        while try stream.pop({ store($0) }) {
            if pending.count > format.maximumFrameBytes { try shorten() }
            frame(pending.span)
        }
    }

    private func store(_ accessUnit: Span<UInt8>) {
        pending.removeAll(keepingCapacity: true)
        for index in 0..<accessUnit.count { pending.append(accessUnit[index]) }
    }

    /// Encodes the newest frame again until it is short enough.
    private func shorten() throws {
        reencodedFrames += 1
        for percent in [90, 75, 50, 25] {
            let retry = try AACStream(bitRate: max(bitRate * percent / 100, 2_000))
            try history.forEach {
                try retry.push($0)
                while try retry.pop({ store($0) }) {}
            }
            if hasEnded {
                try retry.end()
                while try retry.pop({ store($0) }) {}
            }
            if (1...format.maximumFrameBytes).contains(pending.count) { return }
        }
        pending.removeAll(keepingCapacity: true)
        pending.append(contentsOf: AACSettings.silence)
    }

    /// Frames that a fresh encoder is fed so that its newest access unit joins the stream without a seam: the newest,
    /// the one overlapped with it, and two for the psychoacoustic model.
    private static let warmUpFrames = 4
}
