/// The types of files that are taken, each under its MIME name (bitchat wire §6.2).
public enum FileType: String, CaseIterable, Hashable, Sendable {
    case jpeg = "image/jpeg"
    case png = "image/png"
    case gif = "image/gif"
    case webp = "image/webp"
    case mp4Audio = "audio/mp4"
    case m4a = "audio/m4a"
    case aac = "audio/aac"
    case mpeg = "audio/mpeg"
    case mp3 = "audio/mp3"
    case wav = "audio/wav"
    case xWav = "audio/x-wav"
    case ogg = "audio/ogg"
    case pdf = "application/pdf"
    case octetStream = "application/octet-stream"

    /// What it is to its reader.
    public enum Category: Hashable, Sendable {
        case audio, image, file
    }

    /// Reads a MIME type in letters of either case; nil for one that is not taken.
    public init?(mimeType: String) {
        let lowered = mimeType.lowercased()
        // The one alias that deployed nodes send.
        self.init(rawValue: lowered == "image/jpg" ? Self.jpeg.rawValue : lowered)
    }

    public var category: Category {
        switch self {
        case .jpeg, .png, .gif, .webp: .image
        case .mp4Audio, .m4a, .aac, .mpeg, .mp3, .wav, .xWav, .ogg: .audio
        case .pdf, .octetStream: .file
        }
    }

    /// What a name without an extension gets.
    public var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        case .gif: "gif"
        case .webp: "webp"
        case .mp4Audio, .m4a, .aac: "m4a"
        case .mpeg, .mp3: "mp3"
        case .wav, .xWav: "wav"
        case .ogg: "ogg"
        case .pdf: "pdf"
        case .octetStream: "bin"
        }
    }

    /// Whether `content` begins as files of this type do; of AAC in its containers only that there are more than 100 bytes,
    /// as recorders differ.
    public func fits(_ content: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .jpeg: content.starts(with: [0xFF, 0xD8, 0xFF])
        case .png: content.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        case .gif: content.starts(with: "GIF87a".utf8) || content.starts(with: "GIF89a".utf8)
        case .webp: content.starts(with: "RIFF".utf8) && content.dropFirst(8).starts(with: "WEBP".utf8)
        case .mp4Audio, .m4a, .aac: content.count > 100
        case .mpeg, .mp3:
            content.starts(with: "ID3".utf8)
                || content.first == 0xFF && content.dropFirst().first.map { $0 & 0xE0 == 0xE0 } ?? false
        case .wav, .xWav: content.starts(with: "RIFF".utf8) && content.dropFirst(8).starts(with: "WAVE".utf8)
        case .ogg: content.starts(with: "OggS".utf8)
        case .pdf: content.starts(with: "%PDF".utf8)
        case .octetStream: !content.isEmpty
        }
    }
}

extension FilePacket {
    /// The type of this file, once it was found to be one that is taken and to begin like one (bitchat wire §6.4).
    public func verifiedType() throws(FileError) -> FileType {
        guard let mimeType, let type = FileType(mimeType: mimeType) else { throw .typeNotTaken(mimeType) }
        guard type.fits(content) else { throw .contentIsNotItsType(type) }
        return type
    }
}
