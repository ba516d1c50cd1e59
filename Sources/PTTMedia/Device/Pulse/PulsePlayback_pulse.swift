#if !canImport(AVFAudio)
import CPulse
import Dispatch
import PTTVoice
import PTTWire

/// A playing stream; each request of the server is answered from the ring.
@safe final class PulsePlayback: PulseStream, PlaybackSession, @unchecked Sendable {
    init(server: String?, device: String?, configuration: MediaConfiguration, gate: AudioGateHolder, run: PortRun)
        throws
    {
        try super.init(
            server: server, configuration: configuration, gate: gate, run: run, purpose: "push to talk: loudspeaker")
        let userData = unsafe UnsafeMutableRawPointer(gate.pointer)
        let stream = unsafe stream
        let length = PulseConnection.bytes(in: configuration.outputBuffer)
        let request = PulseConnection.bytes(in: configuration.outputReserve)
        var buffering = pa_buffer_attr(
            maxlength: .max, tlength: length, prebuf: min(request, length), minreq: request, fragsize: .max)
        let status = connection.locked {
            unsafe pa_stream_set_write_callback(
                stream,
                { stream, count, userData in
                    guard let stream = unsafe stream, let userData = unsafe userData else { return }
                    unsafe PulsePlayback.fill(stream, count, from: userData.assumingMemoryBound(to: AudioGate.self))
                }, userData)
            return unsafe pa_stream_connect_playback(stream, device, &buffering, flags(for: device), nil, nil)
        }
        guard status >= 0 else {
            throw AudioDeviceError(.unavailable, "the sound server refuses to play: \(connection.problem)")
        }
        try awaitReady(device: device, configuration: configuration, run: run)
    }

    var latency: Duration {
        var microseconds: pa_usec_t = 0
        var isNegative: Int32 = 0
        let status = connection.locked { unsafe pa_stream_get_latency(stream, &microseconds, &isNegative) }
        return status < 0 || isNegative != 0 ? .zero : .microseconds(Int64(clamping: microseconds))
    }

    func feed() {
        connection.locked {
            let count = unsafe pa_stream_writable_size(stream)
            guard count > 0, count != .max else { return }
            unsafe Self.fill(stream, count, from: gate.pointer)
        }
    }

    func drain(timeout: Duration) {
        let clock = MonotonicClock()
        let end = clock.now() + timeout
        feed()
        while gate.count > 0, clock.now() < end { clock.wait(until: end, or: gate.wakeUp) }
        let heard = DispatchSemaphore(value: 0)
        let userData = unsafe Unmanaged.passRetained(heard).toOpaque()
        let operation = unsafe connection.locked {
            unsafe pa_stream_drain(
                stream,
                { _, _, userData in
                    guard let userData = unsafe userData else { return }
                    unsafe Unmanaged<DispatchSemaphore>.fromOpaque(userData).takeUnretainedValue().signal()
                }, userData)
        }
        if let operation = unsafe operation {
            clock.wait(until: end, or: heard)
            connection.locked {
                unsafe pa_operation_cancel(operation)
                unsafe pa_operation_unref(operation)
            }
        }
        unsafe Unmanaged<DispatchSemaphore>.fromOpaque(userData).release()
    }

    /// On the library's thread, or with its lock held: no allocation of ours, no reference counting.
    private static func fill(_ stream: OpaquePointer, _ count: Int, from gate: UnsafeMutablePointer<AudioGate>) {
        var wanted = count / MemoryLayout<Float>.size
        while wanted > 0 {
            var data: UnsafeMutableRawPointer?
            var size = wanted * MemoryLayout<Float>.size
            guard unsafe pa_stream_begin_write(stream, &data, &size) >= 0, let data = unsafe data else { return }
            let room = min(wanted, size / MemoryLayout<Float>.size)
            let memory = unsafe UnsafeMutableBufferPointer(start: data.assumingMemoryBound(to: Float.self), count: room)
            var samples = unsafe memory.mutableSpan
            let taken = unsafe gate.pointee.take(into: &samples)
            guard taken > 0 else {
                unsafe pa_stream_cancel_write(stream)
                return
            }
            unsafe pa_stream_write(stream, data, taken * MemoryLayout<Float>.size, nil, 0, PA_SEEK_RELATIVE)
            wanted -= taken
            if taken < room { return }
        }
    }
}
#endif
