#if os(Linux)
import Glibc

/// System calls on Unix stream sockets: a listener's and a connection's.
enum LocalSocket {
    /// How long a client waits for a listener that is busy.
    private static let patience = timeval(tv_sec: 5, tv_usec: 0)

    private static func make() throws(LinkError) -> Descriptor {
        let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw LinkError.system("make a local socket", errno) }
        return Descriptor(number)
    }

    static func connect(_ path: String) throws(LinkError) -> Descriptor {
        let socket = try make()
        var patience = patience
        unsafe setsockopt(socket.number, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let result = unsafe try withAddress(path) { address, length in
            unsafe Glibc.connect(socket.number, address, length)
        }
        guard result == 0 else {
            let number = errno
            let isAbsent = number == ENOENT || number == ECONNREFUSED
            let reason = isAbsent ? "nothing listens there" : LinkError.reason(number)
            throw LinkError(isAbsent ? .unreachable : .system, "cannot connect to \(path): \(reason)")
        }
        socket.prepare()
        return socket
    }

    static func listen(_ path: String) throws(LinkError) -> Descriptor {
        let socket = try make()
        let result = unsafe try withAddress(path) { address, length in unsafe bind(socket.number, address, length) }
        guard result == 0 else { throw LinkError.system("make the socket \(path)", errno) }
        // Before it listens, so nobody else can have connected.
        guard unsafe chmod(path, 0o600) == 0, Glibc.listen(socket.number, 16) == 0 else {
            throw LinkError.system("listen at \(path)", errno)
        }
        socket.prepare()
        return socket
    }

    enum Arrival {
        case client(Descriptor)
        case none
        /// Clients wait, but this process may open no more files.
        case exhausted
    }

    static func accept(_ listener: Descriptor) -> Arrival {
        let number = Glibc.accept(listener.number, nil, nil)
        guard number >= 0 else { return errno == EMFILE || errno == ENFILE ? .exhausted : .none }
        let socket = Descriptor(number)
        socket.prepare()
        return .client(socket)
    }

    /// The user that the program at the other end runs as (`SO_PEERCRED`, unix(7)).
    static func peerUser(_ socket: Descriptor) -> UInt32? {
        // struct ucred: process, user, group. The C library hides it from programs that do not ask for GNU's extensions.
        var credentials: (process: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
        var length = socklen_t(MemoryLayout.size(ofValue: credentials))
        let result = unsafe getsockopt(socket.number, SOL_SOCKET, SO_PEERCRED, &credentials, &length)
        return result == 0 ? credentials.user : nil
    }

    private static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(LinkError) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        // The path ends with a zero byte.
        guard !bytes.isEmpty, bytes.count < room, !bytes.contains(0) else {
            throw LinkError(.system, "the socket path \(path) has \(bytes.count) bytes and must have 1 to \(room - 1)")
        }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        return unsafe withUnsafeBytes(of: address) { native in
            // The structure is never empty, so the base is there.
            let start = unsafe native.assumingMemoryBound(to: sockaddr.self).baseAddress.unsafelyUnwrapped
            return unsafe body(start, socklen_t(native.count))
        }
    }
}
#endif
