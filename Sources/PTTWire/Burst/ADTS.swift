/// ADTS, the AAC file format that plays at any prefix: a 7-byte header in front of each frame (ISO/IEC 14496-3, 1.A.3).
///
/// Only the one kind that bursts carry: AAC-LC, 16 kHz, mono, one frame a header, no checksum.
public enum ADTS {
    public static let headerSize = 7
    /// The length field has 13 bits and counts the header.
    public static let largestFrame = 0x1FFF - headerSize

    /// Appends a frame behind its header.
    public static func append(_ frame: ArraySlice<UInt8>, to stream: inout [UInt8]) throws(ADTSError) {
        guard !frame.isEmpty else { throw .emptyFrame }
        guard frame.count <= largestFrame else { throw .frameTooLong(frame.count) }
        let length = headerSize + frame.count
        stream.append(0xFF)
        stream.append(0xF1)
        stream.append(0x60)
        stream.append(0x40 | UInt8(truncatingIfNeeded: length >> 11))
        stream.append(UInt8(truncatingIfNeeded: length >> 3))
        stream.append(UInt8(truncatingIfNeeded: length << 5) | 0x1F)
        stream.append(0xFC)
        stream.append(contentsOf: frame)
    }
}

/// Why bytes are no ADTS stream of ours, or cannot become one.
public enum ADTSError: Error, Hashable, Sendable {
    case emptyFrame
    case frameTooLong(Int)
    /// No header where one must stand, at that offset.
    case lostSync(offset: Int)
    /// A header of another codec, rate or channel count, at that offset.
    case otherFormat(offset: Int)
}

/// Reads the frames of an ADTS stream that may end anywhere.
public struct ADTSReader: Sendable {
    private let start: Int
    /// What was not read yet; once ``next()`` answers nil, the cut frame at the end.
    public private(set) var rest: ArraySlice<UInt8>

    public init(_ stream: ArraySlice<UInt8>) {
        start = stream.startIndex
        rest = stream
    }

    /// The next frame without its header, or nil where no whole one is left.
    public mutating func next() throws(ADTSError) -> ArraySlice<UInt8>? {
        guard rest.count >= ADTS.headerSize else { return nil }
        let header = rest.startIndex
        let offset = header - start
        guard rest[header] == 0xFF, rest[header + 1] & 0xF6 == 0xF0 else { throw .lostSync(offset: offset) }
        guard rest[header + 1] & 1 == 1, rest[header + 2] & 0xFD == 0x60, rest[header + 3] & 0xC0 == 0x40,
            rest[header + 6] & 3 == 0
        else { throw .otherFormat(offset: offset) }
        let length =
            Int(rest[header + 3] & 3) << 11 | Int(rest[header + 4]) << 3 | Int(rest[header + 5]) >> 5
        guard length > ADTS.headerSize else { throw .lostSync(offset: offset) }
        guard length <= rest.count else { return nil }
        defer { rest = rest[(header + length)...] }
        return rest[header + ADTS.headerSize..<header + length]
    }
}
