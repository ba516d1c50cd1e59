/// A number for each of the 30 line spectral frequencies of a superframe, or of its 30 harmonics: ten of the first frame, ten
/// of the second, ten of the third, and two zeros.
public struct SpectrumVector: Sendable, Equatable {
    /// Eight elements each.
    public var parts: (SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>)

    public static let zero = SpectrumVector(parts: (.zero, .zero, .zero, .zero))

    @inlinable public init(parts: (SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>)) {
        self.parts = parts
    }

    /// The frequencies of a superframe, in Hz.
    public init(_ superframe: borrowing Superframe) {
        self = .zero
        for frame in 0..<3 {
            for index in 0..<MELP.order {
                self[frame * MELP.order + index] = superframe.frames[frame].frequencies[index]
            }
        }
    }

    /// - Parameter element: below 32.
    @inlinable public subscript(element: Int) -> Float {
        get {
            switch element >> 3 {
            case 0: parts.0[element & 7]
            case 1: parts.1[element & 7]
            case 2: parts.2[element & 7]
            default: parts.3[element & 7]
            }
        }
        set {
            switch element >> 3 {
            case 0: parts.0[element & 7] = newValue
            case 1: parts.1[element & 7] = newValue
            case 2: parts.2[element & 7] = newValue
            default: parts.3[element & 7] = newValue
            }
        }
    }

    /// The sum of all elements, in an order that is the same on every machine.
    @inlinable @inline(__always)
    public var total: Float { ((parts.0 + parts.1) + (parts.2 + parts.3)).total }

    public static func == (left: SpectrumVector, right: SpectrumVector) -> Bool {
        left.parts == right.parts
    }
}

/// Element by element.
extension SpectrumVector {
    @inlinable @inline(__always)
    public static func + (left: SpectrumVector, right: SpectrumVector) -> SpectrumVector {
        SpectrumVector(
            parts: (
                left.parts.0 + right.parts.0, left.parts.1 + right.parts.1, left.parts.2 + right.parts.2,
                left.parts.3 + right.parts.3
            ))
    }

    @inlinable @inline(__always)
    public static func - (left: SpectrumVector, right: SpectrumVector) -> SpectrumVector {
        SpectrumVector(
            parts: (
                left.parts.0 - right.parts.0, left.parts.1 - right.parts.1, left.parts.2 - right.parts.2,
                left.parts.3 - right.parts.3
            ))
    }

    @inlinable @inline(__always)
    public static func * (left: SpectrumVector, right: SpectrumVector) -> SpectrumVector {
        SpectrumVector(
            parts: (
                left.parts.0 * right.parts.0, left.parts.1 * right.parts.1, left.parts.2 * right.parts.2,
                left.parts.3 * right.parts.3
            ))
    }

    @inlinable @inline(__always)
    public static func * (left: SpectrumVector, right: Float) -> SpectrumVector {
        SpectrumVector(parts: (left.parts.0 * right, left.parts.1 * right, left.parts.2 * right, left.parts.3 * right))
    }
}
