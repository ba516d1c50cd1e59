/// Why a database could not do what it was asked.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: Hashable, Sendable {
        /// The file is not there to be opened, or may not be.
        case cannotOpen
        /// Another connection held the file for longer than the busy timeout.
        case busy
        /// The disk, or the share of it that the configuration grants, is used up.
        case full
        /// A row would break a rule of its table.
        case constraint
        /// The file is not a sound database.
        case damaged
        /// The file was written by a newer version of the program.
        case newerVersion
        /// The file is a sound database of some other program.
        case foreign
        /// A step from an older version failed; the file is as it was before that step.
        case migration
        /// A value is not of the type that was asked for, or cannot be stored.
        case type
        /// More than the configuration lets a value or an answer have.
        case tooLarge
        /// The statement is no SQL, or not what the call is for.
        case statement
        /// The operating system failed to read or write.
        case inputOutput
        /// Anything else that SQLite can say.
        case system
    }

    /// What SQLite said.
    public struct Cause: Hashable, Sendable {
        /// The extended result code.
        public var result: Int32
        public var text: String
    }

    public var code: Code
    /// What failed and what to do about it.
    public var message: String
    public var cause: Cause?

    public init(_ code: Code, _ message: String, cause: Cause? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    public var description: String {
        cause.map { "\(message): \($0.text) (\($0.result))" } ?? message
    }
}
