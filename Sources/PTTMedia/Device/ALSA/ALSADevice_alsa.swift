#if !canImport(AVFAudio)
import CALSA
import Foundation
import PTTVoice

/// An open ALSA device that runs at 16 kHz mono, in floats or else in 16-bit integers.
///
/// Belongs to one thread at a time.
@safe final class ALSADevice {
    /// A period: what moves at once, in samples.
    let period: Int
    let pcm: OpaquePointer
    private let configuration: ALSAConfigurationFile?
    private let isFloat: Bool
    private var integers: [Int16]
    private let direction: snd_pcm_stream_t

    /// - Parameters:
    ///   - name: as ALSA knows it, for example `default`, `hw:1` or `plughw:0,0`.
    ///   - buffer: how much sound the device holds.
    ///   - configuration: read instead of the system's.
    init(name: String, direction: snd_pcm_stream_t, buffer: Duration, configuration: ALSAConfigurationFile? = nil)
        throws
    {
        CALSA_be_quiet()
        // Without conversion hardware seldom runs at 16 kHz.
        let name = name.hasPrefix("hw:") ? "plug" + name : name
        let (pcm, isFloat) = try unsafe Self.open(name, direction, buffer, configuration)
        unsafe self.pcm = pcm
        self.isFloat = isFloat
        self.direction = direction
        self.configuration = configuration
        var bufferSize: snd_pcm_uframes_t = 0
        var periodSize: snd_pcm_uframes_t = 0
        let status = unsafe snd_pcm_get_params(pcm, &bufferSize, &periodSize)
        guard status >= 0, (1...UInt(PCM.sampleRate)).contains(periodSize) else {
            unsafe snd_pcm_close(pcm)
            throw AudioDeviceError(.unsupportedFormat, "ALSA device \(name) moves sound in no usable portions")
        }
        period = Int(periodSize)
        integers = Array(repeating: 0, count: period)
    }

    deinit {
        unsafe snd_pcm_close(pcm)
    }

    /// Waits until sound can be moved, for a tenth of a second at most.
    func wait() {
        _ = unsafe snd_pcm_wait(pcm, 100)
    }

    /// Starts a capture that does not start by itself.
    func startCapture() {
        if direction == SND_PCM_STREAM_CAPTURE { _ = unsafe snd_pcm_start(pcm) }
    }

    /// - Returns: how many samples were captured, or a negative ALSA status.
    func read(into samples: inout [Float]) -> Int {
        let limit = min(samples.count, period)
        guard !isFloat else { return unsafe snd_pcm_readi(pcm, &samples, UInt(limit)) }
        let count = unsafe snd_pcm_readi(pcm, &integers, UInt(limit))
        for index in 0..<max(count, 0) { samples[index] = Float(integers[index]) / 0x1p15 }
        return count
    }

    /// - Returns: how many samples were taken for playing, or a negative ALSA status.
    func write(_ samples: [Float], from start: Int, count: Int) -> Int {
        let limit = min(count, period, samples.count - start)
        guard limit > 0 else { return 0 }
        guard !isFloat else {
            return unsafe samples.withUnsafeBufferPointer { all in
                unsafe snd_pcm_writei(pcm, UnsafeBufferPointer(rebasing: all[start...]).baseAddress, UInt(limit))
            }
        }
        for index in 0..<limit {
            integers[index] = Int16((samples[start + index].sanitizedSample * 32_767).rounded())
        }
        return unsafe snd_pcm_writei(pcm, &integers, UInt(limit))
    }

    /// Samples that can be moved now, or a negative ALSA status.
    var available: Int { unsafe snd_pcm_avail_update(pcm) }

    /// Samples between the program and the ear.
    var delay: Int {
        var frames: snd_pcm_sframes_t = 0
        return unsafe snd_pcm_delay(pcm, &frames) < 0 ? 0 : max(0, frames)
    }

    /// Gets a stream going again after it ran over or dry, or was suspended.
    ///
    /// - Returns: false when the device itself is gone.
    func recover(from status: Int) -> Bool {
        switch -Int32(truncatingIfNeeded: status) {
        case EAGAIN, EINTR: return true
        case ESTRPIPE:
            guard unsafe snd_pcm_resume(pcm) < 0 else { return true }
            fallthrough
        case EPIPE:
            guard unsafe snd_pcm_prepare(pcm) >= 0 else { return false }
            startCapture()
            return true
        default: return false
        }
    }

    /// Lets what was written be heard, though it fills no buffer.
    func startPlaying() {
        if unsafe snd_pcm_state(pcm) == SND_PCM_STATE_PREPARED { _ = unsafe snd_pcm_start(pcm) }
    }

    /// Says that nothing more will be written; does not wait.
    func beginDraining() {
        _ = unsafe snd_pcm_drain(pcm)
    }

    /// Whether what was written is still being played after ``beginDraining()``.
    var isDraining: Bool { unsafe snd_pcm_state(pcm) == SND_PCM_STATE_DRAINING }

    private static func open(
        _ name: String, _ direction: snd_pcm_stream_t, _ buffer: Duration, _ configuration: ALSAConfigurationFile?
    ) throws -> (OpaquePointer, isFloat: Bool) {
        var opened: OpaquePointer?
        let mode = Int32(SND_PCM_NONBLOCK)
        let status =
            if let configuration {
                unsafe snd_pcm_open_lconf(&opened, name, direction, mode, configuration.top)
            } else {
                unsafe snd_pcm_open(&opened, name, direction, mode)
            }
        guard status >= 0, let pcm = unsafe opened else {
            throw AudioDeviceError(
                .unavailable,
                "ALSA device \(name) does not open: \(alsaMessage(status)); see the devices with: aplay -L")
        }
        let microseconds = UInt32(clamping: PCM.samples(in: buffer) * 1_000_000 / PCM.sampleRate)
        for (format, isFloat) in [(SND_PCM_FORMAT_FLOAT_LE, true), (SND_PCM_FORMAT_S16_LE, false)] {
            let status = unsafe snd_pcm_set_params(
                pcm, format, SND_PCM_ACCESS_RW_INTERLEAVED, 1, UInt32(PCM.sampleRate), 1, microseconds)
            if status >= 0 { return unsafe (pcm, isFloat) }
        }
        unsafe snd_pcm_close(pcm)
        throw AudioDeviceError(
            .unsupportedFormat, "ALSA device \(name) does not run at 16 kHz mono; try plug:\(name), which converts")
    }
}

func alsaMessage(_ status: Int32) -> String {
    unsafe String(cString: snd_strerror(status))
}

/// An ALSA configuration of its own, in place of the system's.
@safe final class ALSAConfigurationFile: @unchecked Sendable {
    // Sendable: never changed after `init`.
    let top: OpaquePointer?
    private let update: OpaquePointer?

    init(path: String) throws {
        var top: OpaquePointer?
        var update: OpaquePointer?
        let status = unsafe snd_config_update_r(&top, &update, path)
        guard status >= 0 else {
            throw AudioDeviceError(.unavailable, "ALSA cannot read \(path): \(alsaMessage(status))")
        }
        unsafe self.top = top
        unsafe self.update = update
    }

    deinit {
        if let top = unsafe top { unsafe snd_config_delete(top) }
        if let update = unsafe update { unsafe snd_config_update_free(update) }
    }
}
#endif
