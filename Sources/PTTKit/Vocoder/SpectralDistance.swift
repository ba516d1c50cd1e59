import Foundation
import PTTMELP

/// How far the levels of Bark bands lie apart in what was spoken and what was heard, over the blocks that hold speech.
struct SpectralDistance {
    /// Samples of a Hamming window, and between two: 32 and 16 ms.
    private static let window = 256
    private static let step = 128
    /// Edges of critical bands in Hz (Zwicker 1961), within the telephone band.
    private static let edges: [Double] = [
        100, 200, 300, 400, 510, 630, 770, 920, 1080, 1270, 1480, 1720, 2000, 2320, 2700, 3150, 3700,
    ]
    /// A block this far below the loudest so far is a pause.
    private static let pause: Float = 1e-4

    private let transform = BandTransform(window: window, edges: edges)
    private var spoken: [Float] = []
    private var heard: [Float] = []
    private var skip: Int
    private var loudest: Float = 1e-7
    private var squares = 0.0
    private var count = 0

    /// - Parameter delay: samples by which what is heard is late.
    init(delay: Int) {
        skip = delay
    }

    mutating func take(input samples: some Sequence<Float>) {
        spoken += samples
        compare()
    }

    mutating func take(output samples: [Float]) {
        let late = min(skip, samples.count)
        skip -= late
        heard += samples.dropFirst(late)
        compare()
    }

    /// Nil before a block of speech.
    var decibels: Double? { count > 0 ? (squares / Double(count)).squareRoot() : nil }

    private mutating func compare() {
        while min(spoken.count, heard.count) >= Self.window {
            let energy = spoken.prefix(Self.window).reduce(0) { $0 + $1 * $1 }
            loudest = max(loudest, energy)
            if energy > loudest * Self.pause {
                for (left, right) in zip(transform.levels(spoken), transform.levels(heard)) {
                    squares += (left - right) * (left - right)
                    count += 1
                }
            }
            spoken.removeFirst(Self.step)
            heard.removeFirst(Self.step)
        }
    }
}

/// Band levels by a plain discrete Fourier transform: a tool has the time.
private struct BandTransform {
    private let window: [Double]
    private let cosines: [Double]
    private let bands: [Range<Int>]

    init(window length: Int, edges: [Double]) {
        window = (0..<length).map { 0.54 - 0.46 * cos(2 * .pi * Double($0) / Double(length - 1)) }
        cosines = (0..<length).map { cos(2 * .pi * Double($0) / Double(length)) }
        let bins = edges.map { Int(($0 * Double(length) / Double(MELP.sampleRate)).rounded()) }
        bands = zip(bins, bins.dropFirst()).map { $0..<$1 }
    }

    /// In decibels, from the first samples of `sound`.
    func levels(_ sound: [Float]) -> [Double] {
        let length = window.count
        let weighted = window.indices.map { window[$0] * Double(sound[$0]) }
        return bands.map { band in
            var power = 1e-9
            for bin in band {
                var (real, imaginary) = (0.0, 0.0)
                for index in 0..<length {
                    real += weighted[index] * cosines[index * bin % length]
                    imaginary += weighted[index] * cosines[(index * bin + length * 3 / 4) % length]
                }
                power += real * real + imaginary * imaginary
            }
            return 10 * log10(power)
        }
    }
}
