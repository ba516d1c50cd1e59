/// Why bytes are no burst packet, or a burst packet cannot be made.
public enum BurstError: Error, Hashable, Sendable {
    /// The packet ends inside its header or a field that it must have.
    case truncated(TruncatedInput)
    /// The flags byte is none of START, DATA, END and CANCELED; combinations are none of them.
    case unknownFlags(UInt8)
    case unknownCodec(UInt8)
    /// A burst ID of another length than eight bytes.
    case burstIDLength(Int)
    /// DATA without a frame.
    case noFrames
    /// DATA with more than eight frames.
    case tooManyFrames
    case emptyFrame
    /// A frame's length runs past the end of the packet.
    case frameTruncated(length: Int, available: Int)
    /// A frame, or all of them together, longer than the length prefix can tell.
    case frameTooLong(Int)
    /// A frame to send that is longer than any packet of the burst may carry.
    case frameExceedsBudget(length: Int, largest: Int)
    /// A repeat behind a new frame: repeats come first.
    case misplacedRepeat
}

extension BurstError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .truncated(let input): "packet too short: \(input)"
        case .unknownFlags(let flags): "flags 0x\([flags].hex) name no packet kind"
        case .unknownCodec(let byte): "codec 0x\([byte].hex) is unknown"
        case .burstIDLength(let count): "burst ID of \(count) bytes instead of 8"
        case .noFrames: "data packet without a frame"
        case .tooManyFrames: "data packet with more than \(BurstFrames.maximumCount) frames"
        case .emptyFrame: "frame of length zero"
        case .frameTruncated(let length, let available): "frame of \(length) bytes where \(available) are left"
        case .frameTooLong(let length): "frame of \(length) bytes does not fit its length prefix"
        case .frameExceedsBudget(let length, let largest):
            "frame of \(length) bytes where a packet holds \(largest)"
        case .misplacedRepeat: "repeat behind a new frame"
        }
    }
}
