// swift-tools-version: 6.2
import PackageDescription

// Nested, because training is no part of the product; Tools/melp-train/train builds and runs it.

let package = Package(
    name: "melp-train",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "swift-ptt", path: "../..")],
    targets: [
        .executableTarget(
            name: "melp-train", dependencies: [.product(name: "PTTMELP", package: "swift-ptt")],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
    ]
)
