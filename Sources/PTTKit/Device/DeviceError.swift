/// Why a device could not do what it was asked.
public struct DeviceError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable, Codable {
        case badProfile
        case storage
        case identity
        case link
        case audio
        case unknownPeer
        case ambiguousPeer
        case unavailable
        case busy
        case badRequest
        case timedOut
        case malformed
    }

    public var code: Code
    /// What failed and what to do about it.
    public var message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}
