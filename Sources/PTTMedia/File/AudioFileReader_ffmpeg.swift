#if !canImport(AVFAudio)
import CFFmpeg
import Foundation
public import PTTVoice

/// Reads any audio file as mono, at 16 kHz unless told: WAV, M4A, AAC, Ogg, Opus, FLAC, MP3, G.722 and what else libavcodec decodes.
///
/// Damaged packets are left out and counted. Memory is bounded whatever the file claims. One owner at a time.
@safe public final class AudioFileReader {
    /// Packets that the decoder refused so far.
    public private(set) var damagedPackets = 0
    /// What the container says, when it says anything.
    public let duration: Duration?

    private let path: String
    private let file: DemuxedFile
    private let decoder: PacketDecoder
    private let sampleRate: Int
    private let quality: ResamplingQuality
    private var resampler: Resampler?
    private var rate = 0
    private var mono: [Float] = []
    private var ready: [Float] = []
    private var taken = 0
    private var hasEnded = false
    private var hasSound = false

    /// - Parameters:
    ///   - path: of a file that exists; `-` is standard input.
    ///   - sampleRate: samples a second to be given.
    public convenience init(
        path: String, sampleRate: Int = PCM.sampleRate, quality: ResamplingQuality = .high
    ) throws {
        let pipe = path == "-" ? try StreamedInput(descriptor: STDIN_FILENO, cancellation: -1) : nil
        try self.init(path: path, pipe: pipe, sampleRate: sampleRate, quality: quality)
    }

    /// - Parameter pipe: what to read instead of a file.
    init(
        path: String, pipe: StreamedInput?, sampleRate: Int = PCM.sampleRate, quality: ResamplingQuality = .high
    ) throws {
        self.path = path
        self.sampleRate = sampleRate
        self.quality = quality
        file = try DemuxedFile(path: path, pipe: pipe)
        decoder = try unsafe PacketDecoder(stream: file.stream, path: path)
        duration = unsafe Self.duration(of: file.stream)
    }

    /// Fills `samples` from its start.
    ///
    /// - Returns: how many samples were read: fewer than asked for at the end, then 0.
    public func read(into samples: inout MutableSpan<Float>) throws -> Int {
        var count = 0
        while count < samples.count {
            if taken == ready.count {
                ready.removeAll(keepingCapacity: true)
                taken = 0
                guard try refill() else { break }
                continue
            }
            let portion = min(ready.count - taken, samples.count - count)
            for index in 0..<portion { samples[count + index] = ready[taken + index] }
            taken += portion
            count += portion
        }
        return count
    }

    /// The whole file at once.
    ///
    /// - Parameter limit: in samples; what lies beyond is left unread.
    public static func samples(
        of path: String, limit: Int = 600 * PCM.sampleRate, quality: ResamplingQuality = .high
    ) throws -> [Float] {
        let reader = try AudioFileReader(path: path, quality: quality)
        var all: [Float] = []
        while all.count < limit, try reader.fill() {
            all.append(contentsOf: reader.ready.prefix(limit - all.count))
            reader.ready.removeAll(keepingCapacity: true)
        }
        return all
    }

    /// Makes `ready` non-empty; false at the end.
    private func fill() throws -> Bool {
        while ready.isEmpty {
            guard try refill() else { return false }
        }
        return true
    }

    /// Decodes one more packet; false at the end.
    private func refill() throws -> Bool {
        guard !hasEnded else { return false }
        let packet = try file.next()
        do {
            try unsafe decoder.send(packet ? file.packet : nil)
            while try decoder.receive() { try convert() }
        } catch let error as AudioDeviceError where error.code == .codec {
            damagedPackets += 1
        }
        guard !packet else { return true }
        hasEnded = true
        resampler?.finish(appendingTo: &ready)
        guard hasSound else {
            throw AudioDeviceError(.unreadable, "\(path) holds no sound that can be decoded; is it damaged?")
        }
        return !ready.isEmpty
    }

    private func convert() throws {
        hasSound = true
        if decoder.rate != rate {
            resampler?.finish(appendingTo: &ready)
            rate = decoder.rate
            resampler = rate == sampleRate ? nil : try Resampler(from: rate, to: sampleRate, quality: quality)
        }
        guard let resampler else {
            decoder.appendMono(to: &ready)
            return
        }
        mono.removeAll(keepingCapacity: true)
        decoder.appendMono(to: &mono)
        let decoded = mono
        resampler.convert(decoded.span, appendingTo: &ready)
    }

    /// Reads what comes in through a pipe, as it comes.
    ///
    /// - Parameter cancellation: a descriptor that becomes readable when reading must stop.
    static func standardInput(cancellation: Int32) throws -> AudioFileReader {
        try AudioFileReader(
            path: "standard input", pipe: StreamedInput(descriptor: STDIN_FILENO, cancellation: cancellation))
    }

    private static func duration(of stream: UnsafeMutablePointer<AVStream>) -> Duration? {
        let ticks = unsafe stream.pointee.duration
        let base = unsafe stream.pointee.time_base
        guard ticks > 0, base.num > 0, base.den > 0 else { return nil }
        return .seconds(Double(ticks) * Double(base.num) / Double(base.den))
    }
}
#endif
