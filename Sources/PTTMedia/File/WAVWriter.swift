public import PTTVoice

/// Writes mono, at 16 kHz unless told, as 16-bit WAV that is whole after every append, so killing the writer loses nothing.
///
/// A pipe cannot be patched: there the size fields say the most that fits, which readers take for "until the end".
/// A file is full after 37 hours at 16 kHz. One owner at a time.
public final class WAVWriter {
    private let file: GrowingFile
    private let sampleRate: Int
    private var dataSize: UInt32 = 0

    /// Samples written so far.
    public private(set) var sampleCount = 0

    /// - Parameters:
    ///   - path: created, or overwritten; `-` is standard output.
    ///   - sampleRate: samples a second that are appended.
    public init(path: String, sampleRate: Int = PCM.sampleRate) throws {
        self.sampleRate = sampleRate
        file = try GrowingFile(path: path, mode: 0o644)
        let header = header(dataSize: file.isSeekable ? 0 : .max - Self.headerSize)
        try file.append(header.span)
    }

    /// Appends samples, clipped to full scale and rounded to 16 bits.
    public func append(_ samples: Span<Float>) throws {
        let (size, isFull) = dataSize.addingReportingOverflow(UInt32(clamping: samples.count * 2))
        guard !isFull, size <= .max - Self.headerSize else {
            throw AudioDeviceError(.unwritable, "a WAV file holds no more than 4 GiB; start another")
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(samples.count * 2)
        for index in 0..<samples.count {
            // By 32 768, as readers divide: what was read from 16 bits is written as it was.
            let value = Int16(clamping: Int((samples[index].sanitizedSample * 32_768).rounded()))
            bytes.append(UInt8(truncatingIfNeeded: value))
            bytes.append(UInt8(truncatingIfNeeded: value >> 8))
        }
        try file.append(bytes.span)
        sampleCount += samples.count
        dataSize = size
        guard file.isSeekable else { return }
        let header = header(dataSize: size)
        try file.overwrite(header.span, at: 0)
    }

    /// Closes the file.
    public func finish() throws {
        try file.close()
    }

    private static let headerSize: UInt32 = 44

    /// The canonical 44 bytes: RIFF, fmt (PCM, mono, 16 bits) and the start of data.
    private func header(dataSize: UInt32) -> [UInt8] {
        let rate = UInt32(clamping: sampleRate)
        var header = Array("RIFF".utf8)
        header += Self.littleEndian(dataSize + Self.headerSize - 8) + Array("WAVEfmt ".utf8) + Self.littleEndian(16)
        header += Self.littleEndian(1 | 1 << 16) + Self.littleEndian(rate) + Self.littleEndian(rate * 2)
        header += Self.littleEndian(2 | 16 << 16)
        return header + Array("data".utf8) + Self.littleEndian(dataSize)
    }

    private static func littleEndian(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
