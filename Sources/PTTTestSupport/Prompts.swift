import Foundation

/// Recorded speech for tests: Debian's asterisk-core-sounds-*-g722, 16 kHz, five voices in five languages.
public enum Prompts {
    public static let folder = "/usr/share/asterisk/sounds"

    /// Says which package brings the recordings.
    public struct Missing: Error, CustomStringConvertible {
        public let description =
            "no recorded prompts in \(folder); run Scripts/bootstrap, which installs asterisk-core-sounds-*-g722"
    }

    /// Paths of `count` G.722 recordings of 1.5…8 s, the same ones on every run, voices taking turns.
    public static func paths(_ count: Int) throws -> [String] {
        let voices = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            .map { try recordings(in: "\(folder)/\($0)") }.filter { !$0.isEmpty }
        var chosen: [String] = []
        var round = 0
        while chosen.count < count {
            let before = chosen.count
            for voice in voices where chosen.count < count {
                // A step through the alphabet, so that the first few are not all names of one menu.
                let place = round * stride
                if place < voice.count { chosen.append(voice[place]) }
            }
            guard chosen.count > before else { break }
            round += 1
        }
        guard chosen.count == count else { throw Missing() }
        return chosen
    }

    private static let stride = 7
    /// G.722 stores 8000 bytes a second.
    private static let sizes = 12_000...64_000

    private static func recordings(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            .filter { $0.hasSuffix(".g722") && !$0.hasPrefix("beep") }
            .map { "\(folder)/\($0)" }
            .filter { sizes.contains(try FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int ?? 0) }
    }
}
