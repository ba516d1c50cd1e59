// What AVFAudio re-exports from CoreAudioTypes, as far as it is used. Signatures only: nothing here runs.
public typealias OSStatus = Int32
public let noErr: OSStatus = 0
public typealias AudioFormatID = UInt32
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320
public let kAudioFormatLinearPCM: AudioFormatID = 0x6C70_636D

public struct AudioStreamPacketDescription {
    public var mStartOffset: Int64
    public var mVariableFramesInPacket: UInt32
    public var mDataByteSize: UInt32

    public init(mStartOffset: Int64, mVariableFramesInPacket: UInt32, mDataByteSize: UInt32) {
        fatalError("a stub")
    }
}

public struct AudioBuffer {
    public var mNumberChannels: UInt32
    public var mDataByteSize: UInt32
    public var mData: UnsafeMutableRawPointer?
}

public struct AudioBufferList {
    public var mNumberBuffers: UInt32
    public var mBuffers: AudioBuffer
}

public struct AudioTimeStamp {
    public var mSampleTime: Float64
}

public struct UnsafeMutableAudioBufferListPointer {
    public init(_ list: UnsafeMutablePointer<AudioBufferList>) { fatalError("a stub") }
    public var count: Int { fatalError("a stub") }
    public subscript(index: Int) -> AudioBuffer {
        get { fatalError("a stub") }
        nonmutating set { fatalError("a stub") }
    }
}
