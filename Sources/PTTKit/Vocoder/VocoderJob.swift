import Foundation
import PTTMELP
import PTTMedia
import PTTVoice
import PTTWire

/// Carries out a ``VocoderRequest``, a superframe at a time, however long the input.
public struct VocoderJob {
    private let request: VocoderRequest
    private let encoder: MELP1200Encoder
    private let decoder = MELP1200Decoder()
    private var damage: PacketDamage
    private var report = VocoderReport()
    private var inputLevel = SpeechLevel()
    private var outputLevel = SpeechLevel()
    private var likeness: SpectralDistance?

    public init(_ request: VocoderRequest) {
        self.request = request
        encoder = MELP1200Encoder(suppressesNoise: request.suppressesNoise)
        damage = PacketDamage(request)
        if request.action == .score { likeness = SpectralDistance(delay: encoder.format.algorithmicDelay) }
    }

    /// - Parameter progress: told now and then how many seconds of sound are done.
    /// - Throws: ``DeviceError`` or ``AudioDeviceError`` that say what is wrong with the input or the output.
    public mutating func run(progress: (Double) -> Void) throws -> VocoderReport {
        let started = SystemClock.instant()
        switch request.action {
        case .encode: try encode(progress)
        case .decode: try decode(progress)
        case .score: try score(progress)
        }
        let worked = (SystemClock.instant() - started) / .seconds(1)
        report.bytes = report.packets * MELP.packetLength
        report.packetsLost = damage.packetsLost
        report.bitsFlipped = damage.bitsFlipped
        report.inputLevelDb = inputLevel.decibels
        report.outputLevelDb = outputLevel.decibels
        report.spectralDistanceDb = likeness?.decibels
        report.timesRealTime = worked > 0 ? report.seconds / worked : 0
        return report
    }

    private mutating func encode(_ progress: (Double) -> Void) throws {
        let writer = try request.output.map { try PacketFile.Writer(path: $0) }
        try forEachPacket(progress) { _, packet in
            try writer?.append(packet)
        }
    }

    private mutating func decode(_ progress: (Double) -> Void) throws {
        let reader = try PacketFile.Reader(path: request.input)
        let writer = try request.output.map { try WAVWriter(path: $0, sampleRate: MELP.sampleRate) }
        while let packet = try reader.next() {
            report.packets += 1
            try hear(damage.carry(packet), writer)
            advance(progress)
        }
        try writer?.finish()
    }

    private mutating func score(_ progress: (Double) -> Void) throws {
        let writer = try request.output.map { try WAVWriter(path: $0, sampleRate: MELP.sampleRate) }
        try forEachPacket(progress) { job, packet in
            try job.hear(job.damage.carry(packet), writer)
        }
        try writer?.finish()
    }

    /// Decodes a packet, or conceals one that was lost.
    private mutating func hear(_ packet: [UInt8]?, _ writer: WAVWriter?) throws {
        var block = [Float](repeating: 0, count: MELP.superframeLength)
        var span = block.mutableSpan
        if let packet {
            try decoder.decode(packet.span, into: &span)
        } else {
            _ = decoder.conceal(next: nil, into: &span)
        }
        outputLevel.take(block)
        likeness?.take(output: block)
        try writer?.append(block.span)
    }

    private mutating func forEachPacket(
        _ progress: (Double) -> Void, _ body: (inout VocoderJob, [UInt8]) throws -> Void
    ) throws {
        let reader = try AudioFileReader(path: request.input, sampleRate: MELP.sampleRate)
        var block = [Float](repeating: 0, count: MELP.superframeLength)
        var packets: [[UInt8]] = []
        var isAtEnd = false
        while !isAtEnd {
            var span = block.mutableSpan
            let count = try reader.read(into: &span)
            let spoken = block.prefix(count)
            isAtEnd = count < block.count
            inputLevel.take(spoken)
            likeness?.take(input: spoken)
            encoder.encode(spoken.span) { frame in packets.append(frame.indices.map { frame[$0] }) }
            if isAtEnd { encoder.finish { frame in packets.append(frame.indices.map { frame[$0] }) } }
            for packet in packets {
                report.packets += 1
                try body(&self, packet)
                advance(progress)
            }
            packets.removeAll(keepingCapacity: true)
        }
    }

    private mutating func advance(_ progress: (Double) -> Void) {
        report.seconds += Double(MELP.superframeLength) / Double(MELP.sampleRate)
        progress(report.seconds)
    }
}
