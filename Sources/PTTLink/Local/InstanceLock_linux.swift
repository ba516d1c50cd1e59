#if os(Linux)
import Glibc

/// Proof that this process is the only one of its kind: a lock on a file, which the kernel takes back when we die.
final class InstanceLock: Sendable {
    private let descriptor: Descriptor

    /// - Throws: ``LinkError`` with `.addressInUse`, naming the process that holds the lock.
    init(path: String) throws(LinkError) {
        let number = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard number >= 0 else { throw LinkError.system("open the lock \(path)", errno) }
        descriptor = Descriptor(number)
        guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
            guard errno == EWOULDBLOCK else { throw LinkError.system("lock \(path)", errno) }
            let holder = Self.holder(of: number).map { "process \($0)" } ?? "another process"
            throw LinkError(.addressInUse, "\(holder) already holds \(path)")
        }
        let text = Array("\(getpid())\n".utf8)
        guard ftruncate(number, 0) == 0,
            unsafe text.withUnsafeBytes({ unsafe pwrite(number, $0.baseAddress, $0.count, 0) }) == text.count
        else { throw LinkError.system("write to the lock \(path)", errno) }
    }

    private static func holder(of number: Int32) -> Int32? {
        var buffer = [UInt8](repeating: 0, count: 16)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe pread(number, $0.baseAddress, $0.count, 0) }
        guard count > 0 else { return nil }
        return Int32(String(decoding: buffer[..<count].prefix { $0 != 10 }, as: UTF8.self))
    }
}
#endif
