import PTTLink
import PTTMesh
import PTTWire

/// Owns the mesh engine: feeds it what its links bring, performs what it asks for.
actor MeshDriver {
    /// What the device hears from its driver.
    enum Output: Sendable {
        /// Every link is up.
        case started
        /// An effect that is neither for a link nor for the timer.
        case effect(MeshEngine.Effect)
        case fault(link: String, LinkError)
    }

    private var engine: MeshEngine
    private let links: [any Link]
    private let upward: @Sendable (Output) -> Void
    private nonisolated let inbox = MeshInbox()
    private nonisolated let alarm: Alarm
    private var paths: [LinkID: MeshInbox.Neighbour] = [:]
    private var ids: [MeshInbox.Neighbour: LinkID] = [:]
    private var nextID: UInt32 = 1
    private var effects: [MeshEngine.Effect] = []

    /// - Parameter upward: gets everything in order; must not block.
    init(engine: consuming MeshEngine, links: [any Link], upward: @escaping @Sendable (Output) -> Void) {
        self.engine = engine
        self.links = links
        self.upward = upward
        alarm = Alarm { [inbox] in inbox.tell(.deadlineReached) }
    }

    /// Tells the engine something; in order with everything else told from the same thread.
    nonisolated func tell(_ event: MeshEngine.Event) {
        inbox.tell(event)
    }

    /// Runs until the task is cancelled; then says goodbye and takes the links down.
    ///
    /// - Throws: ``LinkError`` when a link cannot come up.
    func run() async throws {
        defer { for link in links { link.stop() } }
        for (index, link) in links.enumerated() {
            try link.start { [inbox] event in inbox.tell(event, from: index) }
        }
        handle(.started)
        upward(.started)
        // A task of its own is not cancelled with us: what was told before the end is still done.
        let taker = Task { [inbox] in await inbox.take { self.take($0) } }
        await withTaskCancellationHandler {
            await taker.value
        } onCancel: { [inbox] in
            inbox.finish()
        }
        handle(.stopping)
    }

    var statistics: MeshStatistics { engine.statistics }

    private func take(_ next: MeshInbox.Input) {
        switch next {
        case .event(let event): handle(event)
        case .link(let index, let event): take(event, from: index)
        }
    }

    private func take(_ event: LinkEvent, from link: Int) {
        switch event {
        case .up(let endpoint, let traits):
            let path = MeshInbox.Neighbour(link: link, endpoint: endpoint)
            guard ids[path] == nil else { return }
            let id = LinkID(rawValue: nextID)
            nextID &+= 1
            ids[path] = id
            paths[id] = path
            handle(.linkUp(id, isCostly: traits.packetsAreCostly))
        case .down(let endpoint):
            let path = MeshInbox.Neighbour(link: link, endpoint: endpoint)
            guard let id = ids.removeValue(forKey: path) else { return }
            paths[id] = nil
            handle(.linkDown(id))
        case .received(let datagram, let endpoint):
            guard let id = ids[MeshInbox.Neighbour(link: link, endpoint: endpoint)] else { return }
            handle(.received(datagram, from: id))
        case .fault(let error):
            upward(.fault(link: links[link].name, error))
        }
    }

    private func handle(_ event: MeshEngine.Event) {
        effects.removeAll(keepingCapacity: true)
        engine.handle(event, now: SystemClock.now(), into: &effects)
        for effect in effects { perform(effect) }
    }

    private func perform(_ effect: MeshEngine.Effect) {
        switch effect {
        case .send(let frame, let id):
            guard let path = paths[id] else { return }
            links[path.link].send(frame, to: path.endpoint)
        case .broadcast(let frame, let id):
            let excluded = id.flatMap { paths[$0] }
            for (index, link) in links.enumerated() {
                link.broadcast(frame, except: excluded?.link == index ? excluded?.endpoint : nil)
            }
        case .wake(let deadline):
            alarm.set(deadline)
        case .peerChanged, .peerLeft, .peerPinned, .peerUnpinned, .sessionOpened, .sessionFailed, .textReceived,
            .textProgressed,
            .voiceReceived, .burstReported, .report:
            upward(.effect(effect))
        }
    }
}
