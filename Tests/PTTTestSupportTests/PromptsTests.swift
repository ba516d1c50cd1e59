import Foundation
import PTTTestSupport
import Testing

@Suite struct PromptsTests {
    @Test func voicesTakeTurnsAndTheChoiceNeverChanges() throws {
        let prompts = try Prompts.paths(20)
        #expect(try Prompts.paths(20) == prompts)
        #expect(Set(prompts).count == 20)
        let voices = prompts.map { $0.split(separator: "/").dropLast().last.map(String.init) ?? "" }
        #expect(Set(voices).count == 5)
        #expect(voices.prefix(5) == voices.suffix(5))
        #expect(try Array(Prompts.paths(25).prefix(20)) == prompts)
    }

    @Test func everyRecordingCanBeHadAndNoMore() throws {
        #expect(Set(try Prompts.paths(1_000)).count == 1_000)
        #expect(throws: Prompts.Missing.self) { try Prompts.paths(100_000) }
    }
}
