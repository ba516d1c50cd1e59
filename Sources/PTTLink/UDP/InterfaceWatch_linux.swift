#if os(Linux)
import Glibc

/// Tells when interfaces or addresses change: a netlink socket whose messages are read only to be thrown away.
enum InterfaceWatch {
    /// Nil where the system gives none; a rescan now and then has to do.
    static func open() -> Descriptor? {
        let type = Int32(SOCK_RAW.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let number = socket(AF_NETLINK, type, 0)
        guard number >= 0 else { return nil }
        let descriptor = Descriptor(number)
        // struct sockaddr_nl: family and padding, port, groups (links, IPv4 addresses, IPv6 addresses; rtnetlink(7)).
        let groups: UInt32 = 0x1 | 0x10 | 0x100
        let address: [UInt32] = [UInt32(AF_NETLINK), 0, groups]
        let result = unsafe address.withUnsafeBytes { bytes in
            unsafe bind(
                number, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
        }
        return result == 0 ? descriptor : nil
    }

    static func drain(_ descriptor: Descriptor, into buffer: UnsafeMutableRawBufferPointer) {
        while unsafe recv(descriptor.number, buffer.baseAddress, buffer.count, 0) > 0 {}
    }
}
#endif
