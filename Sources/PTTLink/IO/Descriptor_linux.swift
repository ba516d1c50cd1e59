#if os(Linux)
import Glibc

/// A file descriptor with one owner: closed when the owner lets go of it.
final class Descriptor: Sendable {
    let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Makes calls return instead of wait, and keeps the descriptor from programs started later.
    func prepare() {
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }

    /// A pipe that wakes a `poll`: non-blocking at both ends.
    static func pipe() throws(LinkError) -> (reader: Descriptor, writer: Descriptor) {
        var ends: (Int32, Int32) = (-1, -1)
        let result = unsafe withUnsafeMutableBytes(of: &ends) { bytes in
            unsafe Glibc.pipe(bytes.baseAddress?.assumingMemoryBound(to: Int32.self))
        }
        guard result == 0 else { throw LinkError.system("make a pipe", errno) }
        let (reader, writer) = (Descriptor(ends.0), Descriptor(ends.1))
        reader.prepare()
        writer.prepare()
        return (reader, writer)
    }
}

extension LinkError {
    /// What the system said, in words.
    static func system(_ attempt: String, _ number: Int32) -> LinkError {
        LinkError(.system, "cannot \(attempt): \(reason(number))")
    }

    static func reason(_ number: Int32) -> String {
        guard let text = unsafe strerror(number) else { return "error \(number)" }
        return unsafe String(cString: text)
    }
}
#endif
