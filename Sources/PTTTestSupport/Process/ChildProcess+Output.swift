import Foundation

extension ChildProcess {
    /// Runs a program to its end.
    ///
    /// - Parameter arguments: the program, looked up in PATH, and what it is given.
    /// - Returns: its exit code, and what it printed and complained.
    public static func result(of arguments: [String]) throws -> (status: Int32, text: String) {
        let pipe = Pipe()
        let writer = pipe.fileHandleForWriting
        let child = try ChildProcess(arguments, output: writer.fileDescriptor, errors: writer.fileDescriptor)
        try writer.close()
        let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        return (child.wait(), text)
    }

    /// Runs a program to its end, which must be a success.
    @discardableResult
    public static func output(of arguments: [String]) throws -> String {
        let (status, text) = try result(of: arguments)
        guard status == 0 else {
            throw Failed(description: "\(arguments.joined(separator: " ")) ended with \(status): \(text)")
        }
        return text
    }
}
