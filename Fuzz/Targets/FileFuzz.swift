import PTTMesh

/// A file, its name and its type, as a stranger says them.
enum FileFuzz {
    static func run(_ input: [UInt8]) {
        name(String(decoding: input, as: UTF8.self))
        guard let file = try? FilePacket(decoding: input[...]) else { return }
        precondition(!file.content.isEmpty && file.content.count <= FileLimits.largestContent)
        precondition(file.size <= FileLimits.largestContent)
        _ = try? file.verifiedType()
        if let text = file.name { name(text) }
        guard let bytes = try? file.encoded(), let copy = try? FilePacket(decoding: bytes[...]) else {
            preconditionFailure("a file that was read cannot be written")
        }
        precondition(copy == file, "a file changes when it is encoded again")
    }

    private static func name(_ text: String) {
        let safe = FileName(text, type: .m4a)
        let name = safe.description
        precondition(!name.isEmpty && name.utf8.count <= 255 && !name.hasPrefix("."))
        precondition(!name.utf8.contains { $0 < 0x20 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") })
        precondition(FileName(name, type: .m4a) == safe, "a safe name is made safer")
        if let burst = FileName.burst(ofNote: text) {
            precondition(FileName.burst(ofNote: FileName.note(of: burst)) == burst)
        }
        _ = MessageIdentity.privateFile(from: PeerID(rawValue: 1), to: PeerID(rawValue: 2), named: text)
    }
}
