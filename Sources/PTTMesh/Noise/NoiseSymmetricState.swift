import PTTCrypto

/// The running hash and key of a handshake (Noise, revision 34, §5.1 and §5.2).
struct NoiseSymmetricState: Sendable {
    /// Binds everything said so far.
    private(set) var handshakeHash: [UInt8]
    private var chainingKey: SecretBytes
    private var cipher: ChaChaPoly.Cipher?
    private var counter: UInt64 = 0

    /// `protocolName` has 32 bytes, so that it is its own hash.
    init(protocolName: String, prologue: Span<UInt8>) {
        handshakeHash = Array(protocolName.utf8)
        chainingKey = SecretBytes(copying: handshakeHash)
        mixHash(prologue)
    }

    mutating func mixHash(_ data: Span<UInt8>) {
        var hash = SHA256()
        hash.update(handshakeHash)
        hash.update(data)
        handshakeHash = hash.finalize().bytes
    }

    mutating func mixKey(_ material: SecretBytes) {
        let pair = material.withSpan { material in
            HKDFSHA256.derivePair(chainingKey: chainingKey, inputKeyMaterial: material)
        }
        chainingKey = pair.chainingKey
        cipher = ChaChaPoly.Cipher(pair.key)
        counter = 0
    }

    /// Appends the plaintext, sealed once there is a key, to the message.
    mutating func encryptAndHash(_ plaintext: Span<UInt8>, appendingTo message: inout [UInt8]) {
        let start = message.count
        if cipher == nil {
            for index in plaintext.indices { message.append(plaintext[index]) }
        } else {
            let data = handshakeHash
            cipher?.seal(
                plaintext, nonce: .init(counter: counter), authenticating: data.span, appendingTo: &message)
            counter += 1
        }
        mixHash(message.span.extracting(droppingFirst: start))
    }

    /// Returns what is inside; throws `authenticationFailed` when the tag does not fit or is not there.
    mutating func decryptAndHash(_ sealed: Span<UInt8>) throws(NoiseError) -> [UInt8] {
        var plaintext: [UInt8] = []
        if cipher == nil {
            for index in sealed.indices { plaintext.append(sealed[index]) }
        } else {
            let data = handshakeHash
            do {
                try cipher?.open(
                    sealed, nonce: .init(counter: counter), authenticating: data.span, appendingTo: &plaintext)
            } catch {
                throw .authenticationFailed
            }
            counter += 1
        }
        mixHash(sealed)
        return plaintext
    }

    /// The two ciphers of the session: what the initiator sends with, what the responder sends with.
    func split() -> (initiator: ChaChaPoly.Cipher, responder: ChaChaPoly.Cipher) {
        let pair = HKDFSHA256.derivePair(chainingKey: chainingKey, inputKeyMaterial: Span())
        return (ChaChaPoly.Cipher(pair.chainingKey), ChaChaPoly.Cipher(pair.key))
    }
}

extension ChaChaPoly.Cipher {
    /// For keys that a derivation made: always 32 bytes.
    init(_ key: SecretBytes) {
        do {
            try self.init(key: key)
        } catch {
            preconditionFailure("a derived key of \(key.count) bytes")
        }
    }
}
