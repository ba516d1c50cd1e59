import Foundation

/// JSON lines as the control socket and `--json` speak them: snake case, sorted keys, one object a line.
public enum ControlCoding {
    public static func line(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    public static func value<Value: Decodable>(_ type: Value.Type, from line: String) throws -> Value {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(type, from: Data(line.utf8))
    }
}

/// A control line: `{"control":"press"}`.
struct ControlLine: Codable {
    var control: NodeControl
}
