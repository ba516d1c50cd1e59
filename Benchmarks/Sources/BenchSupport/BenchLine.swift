/// One figure, as a line of JSON.
///
/// ```
/// {"bench":"…","value":1.5,"unit":"…","peer":"…","peer_value":3,"ratio":0.5,"limit":"at most 2","passed":true}
/// ```
///
/// `peer`, `peer_value` and `ratio` are null where nothing else was measured in the same run, `limit` where nothing is
/// promised.
public struct BenchLine: Sendable, CustomStringConvertible {
    /// Somebody else's figure for the same work, measured in the same run or printed by its makers.
    public struct Peer: Sendable {
        public var name: String
        public var value: Double

        public init(name: String, value: Double) {
            self.name = name
            self.value = value
        }
    }

    /// What the figure is held to. Counts are held exactly, times by an order of magnitude, scores by what was promised.
    public enum Limit: Sendable, CustomStringConvertible {
        case exactly(Double)
        case atMost(Double)
        case atLeast(Double)

        public func admits(_ value: Double) -> Bool {
            switch self {
            case .exactly(let limit): value == limit
            case .atMost(let limit): value <= limit
            case .atLeast(let limit): value >= limit
            }
        }

        public var description: String {
            switch self {
            case .exactly(let limit): "exactly \(limit.compact)"
            case .atMost(let limit): "at most \(limit.compact)"
            case .atLeast(let limit): "at least \(limit.compact)"
            }
        }
    }

    public var bench: String
    public var value: Double
    public var unit: String
    public var peer: Peer?
    public var limit: Limit?

    public init(_ bench: String, _ value: Double, unit: String, peer: Peer? = nil, limit: Limit? = nil) {
        self.bench = bench
        self.value = value
        self.unit = unit
        self.peer = peer
        self.limit = limit
    }

    /// False for a figure that misses its limit, and for one that is no number.
    public var passed: Bool {
        value.isFinite && (limit?.admits(value) ?? true)
    }

    public var description: String {
        let fields = [
            ("bench", bench.quoted),
            ("value", value.compact),
            ("unit", unit.quoted),
            ("peer", peer?.name.quoted ?? "null"),
            ("peer_value", peer?.value.compact ?? "null"),
            ("ratio", peer.map { (value / $0.value).compact } ?? "null"),
            ("limit", limit?.description.quoted ?? "null"),
            ("passed", "\(passed)"),
        ]
        return "{" + fields.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }
}

extension Double {
    /// Four significant digits, and no point for a whole number; JSON knows no infinity.
    var compact: String {
        guard isFinite else { return "null" }
        guard self != 0, self != rounded() else { return abs(self) < 1e15 ? "\(Int64(self))" : "\(self)" }
        var scale = 1.0
        while abs(self) * scale < 1000, scale < 1e12 { scale *= 10 }
        let cut = (self * scale).rounded() / scale
        return cut == cut.rounded() ? "\(Int64(cut))" : "\(cut)"
    }
}

extension String {
    var quoted: String {
        "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
