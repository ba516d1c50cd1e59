// swift-tools-version: 6.2
import PackageDescription

// Nested, so that what we are measured against never enters the product.
// Each executable is one family of benches: Scripts/bench runs every one of them in a process of its own.

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "swift-ptt", path: "..")],
    targets: [
        .target(name: "BenchSupport", dependencies: ours(), swiftSettings: swiftSettings()),
        .systemLibrary(
            name: "CSpeexJitter", path: "SystemLibraries/CSpeexJitter", providers: [.apt(["libspeexdsp-dev"])]),
        bench("AllocationBench"),
        bench("PlayoutBench", [.product(name: "PTTKit", package: "swift-ptt"), "CSpeexJitter"]),
        bench("ThroughputBench"),
        bench("VocoderBench"),
    ]
)

func ours() -> [Target.Dependency] {
    ["PTTParts", "PTTTestSupport"].map { .product(name: $0, package: "swift-ptt") }
}

func swiftSettings() -> [SwiftSetting] {
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
    ]
}

func bench(_ name: String, _ more: [Target.Dependency] = []) -> Target {
    .executableTarget(name: name, dependencies: ["BenchSupport"] + ours() + more, swiftSettings: swiftSettings())
}
