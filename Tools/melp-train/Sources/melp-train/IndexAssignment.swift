/// Orders the rows of a codebook so that a wrong bit in an index does little harm: a first order by repeated halving along
/// the widest direction, then exchanges of pairs while they help (Zeger and Gersho 1990).
struct IndexAssignment {
    private let weights: [Float]
    private let bits: Int
    /// How many of an index's first bits are protected, so that errors in them count little.
    private let protectedBits: Int

    /// - Parameter weights: what a squared difference of each element costs.
    init(bits: Int, weights: [Float], protectedBits: Int = 0) {
        self.bits = bits
        self.weights = weights
        self.protectedBits = protectedBits
    }

    /// - Parameter usage: how often each row is chosen.
    /// - Returns: the row of the old order that comes at each place of the new.
    func order(_ rows: Rows, usage: [Double]) -> [Int] {
        var distances = Distances(rows, weights)
        var order = halved(Array(0..<rows.count), rows)
        exchange(&order, &distances, usage)
        return sortedBits(order, distances, usage)
    }

    private struct Distances {
        let count: Int
        var values: [Float]

        init(_ rows: Rows, _ weights: [Float]) {
            count = rows.count
            let all = rows
            let count = count
            values = Parallel.map(count) { first in
                (0..<count).map { second in
                    (0..<all.dimension).reduce(0 as Float) { sum, element in
                        let difference = all[first, element] - all[second, element]
                        return sum + weights[element] * difference * difference
                    }
                }
            }.flatMap { $0 }
        }

        subscript(first: Int, second: Int) -> Float { values[first * count + second] }
    }

    private func halved(_ members: [Int], _ rows: Rows) -> [Int] {
        guard members.count > 1 else { return members }
        let direction = principalAxis(members, rows)
        let projected = members.map { member in
            (
                member,
                (0..<rows.dimension).reduce(0 as Float) {
                    $0 + direction[$1] * rows[member, $1] * weights[$1].squareRoot()
                }
            )
        }
        let sorted = projected.sorted { $0.1 == $1.1 ? $0.0 < $1.0 : $0.1 < $1.1 }.map(\.0)
        let half = sorted.count / 2
        return halved(Array(sorted[..<half]), rows) + halved(Array(sorted[half...]), rows)
    }

    /// The direction of the largest spread, by power iteration.
    private func principalAxis(_ members: [Int], _ rows: Rows) -> [Float] {
        let size = rows.dimension
        var means = [Float](repeating: 0, count: size)
        for member in members { for element in 0..<size { means[element] += rows[member, element] } }
        for element in 0..<size { means[element] /= Float(members.count) }
        var axis = (0..<size).map { 1 + Float($0) * 0.01 }
        for _ in 0..<20 {
            var next = [Float](repeating: 0, count: size)
            for member in members {
                let scaled = (0..<size).map { (rows[member, $0] - means[$0]) * weights[$0].squareRoot() }
                let projection = zip(scaled, axis).reduce(0 as Float) { $0 + $1.0 * $1.1 }
                for element in 0..<size { next[element] += projection * scaled[element] }
            }
            let length = next.reduce(0 as Float) { $0 + $1 * $1 }.squareRoot()
            guard length > 1e-20 else { return axis }
            axis = next.map { $0 / length }
        }
        return axis
    }

    private func cost(_ place: Int, _ row: Int, _ order: [Int], _ distances: Distances, _ usage: [Double]) -> Double {
        var sum = 0.0
        for bit in 0..<bits {
            let other = order[place ^ 1 << bit]
            let share = bit >= bits - protectedBits ? 0.1 : 1.0
            sum += share * (usage[row] + usage[other]) * Double(distances[row, other])
        }
        return sum
    }

    private func exchange(_ order: inout [Int], _ distances: inout Distances, _ usage: [Double]) {
        for _ in 0..<20 {
            var isChanged = false
            let ranked = order.indices.map { ($0, cost($0, order[$0], order, distances, usage)) }
                .sorted { $0.1 == $1.1 ? $0.0 < $1.0 : $0.1 > $1.1 }.map(\.0)
            for first in ranked {
                var best = first
                var gain = 1e-9
                let before = cost(first, order[first], order, distances, usage)
                for second in order.indices where second != first {
                    let old = before + cost(second, order[second], order, distances, usage)
                    order.swapAt(first, second)
                    let new =
                        cost(first, order[first], order, distances, usage)
                        + cost(second, order[second], order, distances, usage)
                    order.swapAt(first, second)
                    if old - new > gain { (best, gain) = (second, old - new) }
                }
                if best != first {
                    order.swapAt(first, best)
                    isChanged = true
                }
            }
            if !isChanged { break }
        }
    }

    /// Puts the bits that hurt most first, within the protected and the other bits.
    private func sortedBits(_ order: [Int], _ distances: Distances, _ usage: [Double]) -> [Int] {
        let harm = (0..<bits).map { bit in
            order.indices.reduce(0.0) {
                $0 + usage[order[$1]] * Double(distances[order[$1], order[$1 ^ 1 << bit]])
            }
        }
        let ranked = (0..<bits).sorted { harm[$0] == harm[$1] ? $0 < $1 : harm[$0] < harm[$1] }
        return order.indices.map { place in
            order[(0..<bits).reduce(0) { $0 | (place >> $1 & 1) << ranked[$1] }]
        }
    }
}
