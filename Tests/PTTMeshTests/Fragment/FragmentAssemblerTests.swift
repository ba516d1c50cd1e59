import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@Suite("Putting frames together from their pieces")
struct FragmentAssemblerTests {
    private let start = Instant(nanoseconds: 0)
    private let talker = PeerID(rawValue: 1)
    private let here = LinkID(rawValue: 1)
    private let there = LinkID(rawValue: 2)

    private func pieces(_ text: String, of id: UInt64 = 7, type: PacketType = .publicMessage) -> [Fragment] {
        let bytes = Array(text.utf8)
        return bytes.indices.map { index in
            Fragment(
                id: FragmentID(rawValue: id), index: index, total: bytes.count, originalType: type.rawValue,
                chunk: bytes[index...index])
        }
    }

    private func receive(
        _ fragment: Fragment, from sender: PeerID? = nil, over link: LinkID, by assembler: inout FragmentAssembler,
        at now: Instant? = nil
    ) throws(FragmentRefusal) -> FragmentReception {
        try assembler.receive(fragment, from: sender ?? talker, isBroadcast: true, over: link, at: now ?? start)
    }

    @Test("Pieces that come over several links make one frame")
    func linksJoin() throws {
        var assembler = FragmentAssembler()
        let pieces = pieces("abc")
        #expect(try receive(pieces[2], over: here, by: &assembler) == .stored)
        #expect(try receive(pieces[2], over: there, by: &assembler) == .repeated)
        #expect(try receive(pieces[0], over: there, by: &assembler) == .stored)
        #expect(assembler.missing(of: FragmentKey(sender: talker, id: pieces[0].id)) == [1])
        #expect(try receive(pieces[1], over: here, by: &assembler) == .completed(Array("abc".utf8)))
    }

    @Test("The same ID of another sender is another frame")
    func sendersAreApart() throws {
        var assembler = FragmentAssembler()
        #expect(try receive(pieces("ab")[0], over: here, by: &assembler) == .stored)
        let other = PeerID(rawValue: 2)
        #expect(try receive(pieces("xyz")[1], from: other, over: here, by: &assembler) == .stored)
        #expect(try receive(pieces("ab")[1], over: here, by: &assembler) == .completed(Array("ab".utf8)))
    }

    @Test("A forger on another link spoils nothing, whenever it comes in", arguments: 0..<4)
    func forgeryOverAnotherLink(_ moment: Int) throws {
        var assembler = FragmentAssembler()
        let genuine = pieces("abcd")
        let forged = pieces("wxyz")
        for index in genuine.indices {
            if index == moment {
                for piece in forged where piece.index != 3 { _ = try receive(piece, over: there, by: &assembler) }
                _ = try receive(pieces("12")[1], over: there, by: &assembler, orRefused: true)
            }
            let reception = try receive(genuine[index], over: here, by: &assembler)
            #expect(reception == (index == 3 ? .completed(Array("abcd".utf8)) : .stored))
        }
    }

    private func receive(
        _ fragment: Fragment, over link: LinkID, by assembler: inout FragmentAssembler, orRefused: Bool
    ) throws -> FragmentReception? {
        do throws(FragmentRefusal) {
            return try receive(fragment, over: link, by: &assembler)
        } catch {
            #expect(error == .contradictory)
            return nil
        }
    }

    @Test("What contradicts itself over one link changes nothing")
    func contradictionOverOneLink() throws {
        var assembler = FragmentAssembler()
        _ = try receive(pieces("abc")[0], over: here, by: &assembler)
        for other in [pieces("xbc")[0], pieces("abcd")[0], pieces("abc", type: .leave)[1]] {
            #expect(throws: FragmentRefusal.contradictory) { try receive(other, over: here, by: &assembler) }
        }
        _ = try receive(pieces("abc")[1], over: here, by: &assembler)
        #expect(try receive(pieces("abc")[2], over: here, by: &assembler) == .completed(Array("abc".utf8)))
    }

    @Test("A frame that proved itself is not begun again")
    func finished() throws {
        var assembler = FragmentAssembler()
        for piece in pieces("ab") { _ = try receive(piece, over: here, by: &assembler) }
        assembler.finish(FragmentKey(sender: talker, id: FragmentID(rawValue: 7)))
        #expect(throws: FragmentRefusal.finished) { try receive(pieces("ab")[0], over: there, by: &assembler) }
    }

