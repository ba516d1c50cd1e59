import Foundation
import PTTMesh
import PTTWire

/// Keys that peers showed when they were first met; whoever shows others later is an impostor.
struct PinnedPeers {
    private struct Record: Codable {
        var peer: String
        var noiseKey: String
        var signingKey: String
        var isProven: Bool
    }

    private let file: URL
    private var peers: [PeerID: PinnedPeer] = [:]

    var all: [PinnedPeer] { Array(peers.values) }

    /// - Throws: ``DeviceError`` when the file is there but cannot be understood: trust is never silently begun anew.
    init(in directories: Directories) throws {
        file = directories.knownPeers
        guard let data = try PrivateFile.read(file) else { return }
        do {
            let records = try ControlCoding.value([Record].self, from: String(decoding: data, as: UTF8.self))
            for record in records {
                guard let id = PeerID(record.peer) else { throw DeviceError(.storage, record.peer) }
                peers[id] = PinnedPeer(
                    id: id, noiseKey: try [UInt8](hex: record.noiseKey),
                    signingKey: try [UInt8](hex: record.signingKey),
                    isProven: record.isProven)
            }
        } catch {
            throw DeviceError(
                .storage,
                "The file \(file.path) with your peers' keys is damaged. Restore it, or move it away to trust everyone anew."
            )
        }
    }

    mutating func add(_ peer: PinnedPeer) throws {
        peers[peer.id] = peer
        try save()
    }

    mutating func remove(_ peer: PeerID) throws {
        peers[peer] = nil
        try save()
    }

    private func save() throws {
        let records = peers.values.sorted { $0.id < $1.id }.map {
            Record(
                peer: $0.id.description, noiseKey: $0.noiseKey.hex, signingKey: $0.signingKey.hex,
                isProven: $0.isProven)
        }
        try PrivateFile.write(Data(try ControlCoding.line(records).utf8), to: file)
    }
}
