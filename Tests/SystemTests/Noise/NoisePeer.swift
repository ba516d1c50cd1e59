import Foundation
import PTTTestSupport
import PTTWire

/// The Python implementation of Noise in a process of its own, spoken to in lines of hex.
struct NoisePeer {
    enum Role: String, CaseIterable {
        case initiator, responder
    }

    private let process: ChildProcess
    private let input = Pipe()
    private let output: LineReader

    init(_ role: Role, staticKey: [UInt8]) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let root = folder.deletingLastPathComponent().deletingLastPathComponent()
        let pipe = Pipe()
        process = try ChildProcess(
            [Self.python(in: root), folder.appending(path: "Peers/noise_peer.py").path, role.rawValue, staticKey.hex],
            input: input.fileHandleForReading.fileDescriptor, output: pipe.fileHandleForWriting.fileDescriptor)
        try input.fileHandleForReading.close()
        try pipe.fileHandleForWriting.close()
        output = LineReader(pipe.fileHandleForReading)
    }

    /// `PTT_TEST_PYTHON`, else the environment that bootstrap made, else the system's.
    private static func python(in root: URL) -> String {
        if let path = ProcessInfo.processInfo.environment["PTT_TEST_PYTHON"], !path.isEmpty { return path }
        let made = root.appending(path: ".venv/bin/python").path
        return FileManager.default.isExecutableFile(atPath: made) ? made : "python3"
    }

    func tell(_ bytes: [UInt8]) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((bytes.hex + "\n").utf8))
    }

    func hear() throws -> [UInt8] {
        guard let line = output.next() else {
            let status = process.wait()
            throw ToolFailure(
                message: status == 69
                    ? "this Python has no module noiseprotocol: run Scripts/bootstrap"
                    : "the Noise peer ended with status \(status)")
        }
        return try [UInt8](hex: line)
    }

    /// Ends the peer and waits for it.
    func finish() throws -> Int32 {
        try input.fileHandleForWriting.close()
        return process.wait()
    }
}

/// Lines of a pipe, one at a time.
private final class LineReader {
    private let handle: FileHandle
    private var pending = Data()

    init(_ handle: FileHandle) {
        self.handle = handle
    }

    /// Nil when the other side closed.
    func next() -> String? {
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: pending[..<end], as: UTF8.self)
                pending = Data(pending[pending.index(after: end)...])
                return line
            }
            let more = handle.availableData
            guard !more.isEmpty else { return nil }
            pending.append(more)
        }
    }
}
