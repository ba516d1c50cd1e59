import Foundation
import PTTTestSupport
import PTTVoice
import Testing

@testable import PTTMedia

@Suite struct VoiceNoteRecorderTests {
    @Test func unfinishedRecordingPlays() throws {
        let scratch = try TemporaryFolder()
        let path = scratch.path("killed.m4a")
        let recorder = try VoiceNoteRecorder(path: path)
        let block = Signals.syllables(samples: 320)
        for count in 1...200 {
            try recorder.append(block.span)
            guard count >= 40, count % 10 == 0 else { continue }
            // What a kill here leaves behind.
            let left = try scratch.file("left.m4a", scratch.bytes(of: path))
            let samples = try AudioFileReader.samples(of: left).count
            #expect(samples >= count * 320 - 7 * 1_024, "after \(count) blocks")
        }
    }

    @Test func finishedRecordingIsAPlainFileAlignedWithWhatWasSaid() throws {
        let scratch = try TemporaryFolder()
        let path = scratch.path("note.m4a")
        let speech = Signals.syllables(samples: 40_000)
        let recorder = try VoiceNoteRecorder(path: path)
        try recorder.append(speech.span)
        try recorder.finish()
        #expect(recorder.sampleCount == 40_000)
        let read = try AudioFileReader.samples(of: path)
        #expect((40_000..<40_000 + 1_024).contains(read.count))
        #expect(Signals.delay(of: read, behind: speech, upTo: 2_000) == 0)
        let bytes = try scratch.bytes(of: path)
        #expect(Array(bytes[4..<8]) == Array("ftyp".utf8))
        #expect(bytes.count < 40_000 / 8 + 4_000)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("moof"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == ["note.m4a"])
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func recordingOfNothingIsAFileAllTheSame() throws {
        let scratch = try TemporaryFolder()
        let recorder = try VoiceNoteRecorder(path: scratch.path("empty.m4a"))
        try recorder.finish()
        #expect(FileManager.default.fileExists(atPath: scratch.path("empty.m4a")))
    }
}
