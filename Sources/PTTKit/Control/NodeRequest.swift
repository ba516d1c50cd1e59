/// What a control client, or the tool itself, asks of a node: the first line of a control connection.
///
/// The line is an object with the key `request` and the fields of the case's payload in snake case; see Operations.md.
public enum NodeRequest: Hashable, Sendable {
    /// Who the node is.
    case identity
    case peers(PeersRequest)
    case say(SayRequest)
    case history(HistoryRequest)
    case talk(TalkRequest)
    case listen(ListenRequest)
    case parrot(ParrotRequest)
    /// Every event until the connection closes.
    case watch
}

public struct PeersRequest: Hashable, Sendable, Codable {
    /// How long to look for peers before answering, in seconds.
    public var waitSeconds: Double
    /// Keep telling as peers come and go.
    public var follow: Bool

    public init(waitSeconds: Double, follow: Bool) {
        self.waitSeconds = waitSeconds
        self.follow = follow
    }
}

public struct SayRequest: Hashable, Sendable, Codable {
    /// Nickname, peer ID (or at least four digits of its front), or fingerprint.
    public var to: String
    public var text: String
    /// How long to wait for the peer, and then for its receipt, in seconds.
    public var waitSeconds: Double

    public init(to: String, text: String, waitSeconds: Double) {
        self.to = to
        self.text = text
        self.waitSeconds = waitSeconds
    }
}

public struct HistoryRequest: Hashable, Sendable, Codable {
    /// As in ``SayRequest/to``, but the peer need not be there; nil for every conversation.
    public var with: String?
    /// Entries at most, the newest.
    public var limit: Int

    public init(with: String?, limit: Int) {
        self.with = with
        self.limit = limit
    }
}

public struct TalkRequest: Hashable, Sendable, Codable {
    public var to: String
    /// Audio input, as `AudioDevices` names them; a path is absolute.
    public var input: String
    /// `auto`, `opus` or `aac`.
    public var codec: String
    /// Frames in a packet, or nil to follow the link.
    public var framesPerPacket: Int?
    /// True to wait for `press` and `release` controls; false to talk until the input ends.
    public var hold: Bool
    /// Release after so many seconds.
    public var limitSeconds: Double?
    public var waitSeconds: Double

    public init(
        to: String, input: String, codec: String = "auto", framesPerPacket: Int? = nil, hold: Bool = false,
        limitSeconds: Double? = nil, waitSeconds: Double = 10
    ) {
        self.to = to
        self.input = input
        self.codec = codec
        self.framesPerPacket = framesPerPacket
        self.hold = hold
        self.limitSeconds = limitSeconds
        self.waitSeconds = waitSeconds
    }
}

public struct ListenRequest: Hashable, Sendable, Codable {
    /// Audio output, as `AudioDevices` names them; a path is absolute.
    public var output: String
    /// Stop after the first burst that was heard.
    public var once: Bool
    /// Only bursts of this peer.
    public var from: String?
    /// `adaptive`, or `fixed` for the seed's numbers.
    public var playout: String

    public init(output: String, once: Bool, from: String? = nil, playout: String = "adaptive") {
        self.output = output
        self.once = once
        self.from = from
        self.playout = playout
    }
}

public struct ParrotRequest: Hashable, Sendable, Codable {
    /// Where the parrot itself listens; `null` for nowhere.
    public var output: String
    /// Stop after so many answers; nil to go on.
    public var limit: Int?

    public init(output: String = "null", limit: Int? = nil) {
        self.output = output
        self.limit = limit
    }
}

/// What a client may say while its request runs: each later line of its connection, `{"control":"press"}`.
public enum NodeControl: String, Hashable, Sendable, Codable {
    /// The talk key went down.
    case press
    /// The talk key came up.
    case release
    /// Throw the burst away.
    case cancel
    /// End the request.
    case stop
}

extension NodeRequest: Codable {
    private enum Key: String, CodingKey { case request }
    private enum Name: String, Codable { case identity, peers, say, history, talk, listen, parrot, watch }

    public init(from decoder: any Decoder) throws {
        switch try decoder.container(keyedBy: Key.self).decode(Name.self, forKey: .request) {
        case .identity: self = .identity
        case .peers: self = .peers(try PeersRequest(from: decoder))
        case .say: self = .say(try SayRequest(from: decoder))
        case .history: self = .history(try HistoryRequest(from: decoder))
        case .talk: self = .talk(try TalkRequest(from: decoder))
        case .listen: self = .listen(try ListenRequest(from: decoder))
        case .parrot: self = .parrot(try ParrotRequest(from: decoder))
        case .watch: self = .watch
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .identity: try container.encode(Name.identity, forKey: .request)
        case .peers(let payload): try encode(.peers, payload, in: &container, to: encoder)
        case .say(let payload): try encode(.say, payload, in: &container, to: encoder)
        case .history(let payload): try encode(.history, payload, in: &container, to: encoder)
        case .talk(let payload): try encode(.talk, payload, in: &container, to: encoder)
        case .listen(let payload): try encode(.listen, payload, in: &container, to: encoder)
        case .parrot(let payload): try encode(.parrot, payload, in: &container, to: encoder)
        case .watch: try container.encode(Name.watch, forKey: .request)
        }
    }

    private func encode(
        _ name: Name, _ payload: any Encodable, in container: inout KeyedEncodingContainer<Key>, to encoder: any Encoder
    ) throws {
        try container.encode(name, forKey: .request)
        try payload.encode(to: encoder)
    }
}
