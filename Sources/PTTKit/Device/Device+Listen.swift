import PTTMedia
import PTTMesh
import PTTVoice
import PTTWire

extension Device {
    /// Opens the output and plays what arrives from now on, one burst at a time.
    ///
    /// - Throws: ``DeviceError`` `.busy` when somebody listens already, `.audio` when the output cannot be opened.
    public func startListening(_ request: ListenRequest) throws {
        guard listener == nil else {
            throw DeviceError(.busy, "This node plays to an output already; stop that 'listen' first.")
        }
        guard request.playout == "adaptive" || request.playout == "fixed" else {
            throw DeviceError(.badRequest, "No playout '\(request.playout)': use adaptive or fixed.")
        }
        do {
            let speaker = Speaker(output: try AudioDevices.output(named: request.output)) { [inbox] event in
                inbox.yield(.speaker(event))
            }
            var listener = Listener(
                speaker: speaker, request: request, startsWithBurst: AudioSource.isFile(request.output))
            if !listener.startsWithBurst { try start(&listener) }
            self.listener = listener
        } catch let error as AudioDeviceError {
            throw DeviceError(.audio, error.message)
        }
    }

    public func stopListening() async {
        guard let listener = listener.take() else { return }
        if listener.isStarted { await listener.speaker.stop() }
        for key in receiver.bursts.keys where receiver.bursts[key]?.isLive == true {
            // The rest of the burst goes to its note only.
            receiver.bursts[key]?.playout = receiver.bursts[key]?.playout ?? Speaker.Playout()
            completeIfDone(key)
        }
    }

    func start(_ listener: inout Listener) throws {
        try listener.speaker.start()
        listener.isStarted = true
    }

    func take(_ event: Speaker.Event) {
        switch event {
        case .playing(let key):
            tell(.burstPlaying(BurstPlaying(burst: key.burst.description, from: key.sender.description)))
            report(key, stage: .playing)
        case .finished(let key, let playout):
            receiver.learn(playout.learnedDelay, from: key.sender)
            receiver.bursts[key]?.playout = playout
            completeIfDone(key)
        case .device(let event):
            tell(.audioDevice(AudioDeviceChanged(event, device: "output")))
        }
    }
}
