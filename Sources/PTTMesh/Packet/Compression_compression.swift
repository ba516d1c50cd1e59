#if canImport(Compression) && !canImport(CZlib)
import Compression

extension Compression {
    /// `payload` as raw DEFLATE (level 5, as Apple fixes it), or nil unless that is shorter.
    public static func deflate(_ payload: ArraySlice<UInt8>) -> [UInt8]? {
        guard payload.count > 1 else { return nil }
        var output = [UInt8](repeating: 0, count: payload.count - 1)
        let length = unsafe transform(payload, into: &output, by: compression_encode_buffer)
        guard length > 0 else { return nil }
        output.removeLast(output.count - length)
        return output
    }

    /// The `size` bytes that the raw DEFLATE stream `compressed` stands for; what follows the stream is ignored.
    static func inflate(_ compressed: ArraySlice<UInt8>, to size: Int) throws(PacketError) -> [UInt8] {
        // One byte more than claimed, so that a stream that goes on is told from one that ends.
        var output = [UInt8](repeating: 0, count: size + 1)
        let length = unsafe transform(compressed, into: &output, by: compression_decode_buffer)
        guard length > 0 || size == 0 else { throw .notDeflate }
        guard length == size else { throw .wrongInflatedSize(claimed: size) }
        output.removeLast()
        return output
    }

    private typealias Transform = (
        UnsafeMutablePointer<UInt8>, Int, UnsafePointer<UInt8>, Int, UnsafeMutableRawPointer?, compression_algorithm
    ) -> Int

    /// Bytes written: zero when the transform refused, or either side has no bytes.
    private static func transform(
        _ input: ArraySlice<UInt8>, into output: inout [UInt8], by transform: Transform
    ) -> Int {
        unsafe input.withUnsafeBufferPointer { source in
            unsafe output.withUnsafeMutableBufferPointer { target in
                guard let from = source.baseAddress, let to = target.baseAddress else { return 0 }
                return unsafe transform(to, target.count, from, source.count, nil, COMPRESSION_ZLIB)
            }
        }
    }
}
#endif
