// swift-tools-version: 6.2
import PackageDescription

// Nested, because a fuzzer is linked with flags of its own: Scripts/fuzz builds and runs it.

let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "swift-ptt", path: "..")],
    targets: [
        .executableTarget(
            name: "fuzz", dependencies: [.product(name: "FuzzTargets", package: "swift-ptt")],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
    ]
)
