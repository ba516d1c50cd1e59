/// What a packet says, before any table is consulted.
struct SuperframeIndices: Sendable {
    var pattern: VoicingPattern
    /// Row of the table of as many pitches as frames are voiced.
    var pitch = 0
    /// Row of each stage of the spectrum's quantiser; a pattern without voiced frames uses the first four.
    var spectrum = InlineArray<6, Int>(repeating: 0)
    var gains = 0
    /// With three voiced frames a row of the table of cut-offs; else two bits a voiced frame, the first frame's highest.
    var cutoffs = 0
    /// Row within the pitch range's part of the table.
    var harmonics = 0
}

extension SuperframeIndices: Equatable {
    static func == (left: SuperframeIndices, right: SuperframeIndices) -> Bool {
        left.pattern == right.pattern && left.pitch == right.pitch && left.gains == right.gains
            && left.cutoffs == right.cutoffs && left.harmonics == right.harmonics
            && left.spectrum.indices.allSatisfy { left.spectrum[$0] == right.spectrum[$0] }
    }
}

extension SuperframeIndices {
    /// The packet that says this.
    func packet() -> Packet {
        var packet = Packet()
        let prefix = pattern.prefix
        let pitchBits = PacketLayout.pitchBits(voicedFrames: pattern.voicedFrames)
        packet[PacketLayout.head] = (prefix.word << pitchBits | pitch) << (12 - prefix.length - pitchBits)
        packet[PacketLayout.parity] = ClassCode.checks(of: packet[PacketLayout.classBits])
        packet[PacketLayout.gains] = gains
        PacketLayout.forEachStage(of: pattern.voicingClass) { packet[$1] = spectrum[$0] }
        switch pattern {
        case .allVoiced: packet[PacketLayout.cutoffs] = cutoffs
        case .voicedExcept: packet[PacketLayout.twoCutoffs] = cutoffs
        case .voicedOnly:
            packet[PacketLayout.oneCutoff] = cutoffs
            packet[PacketLayout.gainChecks] = GainCode.checks(of: packet[PacketLayout.firstGainBits])
        case .noneVoiced: break
        }
        if pattern == .noneVoiced {
            SpareCopies.write(into: &packet)
        } else {
            packet[PacketLayout.harmonics] = harmonics
        }
        return packet
    }

    /// Reads a packet; nil where the bits that name the pattern are seen to be beyond repair.
    init?(_ packet: Packet) {
        var packet = packet
        let checks = packet[PacketLayout.parity]
        guard let named = ClassCode.corrected(data: packet[PacketLayout.classBits], checks: checks) else { return nil }
        packet[PacketLayout.classBits] = named
        self.init(pattern: VoicingPattern(prefixOf: named))
        let prefix = pattern.prefix
        pitch = packet[prefix.length..<prefix.length + PacketLayout.pitchBits(voicedFrames: pattern.voicedFrames)]
        switch pattern {
        case .allVoiced: cutoffs = packet[PacketLayout.cutoffs]
        case .voicedExcept: cutoffs = packet[PacketLayout.twoCutoffs]
        case .voicedOnly:
            cutoffs = packet[PacketLayout.oneCutoff]
            packet[PacketLayout.firstGainBits] = GainCode.corrected(
                data: packet[PacketLayout.firstGainBits], checks: packet[PacketLayout.gainChecks])
        case .noneVoiced: SpareCopies.vote(in: &packet)
        }
        if pattern != .noneVoiced {
            harmonics = packet[PacketLayout.harmonics]
        }
        gains = packet[PacketLayout.gains]
        PacketLayout.forEachStage(of: pattern.voicingClass) { spectrum[$0] = packet[$1] }
    }
}

/// A superframe without voice needs 36 bits less; they hold two more copies of what an error hurts most.
private enum SpareCopies {
    /// Where the copies lie, in order.
    private static func position(_ spare: Int) -> Int {
        switch spare {
        case 0..<7: 5 + spare
        case 7..<24: 41 + spare - 7
        default: 69 + spare - 24
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

/// The Hamming code (7, 4): three check bits that correct one wrong bit among four and themselves.
enum GainCode {
    private static func column(_ bit: Int) -> Int {
        switch bit {
        case 0: 0b011
        case 1: 0b101
        case 2: 0b110
        default: 0b111
        }
    }

    static func checks(of data: Int) -> Int {
        (0..<4).reduce(0) { data >> (3 - $1) & 1 != 0 ? $0 ^ column($1) : $0 }
    }

    /// The four data bits as they were sent if at most one of the seven bits is wrong.
    static func corrected(data: Int, checks received: Int) -> Int {
        let syndrome = checks(of: data) ^ received
        return (0..<4).first { column($0) == syndrome }.map { data ^ 1 << (3 - $0) } ?? data
    }
}
