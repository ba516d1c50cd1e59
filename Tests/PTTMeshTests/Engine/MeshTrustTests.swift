import PTTCrypto
import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@Suite("Announces are believed only with proof")
final class MeshTrustTests {
    private let mesh = SimulatedMesh()
    private let alice: Int
    private let bob: Int
    private let victim = MeshIdentity.seeded(500)
    private let mallory = MeshIdentity.seeded(600)

    init() {
        alice = mesh.add("Alice")
        bob = mesh.add("Bob")
        mesh.connect(alice, bob)
    }

    private var statistics: MeshStatistics { mesh.nodes[alice].engine.statistics }

    /// An announce of `noise`'s ID, saying and signed by the given keys.
    private func announce(
        of noise: MeshIdentity, signingKey: MeshIdentity, signedBy signer: MeshIdentity?, sender: PeerID? = nil,
        age: Int64 = 0, name: String = "Victim", timeToLive: UInt8 = 7
    ) throws -> [UInt8] {
        let payload = try Announce(
            nickname: name, noiseKey: noise.noiseKey.publicKey.bytes[...],
            signingKey: signingKey.signingKey.publicKey.bytes[...]
        ).encoded()
        let now = mesh.clock(of: alice).timestamp.milliseconds
        var draft = PacketDraft(
            .announce, from: sender ?? noise.peerID, at: Timestamp(milliseconds: UInt64(Int64(now) - age)),
            payload: payload[...])
        draft.timeToLive = timeToLive
        if let signer { draft.signature = signer.signingKey.signature(for: try draft.signingBytes()) }
        return try draft.encoded(padded: false)
    }

    private func deliver(_ frame: [UInt8]) throws {
        let link = try #require(mesh.link(of: alice, to: bob))
        mesh.tell(alice, .received(frame, from: link))
    }

    @Test("A genuine one is taken, and its keys are kept")
    func genuine() throws {
        try deliver(announce(of: victim, signingKey: victim, signedBy: victim))
        #expect(mesh.nodes[alice].peer(victim.peerID)?.nickname == "Victim")
        #expect(mesh.nodes[alice].pinned.contains { $0.id == victim.peerID && !$0.isProven })
    }

    @Test("An unsigned one is refused")
    func unsigned() throws {
        try deliver(announce(of: victim, signingKey: victim, signedBy: nil))
        #expect(statistics[.announceUnsigned] == 1)
        #expect(mesh.nodes[alice].peer(victim.peerID) == nil)
    }

    @Test("One signed by somebody else, or changed on its way, is refused")
    func wrongSignature() throws {
        try deliver(announce(of: victim, signingKey: victim, signedBy: mallory))
        var changed = try announce(of: victim, signingKey: victim, signedBy: victim)
        changed[24] ^= 1
        try deliver(changed)
        #expect(statistics[.announceWrongSignature] == 2)
        #expect(mesh.nodes[alice].peer(victim.peerID) == nil)
    }

    @Test("One whose sender's ID does not belong to its key is refused")
    func foreignKey() throws {
        try deliver(announce(of: mallory, signingKey: mallory, signedBy: mallory, sender: victim.peerID))
        #expect(statistics[.announceOfForeignKey] == 1)
    }

    @Test("An impostor that announces a known ID with its own signing key is refused, also after a restart")
    func impostor() throws {
        try deliver(announce(of: victim, signingKey: victim, signedBy: victim))
        try deliver(announce(of: victim, signingKey: mallory, signedBy: mallory, age: -1, name: "Impostor"))
        #expect(statistics[.announceWithChangedKey] == 1)
        #expect(mesh.nodes[alice].peer(victim.peerID)?.nickname == "Victim")

        mesh.restart(alice, pinned: mesh.nodes[alice].pinned)
        try deliver(announce(of: victim, signingKey: mallory, signedBy: mallory, age: -2, name: "Impostor"))
        #expect(statistics[.announceWithChangedKey] == 1)
        #expect(mesh.nodes[alice].peer(victim.peerID) == nil)
    }

    @Test("An impostor that came first loses the ID when its owner proves itself in a session")
    func impostorFirst() throws {
        let fresh = SimulatedMesh(seed: 3)
        let here = fresh.add("Here")
        let owner = fresh.add("Owner", identity: victim)
        let forged = try announce(of: victim, signingKey: mallory, signedBy: mallory, name: "Impostor")
        fresh.tell(here, .received(forged, from: LinkID(rawValue: 77)))
        #expect(fresh.nodes[here].peer(victim.peerID)?.nickname == "Impostor")

        fresh.connect(here, owner)
        fresh.tell(here, .sessionWanted(victim.peerID))
        fresh.run(for: .seconds(3))
        #expect(fresh.nodes[here].engine.statistics[.signingKeyMismatch] == 1)
        #expect(fresh.nodes[here].peer(victim.peerID)?.hasSession == true)
        fresh.run(for: .seconds(20))
        #expect(fresh.nodes[here].peer(victim.peerID)?.nickname == "Owner")
    }

