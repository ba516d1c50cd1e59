import Foundation

/// Speech that a vocoder is judged by and that none of its tables was trained on: 8 kHz, active level −26 dB below full
/// scale, 0.2 s of silence on both sides.
///
/// From Debian's codec2-examples, pocketsphinx-testdata and the prompts of asterisk-core-sounds-*-wav and
/// asterisk-prompt-it-menardi-wav that training leaves out.
public struct VocoderSpeech: Sendable {
    public enum Collection: String, CaseIterable, Sendable {
        /// Ten speakers, some over noisy microphones.
        case codec2
        /// One man who reads.
        case librivox
        /// Telephone prompts: four women and a man in four languages.
        case asterisk
    }

    public let collection: Collection
    public let name: String
    public let samples: [Float]

    public static let sampleRate = 8000

    /// Every item, in an order that never changes.
    ///
    /// - Throws: ``ChildProcess/Failed`` where a package is missing.
    public static func all() throws -> [VocoderSpeech] {
        try Collection.allCases.flatMap { collection in
            try collection.paths.map { path in
                // Voices say the same prompts: the folder tells whose it is.
                let name = URL(filePath: path).deletingPathExtension().pathComponents.suffix(2).joined(separator: "-")
                let samples = try leveled(read(path))
                let silence = [Float](repeating: 0, count: sampleRate / 5)
                return VocoderSpeech(
                    collection: collection, name: "\(collection.rawValue)-\(name)", samples: silence + samples + silence
                )
            }
        }
    }

    /// The same with so many samples of silence more in front: superframes then begin elsewhere in it.
    func delayed(by count: Int) -> VocoderSpeech {
        guard count > 0 else { return self }
        return VocoderSpeech(
            collection: collection, name: "\(name)-\(count)",
            samples: [Float](repeating: 0, count: count) + samples)
    }

    private static func read(_ path: String) throws -> [Float] {
        let folder = try TemporaryFolder()
        let format = path.hasSuffix(".raw") ? ["-t", "raw", "-r", "8000", "-e", "signed", "-b", "16", "-c", "1"] : []
        let raw = ["-t", "raw", "-e", "signed", "-b", "16", "-c", "1", "-r", "\(sampleRate)"]
        try ChildProcess.output(of: ["sox", "-D"] + format + [path] + raw + [folder.path("speech.raw")])
        return PCM16.samples(of: try folder.bytes(of: folder.path("speech.raw")))
    }

    /// Brings speech to its level, below full scale.
    static func leveled(_ samples: [Float]) -> [Float] {
        let mean = samples.reduce(0, +) / Float(max(samples.count, 1))
        let centred = samples.map { $0 - mean }
        let wanted = Float(pow(10, -26.0 / 20))
        let peak = centred.reduce(0) { max($0, abs($1)) }
        guard peak > 0 else { return centred }
        let gain = min(wanted / activeLevel(centred), 0.99 / peak)
        return centred.map { $0 * gain }
    }

    /// Root mean square over the 20 ms blocks that are within 15.9 dB of it, in the manner of ITU-T P.56.
    static func activeLevel(_ samples: [Float]) -> Float {
        let block = sampleRate / 50
        let energies = stride(from: 0, through: samples.count - block, by: block).map { start in
            samples[start..<start + block].reduce(0) { $0 + $1 * $1 } / Float(block)
        }
        guard !energies.isEmpty else { return 1 }
        var level = energies.reduce(0, +) / Float(energies.count)
        for _ in 0..<10 {
            let active = energies.filter { $0 > level * 0.0257 }
            level = active.reduce(0, +) / Float(max(active.count, 1))
        }
        return level.squareRoot()
    }
}

extension VocoderSpeech.Collection {
    fileprivate var paths: [String] {
        switch self {
        case .codec2:
            [
                "hts1a", "hts2a", "forig", "morig", "ve9qrp_10s", "big_dog", "vk5qi", "cross", "kristoff", "g3plx",
            ].map { "/usr/share/codec2/raw/\($0).raw" }
        case .librivox:
            ["0870", "0880", "0890", "0920", "0930"].map {
                "/usr/share/pocketsphinx/test/data/librivox/sense_and_sensibility_01_austen_64kb-\($0).wav"
            }
        case .asterisk:
            [
                "en_US_f_Allison/tt-allbusy", "en_US_f_Allison/demo-enterkeywords", "it_IT_m_Carlo/vm-forwardoptions",
                "it_IT_m_Carlo/demo-enterkeywords", "it_IT_m_Carlo/vm-intro", "it_IT_f_Menardi/queue-periodic-announce",
                "fr_CA_f_June/queue-periodic-announce", "ru_RU_f_IvrvoiceRU/vm-forward-multiple",
            ].map { "\(Prompts.folder)/\($0).wav" }
        }
    }
}
