public import PTTWire

extension GossipStore {
    /// The request that tells what is kept of `types`.
    ///
    /// - Parameter fragments: Asks, of fragments, only for those of these frames; 60 at most.
    public func request(for types: SyncTypes, fragments: [FragmentID] = [], at now: Timestamp) -> SyncRequest {
        let kept = fresh(types, at: now).sorted { $0.timestamp > $1.timestamp }
        let (filter, count) = SyncFilter.covering(kept.map(\.filterHash))
        // Whatever is older is kept too, though the filter does not say so.
        let since = count > 0 && count < kept.count ? kept[count - 1].timestamp : nil
        return SyncRequest(filter: filter, types: types, since: since, fragments: fragments)
    }

    /// The frames that the asker lacks, ready to be sent to it alone: announces first, as they carry the keys to the others,
    /// and of each kind the newest first.
    ///
    /// - Returns: At most ``Limits/answerBytes`` together, or one frame alone.
    /// - Complexity: O(packets · log n).
    public func answer(to request: SyncRequest, at now: Timestamp) -> [[UInt8]] {
        let members = SyncFilterMembers(of: request.filter)
        var frames: [[UInt8]] = []
        var byteCount = 0
        for kind in GossipKind.allCases where request.askedTypes.contains(kind.types) {
            let lacking = fresh(kind.types, at: now).filter { entry in
                isAsked(entry, of: kind, by: request) && !members.contains(entry.filterHash)
            }
            for entry in lacking.sorted(by: { $0.timestamp > $1.timestamp }) {
                byteCount += entry.frame.count
                guard frames.isEmpty || byteCount <= limits.answerBytes else { return frames }
                var frame = entry.frame
                FramePatch.markSyncAnswer(in: &frame)
                frames.append(frame)
            }
        }
        return frames
    }

    private func fresh(_ types: SyncTypes, at now: Timestamp) -> [GossipShelf.Entry] {
        GossipKind.allCases.filter { types.contains($0.types) }.flatMap { kind in
            (shelves[kind]?.entries ?? []).filter { limits[kind].admits($0.timestamp, at: now) }
        }
    }

    private func isAsked(_ entry: GossipShelf.Entry, of kind: GossipKind, by request: SyncRequest) -> Bool {
        let isCovered = request.since.map { entry.timestamp >= $0 } ?? true
        switch kind {
        case .announce: return true
        case .fragment where !request.fragments.isEmpty:
            return entry.fragment.map(request.fragments.contains) ?? false
        case .message, .groupMessage, .file, .fragment: return isCovered
        }
    }
}
