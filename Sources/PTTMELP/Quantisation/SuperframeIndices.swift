/// What a packet says, before any table is consulted.
struct SuperframeIndices: Sendable {
    var pattern: VoicingPattern
    /// Row of the table of as many pitches as frames are voiced.
    var pitch = 0
    /// Row of each stage of the spectrum's quantiser, as many as the class has.
    var spectrum = InlineArray<5, Int>(repeating: 0)
    var gains = 0
    /// With three voiced frames a row of the table of cut-offs, with one the cut-off itself; two have a bit each, the first
    /// frame's higher.
    var cutoffs = 0
    /// Row of each stage of the harmonics' quantiser.
    var harmonics = InlineArray<5, Int>(repeating: 0)
}

extension SuperframeIndices: Equatable {
    static func == (left: SuperframeIndices, right: SuperframeIndices) -> Bool {
        left.pattern == right.pattern && left.pitch == right.pitch && left.gains == right.gains
            && left.cutoffs == right.cutoffs
            && left.spectrum.indices.allSatisfy { left.spectrum[$0] == right.spectrum[$0] }
            && left.harmonics.indices.allSatisfy { left.harmonics[$0] == right.harmonics[$0] }
    }
}

extension SuperframeIndices {
    /// The packet that says this.
    func packet() -> Packet {
        var packet = Packet()
        let prefix = pattern.prefix
        let pitchBits = PacketLayout.pitchBits(voicedFrames: pattern.voicedFrames)
        packet[PacketLayout.head] = (prefix.word << pitchBits | pitch) << (12 - prefix.length - pitchBits)
        packet[PacketLayout.gains] = gains
        PacketLayout.forEachStage(of: pattern.voicingClass) { packet[$1] = spectrum[$0] }
        packet.writeChecks()
        switch pattern.voicingClass {
        case .unvoiced: SpareCopies.write(into: &packet)
        case .voiced:
            packet[PacketLayout.cutoffs] = cutoffs
            PacketLayout.forEachHarmonicsStage { packet[$1] = harmonics[$0] }
        }
        return packet
    }

    /// Reads any packet.
    init(_ packet: Packet) {
        var packet = packet
        packet.correct()
        self.init(pattern: VoicingPattern(prefixOf: packet[PacketLayout.classBits]))
        let prefix = pattern.prefix
        pitch = packet[prefix.length..<prefix.length + PacketLayout.pitchBits(voicedFrames: pattern.voicedFrames)]
        switch pattern.voicingClass {
        case .unvoiced: SpareCopies.vote(in: &packet)
        case .voiced:
            cutoffs = packet[PacketLayout.cutoffs]
            PacketLayout.forEachHarmonicsStage { harmonics[$0] = packet[$1] }
        }
        gains = packet[PacketLayout.gains]
        PacketLayout.forEachStage(of: pattern.voicingClass) { spectrum[$0] = packet[$1] }
    }
}

/// A superframe without voice needs 37 bits less; 34 of them hold two more copies of what an error hurts most.
private enum SpareCopies {
    /// Where the copies lie, in order.
    private static func position(_ spare: Int) -> Int {
        switch spare {
        case 0..<7: 5 + spare
        case 7..<23: 41 + spare - 7
        default: 67 + spare - 23
        }
    }

    /// The bits that are copied: the gains, then the first stage of the spectrum.
    private static func source(_ bit: Int) -> Int {
        bit < PacketLayout.gainBits
            ? PacketLayout.gains.lowerBound + bit : PacketLayout.spectrum.lowerBound + bit - PacketLayout.gainBits
    }

    private static let count = PacketLayout.gainBits + 7

    static func write(into packet: inout Packet) {
        for bit in 0..<count {
            packet[position(bit)] = packet[source(bit)]
            packet[position(count + bit)] = packet[source(bit)]
        }
    }

    /// Replaces each copied bit by what two of its three copies say.
    static func vote(in packet: inout Packet) {
        for bit in 0..<count {
            let (first, second, third) = (
                packet[source(bit)], packet[position(bit)], packet[position(count + bit)]
            )
            packet[source(bit)] = first == second || first == third ? first : second
        }
    }
}
