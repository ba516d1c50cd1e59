extension Span<Float> {
    /// Copies as many samples as fit, with what no codec takes (NaN, infinity, beyond full scale) made harmless.
    @unsafe func copySanitized(to destination: UnsafeMutableBufferPointer<Float>) {
        for index in 0..<Swift.min(count, destination.count) {
            unsafe destination[index] = self[index].sanitizedSample
        }
    }
}

extension Float {
    /// The sample itself within −1…1, the nearest bound beyond it, and silence for NaN.
    var sanitizedSample: Float {
        isNaN ? 0 : Swift.min(Swift.max(self, -1), 1)
    }
}
