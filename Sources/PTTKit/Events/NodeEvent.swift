/// Everything a device tells: to an app as a value, to a control client as one JSON line.
///
/// The line is an object with the key `event` and the fields of the case's payload in snake case; see Operations.md.
public enum NodeEvent: Hashable, Sendable {
    case nodeStarted(NodeStarted)
    case peerChanged(PeerSummary)
    case peerLeft(PeerReference)
    case textReceived(TextReceived)
    case textProgressed(TextProgressed)
    case talkStarted(TalkStarted)
    case talkLevel(TalkLevel)
    case talkFinished(TalkFinished)
    case burstStarted(BurstStarted)
    case burstPlaying(BurstPlaying)
    case burstFinished(BurstFinished)
    case burstReported(BurstReported)
    case audioDevice(AudioDeviceChanged)
    case warning(Warning)
    case demoStep(DemoStep)
    case summary(Summary)
    case history(HistoryEntry)
    /// The last line of a command's answer.
    case done(Done)
}

public struct NodeStarted: Hashable, Sendable, Codable {
    public var peer: String
    public var nickname: String
    public var fingerprint: String
    public var port: Int
}

public struct PeerReference: Hashable, Sendable, Codable {
    public var peer: String
}

public struct PeerSummary: Hashable, Sendable, Codable {
    public var peer: String
    public var nickname: String
    public var fingerprint: String
    public var connected: Bool
    public var reachable: Bool
    /// A Noise session stands: live voice can start at once.
    public var session: Bool
    public var codecs: [String]
}

public struct TextReceived: Hashable, Sendable, Codable {
    public var from: String
    public var nickname: String
    public var id: String
    public var text: String
    public var sentMs: UInt64
}

public struct TextProgressed: Hashable, Sendable, Codable {
    public var id: String
    public var to: String
    /// `queued`, `sent`, `delivered`, `read` or `failed`.
    public var state: String
    public var reason: String?
}

public struct TalkStarted: Hashable, Sendable, Codable {
    public var burst: String
    public var to: String
    public var nickname: String
    public var codec: String
    public var framesPerPacket: Int
    public var live: Bool
}

public struct TalkLevel: Hashable, Sendable, Codable {
    public var burst: String
    public var elapsedMs: Int
    /// Decibels below full scale, −96…0.
    public var rmsDb: Double
    public var peakDb: Double
}

public struct TalkFinished: Hashable, Sendable, Codable {
    public var burst: String
    public var to: String
    /// `sent` or `canceled`.
    public var state: String
    public var reason: String?
    public var durationMs: Int
    public var framesSent: Int
    public var packetsSent: Int
    /// Burst content handed to the session, before encryption and padding.
    public var contentBytes: Int
    public var note: String?
    /// When the first sample was spoken, in nanoseconds of the machine's monotonic clock.
    public var inputOriginNs: Int64?
}

public struct BurstStarted: Hashable, Sendable, Codable {
    public var burst: String
    public var from: String
    public var nickname: String
    public var codec: String
    /// False when another burst has the speaker, or nobody listens: the burst goes to its file only.
    public var live: Bool
}

public struct BurstPlaying: Hashable, Sendable, Codable {
    public var burst: String
    public var from: String
}

public struct BurstFinished: Hashable, Sendable, Codable {
    public var burst: String
    public var from: String
    public var nickname: String
    /// `complete`, `tail_lost`, `idle`, `canceled`, …: why it ended.
    public var reason: String
    public var playedLive: Bool
    public var durationMs: Int
    public var packetsReceived: Int
    public var packetsExpected: Int
    public var framesReceived: Int
    public var framesConcealed: Int
    /// Mean wait of a packet between its arrival and its sound, when it was played live.
    public var playoutDelayMs: Double?
    public var note: String?
    /// When the output's first sample was rendered, in nanoseconds of the machine's monotonic clock.
    public var outputOriginNs: Int64?
}

/// What the far side tells of a burst of ours.
public struct BurstReported: Hashable, Sendable, Codable {
    public var burst: String
    public var by: String
    /// `playing`, `heard_live`, `kept_as_note` or `dropped`.
    public var stage: String
    public var packetsReceived: Int
    public var packetsExpected: Int
    public var framesConcealed: Int
}

