import Foundation

extension NetworkNamespaces {
    /// Runs `body` on a thread that lives on a host; sockets and threads that it makes live there too.
    func onThread<Result: Sendable>(
        of side: Side, _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        let path = "/run/netns/\(name(side))"
        return try await withCheckedThrowingContinuation { continuation in
            let thread = Thread {
                do {
                    try Self.enter(path)
                    continuation.resume(returning: try body())
                } catch {
                    continuation.resume(throwing: error)
                }
            }
            thread.start()
        }
    }

    private static func enter(_ path: String) throws {
        // The C library's header hides it from programs that do not ask for GNU's extensions.
        typealias SetNamespace = @convention(c) (CInt, CInt) -> CInt
        guard let symbol = dlsym(nil, "setns") else { throw Failure(description: "this system has no setns") }
        let setNamespace = unsafeBitCast(symbol, to: SetNamespace.self)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        guard descriptor >= 0, setNamespace(descriptor, 0) == 0 else {
            throw Failure(description: "cannot enter \(path): \(String(cString: strerror(errno)))")
        }
    }
}
