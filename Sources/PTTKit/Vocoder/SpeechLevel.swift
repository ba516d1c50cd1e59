import Foundation
import PTTMELP

/// The level of the 20 ms blocks that hold speech, in the manner of ITU-T P.56.
struct SpeechLevel {
    private var energies: [Float] = []
    private var block: [Float] = []

    private static let blockLength = MELP.sampleRate / 50

    mutating func take(_ samples: some Sequence<Float>) {
        for sample in samples {
            block.append(sample)
            guard block.count == Self.blockLength else { continue }
            energies.append(block.reduce(0) { $0 + $1 * $1 } / Float(block.count))
            block.removeAll(keepingCapacity: true)
        }
    }

    /// Below full scale; nil without sound.
    var decibels: Double? {
        guard !energies.isEmpty else { return nil }
        var level = energies.reduce(0, +) / Float(energies.count)
        for _ in 0..<10 {
            // 15.9 dB below the level a block is a pause.
            let active = energies.filter { $0 > level * 0.0257 }
            guard !active.isEmpty else { return nil }
            level = active.reduce(0, +) / Float(active.count)
        }
        return level > 0 ? 10 * log10(Double(level)) : nil
    }
}
