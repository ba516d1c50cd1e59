import PTTMesh

extension MeshDiagnostic {
    /// The kind of a warning in a control line.
    var kind: String {
        switch self {
        case .refused: "refused"
        case .voiceWithoutSession: "voice_without_session"
        case .clockDisagreement: "clock_disagreement"
        case .wallClockJumped: "clock_jumped"
        case .unsendable: "unsendable"
        }
    }

    var explanation: String {
        switch self {
        case .refused(let reason, let count, let sender, _):
            "Refused \(count) packet\(count == 1 ? "" : "s") from \(sender?.description ?? "an unknown sender"): \(reason)."
        case .voiceWithoutSession(let peer):
            "Voice for \(peer) was dropped: there is no session. A handshake is under way."
        case .clockDisagreement(let peer, let milliseconds):
            "The clock of \(peer) differs from ours by \(milliseconds / 1000) s; beyond 120 s its packets are refused. Set the clock that is wrong."
        case .wallClockJumped(let milliseconds):
            "Somebody set this machine's clock by \(milliseconds / 1000) s."
        case .unsendable(let type):
            "A packet of type \(type) could not be made."
        }
    }
}
