#if os(Linux)
import Glibc

/// One non-blocking UDP socket of one family.
final class UDPSocket: Sendable {
    enum Outcome: Hashable, Sendable {
        case sent
        case wouldBlock
        case tooLarge
        case failed(Int32)
    }

    let family: SocketAddress.Family
    let descriptor: Descriptor

    init(_ family: SocketAddress.Family, receiveBufferBytes: Int) throws(LinkError) {
        self.family = family
        let domain = family == .ipv4 ? AF_INET : AF_INET6
        let type = Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let number = socket(domain, type, 0)
        guard number >= 0 else {
            let isMissing = errno == EAFNOSUPPORT
            throw LinkError(
                isMissing ? .unreachable : .system, "cannot make a UDP socket: \(LinkError.reason(errno))")
        }
        descriptor = Descriptor(number)
        // The forced form passes the system's cap but is for the administrator alone.
        let bytes = Int32(clamping: receiveBufferBytes)
        if !set(SOL_SOCKET, SO_RCVBUFFORCE, bytes) { set(SOL_SOCKET, SO_RCVBUF, bytes) }
        switch family {
        case .ipv4:
            // Without this a socket hears groups that other programs joined.
            set(Int32(IPPROTO_IP), IP_MULTICAST_ALL, 0)
        case .ipv6:
            set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1)
            set(Int32(IPPROTO_IPV6), IPV6_MULTICAST_ALL, 0)
        }
    }

    /// Sets an option; false where the system does not allow or know it.
    @discardableResult
    func set(_ level: Int32, _ option: Int32, _ value: Int32) -> Bool {
        var value = value
        return unsafe setsockopt(
            descriptor.number, level, option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0
    }

    /// For the socket everything is sent from: groups stay on the link and come back to this machine; voice goes first.
    func prepareToSend() {
        let expedited: Int32 = 0xB8  // DSCP EF (RFC 3246)
        switch family {
        case .ipv4:
            set(Int32(IPPROTO_IP), IP_MULTICAST_TTL, 1)
            set(Int32(IPPROTO_IP), IP_MULTICAST_LOOP, 1)
            set(Int32(IPPROTO_IP), IP_TOS, expedited)
        case .ipv6:
            set(Int32(IPPROTO_IPV6), IPV6_MULTICAST_HOPS, 1)
            set(Int32(IPPROTO_IPV6), IPV6_MULTICAST_LOOP, 1)
            set(Int32(IPPROTO_IPV6), IPV6_TCLASS, expedited)
        }
    }

    /// Several nodes of one machine listen to one group.
    func allowSharing() {
        set(SOL_SOCKET, SO_REUSEADDR, 1)
    }

    func bind(to address: SocketAddress) throws(LinkError) {
        let result = unsafe address.withNative { unsafe Glibc.bind(descriptor.number, $0, $1) }
        guard result != 0 else { return }
        let number = errno
        if number == EADDRINUSE {
            throw LinkError(.addressInUse, "UDP port \(address.port) is in use: choose another, or 0 for a free one")
        }
        // IPv6 that is switched off has sockets but no addresses.
        let isMissing = number == EADDRNOTAVAIL
        throw LinkError(
            isMissing ? .unreachable : .system, "cannot bind to \(address.text): \(LinkError.reason(number))")
    }

    var localAddress: SocketAddress? {
        var storage = sockaddr_storage()
        return unsafe withUnsafeMutableBytes(of: &storage) { bytes in
            var length = socklen_t(bytes.count)
            let native = unsafe bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
            guard unsafe getsockname(descriptor.number, native, &length) == 0 else { return nil }
            return unsafe SocketAddress(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Joins `group` on one interface; returns the error number or zero.
    func join(_ group: SocketAddress, on interface: UInt32) -> Int32 {
        changeMembership(of: group, on: interface, ipv4: IP_ADD_MEMBERSHIP, ipv6: IPV6_JOIN_GROUP)
    }

    func leave(_ group: SocketAddress, on interface: UInt32) {
        _ = changeMembership(of: group, on: interface, ipv4: IP_DROP_MEMBERSHIP, ipv6: IPV6_LEAVE_GROUP)
    }

    private func changeMembership(
        of group: SocketAddress, on interface: UInt32, ipv4: Int32, ipv6: Int32
    ) -> Int32 {
        let result: Int32
        switch group.family {
        case .ipv4:
            var request = ip_mreqn()
            request.imr_multiaddr.s_addr = UInt32(truncatingIfNeeded: group.low).bigEndian
            request.imr_ifindex = Int32(bitPattern: interface)
            result = unsafe setsockopt(
                descriptor.number, Int32(IPPROTO_IP), ipv4, &request, socklen_t(MemoryLayout<ip_mreqn>.size))
        case .ipv6:
            var request = ipv6_mreq(ipv6mr_multiaddr: group.nativeIPv6, ipv6mr_interface: interface)
            result = unsafe setsockopt(
                descriptor.number, Int32(IPPROTO_IPV6), ipv6, &request,
                socklen_t(MemoryLayout<ipv6_mreq>.size))
        }
        return result == 0 ? 0 : errno
    }

    /// Chooses the interface that IPv4 groups are sent over, and the address they come from; IPv6 needs neither.
    func sendGroups(over interface: UInt32, from source: SocketAddress?) {
        var request = ip_mreqn()
        // Left to itself the kernel may write 0.0.0.0 on loopback, which nobody can answer.
        request.imr_address.s_addr = UInt32(truncatingIfNeeded: source?.low ?? 0).bigEndian
        request.imr_ifindex = Int32(bitPattern: interface)
        unsafe setsockopt(
            descriptor.number, Int32(IPPROTO_IP), IP_MULTICAST_IF, &request, socklen_t(MemoryLayout<ip_mreqn>.size))
    }

    func send(_ datagram: [UInt8], to address: SocketAddress) -> Outcome {
        // A refusal that an earlier datagram met is told here once; the second try is our own.
        for _ in 0..<2 {
            let result = unsafe address.withNative { native, length in
                unsafe datagram.withUnsafeBytes { bytes in
                    unsafe sendto(
                        descriptor.number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL), native, length)
                }
            }
            if result >= 0 { return .sent }
            let number = errno
            if number == EAGAIN { return .wouldBlock }
            if number == EMSGSIZE { return .tooLarge }
            if number != ECONNREFUSED && number != EINTR { return .failed(number) }
        }
        return .failed(ECONNREFUSED)
    }

    enum Arrival {
        case datagram(count: Int, from: SocketAddress)
        /// Nothing to deliver, but more may wait.
        case nothing
        case empty
    }

    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Arrival {
        var storage = sockaddr_storage()
        return unsafe withUnsafeMutableBytes(of: &storage) { source in
            var length = socklen_t(source.count)
            let native = unsafe source.assumingMemoryBound(to: sockaddr.self).baseAddress
            let count = unsafe recvfrom(
                descriptor.number, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT), native, &length)
            guard count >= 0 else { return errno == EAGAIN ? .empty : .nothing }
            guard let address = unsafe SocketAddress(UnsafeRawBufferPointer(source)) else { return .nothing }
            return .datagram(count: count, from: address)
        }
    }
}
#endif
