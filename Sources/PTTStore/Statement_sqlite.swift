import CSQLite

/// One prepared statement, reset after each use. One owner at a time: its connection.
@safe final class Statement {
    private let handle: OpaquePointer
    private let connection: OpaquePointer
    private let names: ColumnNames
    let isReadOnly: Bool

    /// - Throws: ``StoreError`` `.statement` when the text is not exactly one statement.
    init(_ text: String, on connection: OpaquePointer) throws(StoreError) {
        var handle: OpaquePointer?
        var rest = 0
        var copy = text
        let result = copy.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                var tail: UnsafePointer<CChar>?
                let result = unsafe sqlite3_prepare_v3(
                    connection, characters.baseAddress, Int32(clamping: characters.count),
                    UInt32(SQLITE_PREPARE_PERSISTENT), &handle, &tail)
                if let tail = unsafe tail, let start = characters.baseAddress { rest = unsafe tail - start }
                return result
            }
        }
        guard result == SQLITE_OK else {
            throw unsafe StoreError(result, connection, doing: "Cannot prepare '\(text)'")
        }
        guard let handle = unsafe handle else { throw StoreError(.statement, "'\(text)' is no statement") }
        guard text.utf8.dropFirst(rest).allSatisfy({ $0 == 10 || $0 == 32 }) else {
            unsafe sqlite3_finalize(handle)
            throw StoreError(.statement, "'\(text)' is more than one statement")
        }
        unsafe self.handle = handle
        unsafe self.connection = connection
        isReadOnly = unsafe sqlite3_stmt_readonly(handle) != 0
        names = ColumnNames(
            (0..<(unsafe sqlite3_column_count(handle))).map { column in
                guard let name = unsafe sqlite3_column_name(handle, column) else { return "" }
                return unsafe String(cString: name)
            })
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    /// Runs the statement to its end.
    ///
    /// - Parameter limit: rows at most.
    func rows(_ values: [StoreValue], limit: Int) throws(StoreError) -> [Row] {
        defer {
            unsafe sqlite3_reset(handle)
            unsafe sqlite3_clear_bindings(handle)
        }
        try bind(values)
        var rows: [Row] = []
        while true {
            let result = unsafe sqlite3_step(handle)
            guard result == SQLITE_ROW else {
                guard result == SQLITE_DONE else { throw failure(result) }
                return rows
            }
            guard rows.count < limit else { throw StoreError(.tooLarge, "The answer has more than \(limit) rows") }
            let columns = unsafe sqlite3_column_count(handle)
            rows.append(Row(names: names, values: (0..<columns).map(value)))
        }
    }

    private func bind(_ values: [StoreValue]) throws(StoreError) {
        guard unsafe sqlite3_bind_parameter_count(handle) == Int32(values.count) else {
            throw StoreError(.statement, "\(values.count) values do not fit the statement '\(text)'")
        }
        for (value, index) in zip(values, Int32(1)...) {
            let result = try bind(value, at: index)
            guard result == SQLITE_OK else { throw failure(result) }
        }
    }

    private func bind(_ value: StoreValue, at index: Int32) throws(StoreError) -> Int32 {
        switch value {
        case .null:
            return unsafe sqlite3_bind_null(handle, index)
        case .integer(let value):
            return unsafe sqlite3_bind_int64(handle, index, value)
        case .real(let value):
            guard !value.isNaN else { throw StoreError(.type, "Not a number cannot be stored") }
            return unsafe sqlite3_bind_double(handle, index, value)
        case .text(var value):
            return value.withUTF8 { bytes in
                unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                    unsafe CSQLite_bind_text(handle, index, characters.baseAddress, UInt64(characters.count))
                }
            }
        case .blob(let value):
            return unsafe value.withUnsafeBytes { bytes in
                unsafe CSQLite_bind_blob(handle, index, bytes.baseAddress, UInt64(bytes.count))
            }
        }
    }

    private func value(_ column: Int32) -> StoreValue {
        switch unsafe sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer(unsafe sqlite3_column_int64(handle, column))
        case SQLITE_FLOAT: .real(unsafe sqlite3_column_double(handle, column))
        case SQLITE_TEXT: .text(String(decoding: text(column), as: UTF8.self))
        case SQLITE_BLOB: .blob(unsafe bytes(sqlite3_column_blob(handle, column), column))
        default: .null
        }
    }

    private func text(_ column: Int32) -> [UInt8] {
        unsafe bytes(UnsafeRawPointer(sqlite3_column_text(handle, column)), column)
    }

    /// - Parameter start: fetched before the bytes are counted, for fetching may convert them.
    private func bytes(_ start: UnsafeRawPointer?, _ column: Int32) -> [UInt8] {
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : max(0, count)))
    }

    private var text: String {
        guard let text = unsafe sqlite3_sql(handle) else { return "" }
        return unsafe String(cString: text)
    }

    private func failure(_ result: Int32) -> StoreError {
        unsafe StoreError(result, connection, doing: "Cannot run '\(text)'")
    }
}
