import Foundation
import PTTKit
import PTTMesh
import PTTWire

/// `ptt inspect`: takes a packet apart.
struct InspectCommand {
    var source: String
    var kind: String
    var isJSON: Bool

    /// Larger input is no packet: the longest frame is about a mebibyte.
    private static let longest = 4 << 20

    func run() throws -> ExitCode {
        let bytes = try packet()
        let dissection =
            switch kind {
            case "packet": Dissection(packet: bytes)
            case "burst": Dissection(burst: bytes)
            default: Dissection(bytes)
            }
        if isJSON { try printJSON(dissection, count: bytes.count) } else { printText(dissection, count: bytes.count) }
        return dissection.problem == nil ? .success : .malformed
    }

    private func packet() throws -> [UInt8] {
        let data = try Self.data(of: source)
        let text = data.map { String(decoding: $0, as: UTF8.self) } ?? source
        let digits = text.filter { !$0.isWhitespace && $0 != ":" }
        do {
            return try [UInt8](hex: digits)
        } catch {
            if let data { return [UInt8](data) }
            throw DeviceError(
                .badRequest, "'\(source)' is neither a file nor an even number of hex digits, and so no packet.")
        }
    }

    private static func data(of source: String) throws -> Data? {
        guard source == "-" || FileManager.default.fileExists(atPath: source) else { return nil }
        let handle = source == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: source)
        guard let handle, let data = try handle.read(upToCount: longest + 1) else {
            throw DeviceError(.badRequest, "'\(source)' cannot be read, or is empty.")
        }
        guard data.count <= longest else {
            throw DeviceError(.badRequest, "'\(source)' is longer than any packet can be.")
        }
        return data
    }

    private func printText(_ dissection: Dissection, count: Int) {
        print("\(dissection.subject.rawValue), \(count) bytes")
        for field in dissection.fields { printText(field, depth: 0) }
        if let problem = dissection.problem { print("refused at byte \(problem.offset): \(problem.reason)") }
    }

    private func printText(_ field: DissectedField, depth: Int) {
        let offset = String(field.offset)
        let hex = field.bytes.count > 24 ? field.bytes.prefix(24).hex + "…" : field.bytes.hex
        let indent = String(repeating: "  ", count: depth)
        print(
            "\(String(repeating: " ", count: max(0, 5 - offset.count)))\(offset)  \(indent)\(field.name): \(field.meaning)"
        )
        if field.fields.isEmpty, !field.bytes.isEmpty { print("       \(indent)\(hex)") }
        for child in field.fields { printText(child, depth: depth + 1) }
    }

    private struct Line: Encodable {
        struct Field: Encodable {
            var name: String
            var offset: Int
            var bytes: String
            var meaning: String
            var fields: [Field]

            init(_ field: DissectedField) {
                name = field.name
                offset = field.offset
                bytes = field.bytes.hex
                meaning = field.meaning
                fields = field.fields.map(Field.init)
            }
        }

        struct Problem: Encodable {
            var reason: String
            var offset: Int
        }

        var subject: String
        var length: Int
        var fields: [Field]
        var problem: Problem?
    }

    private func printJSON(_ dissection: Dissection, count: Int) throws {
        let problem = dissection.problem.map { Line.Problem(reason: $0.reason, offset: $0.offset) }
        print(
            try ControlCoding.line(
                Line(
                    subject: dissection.subject.rawValue, length: count, fields: dissection.fields.map(Line.Field.init),
                    problem: problem)))
    }
}
