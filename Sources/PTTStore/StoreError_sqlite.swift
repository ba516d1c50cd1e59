import CSQLite

extension StoreError {
    /// - Parameters:
    ///   - result: what the call returned.
    ///   - connection: knows the text of its last failure.
    init(_ result: Int32, _ connection: OpaquePointer?, doing what: String) {
        let text: String
        if let connection = unsafe connection, let pointer = unsafe sqlite3_errmsg(connection) {
            text = unsafe String(cString: pointer)
        } else if let pointer = unsafe sqlite3_errstr(result) {
            text = unsafe String(cString: pointer)
        } else {
            text = "no text"
        }
        self.init(Code(result), what, cause: Cause(result: result, text: text))
    }
}

extension StoreError.Code {
    /// - Parameter result: an extended result code, whose low byte is the primary one.
    init(_ result: Int32) {
        switch result & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
        case SQLITE_FULL: self = .full
        case SQLITE_CONSTRAINT: self = .constraint
        case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged
        case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_READONLY: self = .cannotOpen
        case SQLITE_TOOBIG: self = .tooLarge
        case SQLITE_ERROR, SQLITE_RANGE, SQLITE_MISUSE, SQLITE_AUTH: self = .statement
        case SQLITE_MISMATCH: self = .type
        // A short read: pages that the header promises are not there.
        case SQLITE_IOERR where result >> 8 == 2: self = .damaged
        case SQLITE_IOERR: self = .inputOutput
        default: self = .system
        }
    }
}
