import PTTMELP

/// Spectra to quantise: 30 elements, padded to 32.
struct SpectrumSet: Sendable {
    var values: [SpectrumVector] = []
    var weights: [SpectrumVector] = []
    var count: Int { values.count }

    func subset(_ members: [Int]) -> SpectrumSet {
        SpectrumSet(values: members.map { values[$0] }, weights: members.map { weights[$0] })
    }
}

/// Codebooks whose sums, one row from each, come near the vectors of a set (LeBlanc et al. 1993).
struct MultistageTraining: Sendable {
    private(set) var stages: [[SpectrumVector]]
    private static let width = 4

    /// Trains stage after stage, each on what those before it leave.
    init(bits: [Int], set: SpectrumSet, rounds: Int, random: inout Random) {
        stages = []
        var rest = set
        for bits in bits {
            var rows = (0..<1 << bits).map { _ in rest.values[random.below(rest.count)] }
            for _ in 0..<rounds {
                rows = Self.centroids(rest, Self.nearest(rest, rows), old: rows, random: &random)
            }
            let choice = Self.nearest(rest, rows)
            for index in rest.values.indices {
                rest.values[index] = rest.values[index] - rows[Int(choice[index])]
            }
            stages.append(rows)
        }
    }

    /// Lets all stages follow the sums that a search over several paths would choose.
    ///
    /// - Returns: the mean error before.
    mutating func refine(_ set: SpectrumSet, random: inout Random) -> Double {
        let encoded = encode(set)
        for stage in stages.indices {
            var rest = set
            for index in rest.values.indices {
                for other in stages.indices where other != stage {
                    rest.values[index] =
                        rest.values[index] - stages[other][Int(encoded.rows[index * stages.count + other])]
                }
            }
            let choice = (0..<set.count).map { encoded.rows[$0 * stages.count + stage] }
            stages[stage] = Self.centroids(rest, choice, old: stages[stage], random: &random)
        }
        return encoded.error
    }

    /// The rows of each vector's best sum, and the mean error.
    func encode(_ set: SpectrumSet) -> (rows: [Int32], error: Double) {
        let energies = Parallel.mapPieces(of: set.count) { piece -> ([Int32], Double) in
            var rows: [Int32] = []
            var error = 0.0
            var search = PathSearch(stages: stages.count, width: Self.width)
            for index in piece {
                search.run(set.values[index], set.weights[index], stages)
                rows += search.bestRows
                error += Double(search.bestError)
            }
            return (rows, error)
        }
        return (energies.flatMap { $0.0 }, energies.reduce(0) { $0 + $1.1 } / Double(max(set.count, 1)))
    }

    private static func nearest(_ set: SpectrumSet, _ rows: [SpectrumVector]) -> [Int32] {
        Parallel.mapPieces(of: set.count) { piece in
            piece.map { index in
                let value = set.values[index]
                let weights = set.weights[index]
                var best = 0
                var least = Float.infinity
                for row in rows.indices {
                    let difference = value - rows[row]
                    let error = (difference * difference * weights).total
                    if error < least { (best, least) = (row, error) }
                }
                return Int32(best)
            }
        }.flatMap { $0 }
    }

    private static func centroids(
        _ set: SpectrumSet, _ choice: [Int32], old: [SpectrumVector], random: inout Random
    ) -> [SpectrumVector] {
        var rows = old
        var sums = [InlineArray<30, Double>](repeating: InlineArray(repeating: 0), count: old.count)
        var weights = sums
        var counts = [Int](repeating: 0, count: old.count)
        for index in 0..<set.count {
            let row = Int(choice[index])
            for lane in 0..<30 {
                let weight = Double(set.weights[index][lane])
                sums[row][lane] += weight * Double(set.values[index][lane])
                weights[row][lane] += weight
            }
            counts[row] += 1
        }
        for row in rows.indices where counts[row] > 0 {
            for lane in 0..<30 where weights[row][lane] > 0 {
                rows[row][lane] = Float(sums[row][lane] / weights[row][lane])
            }
        }
        for row in rows.indices where counts[row] == 0 {
            guard let largest = counts.indices.max(by: { counts[$0] < counts[$1] }) else { continue }
            for lane in 0..<30 {
                rows[row][lane] = rows[largest][lane] * random.uniform(0.98...1.02)
            }
            counts[largest] /= 2
            counts[row] = counts[largest]
        }
        return rows
    }
}

/// M-best search.
private struct PathSearch {
    private struct Path {
        var rest: SpectrumVector = .zero
        var error: Float = 0
        var rows = InlineArray<8, Int32>(repeating: 0)
    }

    private let stageCount: Int
    private let width: Int
    private var paths: [Path]
    private var next: [Path]
    private var errors: [Float]
    private var origins: [(parent: Int, row: Int)]

    init(stages: Int, width: Int) {
        stageCount = stages
        self.width = width
        paths = Array(repeating: Path(), count: width)
        next = paths
        errors = Array(repeating: 0, count: width)
        origins = Array(repeating: (0, 0), count: width)
    }

    var bestRows: [Int32] { (0..<stageCount).map { paths[0].rows[$0] } }
    var bestError: Float { paths[0].error }

    mutating func run(_ target: SpectrumVector, _ weights: SpectrumVector, _ stages: [[SpectrumVector]]) {
        paths[0] = Path(rest: target, error: (target * target * weights).total)
        var count = 1
        for stage in stages.indices {
            var found = 0
            for row in stages[stage].indices {
                let vector = stages[stage][row]
                let weighted = vector * weights
                let energy = (weighted * vector).total
                for parent in 0..<count {
                    let error = paths[parent].error + energy - 2 * (weighted * paths[parent].rest).total
                    if found < width || error < errors[found - 1] {
                        found = min(found + 1, width)
                        insert(error, parent, row, last: found - 1)
                    }
                }
            }
            for index in 0..<found {
                next[index] = paths[origins[index].parent]
                next[index].rest = next[index].rest - stages[stage][origins[index].row]
                next[index].error = errors[index]
                next[index].rows[stage] = Int32(origins[index].row)
            }
            swap(&paths, &next)
            count = found
        }
    }

    private mutating func insert(_ error: Float, _ parent: Int, _ row: Int, last: Int) {
        var place = last
        while place > 0, errors[place - 1] > error {
            errors[place] = errors[place - 1]
            origins[place] = origins[place - 1]
            place -= 1
        }
        errors[place] = error
        origins[place] = (parent, row)
    }
}
