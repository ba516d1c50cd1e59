import Foundation
import PTTVoice
import Synchronization

/// Calls off a read that waits in the system: a descriptor that becomes readable once cancelled.
final class CancellationPipe: Sendable {
    private let ends = Mutex<(read: Int32, write: Int32)?>(nil)

    deinit {
        let ends = ends.withLock { $0 }
        guard let ends else { return }
        close(ends.read)
        close(ends.write)
    }

    /// What to poll beside the descriptor that is read; fresh each time.
    func descriptor() throws -> Int32 {
        try ends.withLock { ends in
            if let old = ends {
                close(old.read)
                close(old.write)
                ends = nil
            }
            var pair: [Int32] = [0, 0]
            guard unsafe pipe(&pair) == 0 else {
                throw AudioDeviceError(.unreadable, "no pipe: too many open files")
            }
            ends = (pair[0], pair[1])
            return pair[0]
        }
    }

    func cancel() {
        ends.withLock { ends in
            guard let ends else { return }
            var byte: UInt8 = 0
            _ = unsafe write(ends.write, &byte, 1)
        }
    }
}
