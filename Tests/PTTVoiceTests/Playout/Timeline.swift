import PTTTestSupport
import PTTVoice
import PTTWire

/// A burst drawn as a picture: what comes before each block of the output, and what is then heard in it.
///
/// Both are columns of 20 ms. Arrivals: `.` nothing, `3` packet 3, `3(12)` packet 3 with repeats of the frames of packets
/// 1 and 2, `3,4` both, `E9` END after 9 packets, `E` END without a count. Sound at the beginning of the
/// block: `.` silence, `3` the frame of packet 3,
/// `?` what the codec concealed by itself, `+` what it recovered from the next frame, `~` anything else.
///
/// A frame decodes to a constant, so continuing it is heard as the same number again.
struct Timeline {
    var player: BurstPlayer
    private(set) var heard: [String] = []
    private(set) var output: [Float] = []
    private var clock = 0
    private var highest = 0

    init(_ configuration: PlayerConfiguration = PlayerConfiguration(), hasConcealment: Bool = false) {
        player = BurstPlayer(decoder: ToyDecoder(hasConcealment: hasConcealment), configuration: configuration)
    }

    /// The sound, block by block.
    mutating func hear(_ arrivals: String) throws -> String {
        heard = []
        for column in arrivals.split(separator: " ") {
            for token in column.split(separator: ",") where token != "." { try take(token) }
            heard.append(render())
        }
        return heard.joined(separator: " ")
    }

    private mutating func take(_ token: Substring) throws {
        if token.hasPrefix("E") {
            player.end(packetCount: Int(token.dropFirst()))
            return
        }
        let parts = token.split(separator: "(")
        guard let sequence = Int(parts[0]) else { return }
        var frames: [BurstFrame] = []
        if parts.count > 1 {
            for digit in parts[1].dropLast() {
                let bytes = ToyCodec.constant(digit.wholeNumberValue ?? 0)
                frames.append(BurstFrame(bytes: bytes[...], isRepeat: true, codec: .opus))
            }
        }
        frames.append(BurstFrame(bytes: ToyCodec.constant(sequence)[...]))
        player.insert(
            sequence: sequence, frames: try BurstFrames(frames), batchSize: 1, arrival: SampleTime(samples: clock))
    }

    private mutating func render() -> String {
        var block = [Float](repeating: .nan, count: 320)
        var span = block.mutableSpan
        player.render(into: &span)
        clock += 320
        output += block
        return symbol(of: block)
    }

    /// What most of the block's first half is.
    private func symbol(of block: [Float]) -> String {
        var counts: [Float: Int] = [:]
        for sample in block.prefix(160) { counts[sample, default: 0] += 1 }
        guard let most = counts.max(by: { $0.value < $1.value }), most.value >= 80 else { return "~" }
        switch most.key {
        case 0: return "."
        case ToyCodec.concealed: return "?"
        case ToyCodec.recovered: return "+"
        default: return most.key > 0 ? "\(ToyCodec.number(most.key))" : "~"
        }
    }
}