public struct AudioDeviceChanged: Hashable, Sendable, Codable {
    public var device: String
    /// `interrupted`, `resumed`, `overrun`, `ended` or `failed`.
    public var state: String
    public var reason: String?
}

public struct Warning: Hashable, Sendable, Codable {
    /// What was refused, in snake case; counted.
    public var kind: String
    public var message: String
}

public struct DemoStep: Hashable, Sendable, Codable {
    public var atMs: Int
    public var text: String
}

public struct Summary: Hashable, Sendable, Codable {
    public var framesSent: Int
    public var framesReceived: Int
    public var mouthToEarMs: Double?
    public var file: String?
}

public struct Done: Hashable, Sendable, Codable {
    public var exitCode: Int32
    public var error: String?

    public init(exitCode: Int32, error: String?) {
        self.exitCode = exitCode
        self.error = error
    }
}

extension NodeEvent: Codable {
    private enum Key: String, CodingKey { case event }

    private enum Name: String, Codable {
        case nodeStarted = "node_started"
        case peerChanged = "peer"
        case peerLeft = "peer_left"
        case textReceived = "text"
        case textProgressed = "text_progress"
        case talkStarted = "talk_started"
        case talkLevel = "talk_level"
        case talkFinished = "talk_finished"
        case burstStarted = "burst_started"
        case burstPlaying = "burst_playing"
        case burstFinished = "burst_finished"
        case burstReported = "burst_reported"
        case audioDevice = "audio_device"
        case warning
        case demoStep = "demo_step"
        case summary
        case history
        case done
    }

    public init(from decoder: any Decoder) throws {
        switch try decoder.container(keyedBy: Key.self).decode(Name.self, forKey: .event) {
        case .nodeStarted: self = .nodeStarted(try NodeStarted(from: decoder))
        case .peerChanged: self = .peerChanged(try PeerSummary(from: decoder))
        case .peerLeft: self = .peerLeft(try PeerReference(from: decoder))
        case .textReceived: self = .textReceived(try TextReceived(from: decoder))
        case .textProgressed: self = .textProgressed(try TextProgressed(from: decoder))
        case .talkStarted: self = .talkStarted(try TalkStarted(from: decoder))
        case .talkLevel: self = .talkLevel(try TalkLevel(from: decoder))
        case .talkFinished: self = .talkFinished(try TalkFinished(from: decoder))
        case .burstStarted: self = .burstStarted(try BurstStarted(from: decoder))
        case .burstPlaying: self = .burstPlaying(try BurstPlaying(from: decoder))
        case .burstFinished: self = .burstFinished(try BurstFinished(from: decoder))
        case .burstReported: self = .burstReported(try BurstReported(from: decoder))
        case .audioDevice: self = .audioDevice(try AudioDeviceChanged(from: decoder))
        case .warning: self = .warning(try Warning(from: decoder))
        case .demoStep: self = .demoStep(try DemoStep(from: decoder))
        case .summary: self = .summary(try Summary(from: decoder))
        case .history: self = .history(try HistoryEntry(from: decoder))
        case .done: self = .done(try Done(from: decoder))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        let (name, payload) = named
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .event)
        try payload.encode(to: encoder)
    }

    private var named: (Name, any Encodable) {
        switch self {
        case .nodeStarted(let payload): (.nodeStarted, payload)
        case .peerChanged(let payload): (.peerChanged, payload)
        case .peerLeft(let payload): (.peerLeft, payload)
        case .textReceived(let payload): (.textReceived, payload)
        case .textProgressed(let payload): (.textProgressed, payload)
        case .talkStarted(let payload): (.talkStarted, payload)
        case .talkLevel(let payload): (.talkLevel, payload)
        case .talkFinished(let payload): (.talkFinished, payload)
        case .burstStarted(let payload): (.burstStarted, payload)
        case .burstPlaying(let payload): (.burstPlaying, payload)
        case .burstFinished(let payload): (.burstFinished, payload)
        case .burstReported(let payload): (.burstReported, payload)
        case .audioDevice(let payload): (.audioDevice, payload)
        case .warning(let payload): (.warning, payload)
        case .demoStep(let payload): (.demoStep, payload)
        case .summary(let payload): (.summary, payload)
        case .history(let payload): (.history, payload)
        case .done(let payload): (.done, payload)
        }
    }
}
