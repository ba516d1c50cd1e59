#if !canImport(AVFAudio)
import CPulse
import PTTVoice

/// A recording stream; each fragment of the server goes into the ring.
@safe final class PulseCapture: PulseStream, DeviceSession, @unchecked Sendable {
    init(server: String?, device: String?, configuration: MediaConfiguration, gate: AudioGateHolder, run: PortRun)
        throws
    {
        try super.init(
            server: server, configuration: configuration, gate: gate, run: run, purpose: "push to talk: microphone")
        let userData = unsafe UnsafeMutableRawPointer(gate.pointer)
        let stream = unsafe stream
        var buffering = pa_buffer_attr(
            maxlength: .max, tlength: .max, prebuf: .max, minreq: .max,
            fragsize: PulseConnection.bytes(in: configuration.fragment))
        let status = connection.locked {
            unsafe pa_stream_set_read_callback(
                stream,
                { stream, _, userData in
                    guard let stream = unsafe stream, let userData = unsafe userData else { return }
                    unsafe PulseCapture.drain(stream, into: userData.assumingMemoryBound(to: AudioGate.self))
                }, userData)
            return unsafe pa_stream_connect_record(stream, device, &buffering, flags(for: device))
        }
        guard status >= 0 else {
            throw AudioDeviceError(.unavailable, "the sound server refuses to record: \(connection.problem)")
        }
        try awaitReady(device: device, configuration: configuration, run: run)
    }

    /// On the library's thread: no allocation of ours, no lock, no reference counting.
    private static func drain(_ stream: OpaquePointer, into gate: UnsafeMutablePointer<AudioGate>) {
        while unsafe pa_stream_readable_size(stream) > 0 {
            var data: UnsafeRawPointer?
            var count = 0
            guard unsafe pa_stream_peek(stream, &data, &count) >= 0, count > 0 else { return }
            // Without data it is a hole in the recording, which is left out.
            if let data = unsafe data {
                let samples = unsafe UnsafeRawBufferPointer(start: data, count: count).assumingMemoryBound(
                    to: Float.self)
                unsafe gate.pointee.put(samples.span)
            }
            unsafe pa_stream_drop(stream)
        }
    }
}
#endif
