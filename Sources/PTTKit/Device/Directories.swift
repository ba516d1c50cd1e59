public import Foundation

/// Where one identity keeps its things, by the XDG base directory rules.
public struct Directories: Hashable, Sendable {
    /// Keys and settings: `$XDG_CONFIG_HOME/swift-ptt/<profile>`.
    public var configuration: URL
    /// Notes, messages and known peers: `$XDG_DATA_HOME/swift-ptt/<profile>`.
    public var data: URL
    /// Control socket and lock: `$XDG_RUNTIME_DIR/swift-ptt/<profile>`.
    public var runtime: URL

    public init(configuration: URL, data: URL, runtime: URL) {
        self.configuration = configuration
        self.data = data
        self.runtime = runtime
    }

    /// All of one profile below one folder, for tests and demos.
    public init(root: URL) {
        self.init(
            configuration: root.appending(path: "config"), data: root.appending(path: "data"),
            runtime: root.appending(path: "run"))
    }

    /// - Parameters:
    ///   - profile: 1…64 letters, digits, `-`, `_` or `.`, not beginning with a dot.
    ///   - environment: usually the process's own.
    /// - Throws: ``DeviceError`` when the profile's name cannot be a folder name.
    public init(profile: String, environment: [String: String]) throws {
        let allowed = profile.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.".unicodeScalars.contains($0))
        }
        guard allowed, (1...64).contains(profile.utf8.count), !profile.hasPrefix(".") else {
            throw DeviceError(
                .badProfile, "'\(profile)' cannot name a profile: use 1 to 64 letters, digits, '-', '_' or '.'.")
        }
        let home = environment["HOME"] ?? NSHomeDirectory()
        func base(_ variable: String, _ fallback: String) -> URL {
            // The specification says to ignore relative paths.
            let path = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? fallback
            return URL(filePath: path).appending(path: "swift-ptt").appending(path: profile)
        }
        self.init(
            configuration: base("XDG_CONFIG_HOME", home + "/.config"),
            data: base("XDG_DATA_HOME", home + "/.local/share"),
            runtime: base("XDG_RUNTIME_DIR", "/tmp/swift-ptt-\(getuid())"))
    }

    public var controlSocket: URL { runtime.appending(path: "control.sock") }
    public var identity: URL { configuration.appending(path: "identity.json") }
    public var knownPeers: URL { data.appending(path: "peers.json") }
    public var outgoingNotes: URL { data.appending(path: "voicenotes/outgoing") }
    public var incomingNotes: URL { data.appending(path: "voicenotes/incoming") }
    public var conversations: URL { data.appending(path: "conversations") }

    /// Makes what is missing, for the owner only.
    ///
    /// - Throws: ``DeviceError`` when a folder cannot be made or belongs to somebody else.
    public func create() throws {
        for folder in [configuration, data, runtime, outgoingNotes, incomingNotes, conversations] {
            do {
                try FileManager.default.createDirectory(
                    at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            } catch {
                throw DeviceError(.storage, "Cannot make the folder \(folder.path): \(error.localizedDescription)")
            }
        }
        try requireOwnership(of: runtime)
    }

    /// A runtime folder under `/tmp` could have been planted by another user.
    private func requireOwnership(of folder: URL) throws {
        var status = stat()
        guard lstat(folder.path, &status) == 0, status.st_uid == getuid(), status.st_mode & S_IFMT == S_IFDIR else {
            throw DeviceError(
                .storage, "The folder \(folder.path) is not yours. Set XDG_RUNTIME_DIR to a folder that is.")
        }
        chmod(folder.path, 0o700)
    }
}
