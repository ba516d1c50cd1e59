/// Cuts a stream of bytes into lines that end with a newline each.
struct LineSplitter: Sendable {
    enum Failure: Error, Hashable, Sendable {
        case lineTooLong
        case notText
    }

    private let limit: Int
    private var partial: [UInt8] = []
    private var searched = 0

    /// - Parameter limit: most bytes of a line, without its newline.
    init(limit: Int) {
        self.limit = limit
    }

    /// Takes more bytes and hands out the lines that they complete; linear in the bytes taken.
    mutating func take(_ bytes: some Sequence<UInt8>, _ line: (String) -> Void) throws(Failure) {
        partial.append(contentsOf: bytes)
        var start = 0
        while let end = partial[max(start, searched)...].firstIndex(of: 0x0A) {
            guard end - start <= limit else { throw .lineTooLong }
            guard let text = String(validating: partial[start..<end], as: UTF8.self) else { throw .notText }
            line(text)
            start = end + 1
        }
        partial.removeSubrange(..<start)
        searched = partial.count
        guard partial.count <= limit else { throw .lineTooLong }
    }
}
