import PTTVoice

/// How a command ended: the exit code of the tool and the last line of a control answer.
public enum ExitCode: Int32, Hashable, Sendable, CaseIterable {
    case success = 0
    /// Something failed that no other code tells.
    case failure = 1
    /// The command line was wrong.
    case usage = 2
    /// The peer did not appear, or no session with it came about, in the time allowed.
    case unreachable = 3
    /// No sound device, or a file that cannot be read or written.
    case audio = 4
    /// The burst was canceled, or too short to send.
    case canceled = 5
    /// Something else holds what the command needs: a burst in progress, the profile, the port.
    case busy = 6
    /// Input could be read but is not what it should be.
    case malformed = 7

    public var explanation: String {
        switch self {
        case .success: "Success."
        case .failure: "Something failed that no other code tells."
        case .usage: "The command line was wrong."
        case .unreachable: "The peer did not appear, or no session with it came about, in the time allowed."
        case .audio: "No sound device, or a file that cannot be read or written."
        case .canceled: "The burst was canceled, or was too short to send."
        case .busy: "Something else holds what the command needs: a burst in progress, the profile or the port."
        case .malformed: "Input could be read but is not what it should be."
        }
    }

    public init(_ error: any Error) {
        switch error {
        case let error as DeviceError: self.init(error.code)
        case is AudioDeviceError: self = .audio
        case is CancellationError: self = .canceled
        default: self = .failure
        }
    }

    private init(_ code: DeviceError.Code) {
        switch code {
        case .badProfile, .badRequest: self = .usage
        case .storage, .identity, .link: self = .failure
        case .audio: self = .audio
        case .unknownPeer, .ambiguousPeer, .unavailable, .timedOut: self = .unreachable
        case .busy: self = .busy
        case .malformed: self = .malformed
        }
    }
}
