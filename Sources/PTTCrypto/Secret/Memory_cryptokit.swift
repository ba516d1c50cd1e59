#if canImport(CryptoKit)

internal import Darwin

/// Memory operations that a compiler must not optimise.
enum Memory {
    /// Zeroes in a way that survives dead-store elimination.
    static func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        _ = unsafe memset_s(base, bytes.count, 0, bytes.count)
    }

    /// Compares as many bytes as `left` has in constant time; both must have that many.
    static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        guard let leftBase = left.baseAddress, let rightBase = right.baseAddress else { return true }
        return unsafe timingsafe_bcmp(leftBase, rightBase, left.count) == 0
    }
}

#endif
