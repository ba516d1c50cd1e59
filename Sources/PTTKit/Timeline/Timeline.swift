import Foundation
import PTTMesh
import PTTStore
public import PTTWire

/// Everything that was said, on disk: conversations, their bubbles, and the files behind them.
///
/// A burst has one bubble, whatever arrives of it and in which order: the capture of what was heard live gives way to the
/// talker's note once, and what was canceled or is over stays so, also after a restart. Rows change in transactions;
/// files follow by a journal that is worked off after a crash.
///
/// Not `Sendable`: one owner, the device. Calls block for as long as the disk takes.
public final class Timeline {
    let folders: TimelineFolders
    let configuration: TimelineConfiguration
    let database: Database
    /// Faults that did not stop a call, for ``takeFaults()``.
    private var faults: [DeviceError] = []

    /// More than anybody reads at once.
    private static let faultLimit = 16

    /// Opens the timeline, and makes good what a crash left half done.
    ///
    /// - Parameter now: decides what is too old.
    /// - Throws: ``DeviceError`` `.storage` when the database or a folder cannot be used.
    public init(
        _ folders: TimelineFolders, configuration: TimelineConfiguration = TimelineConfiguration(), at now: Timestamp
    ) throws(DeviceError) {
        self.folders = folders
        self.configuration = configuration
        database = try DeviceError.storing { () throws(StoreError) in
            try Database(path: folders.database.path, schema: TimelineSchema.current)
        }
        recovery = Recovery()
        try recover(at: now)
    }

    /// What opening found and made good.
    public internal(set) var recovery: Recovery

    /// Faults that did not stop a call since this was asked last, such as a file that could not be removed yet.
    public func takeFaults() -> [DeviceError] {
        defer { faults.removeAll() }
        return faults
    }

    func report(_ fault: DeviceError) {
        if faults.count < Self.faultLimit { faults.append(fault) }
    }

    func read<Value>(
        _ body: (borrowing Transaction) throws(StoreError) -> Value
    ) throws(DeviceError) -> Value {
        try DeviceError.storing { () throws(StoreError) in try database.read(body) }
    }

    /// Changes rows, then the files that they ask for.
    func change<Value>(
        _ body: (borrowing Transaction) throws(StoreError) -> Value
    ) throws(DeviceError) -> Value {
        let value = try DeviceError.storing { () throws(StoreError) in try database.write(body) }
        try performFileWork()
        return value
    }

    /// - Returns: entries that were done.
    @discardableResult
    func performFileWork() throws(DeviceError) -> Int {
        let (work, invalid) = try read { transaction throws(StoreError) in try transaction.fileWork() }
        guard !work.isEmpty || !invalid.isEmpty else { return 0 }
        let done = FileWork.perform(work, in: folders, fault: report)
        try DeviceError.storing { () throws(StoreError) in
            try database.write { transaction throws(StoreError) in
                for id in done.map(\.id) + invalid { try transaction.run("DELETE FROM file_work WHERE id = \(id)") }
            }
        }
        return done.count
    }

    /// Bubbles out of rows; one that cannot be read is passed over and reported.
    func bubbles(_ rows: [Row]) -> [Bubble] {
        var bubbles: [Bubble] = []
        for row in rows {
            do throws(StoreError) {
                bubbles.append(try Bubble(row, in: folders))
            } catch {
                report(DeviceError(error))
            }
        }
        return bubbles
    }
}

extension DeviceError {
    init(_ error: StoreError) {
        self.init(.storage, "\(error)")
    }

    static func storing<Value>(_ body: () throws(StoreError) -> Value) throws(DeviceError) -> Value {
        do throws(StoreError) {
            return try body()
        } catch {
            throw DeviceError(error)
        }
    }
}
