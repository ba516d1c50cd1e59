/// The system's cryptographic random source: when it fails the process ends, since weaker bytes would look the same.
public struct SecureRandom: RandomNumberGenerator, Sendable {
    public init() {}

    public mutating func next() -> UInt64 {
        var value: UInt64 = 0
        unsafe withUnsafeMutableBytes(of: &value) { unsafe SecureRandom.fill($0) }
        return value
    }

    public static func bytes(count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            unsafe fill(UnsafeMutableRawBufferPointer(buffer))
            initialized = count
        }
    }

    public static func fill(_ bytes: inout MutableSpan<UInt8>) {
        unsafe bytes.withUnsafeMutableBytes { unsafe fill($0) }
    }
}
