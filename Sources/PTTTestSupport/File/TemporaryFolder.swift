public import Foundation

/// A folder of one test's own, removed with its last user.
public final class TemporaryFolder: Sendable {
    public let url: URL

    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "ptt-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    public func callAsFunction(_ name: String) -> URL {
        url.appending(path: name)
    }

    public func path(_ name: String) -> String {
        url.appending(path: name).path
    }

    /// Writes bytes and says where.
    public func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: self(name))
        return path(name)
    }

    public func bytes(of path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path)))
    }
}
