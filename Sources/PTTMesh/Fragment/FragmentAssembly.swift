/// The pieces of one frame that have come, of those who say the same about it.
struct FragmentAssembly: Sendable {
    private struct Piece: Sendable {
        var bytes: [UInt8]
        /// One bit for each link it was heard over.
        var links: UInt8
    }

    enum Addition: Sendable {
        case added
        /// Known already, and now heard over this link as well.
        case borneOut
        /// Known already, from this link too.
        case repeated
        /// Another total, type or chunk than is known.
        case contradicted
    }

    /// What a piece costs beside its bytes: its place in the table and the array around it.
    private static let pieceOverhead = 64

    let total: Int
    let originalType: UInt8
    private var pieces: [Int: Piece] = [:]
    private(set) var byteCount = 0

    init(like fragment: Fragment) {
        total = fragment.total
        originalType = fragment.originalType
    }

    private init(total: Int, originalType: UInt8) {
        self.total = total
        self.originalType = originalType
    }

    var count: Int { pieces.count }
    var isComplete: Bool { pieces.count == total }
    /// Bytes of memory that a piece takes, about.
    static func cost(of fragment: Fragment) -> Int { fragment.chunk.count + pieceOverhead }
    /// Bytes of memory, about.
    var cost: Int { byteCount + pieces.count * Self.pieceOverhead }
    /// Bytes that the frame may have (bitchat wire §7.4): files with all that is around them, else the file alone.
    var limit: Int {
        switch PacketType(rawValue: originalType) {
        case .fileTransfer, .noiseEncrypted: PacketLayout.largestPayload
        case nil, .announce, .publicMessage, .leave, .courierEnvelope, .noiseHandshake, .fragment, .syncRequest,
            .boardPost, .prekeyBundle, .groupMessage, .ping, .pong, .nostrCarrier, .publicVoice, .announceV2:
            FileLimits.largestContent
        }
    }

    /// Indices of the pieces that have not come, in order.
    var missing: [Int] { (0..<total).filter { pieces[$0] == nil } }

    /// - Throws: `tooLarge`; the assembly stays as it was.
    mutating func add(_ fragment: Fragment, over link: UInt8) throws(FragmentRefusal) -> Addition {
        guard fragment.total == total, fragment.originalType == originalType else { return .contradicted }
        if let known = pieces[fragment.index] {
            guard known.bytes[...] == fragment.chunk else { return .contradicted }
            guard known.links & link == 0 else { return .repeated }
            pieces[fragment.index]?.links |= link
            return .borneOut
        }
        guard byteCount + fragment.chunk.count <= limit else { throw .tooLarge(limit: limit) }
        // A copy: the slice would keep the whole datagram, which may be much larger.
        pieces[fragment.index] = Piece(bytes: Array(fragment.chunk), links: link)
        byteCount += fragment.chunk.count
        return .added
    }

    /// What it would be had only the link with this bit been there; nil without a piece.
    func heard(over link: UInt8) -> FragmentAssembly? {
        var part = FragmentAssembly(total: total, originalType: originalType)
        part.pieces = pieces.filter { $0.value.links & link != 0 }.mapValues { Piece(bytes: $0.bytes, links: link) }
        part.byteCount = part.pieces.values.reduce(0) { $0 + $1.bytes.count }
        return part.pieces.isEmpty ? nil : part
    }

    /// The frame; call when complete.
    func joined() -> [UInt8] {
        var frame: [UInt8] = []
        frame.reserveCapacity(byteCount)
        for index in 0..<total { frame += pieces[index]?.bytes ?? [] }
        return frame
    }
}
