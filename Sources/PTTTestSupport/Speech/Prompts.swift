import Foundation

/// Recorded speech for tests: Debian's asterisk-core-sounds-*-g722, 16 kHz, five voices in five languages.
public enum Prompts {
    public static let folder = "/usr/share/asterisk/sounds"

    /// Says which package brings the recordings.
    public struct Missing: Error, CustomStringConvertible {
        public let description =
            "not enough recorded prompts in \(folder); run Scripts/bootstrap, which installs asterisk-core-sounds-*-g722"
    }

    /// Paths of `count` G.722 recordings of 1.5…8 s, the same ones on every run, voices taking turns.
    public static func paths(_ count: Int) throws -> [String] {
        let voices = try Self.voices.map { try recordings(in: "\(folder)/\($0)") }
        let longest = voices.map(\.count).max() ?? 0
        let chosen = (0..<longest).lazy.flatMap { round in voices.compactMap { round < $0.count ? $0[round] : nil } }
            .prefix(count)
        guard chosen.count == count else { throw Missing() }
        return Array(chosen)
    }

    /// By name: other packages bring folders and links of their own.
    private static let voices = [
        "en_US_f_Allison", "es_MX_f_Allison", "fr_CA_f_June", "it_IT_m_Carlo", "ru_RU_f_IvrvoiceRU",
    ]
    private static let stride = 7
    /// G.722 stores 8000 bytes a second.
    private static let sizes = 12_000...64_000

    /// In an order whose first few are not all names of one menu: every seventh of the alphabet, then the next ones.
    private static func recordings(in folder: String) throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder) else { throw Missing() }
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            .filter { $0.hasSuffix(".g722") && !$0.hasPrefix("beep") }
            .map { "\(folder)/\($0)" }
            .filter { sizes.contains(try FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int ?? 0) }
            .enumerated().sorted { ($0.offset % stride, $0.offset) < ($1.offset % stride, $1.offset) }
            .map(\.element)
    }
}
