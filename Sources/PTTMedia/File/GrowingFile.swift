import Foundation
import PTTVoice

/// A file that grows by appends, whose start can be overwritten; each call reaches the system at once.
final class GrowingFile {
    private let path: String
    private var descriptor: Int32
    /// Whether ``overwrite(_:at:)`` works: not on a pipe.
    let isSeekable: Bool

    /// Creates the file, or empties it; `-` is standard output.
    init(path: String, mode: mode_t) throws {
        self.path = path
        if path == "-" {
            descriptor = dup(STDOUT_FILENO)
        } else {
            descriptor = unsafe open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, mode)
        }
        guard descriptor >= 0 else { throw Self.error(path, "cannot be written") }
        isSeekable = path != "-" && lseek(descriptor, 0, SEEK_CUR) >= 0
    }

    deinit {
        if descriptor >= 0 { Foundation.close(descriptor) }
    }

    func append(_ bytes: Span<UInt8>) throws {
        try unsafe write(bytes) { unsafe Foundation.write(descriptor, $0, $1) }
    }

    func overwrite(_ bytes: Span<UInt8>, at offset: Int) throws {
        var position = off_t(offset)
        try unsafe write(bytes) {
            let count = unsafe pwrite(descriptor, $0, $1, position)
            position += off_t(max(count, 0))
            return count
        }
    }

    func close() throws {
        guard descriptor >= 0 else { return }
        let status = Foundation.close(descriptor)
        descriptor = -1
        guard status == 0 else { throw Self.error(path, "cannot be closed") }
    }

    private func write(_ bytes: Span<UInt8>, with call: (UnsafeRawPointer, Int) -> Int) throws {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.extracting(done..<bytes.count).withUnsafeBytes { rest in
                guard let start = rest.baseAddress else { return 0 }
                return unsafe call(start, rest.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.error(path, "cannot be written") }
            done += count
        }
    }

    private static func error(_ path: String, _ problem: String) -> AudioDeviceError {
        let name = path == "-" ? "standard output" : path
        return AudioDeviceError(.unwritable, "\(name) \(problem): \(unsafe String(cString: strerror(errno)))")
    }
}
