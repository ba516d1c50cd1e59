#if os(Linux)
import Synchronization

/// Neighbours on the local network, and beyond it those that were named: one packet per datagram, nothing around it.
///
/// Nodes find each other by IPv4 and IPv6 multicast; broadcasts go to the groups on every interface, and singly to
/// each neighbour that has not spoken on a group itself. A neighbour with several addresses is several endpoints. One
/// that hears the groups also hears a broadcast it was to be excepted from.
public final class UDPLink: Link {
    public let name = "udp"
    private let configuration: UDPConfiguration
    private let session = Mutex<UDPSession?>(nil)

    public init(_ configuration: UDPConfiguration = UDPConfiguration()) {
        self.configuration = configuration
    }

    deinit {
        stop()
    }

    /// The ports bound, while the link runs; equal unless another program holds one of them.
    public var ports: (ipv4: UInt16?, ipv6: UInt16?) {
        session.withLock { $0?.ports } ?? (nil, nil)
    }

    public func start(_ handler: @escaping @Sendable (LinkEvent) -> Void) throws {
        try session.withLock { session in
            guard session == nil else { throw LinkError(.system, "the UDP link runs already") }
            session = try UDPSession(configuration, handler)
        }
    }

    public func send(_ datagram: [UInt8], to endpoint: Endpoint) {
        session.withLock { $0 }?.send(datagram, to: endpoint)
    }

    public func broadcast(_ datagram: [UInt8], except endpoint: Endpoint?) {
        session.withLock { $0 }?.broadcast(datagram, except: endpoint)
    }

    public func stop() {
        let ending = session.withLock { session in
            defer { session = nil }
            return session
        }
        ending?.stop()
    }
}
#endif
