import Foundation

/// Mono 16-bit PCM out of a RIFF file.
struct WaveFile {
    let rate: Int
    /// In 16-bit steps.
    let samples: [Float]

    /// - Returns: nil for anything but mono 16-bit PCM.
    init?(_ url: URL) throws {
        let bytes = [UInt8](try Data(contentsOf: url))
        func number(_ place: Int, _ count: Int) -> Int {
            (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
        }
        var place = 12
        var format: (kind: Int, channels: Int, rate: Int, bits: Int)?
        var data: Range<Int>?
        while place + 8 <= bytes.count, data == nil {
            let length = min(number(place + 4, 4), bytes.count - place - 8)
            let name = String(decoding: bytes[place..<place + 4], as: UTF8.self)
            if name == "fmt ", length >= 16 {
                format = (number(place + 8, 2), number(place + 10, 2), number(place + 12, 4), number(place + 22, 2))
            } else if name == "data" {
                data = place + 8..<place + 8 + length
            }
            place += 8 + length + length % 2
        }
        guard let format, let data, format.kind == 1, format.channels == 1, format.bits == 16 else { return nil }
        rate = format.rate
        samples = stride(from: data.lowerBound, to: data.upperBound - 1, by: 2).map {
            Float(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
        }
    }
}
