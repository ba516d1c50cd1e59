import Foundation
import FuzzTargets

/// libFuzzer's main loop; returns when the runs are done, ends the process at the first crash.
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
    _ argumentCount: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// What the linked-in driver wants to find under this name.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    chosenTarget.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}

let chosenTarget: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["PTT_FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        let known = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
        FileHandle.standardError.write(Data("PTT_FUZZ_TARGET must be one of \(known)\n".utf8))
        exit(64)
    }
    return target
}()

@main
struct Fuzz {
    static func main() {
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        exit(runDriver(&count, &arguments, testOneInput))
    }
}
