/// Hides the length of a frame: fills it to a block of 256, 512, 1024 or 2048 bytes, each fill byte telling their number.
public enum Padding {
    /// A frame is filled to a block only when at least this much room remains.
    static let leastRoom = 16
    /// A fill byte cannot tell a larger number.
    static let largestFill = 255

    /// The block that a frame of `length` bytes aims at; the length itself above the largest block.
    public static func block(for length: Int) -> Int {
        switch length + leastRoom {
        case ...256: 256
        case ...512: 512
        case ...1024: 1024
        case ...2048: 2048
        default: length
        }
    }

    /// The length of a frame of `length` bytes once filled; unchanged where more than 255 bytes would be needed.
    public static func paddedLength(_ length: Int) -> Int {
        let block = block(for: length)
        return block - length <= largestFill ? block : length
    }

    /// Fills `frame` up.
    public static func fill(_ frame: inout [UInt8]) {
        let count = paddedLength(frame.count) - frame.count
        guard count > 0 else { return }
        for _ in 0..<count { frame.append(UInt8(count)) }
    }

    /// `frame` without its filling; whole where the last bytes do not all tell their number.
    public static func strip(_ frame: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let last = frame.last, last > 0, Int(last) <= frame.count else { return frame }
        return frame.suffix(Int(last)).allSatisfy { $0 == last } ? frame.dropLast(Int(last)) : frame
    }
}