    @Test("Frames above the limit for their type are refused")
    func tooLarge() throws {
        let chunk = [UInt8](repeating: 1, count: 60_000)
        for (type, most) in [(PacketType.publicMessage, 1 << 20), (.fileTransfer, PacketLayout.largestPayload)] {
            var assembler = FragmentAssembler()
            var accepted = 0
            #expect(throws: FragmentRefusal.tooLarge(limit: most)) {
                for index in 0..<30 {
                    let piece = Fragment(
                        id: FragmentID(rawValue: 1), index: index, total: 30, originalType: type.rawValue,
                        chunk: chunk[...])
                    _ = try receive(piece, over: here, by: &assembler)
                    accepted += chunk.count
                }
            }
            #expect(accepted <= most && accepted + chunk.count > most)
        }
    }

    @Test("One who begins frame after frame pushes out no one else's, and stays within bounds")
    func flood() throws {
        var assembler = FragmentAssembler()
        _ = try receive(pieces("ab", of: 1), from: talker, over: here, by: &assembler)
        var random = SeededGenerator(seed: 1)
        for id in 2..<3_000 as Range<UInt64> {
            let sender = PeerID(rawValue: random.next() % 500)
            let chunk = [UInt8](repeating: 3, count: Int(random.next() % 60_000))
            let piece = Fragment(
                id: FragmentID(rawValue: id), index: 0, total: 9_999, originalType: 0x22, chunk: chunk[...])
            _ = try? receive(piece, from: sender, over: there, by: &assembler)
            #expect(assembler.count <= assembler.limits.streams && assembler.memory <= assembler.limits.bytes)
        }
        #expect(try receive(pieces("ab", of: 1)[1], over: here, by: &assembler) == .completed(Array("ab".utf8)))
    }

    @Test("One who begins another's frame, and as many more in its name, does not keep it from becoming whole")
    func floodInAnothersName() throws {
        var assembler = FragmentAssembler()
        let chunk = [UInt8](repeating: 3, count: 60_000)
        let genuine = pieces("abcdef")
        for round in 0..<6 {
            for id in 0..<100 as Range<UInt64> {
                let forged = Fragment(
                    id: FragmentID(rawValue: id), index: 5 - round, total: 6, originalType: 0x02, chunk: chunk[...])
                _ = try? receive(forged, over: there, by: &assembler)
                _ = try? receive(forged, over: LinkID(rawValue: 3), by: &assembler)
            }
            let reception = try receive(genuine[round], over: here, by: &assembler)
            #expect(reception == (round == 5 ? .completed(Array("abcdef".utf8)) : .stored))
            #expect(assembler.memory <= assembler.limits.bytes)
        }
    }

    private func receive(
        _ fragments: [Fragment], from sender: PeerID, over link: LinkID, by assembler: inout FragmentAssembler
    ) throws -> FragmentReception {
        try receive(fragments[0], from: sender, over: link, by: &assembler)
    }

    @Test("A sender with too many frames under way gives up its own that moved least")
    func ownShare() throws {
        var assembler = FragmentAssembler()
        for piece in pieces("abc", of: 0).dropLast() { _ = try receive(piece, over: here, by: &assembler) }
        for id in 1..<200 as Range<UInt64> { _ = try receive(pieces("xy", of: id)[0], over: here, by: &assembler) }
        #expect(assembler.count == assembler.limits.streamsPerSender)
        #expect(try receive(pieces("abc", of: 0)[2], over: here, by: &assembler) == .completed(Array("abc".utf8)))
    }

    @Test("A frame is given up when nothing comes for 30 s, or after 180 s")
    func expiry() throws {
        var assembler = FragmentAssembler()
        let pieces = pieces("abcdefghij")
        for (step, piece) in pieces.dropLast().enumerated() {
            let now = start + .seconds(29 * step)
            if step < 7 {
                #expect(try receive(piece, over: here, by: &assembler, at: now) == .stored)
                #expect(assembler.missing(of: FragmentKey(sender: talker, id: piece.id)).count == 9 - step)
            }
        }
        assembler.expire(at: start + .seconds(180))
        #expect(assembler.count == 0 && assembler.memory == 0 && assembler.nextDeadline == nil)
        _ = try receive(pieces[0], over: here, by: &assembler, at: start)
        assembler.expire(at: start + .milliseconds(29_999))
        #expect(assembler.count == 1)
        assembler.expire(at: start + .seconds(30))
        #expect(assembler.count == 0)
    }

    @Test("A broadcast that stalls is asked for after 5 s, and again after 10")
    func stalled() throws {
        var assembler = FragmentAssembler()
        _ = try receive(pieces("ab")[0], over: here, by: &assembler)
        let key = FragmentKey(sender: talker, id: FragmentID(rawValue: 7))
        #expect(assembler.nextDeadline == start + .seconds(5))
        #expect(assembler.takeStalled(at: start + .milliseconds(4_999)).isEmpty)
        #expect(assembler.takeStalled(at: start + .seconds(5)) == [key])
        #expect(assembler.takeStalled(at: start + .seconds(14)).isEmpty)
        #expect(assembler.nextDeadline == start + .seconds(15))
        #expect(assembler.takeStalled(at: start + .seconds(15)) == [key])
    }

    @Test("A directed frame is never asked for")
    func directed() throws {
        var assembler = FragmentAssembler()
        _ = try assembler.receive(pieces("ab")[0], from: talker, isBroadcast: false, over: here, at: start)
        #expect(assembler.takeStalled(at: start + .seconds(20)).isEmpty)
        #expect(assembler.nextDeadline == start + .seconds(30))
    }
}
