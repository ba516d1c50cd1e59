#if os(Linux)
import Glibc

/// The sending half of a ``UDPLink``: the unicast sockets, what waits for them, and where the groups are.
struct UDPSender: Sendable {
    /// The most that fits one datagram of either family: 65535 less the IPv4 and UDP headers.
    static let maximumDatagramBytes = 65_507

    fileprivate struct Waiting {
        let datagram: [UInt8]
        let address: SocketAddress
    }

    fileprivate struct Channel {
        let socket: UDPSocket
        let port: UInt16
        var waiting: BoundedQueue<Waiting>
        /// The interface that IPv4 groups are being sent over.
        var groupInterface: UInt32?
        /// What to send from on each interface.
        var groupSources: [UInt32: SocketAddress] = [:]
    }

    private var ipv4: Channel?
    private var ipv6: Channel?
    /// The groups, each with the interface to send it over in its scope.
    private(set) var groups: [SocketAddress] = []

    init(sockets: [UDPSocket], queueLimit: Int) {
        for socket in sockets {
            let channel = Channel(
                socket: socket, port: socket.localAddress?.port ?? 0, waiting: BoundedQueue(capacity: queueLimit))
            switch socket.family {
            case .ipv4: ipv4 = channel
            case .ipv6: ipv6 = channel
            }
        }
    }

    /// Sends broadcasts to these from now on; `interfaces` are those that carry them.
    mutating func setGroups(_ groups: [SocketAddress], on interfaces: [NetworkInterface]) {
        self.groups = groups
        ipv4?.groupInterface = nil
        ipv4?.groupSources = [:]
        for interface in interfaces {
            ipv4?.groupSources[interface.index] = interface.addresses.first { $0.family == .ipv4 }
        }
    }

    func port(_ family: SocketAddress.Family) -> UInt16? {
        switch family {
        case .ipv4: ipv4?.port
        case .ipv6: ipv6?.port
        }
    }

    func isWaiting(_ family: SocketAddress.Family) -> Bool {
        switch family {
        case .ipv4: ipv4?.waiting.isEmpty == false
        case .ipv6: ipv6?.waiting.isEmpty == false
        }
    }

    var isWaitingAnywhere: (ipv4: Bool, ipv6: Bool) { (isWaiting(.ipv4), isWaiting(.ipv6)) }

    /// The families whose group some interface carries.
    var groupFamilies: (ipv4: Bool, ipv6: Bool) {
        (groups.contains { $0.family == .ipv4 }, groups.contains { $0.family == .ipv6 })
    }

    /// Sends or queues one datagram; returns what became of it when that is a fault.
    mutating func send(_ datagram: [UInt8], to address: SocketAddress) -> LinkError? {
        guard datagram.count <= Self.maximumDatagramBytes else { return .tooLarge(datagram.count) }
        switch address.family {
        case .ipv4: return Self.send(datagram, to: address, through: &ipv4)
        case .ipv6: return Self.send(datagram, to: address, through: &ipv6)
        }
    }

    private static func send(
        _ datagram: [UInt8], to address: SocketAddress, through channel: inout Channel?
    ) -> LinkError? {
        guard channel != nil else {
            return LinkError(.unreachable, "cannot send to \(address.text): this node has no socket of that family")
        }
        guard channel?.waiting.isEmpty == true else { return channel?.enqueue(datagram, address) }
        switch channel?.send(datagram, to: address) {
        case .sent, nil: return nil
        case .wouldBlock: return channel?.enqueue(datagram, address)
        case .tooLarge: return .tooLarge(datagram.count)
        case .failed(let number): return .unreachable(address, number)
        }
    }

    /// Sends what waits for one socket until it is full again; returns the faults.
    mutating func flush(_ family: SocketAddress.Family) -> [LinkError] {
        switch family {
        case .ipv4: ipv4?.flush() ?? []
        case .ipv6: ipv6?.flush() ?? []
        }
    }
}

extension UDPSender.Channel {
    fileprivate mutating func send(_ datagram: [UInt8], to address: SocketAddress) -> UDPSocket.Outcome {
        if address.family == .ipv4, address.isMulticast, groupInterface != address.scope {
            socket.sendGroups(over: address.scope, from: groupSources[address.scope])
            groupInterface = address.scope
        }
        return socket.send(datagram, to: address)
    }

    fileprivate mutating func flush() -> [LinkError] {
        var faults: [LinkError] = []
        while let next = waiting.first {
            switch send(next.datagram, to: next.address) {
            case .sent: break
            case .wouldBlock: return faults
            case .tooLarge: faults.append(.tooLarge(next.datagram.count))
            case .failed(let number):
                // A group fails on an interface that is about to go; the next scan takes it out.
                if !next.address.isMulticast { faults.append(.unreachable(next.address, number)) }
            }
            waiting.removeFirst()
        }
        return faults
    }

    fileprivate mutating func enqueue(_ datagram: [UInt8], _ address: SocketAddress) -> LinkError? {
        guard let lost = waiting.append(UDPSender.Waiting(datagram: datagram, address: address)) else { return nil }
        return LinkError(.queueFull, "a datagram to \(lost.address.text) gave way: the socket has been full too long")
    }
}

extension LinkError {
    fileprivate static func tooLarge(_ count: Int) -> LinkError {
        LinkError(.tooLarge, "\(count) bytes do not fit a datagram, which holds \(UDPSender.maximumDatagramBytes)")
    }

    fileprivate static func unreachable(_ address: SocketAddress, _ number: Int32) -> LinkError {
        LinkError(.unreachable, "cannot send to \(address.text): \(reason(number))")
    }
}
#endif
