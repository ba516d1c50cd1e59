public import Foundation
import PTTWire

/// Where a timeline keeps its database and its files.
public struct TimelineFolders: Hashable, Sendable {
    public var database: URL
    /// Captures, and notes and files from others.
    public var incoming: URL
    /// What we recorded.
    public var outgoing: URL

    public init(database: URL, incoming: URL, outgoing: URL) {
        self.database = database
        self.incoming = incoming
        self.outgoing = outgoing
    }

    public init(_ directories: Directories) {
        self.init(
            database: directories.data.appending(path: "timeline.sqlite"), incoming: directories.incomingNotes,
            outgoing: directories.outgoingNotes)
    }

    enum Name: String, CaseIterable {
        case incoming
        case outgoing

        init(_ direction: Bubble.Direction) {
            switch direction {
            case .received: self = .incoming
            case .sent: self = .outgoing
            }
        }
    }

    func url(_ name: StoredName, in folder: Name) -> URL {
        url(folder).appending(path: name.text)
    }

    /// A file under the name that the disk gave.
    func url(_ folder: Name, _ name: String) -> URL {
        url(folder).appending(path: name)
    }

    /// When a file was last written to.
    func modified(_ name: StoredName, in folder: Name) -> Timestamp {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url(name, in: folder).path)
        let seconds = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        return Timestamp(milliseconds: UInt64(max(0, min(seconds * 1_000, 9e15))))
    }

    /// The regular files of a folder, with their sizes in bytes; links and the like are passed over.
    func files(in folder: Name) throws(DeviceError) -> [String: Int] {
        var files: [String: Int] = [:]
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: url(folder).path)
        } catch {
            throw DeviceError(.storage, "Cannot read \(url(folder).path): \(error.localizedDescription)")
        }
        for name in names {
            if let size = Self.size(of: url(folder).appending(path: name)) { files[name] = size }
        }
        return files
    }

    /// Bytes of a regular file; nil when there is none.
    static func size(of file: URL) -> Int? {
        var status = stat()
        guard lstat(file.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    private func url(_ folder: Name) -> URL {
        switch folder {
        case .incoming: incoming
        case .outgoing: outgoing
        }
    }

    /// Makes what happened in a folder outlive a power cut.
    func synchronize(_ folder: Name) throws(DeviceError) {
        try Self.synchronize(url(folder), flags: O_DIRECTORY)
    }

    /// Makes what a file holds outlive a power cut.
    static func synchronize(_ url: URL, flags: Int32 = 0) throws(DeviceError) {
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | flags)
        guard descriptor >= 0 else { throw failure("open", url) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("write", url) }
    }

    static func failure(_ verb: String, _ url: URL) -> DeviceError {
        DeviceError(.storage, "Cannot \(verb) \(url.path): \(String(cString: strerror(errno)))")
    }
}
