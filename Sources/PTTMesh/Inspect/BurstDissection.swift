import PTTWire

extension Dissector {
    /// Notes the content of a burst packet, which is all that is left.
    mutating func burst() {
        let start = position
        let content = bytes[start...]
        field("burst ID", 8) { $0.hex }
        field("sequence", 2) { "\($0.number)" }
        let packet: BurstPacket
        do throws(BurstError) {
            packet = try BurstPacket(decoding: content)
        } catch {
            if content.count >= BurstPacket.headerSize { field("flags", 1) { "0x\($0.hex)" } }
            fail("\(error)", at: min(start + BurstPacket.headerSize, bytes.endIndex))
            return
        }
        switch packet.body {
        case .start(let header):
            field("flags", 1) { _ in "START" }
            startPayload(header)
        case .data(let frames):
            field("flags", 1) { _ in "DATA" }
            data(frames)
        case .end(let end):
            field("flags", 1) { _ in "END" }
            field("packet count", 2) { _ in "\(end.packetCount) data packets" }
            field("duration", 4) { _ in "\(end.milliseconds) ms" }
        case .canceled:
            field("flags", 1) { _ in "CANCELED" }
        }
        if remaining > 0 { field("rest", remaining) { _ in "ignored" } }
    }

    private mutating func startPayload(_ header: BurstHeader) {
        field("codec", 1) { _ in "\(header.codec)" }
        guard let framing = header.framing else { return }
        field("frame duration", 1) { _ in "\(framing.frameMilliseconds) ms" }
        field("batch size", 1) { _ in "\(framing.batchSize) new frames a packet" }
    }

    private mutating func data(_ frames: BurstFrames) {
        for (number, frame) in frames.enumerated() {
            let codec = frame.codec.map { "\($0)" } ?? "codec of START"
            let kind = frame.isRepeat ? "repeat" : "new"
            group("frame \(number + 1)", 2 + frame.bytes.count, "\(kind), \(codec), \(frame.bytes.count) bytes") {
                $0.field("prefix", 2) {
                    "\($0.number & (frame.codec == nil && !frame.isRepeat ? 0xFFFF : 0x3FFF)) bytes"
                }
                $0.field("frame", frame.bytes.count) { _ in codec }
            }
        }
    }
}
