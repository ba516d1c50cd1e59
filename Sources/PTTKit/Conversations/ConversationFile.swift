import Foundation

/// What was said with one peer, on disk: JSON lines that are only ever appended, so that a crash costs at most the last.
///
/// A later line with the same key takes the place of an earlier one. A line that cannot be read is passed over.
struct ConversationFile {
    struct Bounds: Sendable {
        /// The file is rewritten once it is larger.
        var bytes = 1 << 20
        /// Entries that a rewriting keeps, the newest.
        var entries = 2000
    }

    let url: URL
    var bounds = Bounds()

    /// - Throws: ``DeviceError`` when the file cannot be read.
    func entries() throws(DeviceError) -> [HistoryEntry] {
        guard let data = try PrivateFile.read(url) else { return [] }
        var entries: [HistoryEntry] = []
        var places: [HistoryEntry.Key: Int] = [:]
        for line in data.split(separator: UInt8(ascii: "\n")) {
            guard let entry = entry(line) else { continue }
            if let place = places[entry.key] {
                entries[place] = entry
            } else {
                places[entry.key] = entries.count
                entries.append(entry)
            }
        }
        return entries
    }

    /// - Throws: ``DeviceError`` when it cannot be written.
    func append(_ entry: HistoryEntry) throws(DeviceError) {
        // The first newline ends a torn line.
        let size = try PrivateFile.append(Data("\n".utf8) + line(entry), to: url)
        if size > bounds.bytes { try rewrite() }
    }

    private func rewrite() throws(DeviceError) {
        var data = Data()
        for entry in try entries().suffix(bounds.entries) { data += try line(entry) }
        try PrivateFile.write(data, to: url)
    }

    /// Nil for a torn line, which is what a power cut leaves.
    private func entry(_ line: Data) -> HistoryEntry? {
        do {
            return try ControlCoding.value(HistoryEntry.self, from: String(decoding: line, as: UTF8.self))
        } catch {
            return nil
        }
    }

    private func line(_ entry: HistoryEntry) throws(DeviceError) -> Data {
        do {
            return Data((try ControlCoding.line(entry) + "\n").utf8)
        } catch {
            throw DeviceError(.storage, "Cannot write \(url.path): \(error)")
        }
    }
}
