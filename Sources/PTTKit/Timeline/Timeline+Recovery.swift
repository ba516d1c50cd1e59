import Foundation
import PTTMesh
import PTTStore
import PTTWire

/// What the opening of a timeline found and made good.
public struct Recovery: Hashable, Sendable {
    /// Where a damaged database was put, and what was wrong with it.
    public var damaged: Damage?
    /// Bursts that were live when the program ended, and of which something was kept.
    public var keptCaptures = 0
    /// Bursts that were live, and of which nothing was kept.
    public var lostCaptures = 0
    /// Renames and removals that were done late.
    public var finishedFileWork = 0
    /// Files that belonged to nothing and were removed.
    public var removedOrphans = 0
    /// Voices without a bubble that got one, as after a damaged database.
    public var adopted = 0
    /// Bubbles whose file is gone.
    public var filesLost = 0
    /// Bubbles that were too old or too much.
    public var retired = 0

    public struct Damage: Hashable, Sendable {
        public var path: String
        public var reason: String
    }
}

extension Timeline {
    /// Finishes what was begun, ends what was live, and makes rows and files agree.
    func recover(at now: Timestamp) throws(DeviceError) {
        var isNew = false
        for notice in database.notices {
            switch notice {
            case .created: isNew = true
            case .migrated: break
            case .setAside(let path, let reason): recovery.damaged = Recovery.Damage(path: path, reason: reason)
            }
        }
        try dropUnreadableConversations()
        recovery.finishedFileWork = try performFileWork()
        try endLiveBubbles()
        for folder in TimelineFolders.Name.allCases { try reconcile(folder, adoptsCaptures: isNew, at: now) }
        recovery.retired = try retain(at: now)
    }

    /// The file may be hostile: what cannot be named could neither be shown nor removed later.
    private func dropUnreadableConversations() throws(DeviceError) {
        let unreadable = try read { transaction throws(StoreError) in
            var keys: [String] = []
            for row in try transaction.rows("SELECT key FROM conversation") {
                let key: String = try row["key"]
                if ConversationID(key)?.description != key { keys.append(key) }
            }
            return keys
        }
        guard !unreadable.isEmpty else { return }
        try change { transaction throws(StoreError) in
            for key in unreadable { try transaction.run("DELETE FROM conversation WHERE key = \(key)") }
        }
    }

    /// A burst that was live when the program ended keeps what was captured of it.
    private func endLiveBubbles() throws(DeviceError) {
        let rows = try read { transaction throws(StoreError) in
            try transaction.rows("\(Bubble.query) WHERE state = 'live'")
        }
        for var bubble in bubbles(rows) {
            bubble.isPartial = true
            bubble = try change { [folders, bubble] transaction throws(StoreError) in
                var bubble = bubble
                try transaction.settle(&bubble, in: folders, otherwise: .interrupted)
                return bubble
            }
            if bubble.state == .final { recovery.keptCaptures += 1 } else { recovery.lostCaptures += 1 }
        }
    }

    private func reconcile(
        _ folder: TimelineFolders.Name, adoptsCaptures: Bool, at now: Timestamp
    ) throws(DeviceError) {
        var files = try folders.files(in: folder)
        let rows = try read { transaction throws(StoreError) in
            try transaction.rows(
                "\(Bubble.query) WHERE file IS NOT NULL AND sent = \(folder == .outgoing) AND \(Bubble.State.shown)")
        }
        // What waits in the journal belongs to it.
        let (pending, _) = try read { transaction throws(StoreError) in try transaction.fileWork() }
        var waiting: Set<String> = []
        for work in pending where work.folder == folder {
            waiting.formUnion([work.source.text, work.target?.text].compactMap { $0 })
        }
        for bubble in bubbles(rows) {
            let name = bubble.storedName?.text ?? ""
            let size = files.removeValue(forKey: name)
            if !waiting.contains(name) { try correct(bubble, size: size) }
        }
        for (file, size) in files.sorted(by: { $0.key < $1.key }) where !waiting.contains(file) {
            try clear(file, size: size, in: folder, adoptsCaptures: adoptsCaptures, at: now)
        }
        try performFileWork()
    }

    private func correct(_ bubble: Bubble, size: Int?) throws(DeviceError) {
        guard size != bubble.bytes || size == 0 else { return }
        var corrected = bubble
        if let size, size > 0 {
            corrected.bytes = size
        } else {
            corrected.state = .failed(.fileLost)
            corrected.file = nil
            corrected.bytes = 0
            recovery.filesLost += 1
        }
        try change { [corrected] transaction throws(StoreError) in try transaction.update(corrected) }
    }

    /// Decides on a file that no bubble has.
    private func clear(
        _ file: String, size: Int, in folder: TimelineFolders.Name, adoptsCaptures: Bool, at now: Timestamp
    ) throws(DeviceError) {
        // What PrivateFile left half written has a dot in front, which no name of ours has.
        guard let name = StoredName(file.hasPrefix(".\(StoredName.arrivingPrefix)") ? String(file.dropFirst()) : file)
        else { return }
        if name.isArriving {
            unlink(folders.url(folder, file).path)
            recovery.removedOrphans += 1
        } else if folder == .incoming, let key = name.key {
            try adopt(name, of: key, size: size, whole: !name.isCapture, mayKeep: !name.isCapture || adoptsCaptures)
        } else if name.isCapture || folders.modified(name, in: folder).stored < now.stored - configuration.age.stored {
            // Nobody's, and as old as a bubble may be: the bound on the disk holds for it as well.
            try change { transaction throws(StoreError) in try transaction.ask(folder, name) }
            recovery.removedOrphans += 1
        }
    }

    /// Gives a received voice a bubble, unless its burst has one or it holds nothing.
    private func adopt(
        _ name: StoredName, of key: BubbleKey, size: Int, whole: Bool, mayKeep: Bool
    ) throws(DeviceError) {
        let began = folders.modified(name, in: .incoming)
        let isAdopted = try change { [folders] transaction throws(StoreError) in
            guard mayKeep, size > 0, try transaction.bubble(key, in: folders) == nil else {
                try transaction.ask(.incoming, name)
                return false
            }
            var bubble = Bubble(.received, .liveVoice, by: key.talker, in: key.conversation, at: began)
            bubble.nickname = key.talker.description
            bubble.burst = key.burst
            bubble.isUnread = false
            bubble.isPartial = !whole
            bubble.file = folders.url(name, in: .incoming)
            bubble.bytes = size
            bubble.id = try transaction.insert(bubble)
            try transaction.settle(&bubble, in: folders, otherwise: .fileLost)
            return true
        }
        if isAdopted { recovery.adopted += 1 } else { recovery.removedOrphans += 1 }
    }
}
