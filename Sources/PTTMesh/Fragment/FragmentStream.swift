import PTTWire

/// All that is heard under one fragment key.
///
/// Pieces are not signed, so anybody may send some in another's name. As long as all links agree, their pieces make one
/// assembly. Once two contradict each other, each link's pieces make one of their own, so that a forger on one link spoils
/// nothing that comes whole over another.
struct FragmentStream: Sendable {
    /// What one link holds of it.
    struct Part: Sendable {
        var link: LinkID
        /// Bytes of memory, about.
        var cost: Int
        /// Pieces that have come.
        var count: Int
    }

    /// Links told apart; those beyond share the last place.
    private static let mostLinks = 8

    let isBroadcast: Bool
    let began: Instant
    private(set) var lastProgress: Instant
    var lastAsked: Instant?
    /// The links it was heard over, and what the pieces that each brought take.
    private var links: [(link: LinkID, cost: Int)] = []
    /// One for all links, or one for each place in `links`.
    private var assemblies: [Int: FragmentAssembly] = [:]
    private var isContested = false

    private static let shared = 0

    init(isBroadcast: Bool, at now: Instant) {
        self.isBroadcast = isBroadcast
        began = now
        lastProgress = now
    }

    var isEmpty: Bool { assemblies.isEmpty }
    /// Bytes of memory, about.
    var cost: Int { assemblies.values.reduce(0) { $0 + $1.cost } }
    /// Indices that are missing where fewest are.
    var missing: [Int] {
        let fullest = assemblies.values.max { $0.total - $0.count > $1.total - $1.count }
        return fullest?.missing ?? []
    }

    /// Who holds what: as long as all agree, the link that brought most holds all.
    var parts: [Part] {
        guard !isContested else {
            return assemblies.map { Part(link: links[$0.key].link, cost: $0.value.cost, count: $0.value.count) }
        }
        guard let mainLink, let assembly = assemblies[Self.shared] else { return [] }
        return [Part(link: mainLink, cost: assembly.cost, count: assembly.count)]
    }

    /// The link whose share a piece that comes over `link` is taken from.
    func payer(for link: LinkID) -> LinkID { isContested ? link : mainLink ?? link }

    /// The link that brought most, the first of several; nil before anything came.
    private var mainLink: LinkID? {
        links.reduce(nil as (link: LinkID, cost: Int)?) { most, next in
            most.map { $0.cost < next.cost } ?? true ? next : most
        }?.link
    }

    /// Takes what `link` holds out; what others brought as well stays theirs.
    mutating func drop(_ link: LinkID) {
        if !isContested { separate() }
        for (place, entry) in links.enumerated() where entry.link == link {
            assemblies[place] = nil
            links[place].cost = 0
        }
    }

    /// - Throws: `tooLarge`, `contradictory`; whatever came before stays.
    mutating func receive(
        _ fragment: Fragment, over link: LinkID, at now: Instant
    ) throws(FragmentRefusal) -> FragmentReception {
        let place = place(of: link)
        if !isContested {
            if let reception = try add(fragment, to: Self.shared, from: place, at: now) { return reception }
            separate()
        }
        if let reception = try add(fragment, to: place, from: place, at: now) { return reception }
        throw .contradictory
    }

    /// Nil when the fragment contradicts the assembly.
    private mutating func add(
        _ fragment: Fragment, to number: Int, from place: Int, at now: Instant
    ) throws(FragmentRefusal) -> FragmentReception? {
        var assembly = assemblies.removeValue(forKey: number) ?? FragmentAssembly(like: fragment)
        defer { if assembly.count > 0 { assemblies[number] = assembly } }
        switch try assembly.add(fragment, over: 1 << UInt8(place)) {
        case .contradicted: return nil
        case .repeated: return .repeated
        case .borneOut:
            links[place].cost += FragmentAssembly.cost(of: fragment)
            return .repeated
        case .added:
            links[place].cost += FragmentAssembly.cost(of: fragment)
            lastProgress = now
        }
        guard assembly.isComplete else { return .stored }
        let frame = assembly.joined()
        assembly = FragmentAssembly(like: fragment)
        return .completed(frame)
    }

    private mutating func separate() {
        isContested = true
        guard let all = assemblies.removeValue(forKey: Self.shared) else { return }
        for place in links.indices { assemblies[place] = all.heard(over: 1 << UInt8(place)) }
    }

    private mutating func place(of link: LinkID) -> Int {
        if let place = links.firstIndex(where: { $0.link == link }) { return place }
        if links.count < Self.mostLinks { links.append((link, 0)) }
        return links.count - 1
    }
}