    @Test("One from two minutes ago, or from the future, is refused")
    func clocks() throws {
        try deliver(announce(of: victim, signingKey: victim, signedBy: victim, age: 120_001))
        try deliver(announce(of: victim, signingKey: victim, signedBy: victim, age: -120_001))
        #expect(statistics[.wrongClock] == 2)
        try deliver(announce(of: victim, signingKey: victim, signedBy: victim, age: 119_000))
        #expect(mesh.nodes[alice].peer(victim.peerID) != nil)
        #expect(
            mesh.nodes[alice].told.contains {
                if case .report(.clockDisagreement(victim.peerID, milliseconds: 119_000)) = $0 { true } else { false }
            })
    }

    @Test("A copy is a duplicate, and an older one brings nothing back")
    func replay() throws {
        let old = try announce(of: victim, signingKey: victim, signedBy: victim, age: 10_000, name: "Old")
        let new = try announce(of: victim, signingKey: victim, signedBy: victim, name: "New")
        try deliver(new)
        try deliver(new)
        #expect(statistics[.duplicate] == 1)
        mesh.tell(alice, .received(old, from: LinkID(rawValue: 78)))
        #expect(statistics[.announceOutdated] == 1)
        #expect(mesh.nodes[alice].peer(victim.peerID)?.nickname == "New")
    }

    @Test("A forged copy that comes first does not keep the genuine one out")
    func forgedFirst() throws {
        let genuine = try announce(of: victim, signingKey: victim, signedBy: victim)
        var forged = genuine
        forged[forged.count - 1] ^= 1
        try deliver(forged)
        try deliver(genuine)
        #expect(mesh.nodes[alice].peer(victim.peerID) != nil)
    }

    @Test("One that was forwarded makes a peer reachable, not connected, and takes over no link")
    func forwarded() throws {
        #expect(mesh.run(atMost: .seconds(2)) { mesh.nodes[alice].peer(mesh.id(bob))?.isConnected == true })
        try deliver(announce(of: victim, signingKey: victim, signedBy: victim, timeToLive: 6))
        let peer = try #require(mesh.nodes[alice].peer(victim.peerID))
        #expect(!peer.isConnected && peer.isReachable)
        try deliver(announce(of: mallory, signingKey: mallory, signedBy: mallory))
        #expect(mesh.nodes[alice].peer(mallory.peerID)?.isConnected == false)
        #expect(mesh.nodes[alice].peer(mesh.id(bob))?.isConnected == true)
    }

    @Test("Goodbyes count only with the peer's own signature, and not from before it came")
    func leaves() throws {
        func leave(signedBy signer: MeshIdentity?, age: Int64) throws -> [UInt8] {
            let now = mesh.clock(of: alice).timestamp.milliseconds
            var draft = PacketDraft(
                .leave, from: victim.peerID, at: Timestamp(milliseconds: UInt64(Int64(now) - age)), payload: [])
            if let signer { draft.signature = signer.signingKey.signature(for: try draft.signingBytes()) }
            return try draft.encoded(padded: false)
        }
        try deliver(leave(signedBy: victim, age: 0))
        #expect(statistics[.leaveOfUnknownPeer] == 1)
        try deliver(announce(of: victim, signingKey: victim, signedBy: victim))
        try deliver(leave(signedBy: nil, age: 0))
        try deliver(leave(signedBy: mallory, age: 0))
        #expect(statistics[.leaveWrongSignature] == 2)
        try deliver(leave(signedBy: victim, age: 5_000))
        #expect(statistics[.announceOutdated] == 1)
        #expect(mesh.nodes[alice].peer(victim.peerID) != nil)
        try deliver(leave(signedBy: victim, age: 0))
        #expect(mesh.nodes[alice].left == [victim.peerID])
    }

    @Test("A crowd of made-up peers fills neither the table nor the day")
    func crowd() throws {
        for number: UInt64 in 0..<40 {
            let identity = MeshIdentity.seeded(10_000 + number)
            try deliver(announce(of: identity, signingKey: identity, signedBy: identity, timeToLive: 6))
        }
        #expect(statistics[.tooManyPeers] >= 19)
        #expect(mesh.nodes[alice].engine.peers.count <= 22)
    }
}
