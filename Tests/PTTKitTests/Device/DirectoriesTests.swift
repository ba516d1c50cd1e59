import Foundation
import PTTKit
import PTTTestSupport
import Testing

@Suite struct DirectoriesTests {
    @Test func foldersFollowTheBaseDirectoryVariables() throws {
        let directories = try Directories(
            profile: "work",
            environment: ["XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d", "XDG_RUNTIME_DIR": "/r", "HOME": "/h"])
        #expect(directories.identity.path == "/c/swift-ptt/work/identity.json")
        #expect(directories.incomingNotes.path == "/d/swift-ptt/work/voicenotes/incoming")
        #expect(directories.controlSocket.path == "/r/swift-ptt/work/control.sock")
    }

    @Test func relativeVariablesAreIgnored() throws {
        let directories = try Directories(profile: "x", environment: ["XDG_CONFIG_HOME": "c", "HOME": "/h"])
        #expect(directories.configuration.path == "/h/.config/swift-ptt/x")
    }

    @Test(arguments: ["", ".", "..", ".hidden", "a/b", "a b", "ä", String(repeating: "x", count: 65)])
    func namesThatAreNoFolderAreRefused(profile: String) {
        let error = #expect(throws: DeviceError.self) { _ = try Directories(profile: profile, environment: [:]) }
        #expect(error?.code == .badProfile)
    }

    @Test func aRuntimeFolderThatIsALinkIsRefused() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(at: folder("run"), withDestinationURL: URL(filePath: "/tmp"))
        #expect(throws: DeviceError.self) { try Directories(root: folder.url).create() }
    }
}
