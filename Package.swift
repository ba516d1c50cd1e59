// swift-tools-version: 6.2
import Foundation
import PackageDescription

// A layer may depend on the layers above it in this file and never on one below.

let package = Package(
    name: "swift-ptt",
    platforms: [.macOS(.v26), .iOS(.v26)],
    products: [
        .executable(name: "ptt", targets: ["ptt"]),
        .library(name: "PTTKit", targets: ["PTTKit"]),
        .library(
            name: "PTTParts",
            targets: ["PTTWire", "PTTCrypto", "PTTVoice", "PTTMELP", "PTTMesh", "PTTMedia", "PTTLink", "PTTStore"]),
        .library(name: "PTTMELP", targets: ["PTTMELP"]),
        .library(name: "PTTTestSupport", targets: ["PTTTestSupport"]),
        .library(name: "FuzzTargets", targets: ["FuzzTargets"]),
    ],
    targets: [
        // C libraries: each has exactly one importer.
        system("COpenSSL", pkgConfig: "libcrypto", apt: "libssl-dev"),
        system("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
        system("CFFmpeg", pkgConfig: "libavformat", apt: "libavformat-dev"),
        system("COpus", pkgConfig: "opus", apt: "libopus-dev"),
        system("CPulse", pkgConfig: nil, apt: "libpulse-dev"),
        system("CALSA", pkgConfig: "alsa", apt: "libasound2-dev"),
        system("CSpeexDSP", pkgConfig: "speexdsp", apt: "libspeexdsp-dev"),
        system("CSQLite", pkgConfig: nil, apt: "libsqlite3-dev"),

        // pure: functions and values; no Foundation, clock, thread or file.
        pure("PTTWire"),
        pure("PTTCrypto", c: ["COpenSSL"]),
        pure("PTTVoice", ["PTTWire"]),
        pure("PTTMELP", ["PTTVoice"]),
        pure("PTTMesh", ["PTTWire", "PTTCrypto"], c: ["CZlib"]),

        // edge: one outside world each.
        edge("PTTMedia", ["PTTVoice", "PTTWire"], c: ["CFFmpeg", "COpus", "CPulse", "CALSA", "CSpeexDSP"]),
        edge("PTTLink"),
        // Apple's systems have SQLite as well.
        edge("PTTStore", ["CSQLite"]),

        // whole: wiring and policy.
        whole("PTTKit", ["PTTWire", "PTTCrypto", "PTTVoice", "PTTMELP", "PTTMesh", "PTTMedia", "PTTLink", "PTTStore"]),

        // tool
        tool("ptt", ["PTTKit", "PTTWire", "PTTMesh", "PTTVoice", "PTTLink"]),

        // test
        .target(name: "CAllocationCounter"),
        .target(
            name: "PTTTestSupport", dependencies: ["CAllocationCounter", "PTTWire", "PTTVoice", "PTTMELP", "PTTLink"],
            swiftSettings: swiftSettings()),
        .target(
            name: "FuzzTargets", dependencies: ["PTTWire", "PTTCrypto", "PTTMesh", "PTTMELP"], path: "Fuzz/Targets",
            swiftSettings: swiftSettings()),
        tests("PTTWireTests", of: ["PTTWire"]),
        tests("PTTCryptoTests", of: ["PTTCrypto"]),
        tests("PTTVoiceTests", of: ["PTTVoice", "PTTWire"]),
        tests("PTTMELPTests", of: ["PTTMELP", "PTTVoice", "CAllocationCounter"]),
        tests("PTTMeshTests", of: ["PTTMesh", "PTTWire", "PTTCrypto"]),
        tests("PTTMediaTests", of: ["PTTMedia", "PTTVoice", "PTTWire"]),
        tests("PTTLinkTests", of: ["PTTLink", "CAllocationCounter"]),
        tests("PTTStoreTests", of: ["PTTStore"]),
        tests(
            "PTTKitTests",
            of: ["PTTKit", "PTTStore", "PTTMesh", "PTTVoice", "PTTMedia", "PTTLink", "PTTWire", "PTTCrypto"]),
        tests("PTTTestSupportTests", of: ["PTTVoice", "PTTWire"]),
        tests("FuzzTests", of: ["FuzzTargets", "PTTWire"]),
        tests("PTTToolTests", of: ["ptt"]),
        tests(
            "SystemTests", of: ["PTTCrypto", "PTTKit", "PTTLink", "PTTMedia", "PTTMesh", "PTTVoice", "PTTWire", "ptt"],
            except: ["Peers", "Score"]),
    ] + appleStubs().map { .target(name: $0, path: "AppleStubs/\($0)") }
)

/// Signatures of Apple's frameworks, one folder each; with PTT_APPLE_STUBS set they stand in for the C libraries, so that
/// the Apple files are type-checked on Linux.
func appleStubs() -> [String] {
    guard Context.environment["PTT_APPLE_STUBS"] != nil else { return [] }
    let folders = try? FileManager.default.contentsOfDirectory(atPath: "\(Context.packageDirectory)/AppleStubs")
    return (folders ?? []).filter { !$0.contains(".") }.sorted()
}

func swiftSettings() -> [SwiftSetting] {
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
    ]
}

func system(_ name: String, pkgConfig: String?, apt: String) -> Target {
    .systemLibrary(
        name: name, path: "SystemLibraries/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// On Apple platforms the C libraries give way to Apple's frameworks.
func dependencies(_ modules: [String], c: [String] = []) -> [Target.Dependency] {
    let libraries: [Target.Dependency] =
        appleStubs().isEmpty
        ? c.map { .target(name: $0, condition: .when(platforms: [.linux])) }
        : appleStubs().map { .target(name: $0) }
    return modules.map { .target(name: $0) } + (c.isEmpty ? [] : libraries)
}

func pure(_ name: String, _ modules: [String] = [], c: [String] = []) -> Target {
    .target(
        name: name, dependencies: dependencies(modules, c: c), swiftSettings: swiftSettings() + [.strictMemorySafety()])
}

func edge(_ name: String, _ modules: [String] = [], c: [String] = []) -> Target {
    .target(
        name: name, dependencies: dependencies(modules, c: c), swiftSettings: swiftSettings() + [.strictMemorySafety()])
}

func whole(_ name: String, _ modules: [String]) -> Target {
    .target(name: name, dependencies: dependencies(modules), swiftSettings: swiftSettings())
}

func tool(_ name: String, _ modules: [String]) -> Target {
    .executableTarget(name: name, dependencies: dependencies(modules), swiftSettings: swiftSettings())
}

/// - Parameter files: folders of the target that hold no Swift.
func tests(_ name: String, of modules: [String], except files: [String] = []) -> Target {
    .testTarget(
        name: name, dependencies: dependencies(modules + ["PTTTestSupport"]), exclude: files,
        swiftSettings: swiftSettings())
}
