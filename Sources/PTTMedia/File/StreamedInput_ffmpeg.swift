#if !canImport(AVFAudio)
import CFFmpeg
import Foundation
import PTTVoice

/// A pipe that libavformat reads from, whose waiting can be called off.
@safe final class StreamedInput {
    /// The demuxer to use, going by the first bytes; nil when the library must look closer.
    let format: String?
    fileprivate let descriptor: Int32
    fileprivate let cancellation: Int32
    fileprivate var head: [UInt8]
    private(set) var context: UnsafeMutablePointer<AVIOContext>?

    /// - Parameters:
    ///   - descriptor: of the pipe, which stays the caller's.
    ///   - cancellation: a descriptor that becomes readable when reading must stop.
    init(descriptor: Int32, cancellation: Int32) throws {
        self.descriptor = descriptor
        self.cancellation = cancellation
        head = try Self.firstBytes(of: descriptor, cancellation)
        format = Self.format(startingWith: head)
        guard let buffer = unsafe av_malloc(Self.bufferSize) else {
            throw AudioDeviceError(.unreadable, "out of memory for reading a pipe")
        }
        let bytes = unsafe buffer.assumingMemoryBound(to: UInt8.self)
        let opaque = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe context = avio_alloc_context(
            bytes, Int32(Self.bufferSize), 0, opaque,
            { opaque, bytes, count in
                guard let opaque = unsafe opaque, let bytes = unsafe bytes else { return CFFmpeg_error_io }
                let input = unsafe Unmanaged<StreamedInput>.fromOpaque(opaque).takeUnretainedValue()
                return unsafe input.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: Int(count)))
            }, nil, nil)
    }

    deinit {
        guard let context = unsafe context else { return }
        unsafe av_free(context.pointee.buffer)
        var freed: UnsafeMutablePointer<AVIOContext>? = unsafe context
        unsafe avio_context_free(&freed)
    }

    private func read(into bytes: UnsafeMutableRawBufferPointer) -> Int32 {
        if !head.isEmpty {
            let count = min(head.count, bytes.count)
            for index in 0..<count { unsafe bytes[index] = head[index] }
            head.removeFirst(count)
            return Int32(count)
        }
        let count = unsafe Self.read(descriptor, cancellation, into: bytes)
        return count > 0 ? Int32(count) : CFFmpeg_error_end
    }

    /// Reads once; 0 at the end or when called off, negative on an error.
    private static func read(
        _ descriptor: Int32, _ cancellation: Int32, into bytes: UnsafeMutableRawBufferPointer
    ) -> Int {
        while true {
            var ready = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: cancellation, events: Int16(POLLIN), revents: 0),
            ]
            guard unsafe poll(&ready, 2, -1) >= 0 || errno == EINTR else { return -1 }
            if ready[1].revents != 0 { return 0 }
            guard ready[0].revents != 0 else { continue }
            let count = unsafe Foundation.read(descriptor, bytes.baseAddress, bytes.count)
            if count >= 0 || (errno != EINTR && errno != EAGAIN) { return count }
        }
    }

    private static func firstBytes(of descriptor: Int32, _ cancellation: Int32) throws -> [UInt8] {
        var head: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 4)
        while head.count < 4 {
            let wanted = 4 - head.count
            let count = unsafe bytes.withUnsafeMutableBytes {
                unsafe read(descriptor, cancellation, into: UnsafeMutableRawBufferPointer(rebasing: $0[..<wanted]))
            }
            guard count > 0 else { break }
            head.append(contentsOf: bytes[..<count])
        }
        guard !head.isEmpty else { throw AudioDeviceError(.unreadable, "standard input holds no sound") }
        return head
    }

    private static func format(startingWith head: [UInt8]) -> String? {
        switch String(decoding: head, as: UTF8.self) {
        case "RIFF", "RF64": "wav"
        case "OggS", "fLaC": nil
        default: "s16le"
        }
    }

    private static let bufferSize = 4_096
}
#endif
