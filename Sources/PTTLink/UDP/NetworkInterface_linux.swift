#if os(Linux)
import Glibc

/// A network interface that is up, with its addresses.
struct NetworkInterface: Hashable, Sendable {
    let name: String
    let index: UInt32
    let isLoopback: Bool
    let isMulticast: Bool
    /// Without ports.
    var addresses: [SocketAddress]

    func carries(_ family: SocketAddress.Family) -> Bool {
        switch family {
        // Loopback is not flagged as able, yet passes IPv4 groups on; for IPv6 the kernel has no route there.
        case .ipv4: (isMulticast || isLoopback) && addresses.contains { $0.family == .ipv4 }
        case .ipv6: isMulticast && addresses.contains { $0.family == .ipv6 && $0.needsScope }
        }
    }

    /// Every interface that is up, in the order of their indices.
    static func all() throws(LinkError) -> [NetworkInterface] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&list) == 0 else { throw LinkError.system("list the network interfaces", errno) }
        defer { unsafe freeifaddrs(list) }
        var found: [UInt32: NetworkInterface] = [:]
        var next = unsafe list
        while let item = unsafe next {
            unsafe add(item.pointee, to: &found)
            unsafe next = item.pointee.ifa_next
        }
        return found.values.sorted { $0.index < $1.index }
    }

    private static func add(_ item: ifaddrs, to found: inout [UInt32: NetworkInterface]) {
        let flags = unsafe item.ifa_flags
        let index = unsafe if_nametoindex(item.ifa_name)
        guard flags & UInt32(IFF_UP) != 0, index != 0, let label = unsafe item.ifa_name else { return }
        let name = unsafe String(cString: label)
        var interface =
            found[index]
            ?? NetworkInterface(
                name: name, index: index, isLoopback: flags & UInt32(IFF_LOOPBACK) != 0,
                isMulticast: flags & UInt32(IFF_MULTICAST) != 0 && !isBridgePort(name), addresses: [])
        if let native = unsafe item.ifa_addr {
            let family = unsafe Int32(native.pointee.sa_family)
            let size = family == AF_INET6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
            let bytes = unsafe UnsafeRawBufferPointer(start: native, count: size)
            if let address = unsafe SocketAddress(bytes) { interface.addresses.append(address) }
        }
        found[index] = interface
    }

    /// A bridge hears for its ports; a group joined on a port would hear nothing.
    private static func isBridgePort(_ name: String) -> Bool {
        unsafe access("/sys/class/net/\(name)/brport", F_OK) == 0
    }

    static func name(of index: UInt32) -> String {
        var buffer = [CChar](repeating: 0, count: Int(IF_NAMESIZE))
        guard unsafe if_indextoname(index, &buffer) != nil else { return "\(index)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
#endif
