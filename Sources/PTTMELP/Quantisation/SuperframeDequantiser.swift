/// Decodes packets, and makes up superframes for those that are lost; allocates nothing after `init`.
public struct SuperframeDequantiser: Sendable {
    private var reconstruction: SuperframeReconstruction
    private var concealment = Concealment()

    public init(tables: CodeTables) {
        reconstruction = SuperframeReconstruction(tables: tables)
    }

    var state: PredictorState { reconstruction.state }

    /// Forgets what came before, as at the start of a stream.
    public mutating func reset() {
        reconstruction.state = PredictorState()
        concealment = Concealment()
    }

    /// Decodes any 11 bytes; the seven bits above the 81 are ignored.
    public mutating func decode(_ packet: Packet) -> Superframe {
        let superframe = reconstruction.reconstruct(SuperframeIndices(packet))
        concealment.note(superframe)
        return superframe
    }

    /// A superframe in place of one that is lost: the last frame held, less periodic and softer from frame to frame.
    public mutating func conceal() -> Superframe {
        let superframe = concealment.conceal()
        reconstruction.state.update(after: superframe)
        return superframe
    }
}

/// Holds the last frame that was decoded and fades it.
private struct Concealment: Sendable {
    private var last = FrameParameters()
    private var lostFrames = 0

    mutating func note(_ superframe: borrowing Superframe) {
        last = superframe.frames[2]
        lostFrames = 0
    }

    mutating func conceal() -> Superframe {
        var superframe = Superframe()
        for frame in 0..<3 {
            lostFrames += 1
            fade()
            superframe.frames[frame] = last
        }
        return superframe
    }

    private mutating func fade() {
        let step: Float = lostFrames <= 3 ? 1 : 4
        for half in 0..<2 {
            last.gains[half] = max(last.gains[1] - step, MELP.lowestGain)
        }
        guard lostFrames > 3, last.voicing.isVoiced else { return }
        last.voicing = Voicing(rawValue: max(last.voicing.rawValue - 1, 1)) ?? .below500
    }
}
