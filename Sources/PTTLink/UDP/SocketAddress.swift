/// An IP address with a port, as a value that costs nothing to copy, compare and hash.
struct SocketAddress: Hashable, Sendable {
    enum Family: Hashable, Sendable, CaseIterable {
        case ipv4
        case ipv6
    }

    var family: Family
    /// The address read as one big-endian number; IPv4 fills the lower 32 bits.
    var high: UInt64
    var low: UInt64
    var port: UInt16
    /// Index of the interface that a link-local IPv6 address, or a group of either family, belongs to; else zero.
    var scope: UInt32

    static func ipv4(_ address: UInt32, port: UInt16) -> SocketAddress {
        SocketAddress(family: .ipv4, high: 0, low: UInt64(address), port: port, scope: 0)
    }

    static func ipv6(high: UInt64, low: UInt64, port: UInt16, scope: UInt32 = 0) -> SocketAddress {
        SocketAddress(family: .ipv6, high: high, low: low, port: port, scope: scope)
    }

    var isMulticast: Bool {
        switch family {
        case .ipv4: low >> 28 == 0xE
        case .ipv6: high >> 56 == 0xFF
        }
    }

    var isUnspecified: Bool { high == 0 && low == 0 }

    var isLoopback: Bool {
        switch family {
        case .ipv4: low >> 24 == 127
        case .ipv6: high == 0 && low == 1
        }
    }

    /// True where the address means something only together with an interface.
    var needsScope: Bool {
        switch family {
        case .ipv4: false
        case .ipv6: high >> 54 == 0x3FA || (high >> 56 == 0xFF && (high >> 48) & 0xF <= 2)
        }
    }

    func with(port: UInt16) -> SocketAddress {
        var copy = self
        copy.port = port
        return copy
    }

    func with(scope: UInt32) -> SocketAddress {
        var copy = self
        copy.scope = scope
        return copy
    }

    /// The same address without port and scope, to compare hosts by.
    var host: SocketAddress {
        SocketAddress(family: family, high: high, low: low, port: 0, scope: 0)
    }
}
