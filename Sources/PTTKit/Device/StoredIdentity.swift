import Foundation
import PTTCrypto
import PTTMesh
import PTTWire

/// The keys and the name of one node as they lie on disk: JSON, mode 0600.
struct StoredIdentity: Hashable, Sendable, Codable {
    /// X25519 private key, 64 hex digits.
    var noisePrivateKey: String
    /// Ed25519 seed, 64 hex digits.
    var signingSeed: String
    var nickname: String

    /// Reads the identity, or makes one where there is none.
    ///
    /// - Throws: ``DeviceError`` when the file is damaged or open to others; it is never overwritten then.
    static func loadOrCreate(in directories: Directories, nickname: String?) throws -> StoredIdentity {
        if let data = try PrivateFile.read(directories.identity) {
            var identity = try decode(data, from: directories.identity)
            if let nickname, nickname != identity.nickname {
                identity.nickname = nickname
                try identity.save(in: directories)
            }
            return identity
        }
        let identity = StoredIdentity(
            noisePrivateKey: SecureRandom.bytes(count: 32).hex, signingSeed: SecureRandom.bytes(count: 32).hex,
            nickname: nickname ?? defaultNickname())
        try identity.save(in: directories)
        return identity
    }

    func save(in directories: Directories) throws {
        try PrivateFile.write(Data(try ControlCoding.line(self).utf8), to: directories.identity)
    }

    /// The keys as the engine takes them.
    func meshIdentity() throws -> MeshIdentity {
        do {
            let noise = try Self.secret(noisePrivateKey)
            let signing = try Self.secret(signingSeed)
            return MeshIdentity(
                noiseKey: try X25519.PrivateKey(noise), signingKey: try Ed25519.PrivateKey(seed: signing))
        } catch {
            throw DeviceError(
                .identity, "The identity file holds keys that are not 64 hex digits each: restore it from a backup.")
        }
    }

    private static func secret(_ hex: String) throws -> SecretBytes {
        let bytes = try [UInt8](hex: hex)
        return SecretBytes(copying: bytes.span)
    }

    private static func decode(_ data: Data, from url: URL) throws -> StoredIdentity {
        do {
            return try ControlCoding.value(StoredIdentity.self, from: String(decoding: data, as: UTF8.self))
        } catch {
            throw DeviceError(
                .identity,
                "The identity file \(url.path) is damaged. Restore it from a backup, or move it away to get a new identity."
            )
        }
    }

    private static func defaultNickname() -> String {
        let user = ProcessInfo.processInfo.userName
        return user.isEmpty ? "anon" : user
    }
}
