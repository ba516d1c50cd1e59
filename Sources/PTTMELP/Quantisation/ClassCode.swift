/// A shortened Hamming code: four check bits that correct one wrong bit among five and themselves.
enum ClassCode {
    /// The check bits that each data bit turns over, first bit first.
    private static func column(_ bit: Int) -> Int {
        switch bit {
        case 0: 0b0011
        case 1: 0b0101
        case 2: 0b0110
        case 3: 0b1001
        default: 0b1010
        }
    }

    /// The four check bits of five data bits.
    static func checks(of data: Int) -> Int {
        (0..<5).reduce(0) { data >> (4 - $1) & 1 != 0 ? $0 ^ column($1) : $0 }
    }

    /// The five data bits as they were sent if at most one of the nine bits is wrong; nil where more are seen to be.
    static func corrected(data: Int, checks received: Int) -> Int? {
        let syndrome = checks(of: data) ^ received
        if syndrome & (syndrome - 1) == 0 {
            return data
        }
        return (0..<5).first { column($0) == syndrome }.map { data ^ 1 << (4 - $0) }
    }
}
