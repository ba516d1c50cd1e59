extension SHA256 {
    /// The 32 bytes of a hash, held in place.
    public struct Digest: Hashable, Sendable, CustomStringConvertible {
        private var storage: InlineArray<32, UInt8> = .init(repeating: 0)

        /// A digest that came from elsewhere. Throws `wrongLength` unless there are 32 bytes.
        public init(_ bytes: Span<UInt8>) throws(CryptoError) {
            guard bytes.count == byteCount else { throw .wrongLength }
            for index in bytes.indices { storage[index] = bytes[index] }
        }

        /// The front of the digest as a big-endian number.
        public var first8: UInt64 {
            (0..<8).reduce(0) { number, index in number << 8 | UInt64(storage[index]) }
        }

        public var bytes: [UInt8] {
            var result: [UInt8] = []
            append(to: &result)
            return result
        }

        public func append(to output: inout [UInt8]) {
            withSpan { span in
                output.append(addingCapacity: span.count) { target in
                    for index in span.indices { target.append(span[index]) }
                }
            }
        }

        public func withSpan<Result, Failure: Error>(
            _ body: (Span<UInt8>) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try body(storage.span)
        }

        init(filledBy fill: (inout MutableSpan<UInt8>) -> Void) {
            var span = storage.mutableSpan
            fill(&span)
        }

        /// Takes the same time whatever the bytes are, so that a code may be checked by it.
        public static func == (left: Digest, right: Digest) -> Bool {
            var difference: UInt8 = 0
            for index in left.storage.indices { difference |= left.storage[index] ^ right.storage[index] }
            return difference == 0
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(first8)
        }

        /// 64 lower-case hex digits.
        public var description: String {
            bytes.lazy.map { byte in
                let digits = String(byte, radix: 16)
                return byte < 16 ? "0" + digits : digits
            }.joined()
        }
    }
}
