/// Whether any frame of a superframe is voiced, as far as tables are chosen by it.
public enum VoicingClass: UInt8, Hashable, Sendable, CaseIterable {
    case unvoiced = 0
    case voiced = 1
}

/// Which of a superframe's three frames are voiced.
public enum VoicingPattern: Hashable, Sendable {
    case allVoiced
    /// All but the frame of this number, 0…2.
    case voicedExcept(Int)
    /// The frame of this number alone, 0…2.
    case voicedOnly(Int)
    case noneVoiced

    public init(_ superframe: Superframe) {
        let voiced = (0..<3).count(where: { superframe.frames[$0].voicing.isVoiced })
        switch voiced {
        case 0: self = .noneVoiced
        case 1: self = .voicedOnly(Self.first(true, in: superframe))
        case 2: self = .voicedExcept(Self.first(false, in: superframe))
        default: self = .allVoiced
        }
    }

    private static func first(_ isVoiced: Bool, in superframe: Superframe) -> Int {
        (0..<2).first { superframe.frames[$0].voicing.isVoiced == isVoiced } ?? 2
    }

    public func isVoiced(_ frame: Int) -> Bool {
        switch self {
        case .allVoiced: true
        case .voicedExcept(let other): frame != other
        case .voicedOnly(let other): frame == other
        case .noneVoiced: false
        }
    }

    public var voicedFrames: Int {
        switch self {
        case .allVoiced: 3
        case .voicedExcept: 2
        case .voicedOnly: 1
        case .noneVoiced: 0
        }
    }

    public var voicingClass: VoicingClass {
        switch self {
        case .allVoiced, .voicedExcept, .voicedOnly: .voiced
        case .noneVoiced: .unvoiced
        }
    }
}

/// Prefix code of the pattern: no code word begins another, and together they use every beginning there is.
extension VoicingPattern {
    /// The code word and its length in bits, first bit highest: `1`, `0pp`, `011pp` (pp below 3), `01111`.
    var prefix: (word: Int, length: Int) {
        switch self {
        case .allVoiced: (0b1, 1)
        case .voicedExcept(let frame): (frame, 3)
        case .voicedOnly(let frame): (0b01100 + frame, 5)
        case .noneVoiced: (0b01111, 5)
        }
    }

    /// The pattern whose code word begins `bits`, five bits, first bit highest.
    init(prefixOf bits: Int) {
        let frame = bits >> 2 & 3
        if bits & 0b10000 != 0 {
            self = .allVoiced
        } else if frame < 3 {
            self = .voicedExcept(frame)
        } else {
            self = bits & 3 < 3 ? .voicedOnly(bits & 3) : .noneVoiced
        }
    }
}
