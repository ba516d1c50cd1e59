import Foundation

/// Small files that must never be half written nor readable by others.
enum PrivateFile {
    /// Writes through a temporary file and a rename, mode 0600.
    static func write(_ data: Data, to url: URL) throws(DeviceError) {
        let temporary = url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).\(getpid())")
        let descriptor = open(temporary.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("write", url) }
        defer { close(descriptor) }
        guard fchmod(descriptor, 0o600) == 0, writeAll(data, to: descriptor), fsync(descriptor) == 0,
            rename(temporary.path, url.path) == 0
        else {
            let error = failure("write", url)
            unlink(temporary.path)
            throw error
        }
    }

    /// Adds to the end of a file, which is made with mode 0600 where there is none, in one write.
    ///
    /// - Returns: the file's size in bytes afterwards.
    static func append(_ data: Data, to url: URL) throws(DeviceError) -> Int {
        let descriptor = open(url.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("write", url) }
        defer { close(descriptor) }
        var status = stat()
        guard writeAll(data, to: descriptor), fstat(descriptor, &status) == 0 else { throw failure("write", url) }
        return Int(status.st_size)
    }

    /// - Returns: nil when there is no such file.
    /// - Throws: ``DeviceError`` when it cannot be read, or others may read it.
    static func read(_ url: URL) throws(DeviceError) -> Data? {
        var status = stat()
        guard stat(url.path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw failure("read", url)
        }
        guard status.st_mode & 0o077 == 0 else {
            throw DeviceError(
                .storage, "Others may read \(url.path), which holds secrets. Make it private: chmod 600 '\(url.path)'")
        }
        do {
            return try Data(contentsOf: url)
        } catch {
            throw DeviceError(.storage, "Cannot read \(url.path): \(error.localizedDescription)")
        }
    }

    private static func writeAll(_ data: Data, to descriptor: Int32) -> Bool {
        var rest = data[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard written > 0 else { return false }
            rest = rest.dropFirst(written)
        }
        return true
    }

    private static func failure(_ verb: String, _ url: URL) -> DeviceError {
        DeviceError(.storage, "Cannot \(verb) \(url.path): \(String(cString: strerror(errno)))")
    }
}
