import BenchSupport
import PTTMesh
import PTTWire

/// Voice packets taken out of a session and read, in a second on one core.
enum VoiceReceiveBench {
    static func run(_ run: inout BenchRun) throws {
        guard run.wants("noise_decrypt_and_burst_decode") else { return }
        let count = run.isFast ? 20_000 : 100_000
        let (receiver, messages) = try SealedVoice.burst(count: count)
        var plaintext: [UInt8] = []
        plaintext.reserveCapacity(2 * SealedVoice.messageBytes)
        let rate = try ratePerSecond(units: count, trials: run.isFast ? 2 : 5) {
            var session = receiver
            for message in messages {
                plaintext.removeAll(keepingCapacity: true)
                try session.open(message.span, appendingTo: &plaintext)
                let packet = try BurstPacket(decoding: plaintext[...])
                guard case .data(let frames) = packet.body else { preconditionFailure("not what was sealed") }
                for frame in frames { precondition(!frame.bytes.isEmpty) }
            }
        }
        let peer = try peerFigure(
            "noiseprotocol 0.3.1, decrypt alone", script: "noise_decrypt.py", [run.isFast ? "0.3" : "1.5"])
        run.report(
            BenchLine(
                "noise_decrypt_and_burst_decode", rate, unit: "packets/s", peer: peer, limit: .atLeast(300_000)))
    }
}
