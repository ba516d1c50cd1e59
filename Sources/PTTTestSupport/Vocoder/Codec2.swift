/// Debian's codec2, run as its own programs: the peer that our vocoder is measured against.
public enum Codec2 {
    /// What the codec makes of speech at 8 kHz.
    ///
    /// - Parameter mode: bits a second, such as 1200.
    public static func render(_ samples: [Float], mode: Int) throws -> [Float] {
        let folder = try TemporaryFolder()
        let spoken = try folder.file("spoken.raw", PCM16.bytes(of: samples))
        try ChildProcess.output(of: ["c2enc", "\(mode)", spoken, folder.path("coded")])
        try ChildProcess.output(of: ["c2dec", "\(mode)", folder.path("coded"), folder.path("heard.raw")])
        return PCM16.samples(of: try folder.bytes(of: folder.path("heard.raw")))
    }
}
