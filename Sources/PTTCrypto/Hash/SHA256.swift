/// SHA-256 (FIPS 180-4, RFC 6234), at once or in pieces.
///
/// A value: a copy goes on by itself. After ``finalize()`` it is as new and keeps its memory, so that an owner who hashes
/// often keeps one and allocates nothing.
public struct SHA256: Sendable {
    public static let byteCount = 32
    static let blockByteCount = 64

    private var context: SHA256Context

    public init() {
        context = SHA256Context()
    }

    public mutating func update(_ bytes: Span<UInt8>) {
        guard !bytes.isEmpty else { return }
        if !isKnownUniquelyReferenced(&context) { context = SHA256Context(copying: context) }
        unsafe bytes.withUnsafeBytes { unsafe context.update($0) }
    }

    public mutating func update(_ bytes: [UInt8]) {
        update(bytes.span)
    }

    public mutating func update(_ bytes: ArraySlice<UInt8>) {
        update(bytes.span)
    }

    /// The digest of everything since `init` or the last call; starts anew.
    public mutating func finalize() -> Digest {
        Digest { output in finalize(into: &output) }
    }

    /// As ``finalize()``, into memory that the caller will wipe: `output` has 32 bytes.
    mutating func finalize(into output: inout MutableSpan<UInt8>) {
        precondition(output.count == SHA256.byteCount)
        if !isKnownUniquelyReferenced(&context) { context = SHA256Context(copying: context) }
        unsafe output.withUnsafeMutableBytes { unsafe context.finalize(into: $0) }
    }

    public static func digest(of bytes: Span<UInt8>) -> Digest {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finalize()
    }

    public static func digest(of bytes: [UInt8]) -> Digest {
        digest(of: bytes.span)
    }

    public static func digest(of bytes: ArraySlice<UInt8>) -> Digest {
        digest(of: bytes.span)
    }
}
