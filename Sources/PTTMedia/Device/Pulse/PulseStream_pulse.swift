#if !canImport(AVFAudio)
import CPulse
import PTTVoice

/// A stream of one direction on a connection of its own: what playing and capturing share.
///
/// The library calls back with a pointer to the ``AudioGate``; nothing else is shared with its thread.
@safe class PulseStream: @unchecked Sendable {
    // Sendable: the stream is touched only with the connection's lock held.
    let connection: PulseConnection
    let stream: OpaquePointer
    let gate: AudioGateHolder

    init(server: String?, configuration: MediaConfiguration, gate: AudioGateHolder, run: PortRun, purpose: String)
        throws
    {
        self.gate = gate
        connection = try PulseConnection(server: server, timeout: configuration.answerTimeout, run: run)
        let context = unsafe connection.context
        var format = PulseConnection.sampleFormat
        guard let stream = unsafe connection.locked({ unsafe pa_stream_new(context, purpose, &format, nil) }) else {
            throw AudioDeviceError(.unavailable, "the sound server refuses a stream: \(connection.problem)")
        }
        unsafe self.stream = stream
        let userData = unsafe UnsafeMutableRawPointer(gate.pointer)
        connection.locked {
            unsafe pa_stream_set_state_callback(
                stream,
                { stream, userData in
                    let state = unsafe pa_stream_get_state(stream)
                    guard state == PA_STREAM_FAILED || state == PA_STREAM_TERMINATED else { return }
                    unsafe userData?.assumingMemoryBound(to: AudioGate.self).pointee.fail()
                }, userData)
        }
    }

    deinit {
        close()
        unsafe pa_stream_unref(stream)
    }

    var failure: String {
        connection.isAlive ? "the sound device was removed" : "the sound server went away"
    }

    /// A stream to the default device follows where the server moves it; one to a named device does not stray.
    func flags(for device: String?) -> pa_stream_flags_t {
        device == nil ? CPulse_stream_flags : CPulse_stays_at_device_flags
    }

    /// Waits until the server runs the stream.
    func awaitReady(device: String?, configuration: MediaConfiguration, run: PortRun) throws {
        do {
            try connection.wait(timeout: configuration.answerTimeout, run: run) { _ in
                switch unsafe pa_stream_get_state(stream) {
                case PA_STREAM_READY: .done
                case PA_STREAM_FAILED, PA_STREAM_TERMINATED: .failed
                default: .pending
                }
            }
        } catch {
            throw AudioDeviceError(
                .unavailable,
                "the sound server does not open \(device ?? "its default device"): \(connection.problem); "
                    + "see the devices it has with: pactl list short")
        }
        // What happened while it was set up is no failure of the running stream.
        guard !gate.isBroken else {
            throw AudioDeviceError(.unavailable, "the sound server closed the stream at once")
        }
    }

    func close() {
        connection.locked {
            unsafe pa_stream_set_state_callback(stream, nil, nil)
            unsafe pa_stream_set_read_callback(stream, nil, nil)
            unsafe pa_stream_set_write_callback(stream, nil, nil)
            _ = unsafe pa_stream_disconnect(stream)
        }
    }
}
#endif
