/// What a column of a row can hold.
public enum StoreValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// A type that goes into a column and comes back the same.
public protocol StoreConvertible {
    var storeValue: StoreValue { get }

    /// - Throws: ``StoreError`` `.type` when the value is none of this type; never converts from another.
    init(storeValue: StoreValue) throws(StoreError)
}

extension StoreValue {
    func mismatch(_ type: Any.Type) -> StoreError {
        let kind =
            switch self {
            case .null: "nothing"
            case .integer(let value): "the integer \(value)"
            case .real: "a real number"
            case .text: "text"
            case .blob: "bytes"
            }
        return StoreError(.type, "\(kind) is no \(type)")
    }
}

extension Int64: StoreConvertible {
    public var storeValue: StoreValue { .integer(self) }

    public init(storeValue: StoreValue) throws(StoreError) {
        guard case .integer(let value) = storeValue else { throw storeValue.mismatch(Self.self) }
        self = value
    }
}

extension Int: StoreConvertible {
    public var storeValue: StoreValue { .integer(Int64(self)) }

    public init(storeValue: StoreValue) throws(StoreError) {
        guard case .integer(let value) = storeValue, let exact = Int(exactly: value) else {
            throw storeValue.mismatch(Self.self)
        }
        self = exact
    }
}

extension Bool: StoreConvertible {
    public var storeValue: StoreValue { .integer(self ? 1 : 0) }

    /// Takes 0 and 1 alone.
    public init(storeValue: StoreValue) throws(StoreError) {
        switch storeValue {
        case .integer(0): self = false
        case .integer(1): self = true
        case .null, .integer, .real, .text, .blob: throw storeValue.mismatch(Self.self)
        }
    }
}

extension Double: StoreConvertible {
    /// Not a number is stored as nothing by SQLite, so writing it is refused.
    public var storeValue: StoreValue { .real(self) }

    public init(storeValue: StoreValue) throws(StoreError) {
        guard case .real(let value) = storeValue else { throw storeValue.mismatch(Self.self) }
        self = value
    }
}

extension String: StoreConvertible {
    public var storeValue: StoreValue { .text(self) }

    public init(storeValue: StoreValue) throws(StoreError) {
        guard case .text(let value) = storeValue else { throw storeValue.mismatch(Self.self) }
        self = value
    }
}

extension [UInt8]: StoreConvertible {
    public var storeValue: StoreValue { .blob(self) }

    public init(storeValue: StoreValue) throws(StoreError) {
        guard case .blob(let value) = storeValue else { throw storeValue.mismatch(Self.self) }
        self = value
    }
}

extension Optional: StoreConvertible where Wrapped: StoreConvertible {
    public var storeValue: StoreValue { map(\.storeValue) ?? .null }

    public init(storeValue: StoreValue) throws(StoreError) {
        if storeValue == .null {
            self = .none
        } else {
            self = .some(try Wrapped(storeValue: storeValue))
        }
    }
}
