import PTTTestSupport
import PTTVoice
import PTTWire

/// A DATA packet that reached the listener for the first time.
struct Arrival {
    /// In samples since the press.
    var time: Int
    /// Samples since it, or its first copy, was sent.
    var travelled: Int
    var packet: ArrivedPacket
}

extension SpokenBurst {
    /// Sends the burst over the path: what its listener gets to play, in the order of arrival.
    func carried(over path: Path, seed: UInt64) throws -> [Arrival] {
        var impaired = ImpairedPath<Packet>(path.impairments, seed: seed)
        for packet in packets {
            impaired.send(packet, bytes: Self.wireBytes, at: Instant(samples: packet.time))
        }
        var assemblies = BurstAssemblies<Int>()
        var arrivals: [Arrival] = []
        for arrival in impaired.receive(until: Instant(nanoseconds: .max)) {
            var outputs: [BurstOutput<Int>] = []
            try assemblies.receive(
                arrival.payload.content[...], from: 0, in: .direct, now: arrival.time, into: &outputs)
            for case .arrived(let packet) in outputs.map(\.event) {
                let time = arrival.time.samples
                arrivals.append(Arrival(time: time, travelled: time - arrival.payload.time, packet: packet))
            }
        }
        return arrivals
    }
}

extension Instant {
    init(samples: Int) {
        self.init(nanoseconds: Int64(samples) * 62_500)
    }

    /// Rounded up: what came in the middle of a sample is there at the next.
    var samples: Int { Int((nanoseconds + 62_499) / 62_500) }
}
