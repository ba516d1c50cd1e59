extension ChaChaPoly {
    /// A key made ready once: sealing and opening allocate nothing.
    ///
    /// A value: a copy that is used makes itself a context of its own first.
    ///
    ///     var cipher = try ChaChaPoly.Cipher(key: key)
    ///     cipher.seal(plaintext.span, nonce: .init(counter: 7), appendingTo: &sealed)
    public struct Cipher: Sendable {
        private var context: ChaChaPolyContext

        /// Throws `wrongLength` unless the key has 32 bytes.
        public init(key: SecretBytes) throws(CryptoError) {
            guard key.count == keyByteCount else { throw .wrongLength }
            context = ChaChaPolyContext(key: key)
        }

        /// Appends as many bytes as the plaintext has, then the tag of 16; `output` must have room for them.
        public mutating func seal(
            _ plaintext: Span<UInt8>, nonce: Nonce, authenticating data: Span<UInt8> = Span(),
            into output: inout OutputSpan<UInt8>
        ) {
            precondition(output.freeCapacity >= plaintext.count + tagByteCount, "no room for the sealed bytes")
            own()
            context.seal(plaintext, nonce: nonce, authenticating: data, into: &output)
        }

        /// Appends the plaintext of `sealed`, which ends in its tag; `output` must have room for 16 bytes less.
        ///
        /// Throws `wrongLength` when there is no whole tag, `authenticationFailed` when it does not fit; then nothing is
        /// appended and no plaintext remains in the room.
        public mutating func open(
            _ sealed: Span<UInt8>, nonce: Nonce, authenticating data: Span<UInt8> = Span(),
            into output: inout OutputSpan<UInt8>
        ) throws(CryptoError) {
            guard sealed.count >= tagByteCount else { throw .wrongLength }
            precondition(output.freeCapacity >= sealed.count - tagByteCount, "no room for the plaintext")
            own()
            try context.open(sealed, nonce: nonce, authenticating: data, into: &output)
        }

        /// As ``seal(_:nonce:authenticating:into:)``, growing `output` where it has no room.
        public mutating func seal(
            _ plaintext: Span<UInt8>, nonce: Nonce, authenticating data: Span<UInt8> = Span(),
            appendingTo output: inout [UInt8]
        ) {
            output.append(addingCapacity: plaintext.count + tagByteCount) { room in
                seal(plaintext, nonce: nonce, authenticating: data, into: &room)
            }
        }

        /// As ``open(_:nonce:authenticating:into:)``, growing `output` where it has no room.
        public mutating func open(
            _ sealed: Span<UInt8>, nonce: Nonce, authenticating data: Span<UInt8> = Span(),
            appendingTo output: inout [UInt8]
        ) throws(CryptoError) {
            try output.append(addingCapacity: sealed.count) { room throws(CryptoError) in
                try open(sealed, nonce: nonce, authenticating: data, into: &room)
            }
        }

        private mutating func own() {
            if !isKnownUniquelyReferenced(&context) { context = ChaChaPolyContext(key: context.key) }
        }
    }

    /// The ciphertext and its tag.
    public static func seal(
        _ plaintext: Span<UInt8>, key: SecretBytes, nonce: Nonce, authenticating data: Span<UInt8> = Span()
    ) throws(CryptoError) -> [UInt8] {
        var cipher = try Cipher(key: key)
        var sealed: [UInt8] = []
        cipher.seal(plaintext, nonce: nonce, authenticating: data, appendingTo: &sealed)
        return sealed
    }

    /// The plaintext; throws as ``Cipher/open(_:nonce:authenticating:into:)`` does.
    public static func open(
        _ sealed: Span<UInt8>, key: SecretBytes, nonce: Nonce, authenticating data: Span<UInt8> = Span()
    ) throws(CryptoError) -> [UInt8] {
        var cipher = try Cipher(key: key)
        var plaintext: [UInt8] = []
        try cipher.open(sealed, nonce: nonce, authenticating: data, appendingTo: &plaintext)
        return plaintext
    }
}
