#if canImport(CZlib)
import CZlib

extension Compression {
    /// `payload` as raw DEFLATE (level 5, 32 KiB window), or nil unless that is shorter.
    public static func deflate(_ payload: ArraySlice<UInt8>) -> [UInt8]? {
        guard payload.count > 1 else { return nil }
        var output = [UInt8](repeating: 0, count: payload.count - 1)
        let length = unsafe payload.withUnsafeBufferPointer { source in
            unsafe output.withUnsafeMutableBufferPointer { target in
                unsafe pttmesh_deflate(source.baseAddress, source.count, target.baseAddress, target.count)
            }
        }
        guard length > 0 else { return nil }
        output.removeLast(output.count - length)
        return output
    }

    /// The `size` bytes that the raw DEFLATE stream `compressed` stands for; what follows the stream is ignored.
    static func inflate(_ compressed: ArraySlice<UInt8>, to size: Int) throws(PacketError) -> [UInt8] {
        // One byte more than claimed, so that a stream that goes on is told from one that ends.
        var output = [UInt8](repeating: 0, count: size + 1)
        let length = unsafe compressed.withUnsafeBufferPointer { source in
            unsafe output.withUnsafeMutableBufferPointer { target in
                unsafe pttmesh_inflate(source.baseAddress, source.count, target.baseAddress, target.count)
            }
        }
        guard length >= 0 else { throw .notDeflate }
        guard length == size else { throw .wrongInflatedSize(claimed: size) }
        output.removeLast()
        return output
    }
}
#endif
