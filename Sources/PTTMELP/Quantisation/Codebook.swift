/// Trained vectors, padded with zeros to a vector type.
struct Codebook<Vector: CodeVector>: Sendable {
    let vectors: [Vector]

    init(_ table: CodeTable) {
        vectors = (0..<table.name.rows).map { row in
            var vector = Vector.zero
            for column in 0..<table.name.columns {
                vector[column] = table.number(row, column)
            }
            return vector
        }
    }

    subscript(row: Int) -> Vector { vectors[row] }

    /// The row nearest to a target, by squared differences times weights; the first of equals.
    func nearest(to target: Vector, weights: Vector, in rows: Range<Int>) -> Int {
        var best = rows.lowerBound
        var least = Float.infinity
        for row in rows {
            let error = vectors[row].distance(to: target, weights: weights)
            if error < least {
                (best, least) = (row, error)
            }
        }
        return best
    }

    func nearest(to target: Vector, weights: Vector) -> Int {
        nearest(to: target, weights: weights, in: 0..<vectors.count)
    }
}

/// What a codebook is made of.
protocol CodeVector: Sendable {
    static var zero: Self { get }
    subscript(element: Int) -> Float { get set }
    /// Squared differences times weights, added up in an order that is the same on every machine.
    func distance(to other: Self, weights: Self) -> Float
}

extension SpectrumVector: CodeVector {
    func distance(to other: SpectrumVector, weights: SpectrumVector) -> Float {
        let difference = self - other
        return (difference * difference * weights).total
    }
}

extension SIMD4: CodeVector where Scalar == Float {
    @inlinable @inline(__always)
    var total: Float { (self[0] + self[2]) + (self[1] + self[3]) }

    func distance(to other: SIMD4<Float>, weights: SIMD4<Float>) -> Float {
        let difference = self - other
        return (difference * difference * weights).total
    }
}

extension SIMD8: CodeVector where Scalar == Float {
    @inlinable @inline(__always)
    var total: Float { (lowHalf + highHalf).total }

    /// Not `min`, which is a call.
    @inline(__always)
    var least: Float {
        let four = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
        return Swift.min(Swift.min(four[0], four[1]), Swift.min(four[2], four[3]))
    }

    func distance(to other: SIMD8<Float>, weights: SIMD8<Float>) -> Float {
        let difference = self - other
        return (difference * difference * weights).total
    }
}
