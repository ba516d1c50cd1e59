import PTTMesh
import PTTVoice
import PTTWire

/// One burst that is being heard, and what is still missing until it can be told as finished.
struct IncomingBurst {
    let key: BurstKey<PeerID>
    let codec: VoiceCodec
    var note: IncomingNote?
    /// The burst was given the speaker.
    var isLive = false
    /// Set once the assembly is done with it.
    var summary: BurstSummary?
    /// Set once the speaker is done with it.
    var playout: Speaker.Playout?

    /// Whether both the assembly and, for a live burst, the speaker are done.
    var isComplete: Bool { summary != nil && (!isLive || playout != nil) }
}

/// What arrives for our ears: assemblies, and the bursts in them.
struct BurstReceiver {
    var assemblies = BurstAssemblies<PeerID>()
    var bursts: [BurstKey<PeerID>: IncomingBurst] = [:]
    /// Playout delay that the last burst of each talker taught, in samples.
    var learnedDelays: [PeerID: Int] = [:]
    /// Bursts of which a refusal was told.
    var refused = RefusedBursts()
    private let alarm: Alarm

    /// Talkers whose playout delay is remembered.
    private static let rememberedDelays = 256

    /// - Parameter deadline: called when ``assemblies`` wants to be advanced.
    init(deadline: @escaping @Sendable () -> Void) {
        alarm = Alarm(ring: deadline)
    }

    func setAlarm() {
        alarm.set(assemblies.nextDeadline)
    }

    mutating func learn(_ delay: Int, from peer: PeerID) {
        if learnedDelays.count >= Self.rememberedDelays { learnedDelays.removeAll() }
        learnedDelays[peer] = delay
    }
}

/// The latest bursts that were refused, so that each is told of once.
struct RefusedBursts {
    private static let capacity = 64
    private var keys: [BurstKey<PeerID>] = []

    /// - Returns: false when the key is there already.
    mutating func insert(_ key: BurstKey<PeerID>) -> Bool {
        guard !keys.contains(key) else { return false }
        if keys.count == Self.capacity { keys.removeFirst() }
        keys.append(key)
        return true
    }
}

/// Somebody listens here: a speaker, and which bursts are meant for it.
struct Listener {
    let speaker: Speaker
    let request: ListenRequest
    /// A file begins with its first burst; a sound card runs all the time, so that it is ready.
    let startsWithBurst: Bool
    var isStarted = false
}
