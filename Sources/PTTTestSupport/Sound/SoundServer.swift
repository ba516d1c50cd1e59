import Foundation

/// A PulseAudio server of a test's own: no hardware, its own socket, gone with the object, and half a minute after a crash.
public final class SoundServer {
    public let address: String
    private let folder: TemporaryFolder
    private let sinks: [String]
    private var process: ChildProcess?

    /// - Parameter sinks: names of its null sinks; the monitor of each is a source.
    public init(sinks: [String] = ["speaker"]) throws {
        self.sinks = sinks
        folder = try TemporaryFolder()
        address = "unix:" + folder.path("native")
        try start()
    }

    deinit {
        kill()
    }

    public func start() throws {
        process = try ChildProcess(
            [
                "pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=30", "--disable-shm=yes",
                "--high-priority=no", "--log-target=null",
                "-L", "module-native-protocol-unix auth-anonymous=1 socket=\(folder.path("native"))",
            ] + sinks.flatMap { ["-L", Self.module(for: $0).joined(separator: " ")] },
            environment: [
                "HOME": folder.url.path, "XDG_RUNTIME_DIR": folder.url.path, "PATH": "/usr/bin:/bin",
                "PULSE_RUNTIME_PATH": folder.path("run"), "PULSE_STATE_PATH": folder.path("state"),
            ])
        for _ in 0..<500 {
            if (try? control(["info"])) != nil { return }
            usleep(10_000)
        }
        throw ChildProcess.Failed(description: "pulseaudio does not start; Scripts/bootstrap installs it")
    }

    /// Takes the server away as a crash would.
    public func kill() {
        guard let process else { return }
        process.kill()
        self.process = nil
        try? FileManager.default.removeItem(at: folder("native"))
    }

    /// Unplugs a sink.
    public func unplug(_ sink: String) throws {
        for line in try control(["list", "short", "modules"]).split(separator: "\n")
        where line.contains("sink_name=\(sink) ") {
            try control(["unload-module", String(line.prefix { $0 != "\t" })])
        }
    }

    /// Plugs a sink in.
    public func plug(_ sink: String) throws {
        try control(["load-module"] + Self.module(for: sink))
    }

    /// Records a source until the returned process is ended: raw 16-bit samples at 16 kHz.
    public func record(_ source: String, to path: String) throws -> ChildProcess {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(file) }
        return try ChildProcess(
            [
                "parec", "--server", address, "-d", source, "--rate=16000", "--channels=1", "--format=s16le",
                "--latency-msec=20",
            ], output: file)
    }

    /// Plays a file to its end.
    public func play(_ path: String, to sink: String) throws {
        try ChildProcess.output(of: ["paplay", "--server", address, "-d", sink, path])
    }

    @discardableResult
    private func control(_ arguments: [String]) throws -> String {
        try ChildProcess.output(of: ["pactl", "--server", address] + arguments)
    }

    /// Without rewinding a null sink works in small steps, as a sound card does, instead of 2 s ahead.
    private static func module(for sink: String) -> [String] {
        ["module-null-sink", "sink_name=\(sink)", "rate=16000", "channels=1", "format=float32le", "norewinds=1"]
    }
}
