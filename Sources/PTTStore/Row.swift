/// One row of an answer, read out of the database: it stays as it is whatever happens to the file.
public struct Row: Sendable {
    let names: ColumnNames
    let values: [StoreValue]

    /// The column of that name; the last one, if two have it.
    ///
    /// - Throws: ``StoreError`` `.statement` when there is no such column, `.type` when it holds something else.
    public subscript<Value: StoreConvertible>(name: String) -> Value {
        get throws(StoreError) {
            guard let index = names.index[name], index < values.count else {
                throw StoreError(.statement, "The answer has no column '\(name)'")
            }
            do throws(StoreError) {
                return try Value(storeValue: values[index])
            } catch {
                throw StoreError(.type, "Column '\(name)': \(error.message)")
            }
        }
    }
}

/// The names of an answer's columns, shared by its rows.
final class ColumnNames: Sendable {
    let index: [String: Int]

    init(_ names: [String]) {
        var index: [String: Int] = [:]
        for (place, name) in names.enumerated() { index[name] = place }
        self.index = index
    }
}
