import Foundation

/// A database file that can no longer be trusted, with its companions.
struct DamagedFile {
    let path: String

    /// The file and its journals. The file itself goes last: what a crash leaves half done is done again at the next opening.
    private static let suffixes = ["-wal", "-shm", ""]

    /// Renames the file, for a person to look at; those set aside before it move on by one, and the last one goes.
    ///
    /// - Parameter limit: files kept.
    /// - Returns: the new path.
    func setAside(keeping limit: Int) throws(StoreError) -> String {
        let names = (1...max(1, limit)).map { "\(path).damaged-\($0)" }
        for (source, target) in zip(names, names.dropFirst()).reversed() { try Self.move(source, to: target) }
        try Self.move(path, to: names[0])
        try Self.synchronize(URL(filePath: path).deletingLastPathComponent().path)
        return names[0]
    }

    private static func move(_ source: String, to target: String) throws(StoreError) {
        for suffix in suffixes where unsafe rename(source + suffix, target + suffix) != 0 {
            guard errno == ENOENT else { throw failure("set aside", source + suffix) }
            // Or a journal of the file that was there would be taken for one of this file.
            if suffix != "" { unsafe unlink(target + suffix) }
        }
    }

    /// Makes renames in a folder outlive a power cut.
    private static func synchronize(_ folder: String) throws(StoreError) {
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("write", folder) }
    }

    static func failure(_ verb: String, _ path: String) -> StoreError {
        StoreError(.cannotOpen, "Cannot \(verb) \(path): \(unsafe String(cString: strerror(errno)))")
    }
}
