/// The two bytes in front of a frame.
struct FramePrefix {
    static let size = 2

    enum Tag {
        static let repeated = 0x8000
        static let opus = 0x4000
        static let least = 0x4000
        static let lengthMask = 0x3FFF
    }

    var length: Int
    var isRepeat: Bool
    var isOpus: Bool

    var isTagged: Bool { isRepeat || isOpus }

    /// A plain length wins wherever it fits, so that whatever shipped peers accept means the same here.
    init(high: UInt8, low: UInt8, available: Int) {
        let value = Int(high) << 8 | Int(low)
        let isTagged = value >= Tag.least && value > available
        length = isTagged ? value & Tag.lengthMask : value
        isRepeat = isTagged && value & Tag.repeated != 0
        isOpus = isTagged && value & Tag.opus != 0
    }

    init(length: Int, isRepeat: Bool, isOpus: Bool) {
        self.length = length
        self.isRepeat = isRepeat
        self.isOpus = isOpus
    }

    func encode(into bytes: inout [UInt8]) {
        let tag = (isRepeat ? Tag.repeated : 0) | (isOpus ? Tag.opus : 0)
        bytes.appendBigEndian(UInt16(truncatingIfNeeded: length | tag))
    }
}
