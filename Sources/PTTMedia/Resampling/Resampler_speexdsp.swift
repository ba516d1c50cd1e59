#if !canImport(AVFAudio)
import CSpeexDSP
import PTTVoice

/// Converts the rate of one mono stream, without shifting it in time; what overshoots full scale is clipped. One owner at a time.
@safe final class Resampler {
    private let state: OpaquePointer
    private let inputRate: Int
    private let outputRate: Int
    private var block = [Float](repeating: 0, count: 1_024)
    private var taken = 0
    private var given = 0

    /// - Parameters: rates in Hz, 1000…768000.
    init(from inputRate: Int, to outputRate: Int, quality: ResamplingQuality) throws {
        let rates = 1_000...768_000
        guard rates.contains(inputRate), rates.contains(outputRate) else {
            throw AudioDeviceError(.unsupportedFormat, "cannot resample from \(inputRate) Hz to \(outputRate) Hz")
        }
        var status: Int32 = 0
        guard
            let state = unsafe speex_resampler_init(
                1, UInt32(inputRate), UInt32(outputRate), quality.speexLevel, &status)
        else { throw AudioDeviceError(.codec, "speexdsp cannot make a resampler: error \(status)") }
        unsafe self.state = state
        self.inputRate = inputRate
        self.outputRate = outputRate
        _ = unsafe speex_resampler_skip_zeros(state)
    }

    deinit {
        unsafe speex_resampler_destroy(state)
    }

    /// Appends what `input` becomes at the output rate.
    func convert(_ input: Span<Float>, appendingTo output: inout [Float]) {
        taken += input.count
        run(input, limit: .max, appendingTo: &output)
    }

    /// Appends the tail that the filter still holds, so that the output lasts as long as the input.
    func finish(appendingTo output: inout [Float]) {
        let total = (taken * outputRate + inputRate / 2) / inputRate
        let silence = [Float](repeating: 0, count: 256)
        while given < total {
            let before = given
            run(silence.span, limit: total - given, appendingTo: &output)
            if given == before { return }
        }
    }

    private func run(_ input: Span<Float>, limit: Int, appendingTo output: inout [Float]) {
        var used = 0
        var room = limit
        while used < input.count, room > 0 {
            let (read, written) = unsafe input.extracting(used..<input.count).withUnsafeBufferPointer { source in
                unsafe process(source, room: min(room, block.count))
            }
            for index in 0..<written { output.append(block[index].sanitizedSample) }
            used += read
            room -= written
            given += written
            if read == 0, written == 0 { return }
        }
    }

    private func process(_ source: UnsafeBufferPointer<Float>, room: Int) -> (read: Int, written: Int) {
        guard let start = source.baseAddress else { return (0, 0) }
        var read = UInt32(clamping: source.count)
        var written = UInt32(room)
        let status = unsafe speex_resampler_process_float(state, 0, start, &read, &block, &written)
        return status == 0 ? (Int(read), Int(written)) : (0, 0)
    }
}

extension ResamplingQuality {
    /// speexdsp's own scale, 0…10; each step up costs about a quarter more.
    fileprivate var speexLevel: Int32 {
        switch self {
        case .voice: 3
        case .high: 7
        case .best: 10
        }
    }
}
#endif
