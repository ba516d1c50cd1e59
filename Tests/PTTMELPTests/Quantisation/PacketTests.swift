import PTTTestSupport
import Testing

@testable import PTTMELP

/// The 81 bits of a packet, whatever the tables are.
struct PacketTests {
    static let patterns: [VoicingPattern] =
        [.allVoiced, .noneVoiced] + (0..<3).flatMap { [.voicedExcept($0), .voicedOnly($0)] }

    /// Indices that use every bit of every field.
    static func indices(_ pattern: VoicingPattern, from random: inout SeededGenerator) -> SuperframeIndices {
        var indices = SuperframeIndices(pattern: pattern)
        let voiced = pattern.voicedFrames
        indices.pitch = Int.random(in: 0..<1 << PacketLayout.pitchBits(voicedFrames: voiced), using: &random)
        for stage in 0..<PacketLayout.stageCount(of: pattern.voicingClass) {
            let bits = PacketLayout.stageBits(of: pattern.voicingClass, stage)
            indices.spectrum[stage] = Int.random(in: 0..<1 << bits, using: &random)
        }
        indices.gains = Int.random(in: 0..<1 << PacketLayout.gainBits, using: &random)
        guard voiced > 0 else { return indices }
        indices.cutoffs = Int.random(in: 0..<4, using: &random)
        for stage in 0..<PacketLayout.harmonicsStageCount {
            indices.harmonics[stage] = Int.random(in: 0..<1 << PacketLayout.harmonicsStageBits, using: &random)
        }
        return indices
    }

    @Test("What is written is read back, in 81 bits with zeros above", arguments: patterns)
    func roundTrip(pattern: VoicingPattern) {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<200 {
            let indices = Self.indices(pattern, from: &random)
            let packet = indices.packet()
            #expect(SuperframeIndices(packet) == indices)
            #expect(packet.bytes[10] & 0xFE == 0)
        }
    }

    @Test("Every five bits name one pattern, and each pattern's code word names it back")
    func prefixes() {
        for bits in 0..<32 {
            let pattern = VoicingPattern(prefixOf: bits)
            let prefix = pattern.prefix
            #expect(bits >> (5 - prefix.length) == prefix.word)
        }
        #expect(Set((0..<32).map { VoicingPattern(prefixOf: $0) }) == Set(Self.patterns))
    }

    @Test("Any one wrong bit among the fifteen that the checks guard is put right")
    func classErrors() {
        for data in 0..<2048 {
            let sent = data << 4 | HammingCode.checks(of: data)
            #expect(HammingCode.corrected(data: data, checks: sent & 15) == data)
            for bit in 0..<15 {
                let received = sent ^ 1 << bit
                #expect(HammingCode.corrected(data: received >> 4, checks: received & 15) == data)
            }
        }
    }

    @Test("A superframe without voice survives any one wrong bit of its class, its gains and its first stage")
    func unvoicedErrors() {
        var random = SeededGenerator(seed: 12)
        let indices = Self.indices(.noneVoiced, from: &random)
        let sent = indices.packet()
        let laterStages = (PacketLayout.spectrum.lowerBound + 7)..<41
        for bit in 0..<PacketLayout.usedBits where !laterStages.contains(bit) {
            var packet = sent
            packet[bit].toggle()
            #expect(SuperframeIndices(packet) == indices, "bit \(bit)")
        }
    }
}
