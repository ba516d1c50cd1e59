extension Array where Element == UInt8 {
    /// The bytes of a span.
    init(copying span: Span<UInt8>) {
        self.init()
        append(addingCapacity: span.count) { output in
            for index in span.indices { output.append(span[index]) }
        }
    }
}
