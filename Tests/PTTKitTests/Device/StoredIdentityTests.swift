import Foundation
import PTTMesh
import PTTTestSupport
import Testing

@testable import PTTKit

@Suite struct StoredIdentityTests {
    private let folder: TemporaryFolder
    private let directories: Directories

    init() throws {
        folder = try TemporaryFolder()
        directories = Directories(root: folder.url)
        try directories.create()
    }

    private func mode(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }

    @Test func anIdentityIsMadeOnceAndReadBack() throws {
        let first = try StoredIdentity.loadOrCreate(in: directories, nickname: "alice")
        let second = try StoredIdentity.loadOrCreate(in: directories, nickname: nil)
        #expect(first == second)
        #expect(try first.meshIdentity().peerID == second.meshIdentity().peerID)
        #expect(second.nickname == "alice")
    }

    @Test func keysAreForTheOwnerOnly() throws {
        _ = try StoredIdentity.loadOrCreate(in: directories, nickname: nil)
        #expect(try mode(directories.identity) == 0o600)
        #expect(try mode(directories.configuration) == 0o700)
        #expect(try mode(directories.runtime) == 0o700)
    }

    @Test func aNewNicknameIsKept() throws {
        let first = try StoredIdentity.loadOrCreate(in: directories, nickname: "alice")
        _ = try StoredIdentity.loadOrCreate(in: directories, nickname: "carol")
        let third = try StoredIdentity.loadOrCreate(in: directories, nickname: nil)
        #expect(third.nickname == "carol")
        #expect(third.signingSeed == first.signingSeed)
    }

    @Test func keysThatOthersMayReadAreRefused() throws {
        _ = try StoredIdentity.loadOrCreate(in: directories, nickname: nil)
        chmod(directories.identity.path, 0o644)
        let error = #expect(throws: DeviceError.self) {
            _ = try StoredIdentity.loadOrCreate(in: directories, nickname: nil)
        }
        #expect(error?.code == .storage)
        #expect(error?.message.contains("chmod 600") == true)
    }

    @Test(arguments: ["", "{}", "{\"nickname\":\"x\",\"noise_private_key\":\"00\",\"signing_seed\":\"zz\"}"])
    func aDamagedFileIsNeitherUsedNorReplaced(content: String) throws {
        try PrivateFile.write(Data(content.utf8), to: directories.identity)
        let error = #expect(throws: DeviceError.self) {
            _ = try StoredIdentity.loadOrCreate(in: directories, nickname: nil).meshIdentity()
        }
        #expect(error?.code == .identity)
        #expect(try Data(contentsOf: directories.identity) == Data(content.utf8))
    }

    @Test func pinnedKeysSurviveARestart() throws {
        var pins = try PinnedPeers(in: directories)
        let peer = PinnedPeer(
            id: PeerID(rawValue: 7), noiseKey: [UInt8](repeating: 1, count: 32),
            signingKey: [UInt8](repeating: 2, count: 32), isProven: true)
        try pins.add(peer)
        #expect(try PinnedPeers(in: directories).all == [peer])
        try pins.remove(peer.id)
        #expect(try PinnedPeers(in: directories).all.isEmpty)
    }

    @Test func damagedPinsAreNotForgottenSilently() throws {
        try PrivateFile.write(Data("[{\"peer\":\"xyz\"}]".utf8), to: directories.knownPeers)
        #expect(throws: DeviceError.self) { _ = try PinnedPeers(in: directories) }
    }
}
