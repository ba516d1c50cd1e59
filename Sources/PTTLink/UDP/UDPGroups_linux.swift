#if os(Linux)
/// The listening half of discovery: sockets that are members of the groups on every interface that carries them.
///
/// Confined to the link's thread once that runs.
final class UDPGroups {
    private let configuration: UDPConfiguration
    private let ipv4Group: SocketAddress?
    private let ipv6Group: SocketAddress?
    private let reactor: Reactor
    private let onReadable: (UDPSocket) -> Void

    private var ipv4Socket: UDPSocket?
    private var ipv4Interfaces: Set<UInt32> = []
    // A link-local group can only be bound to together with its interface, so each has a socket.
    private var ipv6Sockets: [UInt32: (socket: UDPSocket, watch: Reactor.Watch)] = [:]

    init(
        _ configuration: UDPConfiguration, families: Set<SocketAddress.Family>, reactor: Reactor,
        onReadable: @escaping (UDPSocket) -> Void
    ) throws(LinkError) {
        self.configuration = configuration
        self.reactor = reactor
        self.onReadable = onReadable
        let discovery = configuration.discovery
        ipv4Group = families.contains(.ipv4) ? try Self.group(discovery?.ipv4Group, discovery?.port) : nil
        ipv6Group = families.contains(.ipv6) ? try Self.group(discovery?.ipv6Group, discovery?.port) : nil
        if let group = ipv4Group {
            let socket = try makeSocket(bound: group)
            ipv4Socket = socket
            _ = reactor.watch(socket.descriptor) { _ in onReadable(socket) }
        }
    }

    private static func group(_ text: String?, _ port: UInt16?) throws(LinkError) -> SocketAddress? {
        guard let text, let port else { return nil }
        guard let address = SocketAddress(numeric: text, port: port), address.isMulticast, port != 0 else {
            throw LinkError(.system, "\(text) with port \(port) is not a multicast group")
        }
        return address
    }

    private func makeSocket(bound address: SocketAddress) throws(LinkError) -> UDPSocket {
        let socket = try UDPSocket(address.family, receiveBufferBytes: configuration.receiveBufferBytes)
        socket.allowSharing()
        do throws(LinkError) {
            try socket.bind(to: address)
        } catch {
            guard error.code == .addressInUse else { throw error }
            throw LinkError(
                .addressInUse,
                "the discovery port \(address.port) is held by another program: choose another, or turn discovery off")
        }
        return socket
    }

    /// Joins and leaves so that the memberships fit `interfaces`; returns where to send groups to, and what failed.
    func update(to interfaces: [NetworkInterface]) -> (groups: [SocketAddress], faults: [LinkError]) {
        var groups: [SocketAddress] = []
        var faults: [LinkError] = []
        if let ipv4Group {
            let wanted = interfaces.filter { $0.carries(.ipv4) }
            leaveIPv4(ipv4Group, but: wanted)
            for interface in wanted {
                join(interface, faults: &faults) { () throws(LinkError) in try joinIPv4(ipv4Group, interface) }
            }
            groups += ipv4Interfaces.sorted().map { ipv4Group.with(scope: $0) }
        }
        if let ipv6Group {
            let wanted = interfaces.filter { $0.carries(.ipv6) }
            leaveIPv6(but: wanted)
            for interface in wanted {
                join(interface, faults: &faults) { () throws(LinkError) in try joinIPv6(ipv6Group, interface) }
            }
            groups += ipv6Sockets.keys.sorted().map { ipv6Group.with(scope: $0) }
        }
        return (groups, faults)
    }

    private func join(
        _ interface: NetworkInterface, faults: inout [LinkError], _ body: () throws(LinkError) -> Void
    ) {
        do {
            try body()
        } catch {
            faults.append(LinkError(error.code, "no discovery on \(interface.name): \(error.message)"))
        }
    }

    private func joinIPv4(_ group: SocketAddress, _ interface: NetworkInterface) throws(LinkError) {
        guard let ipv4Socket, !ipv4Interfaces.contains(interface.index) else { return }
        let number = ipv4Socket.join(group, on: interface.index)
        guard number == 0 else { throw LinkError.system("join \(group.hostText)", number) }
        ipv4Interfaces.insert(interface.index)
    }

    private func leaveIPv4(_ group: SocketAddress, but wanted: [NetworkInterface]) {
        for index in ipv4Interfaces.subtracting(wanted.map(\.index)) {
            ipv4Socket?.leave(group, on: index)
            ipv4Interfaces.remove(index)
        }
    }

    private func joinIPv6(_ group: SocketAddress, _ interface: NetworkInterface) throws(LinkError) {
        guard ipv6Sockets[interface.index] == nil else { return }
        let socket = try makeSocket(bound: group.with(scope: interface.index))
        let number = socket.join(group, on: interface.index)
        guard number == 0 else { throw LinkError.system("join \(group.hostText)", number) }
        let watch = reactor.watch(socket.descriptor) { [onReadable] _ in onReadable(socket) }
        ipv6Sockets[interface.index] = (socket, watch)
    }

    private func leaveIPv6(but wanted: [NetworkInterface]) {
        for index in Set(ipv6Sockets.keys).subtracting(wanted.map(\.index)) {
            if let gone = ipv6Sockets.removeValue(forKey: index) { reactor.end(gone.watch) }
        }
    }
}
#endif
