#if !canImport(AVFAudio)
import CPulse
import PTTVoice

/// The sinks and sources of a sound server.
enum PulseDevices {
    static func list(server: String?, timeout: Duration) throws -> [AudioDevice] {
        let connection = try PulseConnection(server: server, timeout: timeout, run: nil)
        let listing = Listing()
        let userData = unsafe Unmanaged.passUnretained(listing).toOpaque()
        try unsafe ask(connection, timeout) { context in
            unsafe pa_context_get_server_info(
                context,
                { _, information, userData in
                    guard let information = unsafe information else { return }
                    unsafe PulseDevices.from(userData)?.defaults = (
                        PulseDevices.name(information.pointee.default_source_name),
                        PulseDevices.name(information.pointee.default_sink_name)
                    )
                }, userData)
        }
        try unsafe ask(connection, timeout) { context in
            unsafe pa_context_get_source_info_list(
                context,
                { _, information, _, userData in
                    guard let information = unsafe information else { return }
                    unsafe PulseDevices.from(userData)?.add(
                        PulseDevices.name(information.pointee.name), PulseDevices.name(information.pointee.description),
                        .input)
                }, userData)
        }
        try unsafe ask(connection, timeout) { context in
            unsafe pa_context_get_sink_info_list(
                context,
                { _, information, _, userData in
                    guard let information = unsafe information else { return }
                    unsafe PulseDevices.from(userData)?.add(
                        PulseDevices.name(information.pointee.name), PulseDevices.name(information.pointee.description),
                        .output)
                }, userData)
        }
        return listing.devices
    }

    /// Filled by the library's thread, read once that has answered.
    private final class Listing {
        var defaults = (source: "", sink: "")
        var devices: [AudioDevice] = []

        func add(_ name: String, _ summary: String, _ direction: AudioDevice.Direction) {
            let standard = direction == .input ? defaults.source : defaults.sink
            devices.append(
                AudioDevice(
                    name: "pulse:\(name)", summary: summary, direction: direction, isDefault: name == standard))
        }
    }

    private static func from(_ userData: UnsafeMutableRawPointer?) -> Listing? {
        guard let userData = unsafe userData else { return nil }
        return unsafe Unmanaged<Listing>.fromOpaque(userData).takeUnretainedValue()
    }

    private static func name(_ text: UnsafePointer<CChar>?) -> String {
        guard let text = unsafe text else { return "" }
        return unsafe String(cString: text)
    }

    private static func ask(
        _ connection: PulseConnection, _ timeout: Duration, _ question: (OpaquePointer) -> OpaquePointer?
    ) throws {
        let asked = unsafe connection.locked { unsafe question(connection.context) }
        guard let operation = unsafe asked else {
            throw AudioDeviceError(.unavailable, "the sound server does not answer: \(connection.problem)")
        }
        defer {
            connection.locked {
                unsafe pa_operation_cancel(operation)
                unsafe pa_operation_unref(operation)
            }
        }
        try connection.wait(timeout: timeout, run: nil) { _ in
            switch unsafe pa_operation_get_state(operation) {
            case PA_OPERATION_DONE: .done
            case PA_OPERATION_CANCELLED: .failed
            default: .pending
            }
        }
    }
}
#endif
