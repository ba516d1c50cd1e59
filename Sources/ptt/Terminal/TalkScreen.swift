import PTTKit
import Synchronization

/// What a talker sees and touches: the level line and, when holding to talk, the space bar.
final class TalkScreen: Sendable {
    private static let hint = "hold space to talk · esc throws it away · q leaves"

    private struct State {
        var line: StatusLine
        var name: String
        var keys: Task<Void, Never>?
    }

    private let key: HoldKey?
    private let isQuiet: Bool
    private let state: Mutex<State>

    /// - Parameter isQuiet: no line, only the key.
    /// - Throws: ``DeviceError`` when a held key is wanted and there is no terminal.
    init(to name: String, holds: Bool, isQuiet: Bool) throws {
        key = holds ? HoldKey() : nil
        guard !holds || key != nil else {
            throw DeviceError(
                .badRequest, "Holding the space bar needs a terminal. Give --input FILE or --for SECONDS instead.")
        }
        self.isQuiet = isQuiet
        state = Mutex(State(line: StatusLine(), name: name))
    }

    /// Lets the keyboard steer the command.
    func open(_ controls: CommandControls) {
        guard let key else { return }
        let keys = Task {
            for await event in key.events {
                switch event {
                case .pressed: controls.send(.press)
                case .released: controls.send(.release)
                case .canceled: controls.send(.cancel)
                case .quit: controls.send(.stop)
                case .suspended: continue
                }
            }
        }
        state.withLock { $0.keys = keys }
    }

    /// Updates the line; it is off the screen when this returns for anything that is printed as a line of its own.
    func show(_ event: NodeEvent) {
        guard !isQuiet else { return }
        state.withLock { state in
            let line = LevelLine(usesColor: state.line.usesColor)
            let width = state.line.width
            if case .talkStarted(let talk) = event { state.name = talk.nickname }
            if case .talkLevel(let level) = event {
                let live = LevelLine.State.live(
                    rms: level.rmsDb, peak: level.peakDb, elapsed: .milliseconds(level.elapsedMs))
                return state.line.show(line.text(live, to: state.name, width: width))
            }
            state.line.clear()
        }
    }

    /// Shows what the keys do, while nothing is being said.
    func showHint() {
        guard key != nil, !isQuiet else { return }
        state.withLock { state in
            let line = LevelLine(usesColor: state.line.usesColor)
            state.line.show(line.text(.idle(hint: Self.hint), to: state.name, width: state.line.width))
        }
    }

    /// Gives the terminal back as it was.
    func close() {
        key?.stop()
        state.withLock { state in
            state.keys?.cancel()
            state.line.clear()
        }
    }
}
