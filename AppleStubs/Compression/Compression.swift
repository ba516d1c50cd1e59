// Apple's own spelling.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public struct compression_algorithm: Equatable, RawRepresentable, Sendable {
    public var rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

public var COMPRESSION_ZLIB: compression_algorithm { compression_algorithm(rawValue: 0x205) }

public func compression_encode_buffer(
    _ target: UnsafeMutablePointer<UInt8>, _ targetSize: Int, _ source: UnsafePointer<UInt8>, _ sourceSize: Int,
    _ scratch: UnsafeMutableRawPointer?, _ algorithm: compression_algorithm
) -> Int {
    fatalError("a stub")
}

public func compression_decode_buffer(
    _ target: UnsafeMutablePointer<UInt8>, _ targetSize: Int, _ source: UnsafePointer<UInt8>, _ sourceSize: Int,
    _ scratch: UnsafeMutableRawPointer?, _ algorithm: compression_algorithm
) -> Int {
    fatalError("a stub")
}
