import Foundation

/// A thread of a port, with a name and an end that can be waited for.
final class PortThread: Sendable {
    // Never changes; only its identity is looked at once it runs.
    private nonisolated(unsafe) let thread: Thread
    private let end = DispatchSemaphore(value: 0)

    /// - Parameter name: at most 15 bytes, as the system shows them.
    init(name: String, body: @escaping @Sendable () -> Void) {
        let end = end
        let thread = Thread {
            // Set earlier it would not reach the system.
            Thread.current.name = name
            body()
            end.signal()
        }
        thread.qualityOfService = .userInteractive
        unsafe self.thread = thread
        thread.start()
    }

    /// Waits until the body returned; called by the thread itself it does not wait.
    func join() {
        guard unsafe Thread.current != thread else { return }
        end.wait()
        end.signal()
    }
}
