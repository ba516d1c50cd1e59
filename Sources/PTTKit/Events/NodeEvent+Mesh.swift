import PTTMesh
import PTTVoice
public import PTTWire

extension PeerSummary {
    init(_ peer: MeshPeer) {
        self.init(
            peer: peer.id.description, nickname: peer.nickname, fingerprint: peer.fingerprint,
            connected: peer.isConnected, reachable: peer.isReachable, session: peer.hasSession,
            codecs: peer.codecs.map(\.name).sorted())
    }

    /// Whether a user who says `name` means this peer: its nickname in any case, the front of its ID, or its fingerprint.
    func answers(to name: String) -> Bool {
        let lower = name.lowercased()
        return nickname.lowercased() == lower || fingerprint == lower || (name.count >= 4 && peer.hasPrefix(lower))
    }
}

extension VoiceCodec {
    /// How people and command lines call it.
    public var name: String {
        switch self {
        case .aacLC: "aac"
        case .opus: "opus"
        }
    }
}

extension BurstReported {
    init(_ report: BurstReport, by peer: PeerID) {
        self.init(
            burst: report.burst.description, by: peer.description, stage: report.stage.name,
            packetsReceived: Int(report.packetsReceived), packetsExpected: Int(report.packetsExpected),
            framesConcealed: Int(report.framesConcealed))
    }
}

extension BurstReport.Stage {
    fileprivate var name: String {
        switch self {
        case .playing: "playing"
        case .heardLive: "heard_live"
        case .keptAsNote: "kept_as_note"
        case .dropped: "dropped"
        }
    }
}

extension TextProgressed {
    init(id: String, to peer: PeerID, _ progress: TextProgress) {
        self.init(id: id, to: peer.description, state: progress.name, reason: progress.reason)
    }
}

extension TextProgress {
    fileprivate var name: String {
        switch self {
        case .queued: "queued"
        case .sent: "sent"
        case .delivered: "delivered"
        case .read: "read"
        case .failed: "failed"
        }
    }

    fileprivate var reason: String? {
        switch self {
        case .queued, .sent, .delivered, .read: nil as String?
        case .failed(let failure): failure.explanation
        }
    }
}

extension TextFailure {
    fileprivate var explanation: String {
        switch self {
        case .tooLong(let bytes): "A direct message is at most 255 bytes of UTF-8; this one is \(bytes)."
        case .queueFull: "Too many messages wait for the peer already."
        case .expired: "The peer did not come within the time that a message waits."
        }
    }
}

extension SessionFailure {
    var explanation: String {
        switch self {
        case .timedOut: "The peer did not answer the handshake in time."
        case .unreachable: "The peer cannot be reached."
        case .wrongIdentity: "Somebody answered with a key that is not the peer's: do not trust this connection."
        case .rateLimited: "Too many handshakes within a minute; wait a minute."
        case .failed: "The handshake did not decrypt."
        }
    }
}

extension AudioDeviceChanged {
    init(_ event: AudioDeviceEvent, device: String) {
        switch event {
        case .ended: self.init(device: device, state: "ended")
        case .interrupted(let reason): self.init(device: device, state: "interrupted", reason: reason)
        case .resumed: self.init(device: device, state: "resumed")
        case .overrun(let samples): self.init(device: device, state: "overrun", reason: "\(samples) samples lost")
        case .failed(let reason): self.init(device: device, state: "failed", reason: reason)
        }
    }
}
