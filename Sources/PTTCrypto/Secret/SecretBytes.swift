/// Bytes that nobody else may learn: zeroed when the last copy goes, compared in constant time, never printed.
///
/// Copies share the same memory, which never changes after `init`.
public struct SecretBytes: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    private let storage: Storage

    /// Takes a copy; the caller answers for the original.
    public init(copying bytes: Span<UInt8>) {
        storage = Storage(count: bytes.count)
        for index in bytes.indices {
            unsafe storage.bytes[index] = bytes[index]
        }
    }

    public init(copying bytes: [UInt8]) {
        self.init(copying: bytes.span)
    }

    /// `count` zeros, then whatever `fill` writes over them.
    public init<Failure: Error>(
        count: Int, filledBy fill: (inout MutableSpan<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        storage = Storage(count: count)
        // Swift 6.3 cannot optimize a span over the property itself.
        let bytes = unsafe storage.bytes
        var span = unsafe MutableSpan(_unsafeElements: bytes)
        try fill(&span)
    }

    /// `count` bytes of ``SecureRandom``.
    public static func random(count: Int) -> SecretBytes {
        SecretBytes(count: count) { span in SecureRandom.fill(&span) }
    }

    public var count: Int {
        unsafe storage.bytes.count
    }

    /// Lends the bytes; a copy made inside outlives their zeroing.
    public func withSpan<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(storage) {} }
        return try body(unsafe Span(_unsafeElements: UnsafeBufferPointer(storage.bytes)))
    }

    /// Takes the time that the lengths ask for, whatever the bytes are.
    public static func == (left: SecretBytes, right: SecretBytes) -> Bool {
        guard left.count == right.count else { return false }
        return unsafe Memory.areEqual(
            UnsafeRawBufferPointer(left.storage.bytes), UnsafeRawBufferPointer(right.storage.bytes))
    }

    public var description: String {
        "\(count) secret bytes"
    }

    public var customMirror: Mirror {
        Mirror(self, children: [])
    }
}

/// Sendable because the memory is written in `init` alone, before anybody else can see it.
@safe private final class Storage: @unchecked Sendable {
    let bytes: UnsafeMutableBufferPointer<UInt8>

    init(count: Int) {
        unsafe bytes = .allocate(capacity: count)
        unsafe bytes.initialize(repeating: 0)
    }

    deinit {
        unsafe Memory.wipe(UnsafeMutableRawBufferPointer(bytes))
        unsafe bytes.deallocate()
    }
}
