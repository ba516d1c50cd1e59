/// A reader of bytes from strangers, with what must hold whatever it is fed: it throws or answers, it never traps.
public enum FuzzTarget: String, CaseIterable, Sendable {
    case burst
    case packet
    case noise
    case announce
    case engine
    case melp
    case stream
    case file
    case fragment
    case sync

    /// Feeds `input` to the readers; traps when something that must hold does not.
    public func run(_ input: [UInt8]) {
        switch self {
        case .burst: BurstFuzz.run(input)
        case .packet: PacketFuzz.run(input)
        case .noise: NoiseFuzz.run(input)
        case .announce: AnnounceFuzz.run(input)
        case .engine: EngineFuzz.run(input)
        case .melp: MELPFuzz.run(input)
        case .stream: StreamFuzz.run(input)
        case .file: FileFuzz.run(input)
        case .fragment: FragmentFuzz.run(input)
        case .sync: SyncFuzz.run(input)
        }
    }
}

/// Cuts an input into records: a control byte, a length byte, and that many bytes or the rest.
struct FuzzRecords: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>

    init(_ input: [UInt8]) {
        rest = input[...]
    }

    mutating func next() -> (control: UInt8, bytes: ArraySlice<UInt8>)? {
        guard let control = rest.popFirst(), let length = rest.popFirst() else { return nil }
        let bytes = rest.prefix(Int(length))
        rest = rest.dropFirst(bytes.count)
        return (control, bytes)
    }
}
