#if canImport(AVFAudio)
import AVFAudio
import Foundation
public import PTTVoice

/// Reads any audio file that the system decodes, as mono, at 16 kHz unless told. One owner at a time.
public final class AudioFileReader {
    /// The system leaves damage out without counting it.
    public let damagedPackets = 0
    /// What the container says.
    public let duration: Duration?

    private let path: String
    private let file: AVAudioFile
    private let converter: AVAudioConverter
    private let source: AVAudioPCMBuffer
    private let target: AVAudioPCMBuffer
    private var taken = 0
    private var hasEnded = false

    /// - Parameters:
    ///   - path: of a file that exists; standard input is not read on this platform.
    ///   - sampleRate: samples a second to be given.
    public init(path: String, sampleRate: Int = PCM.sampleRate, quality: ResamplingQuality = .high) throws {
        self.path = path
        do {
            file = try AVAudioFile(
                forReading: URL(filePath: path), commonFormat: .pcmFormatFloat32, interleaved: false)
        } catch {
            throw AudioDeviceError(.unreadable, "cannot read \(path) as audio: \(error.localizedDescription)")
        }
        let pcm = try AppleAudio.pcm(sampleRate: sampleRate)
        converter = try AppleAudio.converter(from: file.processingFormat, to: pcm)
        converter.sampleRateConverterQuality = quality.systemLevel
        source = try AppleAudio.buffer(file.processingFormat, capacity: Self.blockSize)
        target = try AppleAudio.buffer(pcm, capacity: Self.blockSize)
        duration = .seconds(Double(file.length) / max(file.processingFormat.sampleRate, 1))
    }

    /// Fills `samples` from its start.
    ///
    /// - Returns: how many samples were read: fewer than asked for at the end, then 0.
    public func read(into samples: inout MutableSpan<Float>) throws -> Int {
        var count = 0
        while count < samples.count {
            guard taken < Int(target.frameLength) else {
                guard try refill() else { break }
                continue
            }
            guard let channel = unsafe target.floatChannelData?[0] else { break }
            let portion = min(Int(target.frameLength) - taken, samples.count - count)
            for index in 0..<portion { samples[count + index] = unsafe channel[taken + index].sanitizedSample }
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
        var block = [Float](repeating: 0, count: blockSize)
        while all.count < limit {
            var span = block.mutableSpan
            let count = try reader.read(into: &span)
            all.append(contentsOf: block.prefix(min(count, limit - all.count)))
            if count < block.count { break }
        }
        return all
    }

    /// Standard input is not read on this platform.
    static func standardInput(cancellation: Int32) throws -> AudioFileReader {
        throw AudioDeviceError(.unsupportedFormat, "sound from standard input is not supported here; name a file")
    }

    /// Converts one more block; false at the end.
    private func refill() throws -> Bool {
        guard !hasEnded else { return false }
        taken = 0
        target.frameLength = 0
        source.frameLength = 0
        if file.framePosition < file.length {
            do {
                try file.read(into: source, frameCount: source.frameCapacity)
            } catch {
                throw AudioDeviceError(.unreadable, "\(path) is damaged: \(error.localizedDescription)")
            }
        }
        let isLast = source.frameLength == 0
        let feed = ConverterFeed(isLast ? nil : source, afterwards: isLast ? .endOfStream : .noDataNow)
        var error: NSError?
        let status = unsafe converter.convert(to: target, error: &error) { unsafe feed.next($1) }
        guard status != .error else {
            throw AudioDeviceError(
                .unreadable, "\(path) cannot be resampled: \(error?.localizedDescription ?? "no reason given")")
        }
        hasEnded = isLast
        return target.frameLength > 0 || !isLast
    }

    private static let blockSize = 4_096
}

extension ResamplingQuality {
    fileprivate var systemLevel: Int {
        switch self {
        case .voice: AVAudioQuality.medium.rawValue
        case .high: AVAudioQuality.high.rawValue
        case .best: AVAudioQuality.max.rawValue
        }
    }
}
#endif
