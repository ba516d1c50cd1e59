import Foundation
import PTTTestSupport

/// Two hosts joined by a cable: network namespaces with a veth pair between them, made by a test and gone with it.
///
/// Needs root and iproute2. What a killed test left behind is cleared away by the next.
final class NetworkNamespaces {
    enum Families: String, CaseIterable, Sendable, CustomStringConvertible {
        case ipv4 = "IPv4 only"
        case ipv6 = "IPv6 only"
        case both = "IPv4 and IPv6"

        var description: String { rawValue }
    }

    enum Side: String, CaseIterable, Sendable {
        case left
        case right
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let prefix = "ptt-test-"
    private let families: Families
    private let stem: String

    /// Why the tests that need namespaces cannot run here; nil where they can.
    static var obstacle: String? {
        if geteuid() != 0 { return "network namespaces need root" }
        guard FileManager.default.isExecutableFile(atPath: ip) else { return "\(ip) is missing: install iproute2" }
        return nil
    }

    private static var ip: String {
        ["/usr/sbin/ip", "/sbin/ip", "/usr/bin/ip"].first(where: FileManager.default.isExecutableFile) ?? "/usr/sbin/ip"
    }

    /// Makes the two hosts; the cable is plugged in at once unless `isPlugged` is false.
    init(_ families: Families, isPlugged: Bool = true) throws {
        self.families = families
        stem = "\(Self.prefix)\(getpid())-\(String(UInt32.random(in: 0...UInt32.max), radix: 36))"
        Self.removeAbandoned()
        do {
            for side in Side.allCases { try makeHost(side) }
            if isPlugged { try plug() }
        } catch {
            remove()
            throw error
        }
    }

    /// The name of a host's namespace, for `ip netns`.
    func name(_ side: Side) -> String { "\(stem)-\(side)" }

    /// The command line that runs `arguments` on a host.
    func command(_ side: Side, _ arguments: [String]) -> [String] {
        [Self.ip, "netns", "exec", name(side)] + arguments
    }

    /// Joins the hosts by a cable whose ends are called `cable`.
    func plug() throws {
        try Self.run([
            "link", "add", "cable", "netns", name(.left), "type", "veth", "peer", "name", "cable", "netns",
            name(.right),
        ])
        for (number, side) in Side.allCases.enumerated() {
            if families != .ipv6 {
                try onHost(side, ["addr", "add", "192.0.2.\(number + 1)/24", "dev", "cable"])
            }
            try onHost(side, ["link", "set", "cable", "up"])
        }
    }

    /// Pulls the cable out.
    func unplug() throws {
        try onHost(.left, ["link", "delete", "cable"])
    }

    /// Sets a kernel variable on a host.
    func set(_ variable: String, to value: String, on side: Side) throws {
        try ChildProcess.output(of: command(side, ["sysctl", "-q", "-w", "\(variable)=\(value)"]))
    }

    func remove() {
        for side in Side.allCases { _ = try? Self.run(["netns", "delete", name(side)]) }
    }

    deinit {
        remove()
    }

    private func makeHost(_ side: Side) throws {
        try Self.run(["netns", "add", name(side)])
        try onHost(side, ["link", "set", "lo", "up"])
        guard families == .ipv4 else { return }
        for scope in ["all", "default"] {
            try set("net.ipv6.conf.\(scope).disable_ipv6", to: "1", on: side)
        }
    }

    private func onHost(_ side: Side, _ arguments: [String]) throws {
        try Self.run(["-n", name(side)] + arguments)
    }

    @discardableResult
    private static func run(_ arguments: [String]) throws -> String {
        try ChildProcess.output(of: [ip] + arguments)
    }

    private static func removeAbandoned() {
        let listed = (try? run(["netns", "list"])) ?? ""
        for line in listed.split(separator: "\n") {
            guard let name = line.split(separator: " ").first, name.hasPrefix(prefix) else { continue }
            let owner = name.dropFirst(prefix.count).prefix { $0 != "-" }
            guard let process = Int32(owner), kill(process, 0) != 0 else { continue }
            _ = try? run(["netns", "delete", String(name)])
        }
    }
}
