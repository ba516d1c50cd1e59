/// Why bytes are no fragment, or a frame cannot be cut into fragments.
public enum FragmentError: Error, Hashable, Sendable {
    /// The payload has so many bytes, fewer than the header of a fragment.
    case truncated(Int)
    case totalOutOfRange(Int)
    case indexOutOfRange(Int, total: Int)
    /// The payload has so many bytes, more than ``Fragment/largestPayload``.
    case tooLarge(Int)
    /// A fragment is never cut again, so none is ever inside another.
    case isFragment
    /// The packet in pieces is not of the sender of the pieces.
    case otherSender
    /// The frame would be more than ``Fragment/largestTotal`` pieces.
    case tooManyFragments(Int)
    /// The packet around the piece, or the one in pieces, cannot be put into bytes or read from them.
    case packet(PacketError)
}

/// Why a fragment is not taken into an assembly.
public enum FragmentRefusal: Error, Hashable, Sendable {
    /// The pieces together are above the limit for what they claim to be.
    case tooLarge(limit: Int)
    /// Its sender, or everybody together, holds as much as may be held, and nothing may give way for it.
    case noRoom
    /// It says otherwise than what came over the same link before: another total, type or chunk.
    case contradictory
    /// The frame was put together before, and proved itself.
    case finished
}

extension FragmentError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .truncated(let count): "\(count) bytes are fewer than a fragment's header"
        case .totalOutOfRange(let total): "\(total) pieces are not 1 to \(Fragment.largestTotal)"
        case .indexOutOfRange(let index, let total): "piece \(index) is not one of \(total)"
        case .tooLarge(let count): "\(count) bytes are above the limit of \(Fragment.largestPayload) for a fragment"
        case .isFragment: "a fragment is never cut again"
        case .otherSender: "the packet in pieces is another's than the pieces"
        case .tooManyFragments(let count): "\(count) pieces are above the limit of \(Fragment.largestTotal)"
        case .packet(let error): error.description
        }
    }
}

extension FragmentRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooLarge(let limit): "the pieces are above \(limit) bytes together"
        case .noRoom: "there is no room for another piece"
        case .contradictory: "the piece contradicts one that came before"
        case .finished: "the frame was put together before"
        }
    }
}
