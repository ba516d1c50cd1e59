import Foundation
import PTTVoice

/// A PulseAudio server of a test's own: no hardware, its own socket, gone with the object, and half a minute after a crash.
final class SoundServer {
    let address: String
    private let scratch: Scratch
    private var process: ChildProcess?

    init() throws {
        scratch = try Scratch()
        address = "unix:" + scratch.path("native")
        try start()
    }

    deinit {
        kill()
    }

    /// Starts the server with one null sink called `speaker`; its monitor is the source.
    ///
    /// Without rewinding it works in small steps, as a sound card does, instead of 2 s ahead.
    func start() throws {
        process = try ChildProcess(
            [
                "pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=30", "--disable-shm=yes",
                "--high-priority=no", "--log-target=null",
                "-L", "module-native-protocol-unix auth-anonymous=1 socket=\(scratch.path("native"))",
                "-L", "module-null-sink sink_name=speaker rate=16000 channels=1 format=float32le norewinds=1",
            ],
            environment: [
                "HOME": scratch.folder.path, "XDG_RUNTIME_DIR": scratch.folder.path,
                "PULSE_RUNTIME_PATH": scratch.path("run"), "PULSE_STATE_PATH": scratch.path("state"),
                "PATH": "/usr/bin:/bin",
            ])
        for _ in 0..<500 {
            if (try? control(["info"])) != nil { return }
            usleep(10_000)
        }
        throw ChildProcess.Failed(description: "pulseaudio does not start")
    }

    /// Takes the server away as a crash would.
    func kill() {
        guard let process else { return }
        process.kill()
        self.process = nil
        try? FileManager.default.removeItem(atPath: scratch.path("native"))
    }

    /// Runs `pactl` on this server.
    @discardableResult func control(_ arguments: [String]) throws -> String {
        try run("pactl", ["--server", address] + arguments)
    }

    /// Unplugs a sink.
    func unplug(_ sink: String) throws {
        for line in try control(["list", "short", "modules"]).split(separator: "\n")
        where line.contains("sink_name=\(sink)") {
            try control(["unload-module", String(line.prefix { $0 != "\t" })])
        }
    }

    /// Plugs a sink in.
    func plug(_ sink: String) throws {
        try control(["load-module", "module-null-sink", "sink_name=\(sink)", "rate=16000", "channels=1", "norewinds=1"])
    }
}
