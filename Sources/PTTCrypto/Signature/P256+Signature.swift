extension P256 {
    /// The two numbers of a signature.
    public struct Signature: Hashable, Sendable {
        /// r ‖ s, each 32 bytes, big-endian (the form of JSON Web Signatures).
        public let rawRepresentation: [UInt8]

        /// Throws `wrongLength` unless there are 64 bytes.
        public init(rawRepresentation bytes: Span<UInt8>) throws(CryptoError) {
            guard bytes.count == 64 else { throw .wrongLength }
            rawRepresentation = [UInt8](copying: bytes)
        }

        /// Reads the DER form, `SEQUENCE { INTEGER r, INTEGER s }` (RFC 3279 §2.2.3), strictly: one signature has one
        /// encoding. Throws `invalidSignature`.
        public init(derRepresentation bytes: Span<UInt8>) throws(CryptoError) {
            guard bytes.count >= 2, bytes[0] == 0x30, Int(bytes[1]) == bytes.count - 2, bytes[1] < 0x80 else {
                throw .invalidSignature
            }
            var rest = bytes.extracting(droppingFirst: 2)
            var raw: [UInt8] = []
            for _ in 0..<2 {
                guard rest.count >= 2, rest[0] == 0x02, Int(rest[1]) <= rest.count - 2 else { throw .invalidSignature }
                let length = Int(rest[1])
                try Signature.appendNumber(rest.extracting(2..<2 + length), to: &raw)
                rest = rest.extracting(droppingFirst: 2 + length)
            }
            guard rest.isEmpty else { throw .invalidSignature }
            rawRepresentation = raw
        }

        public var derRepresentation: [UInt8] {
            let numbers = Signature.encoded(rawRepresentation[..<32]) + Signature.encoded(rawRepresentation[32...])
            return [0x30, UInt8(numbers.count)] + numbers
        }

        /// A positive number of at most 32 bytes in as few as it needs, the sign bit clear.
        private static func appendNumber(_ number: Span<UInt8>, to raw: inout [UInt8]) throws(CryptoError) {
            guard !number.isEmpty, number.count <= 33, number[0] < 0x80 else { throw .invalidSignature }
            var digits = number
            if number.count > 1, number[0] == 0 {
                guard number[1] >= 0x80 else { throw .invalidSignature }
                digits = number.extracting(droppingFirst: 1)
            }
            guard digits.count <= 32 else { throw .invalidSignature }
            raw.append(contentsOf: repeatElement(0, count: 32 - digits.count))
            for index in digits.indices { raw.append(digits[index]) }
        }

        private static func encoded(_ number: ArraySlice<UInt8>) -> [UInt8] {
            var digits = Array(number.drop { $0 == 0 })
            if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
            return [0x02, UInt8(digits.count)] + digits
        }
    }
}
