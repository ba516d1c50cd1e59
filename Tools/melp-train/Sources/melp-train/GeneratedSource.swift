import Foundation

/// The Swift source that carries a table file inside the module.
enum GeneratedSource {
    static func text(of file: [UInt8], sources: Int, seed: UInt64) -> String {
        let base64 = Data(file).base64EncodedString()
        var lines: [Substring] = []
        var rest = base64[...]
        while !rest.isEmpty {
            lines.append(rest.prefix(116))
            rest = rest.dropFirst(116)
        }
        return """
            // swift-format-ignore-file
            // Made by Tools/melp-train/train (seed \(seed), \(sources) recordings); do not edit. Tools/melp-train/NOTICE names the voices.

            enum StandardTables {
                /// A table file, as `CodeTables.init(decoding:)` reads it.
                static let base64 = \"""
            \(lines.map { "    \($0)\\" }.joined(separator: "\n"))

                \"""
            }

            """
    }
}
