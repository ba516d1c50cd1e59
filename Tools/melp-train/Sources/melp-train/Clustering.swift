/// Weighted k-means (Linde, Buzo and Gray 1980).
enum Clustering {
    /// - Parameter rounds: of assigning and averaging.
    static func rows(_ count: Int, for set: VectorSet, rounds: Int, random: inout Random) -> Rows {
        var rows = Rows(dimension: set.dimension, count: count)
        for row in 0..<count {
            let chosen = random.below(set.count)
            for group in 0..<set.groups {
                rows.values[row * set.groups + group] = set.values[chosen * set.groups + group]
            }
        }
        for _ in 0..<rounds {
            let choice = nearest(set, rows)
            rows = centroids(set, choice, old: rows, random: &random)
        }
        return rows
    }

    /// The nearest row of each vector.
    static func nearest(_ set: VectorSet, _ rows: Rows) -> [Int32] {
        Parallel.mapPieces(of: set.count) { piece in
            piece.map { vector in nearest(set, vector, rows) }
        }.flatMap { $0 }
    }

    private static func nearest(_ set: VectorSet, _ vector: Int, _ rows: Rows) -> Int32 {
        let groups = set.groups
        var best = 0
        var least = Float.infinity
        for row in 0..<rows.count {
            var sum = SIMD8<Float>.zero
            for group in 0..<groups {
                let difference = set.values[vector * groups + group] - rows.values[row * groups + group]
                sum += difference * difference * set.weights[vector * groups + group]
            }
            let error = total(sum)
            if error < least { (best, least) = (row, error) }
        }
        return Int32(best)
    }

    /// Weighted means of the vectors that chose each row; a row that none chose moves beside the one that most did.
    static func centroids(_ set: VectorSet, _ choice: [Int32], old: Rows, random: inout Random) -> Rows {
        var rows = old
        let groups = set.groups
        var sums = [SIMD8<Double>](repeating: .zero, count: old.values.count)
        var weights = sums
        var counts = [Int](repeating: 0, count: old.count)
        for vector in 0..<set.count {
            let row = Int(choice[vector])
            counts[row] += 1
            for group in 0..<groups {
                let weight = SIMD8<Double>(set.weights[vector * groups + group])
                sums[row * groups + group] += weight * SIMD8<Double>(set.values[vector * groups + group])
                weights[row * groups + group] += weight
            }
        }
        for index in rows.values.indices where counts[index / groups] > 0 {
            for lane in 0..<8 where weights[index][lane] > 0 {
                rows.values[index][lane] = Float(sums[index][lane] / weights[index][lane])
            }
        }
        for row in 0..<rows.count where counts[row] == 0 {
            guard let largest = counts.indices.max(by: { counts[$0] < counts[$1] }) else { continue }
            for group in 0..<groups {
                var nudge = SIMD8<Float>.zero
                for lane in 0..<8 { nudge[lane] = random.uniform(0.98...1.02) }
                rows.values[row * groups + group] = rows.values[largest * groups + group] * nudge
            }
            counts[largest] /= 2
            counts[row] = counts[largest]
        }
        return rows
    }

    /// Mean weighted squared error of each vector's row.
    static func error(_ set: VectorSet, _ choice: [Int32], _ rows: Rows) -> Double {
        var sum = 0.0
        for vector in 0..<set.count {
            for group in 0..<set.groups {
                let index = vector * set.groups + group
                let difference = set.values[index] - rows.values[Int(choice[vector]) * set.groups + group]
                sum += Double(total(difference * difference * set.weights[index]))
            }
        }
        return sum / Double(max(set.count, 1))
    }

    @inline(__always)
    static func total(_ vector: SIMD8<Float>) -> Float {
        let four = vector.lowHalf + vector.highHalf
        return (four[0] + four[2]) + (four[1] + four[3])
    }
}
