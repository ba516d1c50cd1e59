import Foundation
import PTTTestSupport
import PTTVoice
import Testing

@testable import PTTMedia

@Suite struct AudioFileReaderTests {
    /// A tone as WAV, then made into `name` by ffmpeg.
    private func tone(as name: String, _ options: [String], in scratch: TemporaryFolder) throws -> String {
        let source = scratch.path("source.wav")
        let writer = try WAVWriter(path: source)
        let tone = Signals.sine(hertz: 500, samples: 32_000)
        try writer.append(tone.span)
        try writer.finish()
        try ChildProcess.output(of: ["ffmpeg", "-v", "error", "-y", "-i", source] + options + [scratch.path(name)])
        return scratch.path(name)
    }

    private static let kinds: [(name: String, options: [String])] = [
        ("a.wav", ["-ar", "48000", "-af", "pan=stereo|c0=c0|c1=c0", "-c:a", "pcm_f32le"]),
        ("b.wav", ["-ar", "8000", "-c:a", "pcm_u8"]),
        ("c.wav", ["-ar", "44100", "-c:a", "pcm_s24le"]), ("d.flac", []), ("e.mp3", ["-ar", "44100"]),
        ("f.m4a", ["-ar", "44100"]), ("g.aac", []), ("h.opus", ["-ac", "1"]), ("i.ogg", ["-ar", "22050"]),
        ("j.g722", []),
        ("k.aiff", ["-ar", "11025"]), ("l.au", []), ("m.mkv", []), ("n.wav", ["-c:a", "pcm_mulaw"]),
    ]

    @Test(arguments: kinds) func everyUsualFormatIsReadAsSixteenKilohertzMono(kind: (name: String, options: [String]))
        throws
    {
        let scratch = try TemporaryFolder()
        let samples = try AudioFileReader.samples(of: try tone(as: kind.name, kind.options, in: scratch))
        #expect(abs(samples.count - 32_000) <= 3_000)
        let middle = Array(samples[10_000..<20_000])
        #expect(abs(Signals.energy(middle[...]) / 10_000 - 0.125) < 0.02)
        // 500 Hz repeats every 32 samples.
        #expect(Signals.delay(of: middle, behind: Array(middle[..<9_000]), upTo: 40) % 32 == 0)
    }

    @Test func resamplingKeepsTheLengthExactly() throws {
        let scratch = try TemporaryFolder()
        for rate in ["8000", "48000", "44100", "11025"] {
            let path = try tone(as: "rate.wav", ["-ar", rate], in: scratch)
            #expect(abs(try AudioFileReader.samples(of: path).count - 32_000) <= 2, "from \(rate) Hz")
        }
    }

    @Test func promptsOfEveryVoiceAreRead() throws {
        for path in try Prompts.paths(10) {
            let samples = try AudioFileReader.samples(of: path)
            let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            #expect(samples.count == (bytes ?? 0) * 2)
            #expect(Signals.energy(samples[...]) > 1)
        }
    }

    @Test func readingInPiecesYieldsTheSameSamples() throws {
        let path = try #require(try Prompts.paths(1).first)
        let whole = try AudioFileReader.samples(of: path)
        let reader = try AudioFileReader(path: path)
        var pieces: [Float] = []
        var block = [Float](repeating: 0, count: 333)
        while true {
            var span = block.mutableSpan
            let count = try reader.read(into: &span)
            pieces.append(contentsOf: block[..<count])
            if count < block.count { break }
        }
        #expect(pieces == whole)
    }

    @Test func missingAndForeignFilesAreRefusedWithAReason() throws {
        let scratch = try TemporaryFolder()
        let missing = #expect(throws: AudioDeviceError.self) { try AudioFileReader(path: scratch.path("none.wav")) }
        #expect(missing?.message.hasSuffix("none.wav as audio: No such file or directory") == true)
        let text = try scratch.file("text.wav", Array("this is no sound".utf8))
        let foreign = #expect(throws: AudioDeviceError.self) { try AudioFileReader(path: text) }
        #expect(foreign?.code == .unreadable)
        #expect(throws: AudioDeviceError.self) { try AudioFileReader(path: try scratch.file("empty.aac", [])) }
    }

    @Test func listsThatNameOtherFilesAreRefused() throws {
        let scratch = try TemporaryFolder()
        let secret = try tone(as: "secret.wav", [], in: scratch)
        let lists = [
            ("list.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n\(secret)\n#EXT-X-ENDLIST\n"),
            ("list.wav", "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n\(secret)\n#EXT-X-ENDLIST\n"),
            ("list.txt", "ffconcat version 1.0\nfile secret.wav\n"),
        ]
        for (name, content) in lists {
            let path = try scratch.file(name, Array(content.utf8))
            #expect(throws: AudioDeviceError.self) { try AudioFileReader.samples(of: path) }
        }
        #expect(throws: AudioDeviceError.self) { try AudioFileReader(path: "http://127.0.0.1:9/a.wav") }
    }

    @Test(arguments: ["f.m4a", "d.flac", "e.mp3", "h.opus", "g.aac", "m.mkv", "a.wav"])
    func damagedFilesAreReadOrRefusedAndNeverCrash(name: String) throws {
        let scratch = try TemporaryFolder()
        let kind = try #require(Self.kinds.first { $0.name == name })
        let whole = try scratch.bytes(of: try tone(as: kind.name, kind.options, in: scratch))
        var noise = SeededGenerator(seed: 11)
        for round in 0..<60 {
            var bytes = whole
            for _ in 0...round / 6 { bytes[noise.index(below: bytes.count)] = noise.byte() }
            // Most of what a container says stands at its start.
            if round % 2 == 0 { bytes[noise.index(below: min(400, bytes.count))] ^= noise.byte() }
            if round % 5 == 0 { bytes.removeLast(noise.index(below: bytes.count)) }
            let path = try scratch.file("damaged." + name, bytes)
            do {
                let samples = try AudioFileReader.samples(of: path, limit: 10 * PCM.sampleRate)
                #expect(samples.allSatisfy { (-1...1).contains($0) })
            } catch is AudioDeviceError {}
        }
    }

    @Test func limitBoundsWhatIsRead() throws {
        let path = try #require(try Prompts.paths(1).first)
        #expect(try AudioFileReader.samples(of: path, limit: 1_000).count == 1_000)
    }
}
