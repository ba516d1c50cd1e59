import PTTTestSupport
import Testing

@testable import PTTVoice

struct PacketSlotsTests {
    private func slots(frames: Int = 4) -> PacketSlots {
        PacketSlots(packetCapacity: 8, frameCapacity: frames, frameBytes: 16)
    }

    private func place(_ sequence: Int, _ index: Int = 0) -> FramePosition {
        FramePosition(sequence: sequence, index: index)
    }

    private func bytes(_ slots: PacketSlots, _ position: FramePosition) -> [UInt8]? {
        slots.range(of: position).map { Array(slots.pool[$0]) }
    }

    /// Stores a frame and expects that it finds room, or that it does not.
    private func store(
        _ bytes: [UInt8], at position: FramePosition, in slots: inout PacketSlots, isRepeat: Bool = false,
        isTaken: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let wasTaken = slots.store(bytes[...], at: position, isRepeat: isRepeat)
        #expect(wasTaken == isTaken, sourceLocation: sourceLocation)
    }

    @Test func aFrameIsKeptUntilItIsReleased() {
        var slots = slots()
        store([1, 2, 3], at: place(5, 1), in: &slots)
        #expect(slots.holds(place(5, 1)))
        #expect(!slots.holds(place(5, 0)))
        #expect(slots.holdsRest(of: place(5, 0)))
        #expect(bytes(slots, place(5, 1)) == [1, 2, 3])
        slots.release(place(5, 1))
        #expect(bytes(slots, place(5, 1)) == nil)
        #expect(!slots.holdsRest(of: place(5, 0)))
    }

    @Test func theFirstCopyOfAFrameStaysAndTellsWhetherItWasARepeat() {
        var slots = slots()
        store([1], at: place(2), in: &slots, isRepeat: true)
        store([9, 9], at: place(2), in: &slots)
        #expect(bytes(slots, place(2)) == [1])
        #expect(slots.isRepeat(place(2)))
        #expect(!slots.isRepeat(place(3)))
    }

    @Test func framesThatAreEmptyTooLargeOrTooManyAreRefused() {
        var slots = slots(frames: 2)
        store([], at: place(1), in: &slots, isTaken: false)
        store([UInt8](repeating: 0, count: 17), at: place(1), in: &slots, isTaken: false)
        store([1], at: place(1), in: &slots)
        store([2], at: place(2), in: &slots)
        store([3], at: place(3), in: &slots, isTaken: false)
        slots.releaseFrames(of: 1)
        store([3], at: place(3), in: &slots)
    }

    @Test func aPacketTakesTheSlotOfOneThatIsAWindowOlderWithAllItsFrames() {
        var slots = slots(frames: 2)
        store([1], at: place(3, 0), in: &slots)
        store([2], at: place(3, 7), in: &slots)
        slots.markReceived(11, frameCount: 1, rendered: 50)
        #expect(slots[3] == nil)
        #expect(slots[11]?.isReceived == true)
        #expect(slots[11]?.rendered == 50)
        store([4], at: place(11), in: &slots)
        store([5], at: place(12), in: &slots)
    }

    @Test func aRepeatTellsOfItsPacketUntilThePacketItselfDoes() {
        var slots = slots()
        slots.noteRepeat(4, need: 300, frameCount: 2)
        slots.noteRepeat(4, need: 900, frameCount: 3)
        #expect(slots[4]?.repeatNeed == 300)
        #expect(slots[4]?.frameCount == 2)
        #expect(slots[4]?.isReceived == false)
        slots.markReceived(4, frameCount: 1, rendered: 0)
        #expect(slots[4]?.frameCount == 1)
        #expect(slots[4]?.repeatNeed == 300)
    }

    @Test func numbersOutsideOfAnyBurstAreNotHere() {
        let slots = slots()
        #expect(slots[-1] == nil)
        #expect(slots.range(of: place(-1)) == nil)
        #expect(slots.range(of: place(0, 8)) == nil)
        #expect(!slots.holdsRest(of: place(0, 8)))
    }

    @Test func whateverComesAndGoesNoRoomIsLostAndNoFrameIsMixedUp() {
        var random = SeededGenerator(seed: 4)
        var slots = slots(frames: 6)
        var model: [FramePosition: [UInt8]] = [:]
        for _ in 0..<20_000 {
            let position = place(Int.random(in: 0..<40, using: &random), Int.random(in: 0..<8, using: &random))
            if Bool.random(using: &random) {
                let owner = slots[position.sequence]
                if owner == nil { model = model.filter { $0.key.sequence % 8 != position.sequence % 8 } }
                let frame = (0..<Int.random(in: 1...16, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                let isRoom = model.count < 6 || model[position] != nil
                store(frame, at: position, in: &slots, isTaken: isRoom)
                if isRoom, model[position] == nil { model[position] = frame }
            } else {
                slots.release(position)
                model[position] = nil
            }
        }
        #expect(!model.isEmpty)
        for (position, frame) in model { #expect(bytes(slots, position) == frame) }
        slots.removeAll()
        for number in 0..<6 { store([1], at: place(number), in: &slots) }
    }
}
