public import Foundation
import PTTWire

/// The cases of one file of golden vectors.
///
/// The files lie in the folder named by the environment variable `PTT_WIRE_VECTORS`, else in Tests/Vectors/bitchat.
/// A file that is missing, or holds no case, is an error.
public struct VectorFile: Sendable {
    public let name: String
    /// The whole document, for the fields beside the cases.
    public let document: VectorCase
    public let cases: [VectorCase]

    public init(_ name: String) throws {
        try self.init(name, folder: Self.folder)
    }

    /// Reads Tests/Vectors/`source` instead, wherever the environment points.
    public init(_ name: String, from source: String) throws {
        try self.init(
            name, folder: Self.package.appending(path: "Tests/Vectors/\(source)", directoryHint: .isDirectory))
    }

    private init(_ name: String, folder: URL) throws {
        self.name = name
        let url = folder.appending(path: name + ".json")
        let fields = try JSONDecoder().decode([String: VectorValue].self, from: Data(contentsOf: url))
        document = VectorCase(label: name, fields: fields)
        cases = try document.objects("cases").enumerated().map { index, object in
            let label = try object.stringIfPresent("name") ?? object.stringIfPresent("op") ?? "case"
            return VectorCase(label: "\(name)[\(index)] \(label)", fields: object.fields)
        }
        guard !cases.isEmpty else { throw VectorError.noCases(url.path) }
    }

    /// Where the vectors lie.
    public static var folder: URL {
        if let path = ProcessInfo.processInfo.environment["PTT_WIRE_VECTORS"], !path.isEmpty {
            return URL(filePath: path, directoryHint: .isDirectory)
        }
        return package.appending(path: "Tests/Vectors/bitchat", directoryHint: .isDirectory)
    }

    private static var package: URL {
        (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    }
}

public enum VectorError: Error, Hashable, Sendable {
    case noCases(String)
    /// A field is absent, or of another kind than the test reads.
    case field(String, in: String, expected: String)
    /// A value inside a field is of another kind than the test reads.
    case kind(expected: String)
}

/// One JSON object of a vector file; its fields are read by name, and a missing one is an error that names it.
public struct VectorCase: Sendable, CustomStringConvertible {
    /// The file, the position in it, and the case's own name.
    public let label: String
    public let fields: [String: VectorValue]

    public init(label: String, fields: [String: VectorValue]) {
        self.label = label
        self.fields = fields
    }

    public var description: String { label }

    /// Whether the field is there and not null.
    public func has(_ key: String) -> Bool {
        switch fields[key] {
        case nil, .null: false
        case .bool, .integer, .unsigned, .number, .string, .array, .object: true
        }
    }

    public func string(_ key: String) throws -> String {
        guard case .string(let text) = fields[key] else { throw mismatch(key, "a string") }
        return text
    }

    /// Bytes written as hex.
    public func bytes(_ key: String) throws -> [UInt8] {
        try [UInt8](hex: string(key))
    }

    public func bool(_ key: String) throws -> Bool {
        guard case .bool(let value) = fields[key] else { throw mismatch(key, "a boolean") }
        return value
    }

    public func integer(_ key: String) throws -> Int {
        guard let value = fields[key]?.integer else { throw mismatch(key, "an integer") }
        return value
    }

    public func unsigned(_ key: String) throws -> UInt64 {
        switch fields[key] {
        case .integer(let value) where value >= 0: return UInt64(value)
        case .unsigned(let value): return value
        case nil, .null, .bool, .integer, .number, .string, .array, .object: throw mismatch(key, "an unsigned integer")
        }
    }

    public func values(_ key: String) throws -> [VectorValue] {
        guard case .array(let values) = fields[key] else { throw mismatch(key, "an array") }
        return values
    }

    public func object(_ key: String) throws -> VectorCase {
        guard case .object(let fields) = fields[key] else { throw mismatch(key, "an object") }
        return VectorCase(label: "\(label).\(key)", fields: fields)
    }

    public func objects(_ key: String) throws -> [VectorCase] {
        try values(key).enumerated().map { index, value in
            guard case .object(let fields) = value else { throw mismatch(key, "an array of objects") }
            return VectorCase(label: "\(label).\(key)[\(index)]", fields: fields)
        }
    }

    public func strings(_ key: String) throws -> [String] {
        try values(key).map { value in
            guard case .string(let text) = value else { throw mismatch(key, "an array of strings") }
            return text
        }
    }

    public func integers(_ key: String) throws -> [Int] {
        try values(key).map { value in
            guard let integer = value.integer else { throw mismatch(key, "an array of integers") }
            return integer
        }
    }

    /// An array of byte strings written as hex.
    public func byteStrings(_ key: String) throws -> [[UInt8]] {
        try strings(key).map { try [UInt8](hex: $0) }
    }

    public func stringIfPresent(_ key: String) throws -> String? { has(key) ? try string(key) : nil }
    public func bytesIfPresent(_ key: String) throws -> [UInt8]? { has(key) ? try bytes(key) : nil }
    public func integerIfPresent(_ key: String) throws -> Int? { has(key) ? try integer(key) : nil }
    public func unsignedIfPresent(_ key: String) throws -> UInt64? { has(key) ? try unsigned(key) : nil }
    public func boolIfPresent(_ key: String) throws -> Bool? { has(key) ? try bool(key) : nil }

    private func mismatch(_ key: String, _ expected: String) -> VectorError {
        .field(key, in: label, expected: expected)
    }
}
