public import PTTWire

/// Cuts frames out of a stream of bytes, as notifications of a BLE link bring them (bitchat wire §10).
///
/// Frames follow each other without a mark, several in a chunk or one over many; each is as long as its header says.
/// Padding behind a frame, and what is no frame, is dropped.
public struct FrameSplitter: Sendable {
    public struct Limits: Sendable {
        /// Largest frame waited for: the largest packet with a full route, IDs, signature and padding.
        public var frameBytes = MeshConfiguration.Limits().frameBytes
        /// A frame that is not whole by then is given up when the next chunk comes: its rest was lost.
        public var patience = Duration.milliseconds(250)

        public init() {}
    }

    /// What a chunk gave.
    public struct Output: Hashable, Sendable {
        /// Whole frames without their padding, in order.
        public var frames: [[UInt8]] = []
        /// Bytes that belong to no frame, for diagnosis; the first 64 of them.
        public var dropped: [UInt8] = []
        /// What had come before this chunk was given up, or all of it where a header says what no frame may.
        public var wasReset = false

        static let mostDropped = 64
    }

    public let limits: Limits
    /// What has come and is part of no frame yet, behind `start`.
    private var buffer: [UInt8] = []
    private var start = 0
    /// When the frame that is not whole yet began.
    private var pending: (since: Instant, length: Int)?

    public init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Bytes waiting for more.
    public var waiting: Int { buffer.count - start }

    /// - Complexity: O(bytes of the chunk), over all calls; bytes that are no frame cost up to 255 steps each.
    public mutating func append(_ chunk: ArraySlice<UInt8>, at now: Instant) -> Output {
        var output = Output()
        let chunkStart = buffer.count
        buffer += chunk
        scan: while let first = peek(0) {
            guard let version = PacketVersion(rawValue: first) else {
                if skipsPadding(of: first, into: &output) { continue }
                break
            }
            switch frameLength(version) {
            case .impossible:
                removeAll()
                output.wasReset = true
                break scan
            case .unknown:
                guard hasStalled(0, at: now) else { break scan }
                begin(at: chunkStart, &output)
            case .known(let length) where length > waiting:
                guard hasStalled(length, at: now) else { break scan }
                begin(at: chunkStart, &output)
            case .known(let length):
                output.frames.append(Array(buffer[start..<start + length]))
                start += length
                pending = nil
            }
        }
        compact()
        return output
    }

    /// Gives up what has not become a frame.
    public mutating func removeAll() {
        buffer = []
        start = 0
        pending = nil
    }

    private enum Length {
        case known(Int)
        /// More bytes must come first.
        case unknown
        /// No frame says so.
        case impossible
    }

    private func peek(_ offset: Int) -> UInt8? {
        start + offset < buffer.count ? buffer[start + offset] : nil
    }

    private func frameLength(_ version: PacketVersion) -> Length {
        let prefix = version.headerLength + PeerID.byteCount
        guard waiting >= prefix else { return .unknown }
        let flags = PacketFlags(rawValue: buffer[start + PacketLayout.flagsOffset])
        let payload =
            switch version {
            case .v1: Int(buffer.bigEndian(at: start + PacketLayout.lengthOffset, as: UInt16.self))
            case .v2: Int(buffer.bigEndian(at: start + PacketLayout.lengthOffset, as: UInt32.self))
            }
        var length = prefix + (flags.contains(.hasRecipient) ? PeerID.byteCount : 0)
        if version == .v2, flags.contains(.hasRoute) {
            guard let hops = peek(length) else { return .unknown }
            length += 1 + Int(hops) * PeerID.byteCount
        }
        if flags.contains(.isCompressed), payload < version.lengthFieldWidth { return .impossible }
        length += payload + (flags.contains(.hasSignature) ? PacketLayout.signatureLength : 0)
        return length <= limits.frameBytes ? .known(length) : .impossible
    }

    /// Steps over the padding that begins with `first`, else over one byte; false when only more bytes can tell.
    private mutating func skipsPadding(of first: UInt8, into output: inout Output) -> Bool {
        let run = Int(first)
        let here = buffer[start..<min(start + max(run, 1), buffer.count)]
        guard run > 0, here.allSatisfy({ $0 == first }) else {
            if output.dropped.count < Output.mostDropped { output.dropped.append(first) }
            start += 1
            return true
        }
        guard here.count == run else { return false }
        start += run
        return true
    }

    private mutating func hasStalled(_ length: Int, at now: Instant) -> Bool {
        guard let begun = pending, begun.length == length else {
            pending = (now, length)
            return false
        }
        return now - begun.since >= limits.patience
    }

    /// Gives up what came before the last chunk, which may begin with a frame.
    private mutating func begin(at chunkStart: Int, _ output: inout Output) {
        start = max(start, chunkStart)
        pending = nil
        output.wasReset = true
    }

    /// Moves what waits to the front once that costs less than it frees.
    private mutating func compact() {
        guard start > 0, start >= waiting else { return }
        buffer.removeFirst(start)
        start = 0
    }
}
