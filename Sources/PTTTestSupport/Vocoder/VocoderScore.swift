import Foundation

/// What a vocoder made of one piece of speech, under one condition.
public struct VocoderRendering: Sendable {
    public var condition: String
    public var speech: VocoderSpeech
    /// 8 kHz; later than the speech by a delay that is the same for all renderings of a condition.
    public var samples: [Float]

    public init(condition: String, speech: VocoderSpeech, samples: [Float]) {
        self.condition = condition
        self.speech = speech
        self.samples = samples
    }
}

/// Means over the items of a set: PESQ narrow band (ITU-T P.862.1) and extended short-time objective intelligibility.
public struct VocoderScore: Sendable, Decodable {
    public var condition: String
    /// A ``VocoderSpeech/Collection``, or `all`.
    public var set: String
    public var pesq: Double
    public var estoi: Double

    enum CodingKeys: String, CodingKey {
        case condition, set, estoi
        case pesq = "pesq_nb"
    }

    /// Scores everything in one run of Tests/SystemTests/Score/vocoder.py.
    public static func measure(_ renderings: [VocoderRendering]) throws -> [VocoderScore] {
        let folder = try TemporaryFolder()
        var written: [String: String] = [:]
        var manifest = ""
        for (index, rendering) in renderings.enumerated() {
            let speech = rendering.speech
            let reference = try written[speech.name] ?? folder.file("\(speech.name).wav", wav(speech.samples))
            written[speech.name] = reference
            let item = [
                "condition": rendering.condition, "set": speech.collection.rawValue, "reference": reference,
                "degraded": try folder.file("\(index).wav", wav(rendering.samples)),
            ]
            manifest += String(decoding: try JSONEncoder().encode(item), as: UTF8.self) + "\n"
        }
        let text = try ScoreProgram.output(
            of: "vocoder.py", [try folder.file("manifest", Array(manifest.utf8))])
        return try text.split(separator: "\n").map {
            try JSONDecoder().decode(VocoderScore.self, from: Data($0.utf8))
        }
    }

    private static func wav(_ samples: [Float]) -> [UInt8] {
        let data = PCM16.bytes(of: samples)
        let rate = VocoderSpeech.sampleRate
        return Array("RIFF".utf8) + littleEndian(36 + data.count, 4) + Array("WAVEfmt ".utf8) + littleEndian(16, 4)
            + littleEndian(1, 2) + littleEndian(1, 2) + littleEndian(rate, 4) + littleEndian(rate * 2, 4)
            + littleEndian(2, 2) + littleEndian(16, 2) + Array("data".utf8) + littleEndian(data.count, 4) + data
    }

    private static func littleEndian(_ value: some BinaryInteger, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
