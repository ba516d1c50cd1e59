import Foundation

/// The recordings that are trained on.
struct Corpus {
    struct Clip: Sendable {
        /// Folder and file, as in "it_IT_m_Carlo/digits/1.wav".
        let name: String
        let url: URL
    }

    /// Voices of the Debian packages, by folder.
    static let voices = [
        "en_US_f_Allison", "es_MX_f_Allison", "fr_CA_f_June", "it_IT_f_Menardi", "it_IT_m_Carlo", "ru_RU_f_IvrvoiceRU",
    ]

    /// Prompts that quality is measured on, never heard in training.
    static let heldOut: Set = [
        "en_US_f_Allison/tt-allbusy.wav", "en_US_f_Allison/demo-enterkeywords.wav",
        "it_IT_m_Carlo/vm-forwardoptions.wav", "it_IT_m_Carlo/demo-enterkeywords.wav", "it_IT_m_Carlo/vm-intro.wav",
        "it_IT_f_Menardi/queue-periodic-announce.wav", "fr_CA_f_June/queue-periodic-announce.wav",
        "ru_RU_f_IvrvoiceRU/vm-forward-multiple.wav",
    ]

    let clips: [Clip]

    /// - Parameters:
    ///   - recordings: holds the voices' folders.
    ///   - copies: holds folders of lowered copies, each with the voices' folders; a voice need not be in it.
    init(recordings: URL, copies: URL) throws {
        let folders = [recordings, copies.appending(path: "slight"), copies.appending(path: "deep")]
        var clips: [Clip] = []
        for (number, folder) in folders.enumerated() {
            for voice in Self.voices {
                let path = folder.appending(path: voice).path
                guard number == 0 || FileManager.default.fileExists(atPath: path) else { continue }
                let names = try FileManager.default.subpathsOfDirectory(atPath: path)
                for name in names.sorted() where name.hasSuffix(".wav") && !name.hasPrefix("silence/") {
                    let clip = Clip(name: "\(voice)/\(name)", url: folder.appending(path: "\(voice)/\(name)"))
                    if !Self.heldOut.contains(clip.name) {
                        clips.append(clip)
                    }
                }
            }
        }
        self.clips = clips
    }
}

extension Corpus.Clip {
    /// The samples at 8 kHz, −1…1, speech at −26 dB; nil for what is too short or silent.
    func samples() throws -> [Float]? {
        guard let file = try WaveFile(url), file.rate == 8000, file.samples.count > 4000 else { return nil }
        return SpeechLevel.normalised(file.samples)
    }
}

enum SpeechLevel {
    /// Brings the mean level of the loud parts to 26 dB below full scale; nil for silence.
    static func normalised(_ samples: [Float]) -> [Float]? {
        let powers = stride(from: 0, to: samples.count - 160, by: 160).map { start in
            samples[start..<start + 160].reduce(0) { $0 + $1 * $1 } / 160
        }
        guard let loudest = powers.max(), loudest > 1e4 else { return nil }
        let active = powers.filter { $0 > loudest * 0.002 }
        let mean = active.reduce(0, +) / Float(active.count)
        let gain = 0.0501187 / mean.squareRoot()
        return samples.map { $0 * gain }
    }
}
