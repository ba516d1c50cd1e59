import Foundation

/// A program that a test runs beside itself.
///
/// Foundation's own `Process` waits for the wrong child when two run at once, so this asks the system directly.
final class ChildProcess {
    struct Failed: Error, CustomStringConvertible {
        var description: String
    }

    private let identifier: pid_t
    private var status: Int32?

    /// - Parameters:
    ///   - arguments: the program, looked up in PATH, and what it is given.
    ///   - environment: all that it sees.
    ///   - output: where it prints; nil is nowhere.
    init(_ arguments: [String], environment: [String: String], output: Int32? = nil) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        if let output {
            posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        }
        let words = arguments.map { strdup($0) } + [nil]
        let settings = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (words + settings).forEach { free($0) } }
        var child: pid_t = 0
        guard posix_spawnp(&child, arguments[0], &actions, nil, words, settings) == 0 else {
            throw Failed(description: "\(arguments[0]) does not start; Scripts/bootstrap installs it")
        }
        identifier = child
    }

    deinit {
        if status == nil { kill() }
    }

    /// Ends it as a crash would.
    func kill() {
        Foundation.kill(identifier, SIGKILL)
        _ = wait()
    }

    /// Waits for its end: 0 is success.
    func wait() -> Int32 {
        if let status { return status }
        var result: Int32 = 0
        while waitpid(identifier, &result, 0) < 0, errno == EINTR {}
        status = result
        return result
    }
}

/// Runs a program to its end.
///
/// - Returns: what it printed, once it succeeded.
@discardableResult func run(_ program: String, _ arguments: [String]) throws -> String {
    let scratch = try Scratch()
    let path = scratch.path("printed")
    let output = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    defer { close(output) }
    let child = try ChildProcess(
        [program] + arguments, environment: ProcessInfo.processInfo.environment, output: output)
    guard child.wait() == 0 else {
        throw ChildProcess.Failed(description: "\(program) \(arguments.joined(separator: " ")) failed")
    }
    return String(decoding: try scratch.bytes(of: path), as: UTF8.self)
}
