import Foundation
import PTTTestSupport
import PTTVoice
import PTTWire
import Testing

@testable import PTTMedia

@Suite struct VoiceNoteTests {
    /// The samples that a file cut to `count` bytes still yields; nil when it does not open.
    private func samples(ofPrefix count: Int, of bytes: [UInt8], _ name: String, in scratch: TemporaryFolder) throws
        -> Int?
    {
        let path = try scratch.file(name, Array(bytes[..<count]))
        do {
            return try AudioFileReader.samples(of: path).count
        } catch is AudioDeviceError {
            return nil
        }
    }

    @Test func everyPrefixOfAnADTSNotePlaysItsWholeFrames() throws {
        let scratch = try TemporaryFolder()
        let path = scratch.path("note.aac")
        let frames = try encodeAll(Signals.syllables(samples: 1_024 * 30), with: AACVoiceEncoder())
        let writer = try VoiceNotes.writer(for: .aacLC, path: path)
        var ends: [Int] = []
        for frame in frames {
            try writer.append(frame.span)
            ends.append(try scratch.bytes(of: path).count)
        }
        let bytes = try scratch.bytes(of: path)
        for cut in stride(from: ends[3], through: bytes.count, by: 61) {
            let whole = ends.count { $0 <= cut }
            #expect(try samples(ofPrefix: cut, of: bytes, "cut.aac", in: scratch) == whole * 1_024)
        }
        #expect(writer.duration == .milliseconds(64 * frames.count))
    }

    @Test func everyPrefixOfAnOpusNotePlaysAllButItsLastPage() throws {
        let scratch = try TemporaryFolder()
        let path = scratch.path("note.opus")
        let frames = try encodeAll(Signals.syllables(samples: 320 * 150), with: OpusVoiceEncoder())
        let writer = try VoiceNotes.writer(for: .opus, path: path)
        var sizes: [Int] = []
        for frame in frames {
            try writer.append(frame.span)
            sizes.append(try scratch.bytes(of: path).count)
        }
        // What reached the disk lags by a page of 100 ms at most.
        let bytes = try scratch.bytes(of: path)
        for (index, size) in sizes.enumerated() where index > 20 && index % 7 == 0 {
            let read = try #require(try samples(ofPrefix: size, of: bytes, "cut.opus", in: scratch))
            #expect(read >= (index + 1) * 320 - 5 * 320 - 104)
            #expect(try samples(ofPrefix: size - 5, of: bytes, "cut.opus", in: scratch) != nil)
        }
        try writer.finish()
        #expect(try AudioFileReader.samples(of: path).count == frames.count * 320 - 104)
    }

    @Test func opusNoteIsReadByAnIndependentDecoderWithoutShift() throws {
        let scratch = try TemporaryFolder()
        let speech = Signals.noise(amplitude: 0.3, samples: 320 * 100, seed: 1)
        let writer = try OggOpusWriter(path: scratch.path("note.opus"))
        for frame in try encodeAll(speech, with: OpusVoiceEncoder()) { try writer.append(frame.span) }
        try writer.finish()
        try ChildProcess.output(of: [
            "ffmpeg", "-v", "error", "-i", scratch.path("note.opus"), "-ar", "16000", scratch.path("note.wav"),
        ])
        let read = try AudioFileReader.samples(of: scratch.path("note.wav"))
        #expect(abs(read.count - (320 * 100 - 104)) <= 1)
        #expect(Signals.delay(of: read, behind: speech, upTo: 200) == 0)
    }

    @Test(arguments: VoiceCodec.allCases) func missingFramesKeepTheTimeLine(codec: VoiceCodec) throws {
        let scratch = try TemporaryFolder()
        let path = scratch.path("gaps." + VoiceNotes.fileExtension(for: codec))
        let encoder = try VoiceCoders.encoder(for: codec)
        let size = codec.samplesPerFrame
        let frames = try encodeAll(Signals.syllables(samples: size * 40), with: encoder)
        let writer = try VoiceNotes.writer(for: codec, path: path)
        for frame in frames[..<10] { try writer.append(frame.span) }
        try writer.appendMissing(frames: 20)
        for frame in frames[30..<40] { try writer.append(frame.span) }
        try writer.finish()
        let heard = try AudioFileReader.samples(of: path)
        let lead = codec == .opus ? 104 : 0
        #expect(heard.count == size * 40 - lead)
        let middle = Signals.energy(heard[(size * 20)..<(size * 25)])
        #expect(middle < Signals.energy(heard[(size * 33)..<(size * 38)]) / 10)
    }

    @Test func notesAreReadableByTheirOwnerOnly() throws {
        let scratch = try TemporaryFolder()
        _ = try ADTSWriter(path: scratch.path("a.aac"))
        _ = try OggOpusWriter(path: scratch.path("b.opus"))
        _ = try VoiceNoteRecorder(path: scratch.path("c.m4a"))
        for name in ["a.aac", "b.opus", "c.m4a"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path(name))
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }
}
