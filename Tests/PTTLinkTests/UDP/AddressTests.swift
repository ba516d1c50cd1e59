import Testing

@testable import PTTLink

@Suite struct AddressTests {
    @Test(arguments: [
        ("127.0.0.1:9", "127.0.0.1", 9), ("host.example:65535", "host.example", 65_535), ("[::1]:4000", "::1", 4_000),
        ("[fe80::1%lo]:1", "fe80::1%lo", 1),
    ])
    func `a static peer is host and port`(_ text: String, _ host: String, _ port: UInt16) throws {
        let peer = try StaticPeer(text)
        #expect(peer.host == host)
        #expect(peer.port == port)
    }

    @Test(arguments: [
        "", "host", "host:", ":1", "host:0", "host:65536", "host:-1", "::1:4000", "[::1]", "[]:1", "a:b:1",
    ])
    func `what is not host and port is refused with the form to write`(_ text: String) {
        #expect {
            _ = try StaticPeer(text)
        } throws: { error in
            "\(error)".contains("host:port")
        }
    }

    @Test(arguments: [
        "0.0.0.0", "127.0.0.1", "239.255.80.84", "255.255.255.255", "::", "::1", "ff12::8000:5054", "2001:db8::1",
    ])
    func `a numeric address reads and writes alike`(_ text: String) throws {
        let address = try #require(SocketAddress(numeric: text, port: 7))
        #expect(address.hostText == text)
        #expect(address.text == (text.contains(":") ? "[\(text)]:7" : "\(text):7"))
        let native = address.withNative { native, length in
            SocketAddress(UnsafeRawBufferPointer(start: native, count: Int(length)))
        }
        #expect(native == address)
    }

    @Test func `a link-local address keeps its interface`() throws {
        let address = try #require(SocketAddress(numeric: "fe80::1%lo", port: 7))
        #expect(address.scope == 1)
        #expect(address.needsScope)
        #expect(address.text == "[fe80::1%lo]:7")
    }

    @Test(arguments: ["host.example", "1.2.3", "1.2.3.4.5", "", ":::", "[::1]"])
    func `a name is not a numeric address`(_ text: String) {
        let address = SocketAddress(numeric: text, port: 1)
        // Three numbers are an address to the C library: 1.2.0.3.
        #expect(address == nil || text == "1.2.3")
    }

    @Test func `groups, loopback and the unspecified address are known as such`() throws {
        func address(_ text: String) throws -> SocketAddress { try #require(SocketAddress(numeric: text, port: 1)) }
        #expect(try address("224.0.0.1").isMulticast && address("239.255.255.255").isMulticast)
        #expect(try !address("223.255.255.255").isMulticast && !address("240.0.0.0").isMulticast)
        #expect(try address("ff02::1").isMulticast && !address("fe80::1%lo").isMulticast)
        #expect(try address("127.1.2.3").isLoopback && address("::1").isLoopback && !address("128.0.0.1").isLoopback)
        #expect(try address("0.0.0.0").isUnspecified && address("::").isUnspecified && !address("::1").isUnspecified)
        #expect(
            try !address("2001:db8::1").needsScope && address("ff12::1").needsScope && !address("ff05::1").needsScope)
    }

    @Test func `a socket address of another family or cut short is none`() {
        #expect(SocketAddress(UnsafeRawBufferPointer(start: nil, count: 0)) == nil)
        let bytes = [UInt8](repeating: 0xFF, count: 28)
        let other = bytes.withUnsafeBytes { SocketAddress($0) }
        #expect(other == nil)
        let short: [UInt8] = [10, 0, 0, 1] + Array(repeating: 0, count: 16)
        #expect(short.withUnsafeBytes { SocketAddress($0) } == nil)
    }

    @Test func `the name of this machine resolves and a name that cannot exist does not`() throws {
        let addresses = try SocketAddress.resolve(host: "localhost", port: 5)
        #expect(addresses.allSatisfy { $0.isLoopback && $0.port == 5 })
        #expect(!addresses.isEmpty)
        #expect(throws: LinkError.self) { try SocketAddress.resolve(host: "", port: 5) }
        #expect(throws: LinkError.self) { try SocketAddress.resolve(host: String(repeating: "a", count: 300), port: 5) }
    }
}
