public import Foundation

public enum AVAudioConverterInputStatus: Int {
    case haveData, noDataNow, endOfStream
}

public enum AVAudioConverterOutputStatus: Int {
    case haveData, inputRanDry, endOfStream, error
}

public enum AVAudioQuality: Int {
    case min = 0
    case low = 0x20
    case medium = 0x40
    case high = 0x60
    case max = 0x7F
}

public let AVAudioBitRateStrategy_VariableConstrained = "AVAudioBitRateStrategy_VariableConstrained"

public typealias AVAudioConverterInputBlock =
    @Sendable (AVAudioPacketCount, UnsafeMutablePointer<AVAudioConverterInputStatus>) -> AVAudioBuffer?

open class AVAudioConverter {
    public init?(from fromFormat: AVAudioFormat, to toFormat: AVAudioFormat) { fatalError("a stub") }
    open func reset() { fatalError("a stub") }
    open func convert(
        to outputBuffer: AVAudioBuffer, error outError: UnsafeMutablePointer<NSError?>?,
        withInputFrom inputBlock: @escaping AVAudioConverterInputBlock
    ) -> AVAudioConverterOutputStatus { fatalError("a stub") }
    open var bitRate: Int {
        get { fatalError("a stub") }
        set { fatalError("a stub") }
    }
    open var bitRateStrategy: String? {
        get { fatalError("a stub") }
        set { fatalError("a stub") }
    }
    open var sampleRateConverterQuality: Int {
        get { fatalError("a stub") }
        set { fatalError("a stub") }
    }
    open var maximumOutputPacketSize: Int { fatalError("a stub") }
}

open class AVAudioFile {
    public init(forReading fileURL: URL, commonFormat format: AVAudioCommonFormat, interleaved: Bool) throws {
        fatalError("a stub")
    }
    public init(
        forWriting fileURL: URL, settings: [String: Any], commonFormat format: AVAudioCommonFormat, interleaved: Bool
    ) throws { fatalError("a stub") }
    open func read(into buffer: AVAudioPCMBuffer, frameCount frames: AVAudioFrameCount) throws { fatalError("a stub") }
    open func write(from buffer: AVAudioPCMBuffer) throws { fatalError("a stub") }
    open func close() { fatalError("a stub") }
    open var length: AVAudioFramePosition { fatalError("a stub") }
    open var framePosition: AVAudioFramePosition {
        get { fatalError("a stub") }
        set { fatalError("a stub") }
    }
    open var fileFormat: AVAudioFormat { fatalError("a stub") }
    open var processingFormat: AVAudioFormat { fatalError("a stub") }
}
