import Foundation
import PTTTestSupport

/// `ptt` on a terminal of its own, as its controlling one.
final class TerminalProgram {
    let pty: Pty
    private let identifier: pid_t
    private var hasEnded = false

    init(_ arguments: [String], home: URL, on pty: Pty) throws {
        self.pty = pty
        // The C library's login_tty for a child: a session of its own, and the terminal is its.
        let words = ["setsid", "--ctty", Tool.executable.path] + arguments
        // The backtrace of a crash takes minutes with debugging symbols.
        let environment = Tool.directories(home).merging(
            ["TERM": "xterm", "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
        ) { $1 }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for target in 0...2 as ClosedRange<Int32> { posix_spawn_file_actions_adddup2(&actions, pty.program, target) }
        let list = words.map { strdup($0) } + [nil]
        let settings = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (list + settings).forEach { free($0) } }
        var child: pid_t = 0
        let status = posix_spawnp(&child, "setsid", &actions, nil, list, settings)
        guard status == 0 else {
            throw ToolFailure(message: "cannot start setsid: \(String(cString: strerror(status)))")
        }
        identifier = child
    }

    deinit {
        guard !hasEnded else { return }
        kill(identifier, SIGKILL)
        _ = wait()
    }

    func signal(_ number: Int32) {
        kill(identifier, number)
    }

    /// Its exit code, or 128 and the number of the signal that ended it.
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        hasEnded = true
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }
}
