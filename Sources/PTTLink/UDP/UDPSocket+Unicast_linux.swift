#if os(Linux)
import Glibc

extension UDPSocket {
    /// The sockets everything is sent from: one for each family this machine has, on one port if that can be.
    static func unicast(_ configuration: UDPConfiguration) throws(LinkError) -> [UDPSocket] {
        if configuration.port != 0, configuration.port == configuration.discovery?.port {
            throw LinkError(
                .addressInUse, "port \(configuration.port) belongs to discovery, which all nodes share: choose another")
        }
        if let text = configuration.bindAddress {
            guard let address = SocketAddress(numeric: text, port: configuration.port) else {
                throw LinkError(.system, "\(text) is not an address of this machine")
            }
            return [try open(address, configuration)]
        }
        let any4 = SocketAddress.ipv4(0, port: configuration.port)
        let any6 = SocketAddress.ipv6(high: 0, low: 0, port: configuration.port)
        var taken: [UDPSocket] = []
        // A free port of one family may be taken in the other; a few tries find one that is free in both.
        for _ in 0..<16 {
            let first = try openIfPresent(any6, configuration)
            let port = configuration.port == 0 ? first?.localAddress?.port ?? 0 : configuration.port
            do throws(LinkError) {
                let second = try openIfPresent(any4.with(port: port), configuration)
                let sockets = [first, second].compactMap(\.self)
                if sockets.isEmpty { throw LinkError(.system, "this machine has neither IPv4 nor IPv6") }
                return sockets
            } catch {
                guard error.code == .addressInUse, configuration.port == 0, let first else { throw error }
                // Kept until the end, so that the next try is given another port.
                taken.append(first)
            }
        }
        throw LinkError(.addressInUse, "no UDP port is free in both IPv4 and IPv6: choose one")
    }

    private static func openIfPresent(
        _ address: SocketAddress, _ configuration: UDPConfiguration
    ) throws(LinkError) -> UDPSocket? {
        do throws(LinkError) {
            return try open(address, configuration)
        } catch {
            // A kernel without the family refuses the socket itself.
            guard error.code == .unreachable else { throw error }
            return nil
        }
    }

    private static func open(
        _ address: SocketAddress, _ configuration: UDPConfiguration
    ) throws(LinkError) -> UDPSocket {
        let socket = try UDPSocket(address.family, receiveBufferBytes: configuration.receiveBufferBytes)
        socket.prepareToSend()
        // A program that is being started at this moment holds our descriptors until it runs, also those just closed.
        var patience = configuration.port == 0 ? 0 : 10
        while true {
            do throws(LinkError) {
                try socket.bind(to: address)
                return socket
            } catch {
                guard error.code == .addressInUse, patience > 0 else { throw error }
                patience -= 1
                usleep(20_000)
            }
        }
    }
}
#endif
