import Foundation
import PTTMELP

/// Vocoder packets one behind the other, 11 bytes each and nothing between: the contents of a `.melp` file.
enum PacketFile {
    final class Reader {
        private let handle: FileHandle
        private let name: String

        /// - Parameter path: `-` is standard input.
        /// - Throws: ``DeviceError`` `.audio` when there is no such file.
        init(path: String) throws {
            name = path == "-" ? "standard input" : path
            guard let handle = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path) else {
                throw DeviceError(.audio, "There is no file \(path), or it may not be read.")
            }
            self.handle = handle
        }

        /// - Returns: nil at the end.
        /// - Throws: ``DeviceError`` `.malformed` when the file ends within a packet.
        func next() throws -> [UInt8]? {
            var packet: [UInt8] = []
            while packet.count < MELP.packetLength {
                guard let bytes = try handle.read(upToCount: MELP.packetLength - packet.count), !bytes.isEmpty else {
                    break
                }
                packet += bytes
            }
            guard !packet.isEmpty else { return nil }
            guard packet.count == MELP.packetLength else {
                throw DeviceError(
                    .malformed,
                    "\(name) ends with \(packet.count) bytes that are no packet of \(MELP.packetLength). Is it cut short, or no vocoder file?"
                )
            }
            return packet
        }
    }

    final class Writer {
        private let handle: FileHandle

        /// - Parameter path: overwritten; `-` is standard output.
        init(path: String) throws {
            if path != "-", !FileManager.default.createFile(atPath: path, contents: nil) {
                throw DeviceError(.audio, "Cannot write \(path). Does its folder exist?")
            }
            guard let handle = path == "-" ? FileHandle.standardOutput : FileHandle(forWritingAtPath: path) else {
                throw DeviceError(.audio, "Cannot write \(path).")
            }
            self.handle = handle
        }

        func append(_ packet: [UInt8]) throws {
            try handle.write(contentsOf: packet)
        }
    }
}
