/// Vectors to quantise, each element with a weight; padded to a multiple of eight elements.
struct VectorSet: Sendable {
    let dimension: Int
    /// Groups of eight elements a vector.
    let groups: Int
    private(set) var count = 0
    private(set) var values: [SIMD8<Float>] = []
    private(set) var weights: [SIMD8<Float>] = []

    init(dimension: Int) {
        self.dimension = dimension
        groups = (dimension + 7) / 8
    }

    mutating func append(_ vector: [Float], weights vectorWeights: [Float]) {
        precondition(vector.count == dimension && vectorWeights.count == dimension)
        for group in 0..<groups {
            var value = SIMD8<Float>.zero
            var weight = SIMD8<Float>.zero
            for lane in 0..<8 where group * 8 + lane < dimension {
                value[lane] = vector[group * 8 + lane]
                weight[lane] = vectorWeights[group * 8 + lane]
            }
            values.append(value)
            weights.append(weight)
        }
        count += 1
    }

    mutating func setGroup(_ index: Int, _ value: SIMD8<Float>) {
        values[index] = value
    }

    func element(_ vector: Int, _ index: Int) -> Float { values[vector * groups + index / 8][index % 8] }
    func weight(_ vector: Int, _ index: Int) -> Float { weights[vector * groups + index / 8][index % 8] }
}

/// Rows of a codebook in the same padding.
struct Rows: Sendable {
    let dimension: Int
    let groups: Int
    var values: [SIMD8<Float>]

    init(dimension: Int, count: Int) {
        self.dimension = dimension
        groups = (dimension + 7) / 8
        values = Array(repeating: .zero, count: groups * count)
    }

    var count: Int { values.count / groups }

    subscript(row: Int, element: Int) -> Float {
        get { values[row * groups + element / 8][element % 8] }
        set { values[row * groups + element / 8][element % 8] = newValue }
    }

    /// All elements without the padding.
    var numbers: [Float] {
        (0..<count).flatMap { row in (0..<dimension).map { self[row, $0] } }
    }

    mutating func swapRows(_ first: Int, _ second: Int) {
        for group in 0..<groups {
            values.swapAt(first * groups + group, second * groups + group)
        }
    }
}
