public import PTTLink
public import PTTWire

/// How a device is set up.
public struct DeviceConfiguration: Sendable {
    public var directories: Directories
    /// Nil keeps the stored name.
    public var nickname: String?
    public var udp: UDPConfiguration
    /// Codecs that we announce beyond AAC-LC, which everybody plays.
    public var codecs: Set<VoiceCodec>

    public init(
        directories: Directories, nickname: String? = nil, udp: UDPConfiguration = UDPConfiguration(),
        codecs: Set<VoiceCodec> = [.opus]
    ) {
        self.directories = directories
        self.nickname = nickname
        self.udp = udp
        self.codecs = codecs
    }
}
