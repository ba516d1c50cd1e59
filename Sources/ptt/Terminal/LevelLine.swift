/// The line that a talker watches: how loud, that it is live, for how long, and to whom.
///
///     ● LIVE  0:03.2  ████████████▌·······│··  −14 dB  bob
struct LevelLine: Sendable {
    /// What is quieter than this shows as nothing: a quiet room.
    private static let floor = -60.0
    /// From here on a peak is about to be clipped.
    private static let hot = -3.0
    private static let barColumns = 8...40

    var usesColor: Bool
    /// Blocks of eighths; else `#` and `-`.
    var usesUnicode = true

    enum State: Hashable, Sendable {
        case idle(hint: String)
        case live(rms: Double, peak: Double, elapsed: Duration)
    }

    /// - Parameters:
    ///   - name: whom the talk is for; cut where there is no room, and cleaned of what would steer the terminal.
    ///   - width: columns of the terminal; the line fills one less, since some wrap when the last is filled.
    func text(_ state: State, to name: String, width: Int) -> String {
        let room = max(0, width - 1)
        switch state {
        case .idle(let hint):
            return DisplayText(hint).cut(to: room)
        case .live(let rms, let peak, let elapsed):
            return live(rms: rms, peak: peak, elapsed: elapsed, name: name, room: room)
        }
    }

    private func live(rms: Double, peak: Double, elapsed: Duration, name: String, room: Int) -> String {
        let mark = usesUnicode ? "● LIVE" : "* LIVE"
        let time = Self.clock(elapsed)
        let decibels = "\(Int(max(-99, min(0, peak)).rounded())) dB"
        // In the order in which they are given up.
        let fixed = DisplayText(mark).columns + 2 + time.count
        guard room >= fixed else { return DisplayText(mark).cut(to: room) }
        var rest = room - fixed
        guard rest >= 2 + Self.barColumns.lowerBound else { return paint(mark, .red) + "  " + time }
        let label = String(repeating: " ", count: max(0, 6 - decibels.count)) + decibels
        let hasLabel = rest >= 2 + Self.barColumns.lowerBound + 2 + label.count
        if hasLabel { rest -= 2 + label.count }
        let wanted = DisplayText(name).columns
        let nameRoom = min(wanted, max(0, rest - 2 - Self.barColumns.lowerBound - 2))
        let bar = min(Self.barColumns.upperBound, rest - 2 - (nameRoom > 0 ? nameRoom + 2 : 0))
        let parts = [
            paint(mark, .red), time, self.bar(rms: rms, peak: peak, columns: bar), hasLabel ? label : "",
            DisplayText(name).cut(to: nameRoom),
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "  ")
    }

    /// A bar as long as the loudness, with a mark at the peak.
    private func bar(rms: Double, peak: Double, columns: Int) -> String {
        let full = usesUnicode ? "█" : "#"
        let empty = usesUnicode ? "·" : "-"
        let length = Self.share(of: rms) * Double(columns)
        let whole = Int(length)
        let eighths = Int((length - Double(whole)) * 8)
        var cells = Array(repeating: full, count: whole) + Array(repeating: empty, count: columns - whole)
        if usesUnicode, eighths > 0, whole < columns {
            cells[whole] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths - 1]
        }
        let top = min(columns - 1, Int(Self.share(of: peak) * Double(columns)))
        if top > whole { cells[top] = usesUnicode ? "│" : "|" }
        return paint(cells.joined(), peak >= Self.hot ? .red : .green)
    }

    /// How much of the bar a level fills, 0…1; what is no number fills nothing.
    private static func share(of decibels: Double) -> Double {
        guard decibels > floor else { return 0 }
        return min(1, 1 - decibels / floor)
    }

    /// `0:03.2`.
    static func clock(_ elapsed: Duration) -> String {
        let tenths = Int(max(0, elapsed / .milliseconds(100)))
        let seconds = tenths / 10 % 60
        return "\(tenths / 600):\(seconds < 10 ? "0" : "")\(seconds).\(tenths % 10)"
    }

    private enum Color: String {
        case red = "31"
        case green = "32"
    }

    private func paint(_ text: String, _ color: Color) -> String {
        usesColor ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
    }
}
