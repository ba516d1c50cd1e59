import Foundation

public typealias AVAudioFrameCount = UInt32
public typealias AVAudioPacketCount = UInt32
public typealias AVAudioChannelCount = UInt32
public typealias AVAudioFramePosition = Int64
public typealias AVAudioNodeBus = Int

public let AVFormatIDKey = "AVFormatIDKey"
public let AVSampleRateKey = "AVSampleRateKey"
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"

public enum AVAudioCommonFormat: UInt {
    case otherFormat, pcmFormatFloat32, pcmFormatFloat64, pcmFormatInt16, pcmFormatInt32
}

open class AVAudioFormat {
    public init?(commonFormat: AVAudioCommonFormat, sampleRate: Double, channels: AVAudioChannelCount, interleaved: Bool) {
        fatalError("a stub")
    }
    public init?(settings: [String: Any]) { fatalError("a stub") }
    open var sampleRate: Double { fatalError("a stub") }
    open var channelCount: AVAudioChannelCount { fatalError("a stub") }
}

open class AVAudioBuffer {
    init() { fatalError("a stub") }
    open var format: AVAudioFormat { fatalError("a stub") }
}

open class AVAudioPCMBuffer: AVAudioBuffer {
    public init?(pcmFormat: AVAudioFormat, frameCapacity: AVAudioFrameCount) { fatalError("a stub") }
    open var frameCapacity: AVAudioFrameCount { fatalError("a stub") }
    open var frameLength: AVAudioFrameCount {
        get { fatalError("a stub") }
        set { fatalError("a stub") }
    }
    open var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? { fatalError("a stub") }
}

open class AVAudioCompressedBuffer: AVAudioBuffer {
    public init(format: AVAudioFormat, packetCapacity: AVAudioPacketCount, maximumPacketSize: Int) {
        fatalError("a stub")
    }
    open var packetCount: AVAudioPacketCount {
        get { fatalError("a stub") }
        set { fatalError("a stub") }
    }
    open var byteLength: UInt32 {
        get { fatalError("a stub") }
        set { fatalError("a stub") }
    }
    open var data: UnsafeMutableRawPointer { fatalError("a stub") }
    open var packetDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>? { fatalError("a stub") }
}
