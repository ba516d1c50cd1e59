#if !canImport(AVFAudio)
import CPulse
import Dispatch
import PTTVoice
import PTTWire

/// A client's connection to a PulseAudio server, or to PipeWire in its place, with the library's own thread.
@safe final class PulseConnection: @unchecked Sendable {
    // Sendable: everything behind the pointers is touched only with the main loop's lock held.
    let context: OpaquePointer
    private let loop: OpaquePointer
    private let server: String?

    /// Connects, or throws when no server answers in time.
    ///
    /// - Parameters:
    ///   - server: as in PULSE_SERVER; nil is the user's own.
    ///   - run: gives up once that is stopped.
    init(server: String?, timeout: Duration, run: PortRun?) throws {
        guard let loop = unsafe pa_threaded_mainloop_new() else {
            throw AudioDeviceError(.unavailable, "out of memory for a sound connection")
        }
        let created = unsafe pa_context_new(pa_threaded_mainloop_get_api(loop), "ptt")
        guard let context = unsafe created else {
            unsafe pa_threaded_mainloop_free(loop)
            throw AudioDeviceError(.unavailable, "out of memory for a sound connection")
        }
        unsafe self.loop = loop
        unsafe self.context = context
        self.server = server
        unsafe pa_threaded_mainloop_set_name(loop, "ptt-pulse")
        let connected = unsafe pa_context_connect(context, server, CPulse_context_flags, nil)
        guard connected >= 0, unsafe pa_threaded_mainloop_start(loop) >= 0 else {
            throw Self.unavailable(server, problem)
        }
        try wait(timeout: timeout, run: run) { connection -> Progress in
            switch unsafe pa_context_get_state(connection.context) {
            case PA_CONTEXT_READY: .done
            case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED: .failed
            default: .pending
            }
        }
    }

    deinit {
        locked {
            unsafe pa_context_set_state_callback(context, nil, nil)
            unsafe pa_context_disconnect(context)
        }
        unsafe pa_threaded_mainloop_stop(loop)
        unsafe pa_context_unref(context)
        unsafe pa_threaded_mainloop_free(loop)
    }

    /// Whether the server still answers; with the lock held or not.
    var isAlive: Bool { locked { unsafe pa_context_get_state(context) == PA_CONTEXT_READY } }

    /// What the library says about its last failure.
    var problem: String { unsafe String(cString: pa_strerror(pa_context_errno(context))) }

    /// Runs `body` while the library's thread is kept out.
    func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
        unsafe pa_threaded_mainloop_lock(loop)
        defer { unsafe pa_threaded_mainloop_unlock(loop) }
        return try body()
    }

    enum Progress {
        case pending, done, failed
    }

    /// Looks again and again until `progress` is done.
    ///
    /// The library's own waiting has no time limit, and a server that hangs must not hang the port.
    func wait(timeout: Duration, run: PortRun?, until progress: (PulseConnection) -> Progress) throws {
        let clock = MonotonicClock()
        let deadline = clock.now() + timeout
        let wakeUp = run?.wakeUp ?? DispatchSemaphore(value: 0)
        while true {
            switch locked({ progress(self) }) {
            case .done: return
            case .failed: throw Self.unavailable(server, problem)
            case .pending: break
            }
            guard clock.now() < deadline, run?.isStopping != true else {
                throw Self.unavailable(server, "no answer in time")
            }
            clock.wait(until: clock.now() + .milliseconds(2), or: wakeUp)
        }
    }

    private static func unavailable(_ server: String?, _ problem: String) -> AudioDeviceError {
        AudioDeviceError(
            .unavailable,
            "no PulseAudio server at \(server ?? "the usual place"): \(problem); start one (pulseaudio --start, or "
                + "PipeWire) or name another device")
    }
}

extension PulseConnection {
    /// The one format that crosses this boundary; the server converts.
    static var sampleFormat: pa_sample_spec {
        pa_sample_spec(format: PA_SAMPLE_FLOAT32LE, rate: UInt32(PCM.sampleRate), channels: 1)
    }

    static func bytes(in duration: Duration) -> UInt32 {
        UInt32(clamping: PCM.samples(in: duration) * MemoryLayout<Float>.size)
    }
}
#endif
