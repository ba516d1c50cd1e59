/// Makes talking out of keys: pressed while the space bar is down, as far as the terminal lets us know.
///
/// A terminal that reports strokes says when the key comes up. Of another only the auto-repeat tells that it is still
/// down: the key counts as up when no repeat comes for a while.
struct HoldGesture: Sendable {
    enum Style: Hashable, Sendable {
        /// Talk for as long as the space bar is down.
        case hold
        /// A tap starts to talk, another ends it.
        case toggle
    }

    enum Event: Hashable, Sendable {
        case pressed
        case released
        /// What is being said is to be thrown away.
        case canceled
        case quit
        /// The user wants the shell back for a while.
        case suspended
    }

    struct Timing: Hashable, Sendable {
        /// Until the first repeat: keyboards are set to 250…600 ms, and a loaded machine comes late.
        var firstRepeat = Duration.milliseconds(700)
        /// Between repeats: keyboards send 10…30 a second.
        var nextRepeat = Duration.milliseconds(150)
    }

    let style: Style
    let timing: Timing
    private(set) var isPressed = false
    /// The terminal tells when keys come up.
    private(set) var reportsReleases = false
    /// The space bar is or may be down; without reports, until this time unless a repeat comes.
    private var downUntil: ContinuousClock.Instant?

    init(style: Style = .hold, timing: Timing = Timing()) {
        self.style = style
        self.timing = timing
    }

    /// When ``elapse(now:)`` has something to decide.
    var deadline: ContinuousClock.Instant? { reportsReleases ? nil : downUntil }

    mutating func take(_ input: TerminalInput, now: ContinuousClock.Instant) -> [Event] {
        switch input {
        case .key(.space, let stroke): return take(space: stroke, now: now)
        case .key(.escape, .press): return cancel()
        case .key(.character("q"), .press), .key(.control("c"), .press), .key(.control("d"), .press):
            return cancel() + [.quit]
        case .key(.control("z"), .press): return release() + [.suspended]
        case .key: return []
        case .focusLost:
            // Another window is told when the key comes up, and we are not.
            guard style == .hold else { return [] }
            downUntil = nil
            return release()
        case .enhancements(let flags):
            reportsReleases = flags & 2 != 0
            return []
        case .focusGained, .attributes: return []
        }
    }

    /// Lets time pass: without reports, a key that is not repeated is up.
    mutating func elapse(now: ContinuousClock.Instant) -> [Event] {
        guard let deadline, now >= deadline else { return [] }
        downUntil = nil
        return style == .hold ? release() : []
    }

    private mutating func take(space stroke: TerminalInput.Stroke, now: ContinuousClock.Instant) -> [Event] {
        // Not whether its time is over: where we are late, the repeat may have come in time.
        let wasDown = downUntil != nil
        switch stroke {
        case .release:
            downUntil = nil
            return style == .hold ? release() : []
        case .repeat:
            // The press may have come before the terminal began to report, or to another window.
            guard !wasDown else { return [] }
        case .press: break
        }
        downUntil = now + (wasDown ? timing.nextRepeat : timing.firstRepeat)
        guard !wasDown || (reportsReleases && stroke == .press) else { return [] }
        switch style {
        case .hold: return press()
        case .toggle: return isPressed ? release() : press()
        }
    }

    private mutating func press() -> [Event] {
        guard !isPressed else { return [] }
        isPressed = true
        return [.pressed]
    }

    private mutating func release() -> [Event] {
        guard isPressed else { return [] }
        isPressed = false
        return [.released]
    }

    private mutating func cancel() -> [Event] {
        guard isPressed else { return [] }
        isPressed = false
        return [.canceled]
    }
}
