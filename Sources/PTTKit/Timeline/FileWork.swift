import Foundation
import PTTStore

/// What a change of rows asks of files: done after the rows are safe, and again after a crash until it was done.
struct FileWork: Hashable, Sendable {
    var id: Int64
    var folder: TimelineFolders.Name
    var source: StoredName
    /// The new name; nil removes the file.
    var target: StoredName?

    private var names: Set<StoredName> { Set([source, target].compactMap { $0 }) }

    /// Does all of it in order; what touches a file that another entry failed on waits for that one.
    ///
    /// - Parameter fault: told of each failure.
    /// - Returns: what is done, and safe from a power cut.
    static func perform(
        _ work: [FileWork], in folders: TimelineFolders, fault: (DeviceError) -> Void
    ) -> [FileWork] {
        var done: [FileWork] = []
        var stuck: Set<StoredName> = []
        for entry in work {
            guard stuck.isDisjoint(with: entry.names) else { continue }
            do throws(DeviceError) {
                try entry.perform(in: folders)
                done.append(entry)
            } catch {
                stuck.formUnion(entry.names)
                fault(error)
            }
        }
        for folder in Set(done.map(\.folder)) {
            do throws(DeviceError) {
                try folders.synchronize(folder)
            } catch {
                done.removeAll { $0.folder == folder }
                fault(error)
            }
        }
        return done
    }

    /// Doing it twice is doing it once.
    private func perform(in folders: TimelineFolders) throws(DeviceError) {
        let file = folders.url(source, in: folder)
        guard let target else {
            guard unlink(file.path) == 0 || errno == ENOENT else { throw TimelineFolders.failure("remove", file) }
            return
        }
        guard TimelineFolders.size(of: file) != nil else { return }
        try TimelineFolders.synchronize(file)
        guard rename(file.path, folders.url(target, in: folder).path) == 0 || errno == ENOENT else {
            throw TimelineFolders.failure("rename", file)
        }
    }
}

extension Transaction {
    /// Asks that a file be removed, or renamed to `target`.
    func ask(
        _ folder: TimelineFolders.Name, _ source: StoredName, becomes target: StoredName? = nil
    ) throws(StoreError) {
        try run(
            "INSERT INTO file_work (folder, source, target) VALUES (\(folder.rawValue), \(source.text), \(optional: target?.text))"
        )
    }

    /// What is still to be done; entries that would lead out of the folders are dropped.
    func fileWork() throws(StoreError) -> (valid: [FileWork], invalid: [Int64]) {
        var work: [FileWork] = []
        var invalid: [Int64] = []
        for row in try rows("SELECT id, folder, source, target FROM file_work ORDER BY id LIMIT 10000") {
            let id: Int64 = try row["id"]
            let target: String? = try row["target"]
            let name = target.flatMap(StoredName.init)
            guard let folder = TimelineFolders.Name(rawValue: try row["folder"]),
                let source = StoredName(try row["source"]), (target == nil) == (name == nil)
            else {
                invalid.append(id)
                continue
            }
            work.append(FileWork(id: id, folder: folder, source: source, target: name))
        }
        return (work, invalid)
    }
}
