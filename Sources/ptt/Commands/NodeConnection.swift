import Foundation
import PTTKit

/// The node that a command works with: a running one of the profile, or one of its own for as long as it lasts.
struct NodeConnection {
    let configuration: DeviceConfiguration

    /// Carries out a request; signals and, for a held key, the terminal steer it.
    func run(_ request: NodeRequest, printer: EventPrinter, screen: TalkScreen?) async throws -> ExitCode {
        let controls = CommandControls()
        defer { controls.finish() }
        screen?.open(controls)
        defer { screen?.close() }
        let emit: @Sendable (NodeEvent) -> Void = { event in
            screen?.show(event)
            printer.print(event)
            if event.isBetweenBursts { screen?.showHint() }
            if case .done(let done) = event, let error = done.error, !printer.isJSON { printer.printError(error) }
        }
        if let client = ControlClient(directories: configuration.directories) {
            return try await client.run(request, controls: controls.stream, emit: emit)
        }
        if request == .identity {
            // Who we are needs no network.
            emit(.nodeStarted(try await Device(configuration: configuration).identity))
            emit(.done(Done(exitCode: ExitCode.success.rawValue, error: nil)))
            return .success
        }
        return try await withOwnNode { device in
            await CommandRunner(device: device).run(request, controls: controls.stream, emit: emit)
        }
    }

    /// Keeps a node running until it is interrupted.
    func serve(printer: EventPrinter) async throws -> ExitCode {
        guard ControlClient(directories: configuration.directories) == nil else {
            throw DeviceError(.busy, "A node of this profile runs already; other commands attach to it.")
        }
        let controls = CommandControls()
        defer { controls.finish() }
        return try await withOwnNode { device in
            await CommandRunner(device: device).run(.watch, controls: controls.stream) { event in
                if case .done = event { return }
                printer.print(event)
            }
        }
    }

    private func withOwnNode(_ body: @escaping @Sendable (Device) async -> ExitCode) async throws -> ExitCode {
        let device = try Device(configuration: configuration)
        let server = ControlServer(device: device, directories: configuration.directories)
        let events = device.events()
        return try await withThrowingTaskGroup(of: ExitCode?.self) { group in
            group.addTask {
                try await server.run()
                return nil
            }
            group.addTask {
                try await device.run()
                return nil
            }
            group.addTask {
                for await event in events {
                    if case .nodeStarted = event { return await body(device) }
                }
                return nil
            }
            var code: ExitCode?
            while code == nil, let finished = try await group.next() { code = finished }
            group.cancelAll()
            // The goodbye to the peers goes out while the tasks end.
            while try await group.next() != nil {}
            return code ?? .failure
        }
    }
}

extension NodeEvent {
    /// Told while nothing is being said: a peer is ready, or a burst is over.
    fileprivate var isBetweenBursts: Bool {
        switch self {
        case .peerChanged, .talkFinished, .burstReported, .warning: true
        case .nodeStarted, .peerLeft, .textReceived, .textProgressed, .talkStarted, .talkLevel, .burstStarted,
            .burstPlaying, .burstFinished, .audioDevice, .demoStep, .summary, .history, .done:
            false
        }
    }
}
