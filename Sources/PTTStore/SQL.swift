/// One SQL statement, or a fragment of one, with the values that belong to it.
///
/// ```swift
/// let statement: SQL = "SELECT name FROM person WHERE age > \(age)"
/// ```
///
/// An interpolated value is never part of the text: it is bound to a parameter, so no value can change what a statement
/// does. An interpolated `SQL` becomes part of the text, with its own values.
public struct SQL: Hashable, Sendable, ExpressibleByStringInterpolation {
    public private(set) var text: String
    public private(set) var values: [StoreValue]

    public init(stringLiteral value: String) {
        text = value
        values = []
    }

    public init(stringInterpolation: Interpolation) {
        text = stringInterpolation.text
        values = stringInterpolation.values
    }

    public struct Interpolation: StringInterpolationProtocol {
        var text = ""
        var values: [StoreValue] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount)
            values.reserveCapacity(interpolationCount)
        }

        public mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        public mutating func appendInterpolation(_ value: some StoreConvertible) {
            text += "?"
            values.append(value.storeValue)
        }

        /// A value or nothing; the compiler warns of optionals without a label.
        public mutating func appendInterpolation(optional value: (some StoreConvertible)?) {
            appendInterpolation(value)
        }

        public mutating func appendInterpolation(_ fragment: SQL) {
            text += fragment.text
            values += fragment.values
        }
    }
}
