import BenchSupport
import PTTWire

/// The figures that were promised, each beside what it is held to.
struct PlayoutFigures {
    let prompts: [Prompt]
    let scores: SpeechScores

    func report(_ codec: VoiceCodec, to run: inout BenchRun) throws {
        let alone = try outcome(Journey(codec: codec, path: .none, receiver: .codec))
        run.report(BenchLine("playout_\(codec.shortName)_codec_pesq", alone.pesq, unit: "PESQ-WB"))
        try reportQuiet(codec, to: &run)
        try reportLossy(codec, alone: alone.pesq, to: &run)
        try reportPeers(codec, to: &run)
    }

    /// Nothing is lost: how late the voice comes, where the time goes, and what is left of the codec's quality.
    private func reportQuiet(_ codec: VoiceCodec, to run: inout BenchRun) throws {
        for path in [Path.lan, .ble] {
            let journey = Journey(codec: codec, path: path)
            let outcome = try outcome(journey)
            let name = "playout_\(journey.name)"
            run.report(
                held("\(name)_pesq", outcome.pesq, "PESQ-WB", codec == .opus ? .atLeast(3.9) : nil))
            run.report(held("\(name)_mouth_to_ear", outcome.median, "ms", .atMost(promisedDelay(codec, path))))
            for stage in outcome.stages.all {
                run.report(BenchLine("\(name)_stage_\(stage.name)", stage.milliseconds, unit: "ms"))
            }
        }
    }

    /// One packet in ten is lost on a link like Bluetooth's: at the first burst, and once both ends know.
    private func reportLossy(_ codec: VoiceCodec, alone: Double, to run: inout BenchRun) throws {
        for isKnown in [false, true] {
            let journey = Journey(codec: codec, path: .bleLossy, isKnown: isKnown)
            let outcome = try outcome(journey)
            let name = "playout_\(journey.name)"
            let least =
                switch codec {
                case .opus: 3.3
                case .aacLC: alone - 0.4
                }
            run.report(held("\(name)_pesq", outcome.pesq, "PESQ-WB", .atLeast(least)))
            run.report(held("\(name)_mouth_to_ear", outcome.median, "ms", nil))
            run.report(held("\(name)_wire", outcome.wireRate, "B/s", codec == .opus ? .atMost(7_000) : nil))
        }
    }

    /// Loss and jitter, beside speexdsp's jitter buffer and our own fixed numbers, which get the same packets.
    private func reportPeers(_ codec: VoiceCodec, to run: inout BenchRun) throws {
        var journey = Journey(codec: codec, path: .jittery)
        let ours = try outcome(journey)
        let name = "playout_\(journey.name)"
        run.report(held("\(name)_p95_to_median", ours.spread, "ratio", .atMost(1.3)))
        for peer in [Journey.Receiver.fixed, .speex] {
            journey.receiver = peer
            let theirs = try outcome(journey)
            run.report(
                BenchLine(
                    "\(name)_pesq_against_\(peer.rawValue)", ours.pesq, unit: "PESQ-WB",
                    peer: BenchLine.Peer(name: peer.rawValue, value: theirs.pesq), limit: .atLeast(theirs.pesq)))
            run.report(
                BenchLine(
                    "\(name)_mouth_to_ear_against_\(peer.rawValue)", ours.median, unit: "ms",
                    peer: BenchLine.Peer(name: peer.rawValue, value: theirs.median)))
        }
    }

    private func outcome(_ journey: Journey) throws -> Outcome {
        try JourneyRun(journey: journey, prompts: prompts, scores: scores).outcome()
    }

    /// The limit stands where a peer would.
    private func held(_ name: String, _ value: Double, _ unit: String, _ limit: BenchLine.Limit?) -> BenchLine {
        let bound: Double? =
            switch limit {
            case .exactly(let bound), .atMost(let bound), .atLeast(let bound): bound
            case nil: nil
            }
        return BenchLine(
            name, value, unit: unit, peer: bound.map { BenchLine.Peer(name: "limit", value: $0) }, limit: limit)
    }

    private func promisedDelay(_ codec: VoiceCodec, _ path: Path) -> Double {
        switch codec {
        case .opus: path.isCostly ? 170 : 100
        case .aacLC: path.isCostly ? 300 : 240
        }
    }
}

extension VoiceCodec {
    var shortName: String {
        switch self {
        case .opus: "opus"
        case .aacLC: "aac"
        }
    }
}
