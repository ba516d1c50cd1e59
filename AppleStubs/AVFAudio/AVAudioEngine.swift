public import Foundation

open class AVAudioTime {}

public typealias AVAudioNodeTapBlock = @Sendable (AVAudioPCMBuffer, AVAudioTime) -> Void

open class AVAudioNode {
    init() { fatalError("a stub") }
    open func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat { fatalError("a stub") }
    open func installTap(
        onBus bus: AVAudioNodeBus, bufferSize: AVAudioFrameCount, format: AVAudioFormat?,
        block tapBlock: @escaping AVAudioNodeTapBlock
    ) { fatalError("a stub") }
    open func removeTap(onBus bus: AVAudioNodeBus) { fatalError("a stub") }
}

open class AVAudioIONode: AVAudioNode {
    open var presentationLatency: TimeInterval { fatalError("a stub") }
}

open class AVAudioInputNode: AVAudioIONode {}
open class AVAudioOutputNode: AVAudioIONode {}
open class AVAudioMixerNode: AVAudioNode {}

public typealias AVAudioSourceNodeRenderBlock =
    @Sendable (
        UnsafeMutablePointer<ObjCBool>, UnsafePointer<AudioTimeStamp>, AVAudioFrameCount,
        UnsafeMutablePointer<AudioBufferList>
    ) -> OSStatus

open class AVAudioSourceNode: AVAudioNode {
    public init(format: AVAudioFormat, renderBlock block: @escaping AVAudioSourceNodeRenderBlock) {
        fatalError("a stub")
    }
}

open class AVAudioEngine {
    public init() { fatalError("a stub") }
    open func attach(_ node: AVAudioNode) { fatalError("a stub") }
    open func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) { fatalError("a stub") }
    open func prepare() { fatalError("a stub") }
    open func start() throws { fatalError("a stub") }
    open func stop() { fatalError("a stub") }
    open var inputNode: AVAudioInputNode { fatalError("a stub") }
    open var outputNode: AVAudioOutputNode { fatalError("a stub") }
    open var mainMixerNode: AVAudioMixerNode { fatalError("a stub") }
}

extension NSNotification.Name {
    public static let AVAudioEngineConfigurationChange = NSNotification.Name("AVAudioEngineConfigurationChange")
}
