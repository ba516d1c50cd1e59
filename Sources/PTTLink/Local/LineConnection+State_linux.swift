#if os(Linux)
import Glibc

extension LineConnection.State {
    /// Bytes taken from the socket at a time.
    private static let chunk = 1 << 16

    /// Writes what waits until the socket is full; false when the peer has gone.
    mutating func write() -> Bool {
        guard let socket else { return false }
        while isWaiting {
            let count = unsafe outgoing.withUnsafeBytes { bytes in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sent...])
                return unsafe Glibc.send(socket.number, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            guard count >= 0 else {
                if errno == EINTR { continue }
                return errno == EAGAIN
            }
            sent += count
            compact()
        }
        return true
    }

    /// Lets go of what is sent, rarely enough that the rest is not moved about.
    private mutating func compact() {
        if sent == outgoing.count {
            outgoing.removeAll(keepingCapacity: outgoing.capacity <= Self.chunk)
            sent = 0
        } else if sent >= Self.chunk {
            outgoing.removeSubrange(..<sent)
            sent = 0
        }
    }

    /// Reads lines until the socket is empty or there is no room for more; returns what is wrong with the peer.
    mutating func read() -> LinkError? {
        guard let socket else { return nil }
        while hasRoom, !hasInputEnded, !isEnding {
            var isOpen = false
            let chunk = unsafe [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
                let result = unsafe recv(socket.number, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
                isOpen = result > 0 || (result < 0 && (errno == EAGAIN || errno == EINTR))
                count = max(0, result)
            }
            guard isOpen else {
                hasInputEnded = true
                return nil
            }
            guard !chunk.isEmpty else { return nil }
            do throws(LineSplitter.Failure) {
                try splitter.take(chunk) { pending.append($0) }
            } catch {
                hasInputEnded = true
                return Self.explain(error)
            }
        }
        return nil
    }

    private static func explain(_ failure: LineSplitter.Failure) -> LinkError {
        switch failure {
        case .lineTooLong:
            LinkError(.tooLarge, "the other end sent a line longer than \(LineConnection.maximumLineBytes) bytes")
        case .notText:
            LinkError(.system, "the other end sent a line that is not UTF-8")
        }
    }
}
#endif
