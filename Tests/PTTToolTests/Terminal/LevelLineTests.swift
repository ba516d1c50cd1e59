import Testing

@testable import ptt

@Suite struct LevelLineTests {
    private let plain = LevelLine(usesColor: false)

    private func live(
        _ line: LevelLine, rms: Double = -30, peak: Double = -12, elapsed: Duration = .milliseconds(3_250), width: Int,
        to name: String = "bob"
    ) -> String {
        line.text(.live(rms: rms, peak: peak, elapsed: elapsed), to: name, width: width)
    }

    @Test func `a live talk shows its mark, time, level and peer`() {
        #expect(live(plain, width: 60) == "● LIVE  0:03.2  ███████████████·········│·····  -12 dB  bob")
        let simple = LevelLine(usesColor: false, usesUnicode: false)
        #expect(live(simple, width: 60) == "* LIVE  0:03.2  ###############---------|-----  -12 dB  bob")
    }

    @Test(arguments: 0...200)
    func `the line fits any width and says LIVE for as long as there is room`(_ width: Int) {
        for name in ["", "bob", "日本語の名前", String(repeating: "long", count: 30)] {
            let text = live(plain, elapsed: .seconds(119), width: width, to: name)
            #expect(DisplayText(text).columns <= max(0, width - 1))
            #expect(text.contains("LIVE") == (width > 6))
            #expect(text.contains("1:59.0") == (width > 14))
        }
    }

    @Test func `the bar grows with loudness from nothing to full`() {
        func cells(_ decibels: Double) -> Int {
            live(plain, rms: decibels, peak: decibels, width: 60).count { $0 == "█" }
        }
        let counts = stride(from: -96.0, through: 0, by: 1).map(cells)
        #expect(counts == counts.sorted())
        #expect(counts.first == 0)
        #expect(live(plain, rms: 0, peak: 0, width: 60).count { $0 == "·" } == 0)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func `a level that is no level does not trap`(_ level: Double) {
        #expect(live(plain, rms: level, peak: level, width: 60).contains("LIVE"))
    }

    @Test func `colour is used only where it is wanted`() {
        #expect(!live(plain, width: 60).contains("\u{1B}"))
        let text = live(LevelLine(usesColor: true), width: 60)
        #expect(text.contains("\u{1B}[31m● LIVE\u{1B}[0m"))
        #expect(text.contains("\u{1B}[32m"))
        #expect(live(LevelLine(usesColor: true), peak: -1, width: 60).contains("\u{1B}[31m█"))
    }

    @Test(arguments: [
        (0, "0:00.0"), (99, "0:00.0"), (100, "0:00.1"), (59_999, "0:59.9"), (60_000, "1:00.0"), (120_000, "2:00.0"),
        (-5, "0:00.0"),
    ])
    func `elapsed time is told to the tenth`(_ milliseconds: Int, _ text: String) {
        #expect(LevelLine.clock(.milliseconds(milliseconds)) == text)
    }

    @Test func `a name cannot steer the terminal`() {
        let text = live(plain, width: 80, to: "\u{1B}[2Jbob\r\n\u{202E}evil")
        #expect(text.hasSuffix("[2Jbobevil"))
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
    }

    @Test func `an idle line is its hint, cut to the width`() {
        #expect(plain.text(.idle(hint: "Hold space"), to: "bob", width: 80) == "Hold space")
        #expect(plain.text(.idle(hint: "Hold space"), to: "bob", width: 6) == "Hold…")
    }
}

@Suite struct DisplayTextTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("größe", 5), ("日本", 4), ("한국", 4), ("🎙️", 2), ("👩‍👩‍👧", 2), ("e\u{301}", 1), ("\u{1B}[0m", 3),
        ("ＡＢ", 4), ("\u{200B}", 0),
    ])
    func `columns are what a terminal takes`(_ text: String, _ columns: Int) {
        #expect(DisplayText(text).columns == columns)
    }

    @Test(arguments: [("abcdef", 4, "abc…"), ("abc", 3, "abc"), ("日本語", 4, "日…"), ("abc", 0, ""), ("日本", 1, "…")])
    func `what is cut says so and never exceeds its room`(_ text: String, _ room: Int, _ cut: String) {
        #expect(DisplayText(text).cut(to: room) == cut)
    }
}
