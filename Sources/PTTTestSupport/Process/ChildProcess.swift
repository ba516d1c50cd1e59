public import Foundation

/// A program that a test runs beside itself.
///
/// Foundation's own `Process` waits for the wrong child when two run at once, so this asks the system directly. One owner
/// at a time, but for ``signal(_:)``.
public final class ChildProcess {
    public struct Failed: Error, CustomStringConvertible {
        public var description: String
    }

    public let identifier: pid_t
    private var status: Int32?

    /// - Parameters:
    ///   - arguments: the program, looked up in PATH, and what it is given.
    ///   - environment: all that it sees.
    ///   - input: the descriptor that it reads; nil is empty.
    ///   - output: the descriptor that it prints to; nil is nowhere.
    ///   - errors: the descriptor that it complains to; nil is nowhere.
    public init(
        _ arguments: [String], environment: [String: String] = ProcessInfo.processInfo.environment,
        input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, source) in [(STDIN_FILENO, input), (STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
            if let source {
                posix_spawn_file_actions_adddup2(&actions, source, target)
            } else {
                posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_RDWR, 0)
            }
        }
        // Or it would keep the pipes of its siblings open.
        _ = addCloseFrom(&actions, 3)
        // Threads of a pool block signals, and a child would go on blocking them.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words = arguments.map { strdup($0) } + [nil]
        let settings = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (words + settings).forEach { free($0) } }
        var child: pid_t = 0
        guard posix_spawnp(&child, arguments[0], &actions, &attributes, words, settings) == 0 else {
            throw Failed(description: "\(arguments[0]) does not start; Scripts/bootstrap installs it")
        }
        identifier = child
    }

    deinit {
        if status == nil { kill() }
    }

    public func signal(_ number: Int32) {
        if status == nil { _ = Foundation.kill(identifier, number) }
    }

    /// Ends it as a crash would.
    public func kill() {
        signal(SIGKILL)
        _ = wait()
    }

    /// Waits for its end: its exit code, or 128 and the number of the signal that ended it.
    @discardableResult
    public func wait() -> Int32 {
        if let status { return status }
        var result: Int32 = 0
        while waitpid(identifier, &result, 0) < 0, errno == EINTR {}
        let ended = result & 0x7F == 0 ? result >> 8 & 0xFF : 128 + result & 0x7F
        status = ended
        return ended
    }
}

/// The header hides it from Swift behind `_GNU_SOURCE`.
@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
private func addCloseFrom(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: Int32) -> Int32
