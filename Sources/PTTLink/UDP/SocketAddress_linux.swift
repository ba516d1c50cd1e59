#if os(Linux)
import Glibc

extension SocketAddress {
    /// Reads a socket address as the kernel writes it; nil for another family or too few bytes.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= MemoryLayout<sockaddr_in>.size else { return nil }
        let family = unsafe bytes.loadUnaligned(as: sa_family_t.self)
        if Int32(family) == AF_INET {
            let native = unsafe bytes.loadUnaligned(as: sockaddr_in.self)
            self = .ipv4(UInt32(bigEndian: native.sin_addr.s_addr), port: UInt16(bigEndian: native.sin_port))
        } else if Int32(family) == AF_INET6, bytes.count >= MemoryLayout<sockaddr_in6>.size {
            let native = unsafe bytes.loadUnaligned(as: sockaddr_in6.self)
            let halves = unsafe withUnsafeBytes(of: native.sin6_addr) { address in
                unsafe (
                    UInt64(bigEndian: address.loadUnaligned(as: UInt64.self)),
                    UInt64(bigEndian: address.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                )
            }
            let port = UInt16(bigEndian: native.sin6_port)
            self = .ipv6(high: halves.0, low: halves.1, port: port, scope: native.sin6_scope_id)
        } else {
            return nil
        }
    }

    /// Reads a numeric address, e.g. `127.0.0.1`, `::1` or `fe80::1%eth0`.
    init?(numeric text: String, port: UInt16) {
        guard let first = SocketAddress.lookUp(text, flags: AI_NUMERICHOST).addresses.first else { return nil }
        self = first.with(port: port)
    }

    /// All addresses of a host, best first (RFC 6724). Blocks on the resolver.
    static func resolve(host: String, port: UInt16) throws(LinkError) -> [SocketAddress] {
        let (addresses, status) = lookUp(host, flags: 0)
        guard status == 0, !addresses.isEmpty else {
            let reason = unsafe gai_strerror(status).map { unsafe String(cString: $0) } ?? "error \(status)"
            throw LinkError(.unreachable, "cannot find the address of \(host): \(reason)")
        }
        return addresses.map { $0.with(port: port) }
    }

    private static func lookUp(_ host: String, flags: Int32) -> (addresses: [SocketAddress], status: Int32) {
        var hints = unsafe addrinfo(
            ai_flags: flags, ai_family: AF_UNSPEC, ai_socktype: Int32(SOCK_DGRAM.rawValue), ai_protocol: 0,
            ai_addrlen: 0, ai_addr: nil, ai_canonname: nil, ai_next: nil)
        var list: UnsafeMutablePointer<addrinfo>?
        let status = unsafe getaddrinfo(host, nil, &hints, &list)
        guard status == 0 else { return ([], status) }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next = unsafe list
        while let item = unsafe next {
            let bytes = unsafe UnsafeRawBufferPointer(
                start: item.pointee.ai_addr, count: Int(item.pointee.ai_addrlen))
            if let address = unsafe SocketAddress(bytes), !addresses.contains(address) { addresses.append(address) }
            unsafe next = item.pointee.ai_next
        }
        return (addresses, 0)
    }

    /// Calls `body` with the address as the kernel reads it.
    func withNative<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        switch family {
        case .ipv4:
            var native = sockaddr_in()
            native.sin_family = sa_family_t(AF_INET)
            native.sin_port = port.bigEndian
            native.sin_addr.s_addr = UInt32(truncatingIfNeeded: low).bigEndian
            return unsafe withUnsafeBytes(of: native) { unsafe body(Self.generic($0), socklen_t($0.count)) }
        case .ipv6:
            var native = sockaddr_in6()
            native.sin6_family = sa_family_t(AF_INET6)
            native.sin6_port = port.bigEndian
            native.sin6_addr = nativeIPv6
            native.sin6_scope_id = scope
            return unsafe withUnsafeBytes(of: native) { unsafe body(Self.generic($0), socklen_t($0.count)) }
        }
    }

    var nativeIPv6: in6_addr {
        var address = in6_addr()
        unsafe withUnsafeMutableBytes(of: &address) { bytes in
            unsafe bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
            unsafe bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        return address
    }

    private static func generic(_ bytes: UnsafeRawBufferPointer) -> UnsafePointer<sockaddr> {
        // Both kinds of address are never empty, so the base is there.
        unsafe bytes.assumingMemoryBound(to: sockaddr.self).baseAddress.unsafelyUnwrapped
    }

    /// `192.0.2.1:4000`, `[fe80::1%eth0]:4000`.
    var text: String {
        switch family {
        case .ipv4: "\(hostText):\(port)"
        case .ipv6: "[\(hostText)]:\(port)"
        }
    }

    /// The address alone, e.g. `fe80::1%eth0`.
    var hostText: String {
        switch family {
        case .ipv4:
            return "\(low >> 24).\(low >> 16 & 0xFF).\(low >> 8 & 0xFF).\(low & 0xFF)"
        case .ipv6:
            var address = nativeIPv6
            var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            unsafe inet_ntop(AF_INET6, &address, &buffer, socklen_t(buffer.count))
            let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            return scope == 0 ? text : "\(text)%\(NetworkInterface.name(of: scope))"
        }
    }
}
#endif
