import PTTTestSupport
import PTTVoice
import Testing

@testable import PTTMedia

@Suite struct AudioDevicesTests {
    @Test func namesSayWhatTheyOpen() throws {
        let names: [(String, DeviceName)] = [
            ("default", .system), ("pulse", .pulse(nil)), ("pulse:", .pulse(nil)),
            ("pulse:speaker.monitor", .pulse("speaker.monitor")), ("alsa", .alsa("default")),
            ("alsa:hw:1,0", .alsa("hw:1,0")), ("null", .null(tone: nil)), ("null:440", .null(tone: 440)),
            ("-", .file("-")), ("./voice", .file("./voice")), ("voice.wav", .file("voice.wav")),
            ("/tmp/a:b", .file("/tmp/a:b")),
        ]
        for (text, name) in names { #expect(try DeviceName(text) == name) }
    }

    @Test(arguments: ["", "speaker", "null:0", "null:loud", "null:9000", "default:x"])
    func nameThatMeansNothingIsRefusedWithTheNamesThatDo(text: String) {
        let error = #expect(throws: AudioDeviceError.self) { try DeviceName(text) }
        #expect(error?.message.contains("null") == true)
    }

    @Test func portsMatchTheirNames() throws {
        #expect(try AudioDevices.input(named: "null") is NullInput)
        #expect(try AudioDevices.input(named: "pulse:x") is PulseInput)
        #expect(try AudioDevices.input(named: "alsa:x") is ALSAInput)
        #expect(try AudioDevices.input(named: "a.wav") is FileInput)
        #expect(try AudioDevices.output(named: "null") is NullOutput)
        #expect(try AudioDevices.output(named: "pulse") is PulseOutput)
        #expect(try AudioDevices.output(named: "alsa") is ALSAOutput)
        #expect(try AudioDevices.output(named: "-") is FileOutput)
    }

    @Test func levelMeasuresPeakAndLoudness() {
        let tone = Signals.sine(hertz: 1_000, amplitude: 0.5, samples: 16_000)
        let level = Level(of: tone.span)
        #expect(abs(level.peak - 0.5) < 0.001)
        #expect(abs(level.decibels - -9.03) < 0.05)
        let silence = [Float](repeating: 0, count: 10)
        #expect(Level(of: silence.span).decibels == -96)
        let nothing: [Float] = []
        #expect(Level(of: nothing.span).rootMeanSquare == 0)
    }
}
