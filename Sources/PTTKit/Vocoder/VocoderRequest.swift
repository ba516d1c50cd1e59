/// What to do with the 1200 bit/s vocoder on files.
public struct VocoderRequest: Hashable, Sendable {
    public enum Action: String, Hashable, Sendable, CaseIterable {
        /// From sound to 11-byte packets.
        case encode
        /// From packets to sound.
        case decode
        /// From sound through packets to sound, and how alike the two are.
        case score
    }

    public var action: Action
    /// A sound file at any rate, or of ``Action/decode`` packets; `-` is standard input.
    public var input: String
    /// Packets, or of the others 8 kHz WAV; `-` is standard output, nil nowhere.
    public var output: String?
    /// Share of packets that are lost before they are decoded, 0…100.
    public var lossPercent = 0.0
    /// Share of bits that are flipped before they are decoded, 0…100.
    public var bitErrorPercent = 0.0
    /// Which packets and bits those are.
    public var seed: UInt64 = 1
    public var suppressesNoise = true

    public init(action: Action, input: String, output: String?) {
        self.action = action
        self.input = input
        self.output = output
    }
}

/// What came of it.
public struct VocoderReport: Hashable, Sendable, Codable {
    /// Sound read or made, in seconds.
    public var seconds = 0.0
    public var packets = 0
    public var bytes = 0
    public var packetsLost = 0
    public var bitsFlipped = 0
    /// Of the sound read and made, in decibels below full scale over the blocks that hold speech; nil without sound.
    public var inputLevelDb: Double?
    public var outputLevelDb: Double?
    /// Root mean square difference of the Bark band levels, in decibels; of ``VocoderRequest/Action/score``.
    public var spectralDistanceDb: Double?
    /// Sound per second of work.
    public var timesRealTime = 0.0
}
