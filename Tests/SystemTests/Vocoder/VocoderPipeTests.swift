import Foundation
import PTTTestSupport
import Testing

/// `ptt vocoder` in a pipe, as people run it.
@Suite struct VocoderPipeTests {
    @Test func aPipeGivesWhatFilesGive() throws {
        let folder = try TemporaryFolder()
        let tool = Tool.executable.path
        let speech = folder.path("speech.wav")
        try ChildProcess.output(of: ["ffmpeg", "-v", "error", "-i", try Prompts.paths(2)[1], speech])
        let pipe = "'\(tool)' vocoder encode <'\(speech)' | '\(tool)' vocoder decode >'\(folder.path("piped.wav"))'"
        let said = try ChildProcess.output(of: ["bash", "-o", "pipefail", "-c", pipe])
        #expect(said.contains("packets"))
        try ChildProcess.output(of: [tool, "vocoder", "encode", speech, folder.path("speech.melp")])
        try ChildProcess.output(of: [tool, "vocoder", "decode", folder.path("speech.melp"), folder.path("heard.wav")])
        let header = 44
        let piped = try folder.bytes(of: folder.path("piped.wav")).dropFirst(header)
        let filed = try folder.bytes(of: folder.path("heard.wav")).dropFirst(header)
        #expect(!filed.isEmpty)
        #expect(piped == filed)
    }

    @Test func damageForTheEncoderIsAMistakeOfTheCommandLine() throws {
        let result = try ChildProcess.result(
            of: [Tool.executable.path, "vocoder", "encode", "in.wav", "out.melp", "--loss", "5"])
        #expect(result.status == 2)
        #expect(result.text.contains("--loss"))
    }
}
