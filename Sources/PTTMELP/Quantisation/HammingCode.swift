/// The Hamming code (15, 11): four check bits that correct one wrong bit among eleven and themselves.
///
/// It guards the bits that name the pattern and the pitch's first, and the spectrum's first.
enum HammingCode {
    static let dataBits = 11

    /// The four check bits that each data bit turns over, first bit first: every number that is no power of two.
    private static func column(_ bit: Int) -> Int {
        switch bit {
        case 0: 0b0011
        case 1: 0b0101
        case 2: 0b0110
        case 3: 0b1001
        case 4: 0b1010
        case 5: 0b0111
        default: 0b1011 + bit - 6
        }
    }

    /// The four check bits of eleven data bits.
    static func checks(of data: Int) -> Int {
        (0..<dataBits).reduce(0) { data >> (dataBits - 1 - $1) & 1 != 0 ? $0 ^ column($1) : $0 }
    }

    /// The eleven data bits as they were sent if at most one of the fifteen bits is wrong.
    static func corrected(data: Int, checks received: Int) -> Int {
        let syndrome = checks(of: data) ^ received
        return (0..<dataBits).first { column($0) == syndrome }.map { data ^ 1 << (dataBits - 1 - $0) } ?? data
    }
}

extension Packet {
    /// The bits that the check bits guard.
    private var guarded: Int {
        get {
            self[PacketLayout.classBits] << PacketLayout.firstSpectrumBits.count
                | self[PacketLayout.firstSpectrumBits]
        }
        set {
            self[PacketLayout.classBits] = newValue >> PacketLayout.firstSpectrumBits.count
            self[PacketLayout.firstSpectrumBits] = newValue
        }
    }

    mutating func writeChecks() {
        self[PacketLayout.parity] = HammingCode.checks(of: guarded)
    }

    mutating func correct() {
        guarded = HammingCode.corrected(data: guarded, checks: self[PacketLayout.parity])
    }
}
