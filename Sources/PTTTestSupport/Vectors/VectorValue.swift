import PTTWire

/// Any JSON value.
public enum VectorValue: Hashable, Sendable, Decodable {
    case null
    case bool(Bool)
    case integer(Int)
    /// An integer beyond the signed range.
    case unsigned(UInt64)
    case number(Double)
    case string(String)
    case array([VectorValue])
    case object([String: VectorValue])

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(UInt64.self) {
            self = .unsigned(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode([VectorValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: VectorValue].self))
        }
    }

    /// Nil for anything but an integer in the signed range.
    public var integer: Int? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    /// An array of byte strings written as hex.
    public func byteStrings() throws -> [[UInt8]] {
        guard case .array(let values) = self else { throw VectorError.kind(expected: "an array of hex strings") }
        return try values.map { value in
            guard case .string(let text) = value else { throw VectorError.kind(expected: "a hex string") }
            return try [UInt8](hex: text)
        }
    }
}
