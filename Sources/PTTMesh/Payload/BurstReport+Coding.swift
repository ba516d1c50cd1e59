import PTTWire

extension BurstReport {
    /// The body behind the kind byte: burst ID 8 ‖ stage u8 ‖ received u16 ‖ expected u16 ‖ concealed u16.
    public func encoded() -> [UInt8] {
        var body: [UInt8] = []
        body.appendBigEndian(burst.rawValue)
        body.append(stage.rawValue)
        body.appendBigEndian(packetsReceived)
        body.appendBigEndian(packetsExpected)
        body.appendBigEndian(framesConcealed)
        return body
    }

    /// Bytes behind the fifteenth are ignored: a later version may say more.
    public init(decoding body: ArraySlice<UInt8>) throws(PayloadError) {
        var reader = ByteReader(body)
        let burst: BurstID
        let stageByte: UInt8
        let counts: (received: UInt16, expected: UInt16, concealed: UInt16)
        do throws(TruncatedInput) {
            burst = BurstID(rawValue: try reader.readUInt64())
            stageByte = try reader.readUInt8()
            counts = (try reader.readUInt16(), try reader.readUInt16(), try reader.readUInt16())
        } catch {
            throw .truncated
        }
        guard let stage = Stage(rawValue: stageByte) else { throw .unknownValue(stageByte) }
        self.init(
            burst: burst, stage: stage, packetsReceived: counts.received, packetsExpected: counts.expected,
            framesConcealed: counts.concealed)
    }
}
