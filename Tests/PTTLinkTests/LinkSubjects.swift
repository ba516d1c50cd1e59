import PTTLink
import Testing

extension LinkSubject {
    /// Every link there is.
    static let all = [loopbackOnManualClock, loopbackInRealTime, udpSingly, udpSinglyIPv6, udpByGroup]

    static let loopbackOnManualClock = LinkSubject(name: "loopback on a manual clock") { count in
        let network = LoopbackNetwork(clock: .manual, seed: 1, impairment: Impairment(delay: .milliseconds(5)))
        return LinkBench((0..<count).map { network.makeLink("node \($0)") }) { network.advance(by: .seconds(1)) }
    }

    static let loopbackInRealTime = LinkSubject(name: "loopback in real time") { count in
        let network = LoopbackNetwork(clock: .real, seed: 1, impairment: Impairment(delay: .microseconds(300)))
        return LinkBench((0..<count).map { network.makeLink("node \($0)") })
    }

    static let udpSingly = LinkSubject(name: "UDP, peers named, IPv4", exclusions: [.departureIsSilent]) { count in
        try udpBench(count, host: "127.0.0.1")
    }

    static let udpSinglyIPv6 = LinkSubject(name: "UDP, peers named, IPv6", exclusions: [.departureIsSilent]) { count in
        try udpBench(count, host: "::1")
    }

    static let udpByGroup = LinkSubject(
        name: "UDP, peers found on the group", exclusions: [.departureIsSilent, .broadcastReachesExcepted]
    ) { count in
        let discovery = UDPConfiguration.Discovery(port: try UDPTestPort.free())
        let configuration = UDPConfiguration(discovery: discovery, interfaces: ["lo"], silenceLimit: patience)
        return LinkBench((0..<count).map { _ in UDPLink(configuration) })
    }

    /// Nobody is taken for silent because the machine is busy.
    private static let patience = Duration.seconds(3600)

    /// Nodes that each know the ports of all others.
    private static func udpBench(_ count: Int, host: String) throws -> LinkBench {
        let ports = try UDPTestPort.free(count, host: host)
        let text = host.contains(":") ? "[\(host)]" : host
        return LinkBench(
            ports.map { port in
                let peers = ports.filter { $0 != port }.map { "\(text):\($0)" }
                return UDPLink(
                    UDPConfiguration(
                        port: port, bindAddress: host, discovery: nil, peers: peers, silenceLimit: patience))
            })
    }
}
