import Foundation
import FuzzTargets
import PTTTestSupport
import PTTWire
import Testing

/// Replays inputs through the fuzz targets: a target traps where it fails, which ends the test run.
struct FailCaseTests {
    @Test(arguments: FuzzTarget.allCases)
    func inputsThatOnceCrashedNoLongerDo(target: FuzzTarget) throws {
        for file in try files(in: "Fuzz/FailCases/\(target.rawValue)") {
            target.run([UInt8](try Data(contentsOf: file)))
        }
    }

    @Test(arguments: FuzzTarget.allCases)
    func shortAndExtremeInputsAreRefusedWithoutATrap(target: FuzzTarget) {
        for count in 0..<300 {
            for byte in [0x00, 0x01, 0x7F, 0x80, 0xFF] as [UInt8] {
                target.run([UInt8](repeating: byte, count: count))
            }
        }
    }

    @Test(arguments: [
        ("burst", "bursts"), ("packet", "packets"), ("announce", "announces"), ("noise", "noise_xx"),
        ("engine", "packets"), ("stream", "stream"), ("file", "file_packets"), ("fragment", "fragment_headers"),
        ("sync", "request_sync"),
    ])
    func mutatedVectorsAreRefusedWithoutATrap(name: String, file: String) throws {
        let target = try #require(FuzzTarget(rawValue: name))
        var state: UInt64 = 1
        for text in try VectorFile(file).cases.flatMap({ $0.fields.values.compactMap(\.text) }) {
            guard let bytes = try? [UInt8](hex: text), !bytes.isEmpty else { continue }
            target.run(bytes)
            for _ in 0..<10 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                var mutated = bytes
                mutated[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 24)
                target.run(mutated)
                target.run(Array(mutated.prefix(Int(state >> 40) % bytes.count)))
            }
        }
    }

    private func files(in folder: String) throws -> [URL] {
        let package = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        return try FileManager.default.contentsOfDirectory(
            at: package.appending(path: folder), includingPropertiesForKeys: nil)
    }
}

extension VectorValue {
    fileprivate var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}
