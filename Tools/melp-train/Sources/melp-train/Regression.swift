/// Weighted ridge regression of several outputs on the same inputs and a constant.
struct Regression: Sendable {
    private let inputs: Int
    private let outputs: Int
    /// For each output the normal matrix, row by row, and the right side.
    private var normals: [[Double]]
    private var rights: [[Double]]

    init(inputs: Int, outputs: Int) {
        self.inputs = inputs
        self.outputs = outputs
        normals = Array(repeating: Array(repeating: 0, count: (inputs + 1) * (inputs + 1)), count: outputs)
        rights = Array(repeating: Array(repeating: 0, count: inputs + 1), count: outputs)
    }

    mutating func add(_ input: [Float], _ output: [Float], weights: [Float]) {
        let row = input.map(Double.init) + [1]
        for index in 0..<outputs {
            let weight = Double(weights[index])
            for first in 0...inputs {
                let weighted = weight * row[first]
                for second in 0...first {
                    normals[index][first * (inputs + 1) + second] += weighted * row[second]
                }
                rights[index][first] += weighted * Double(output[index])
            }
        }
    }

    /// The matrix, one row an output, and what is added to each output.
    ///
    /// - Parameter ridge: how much the matrix is drawn to zero, as a share of each input's mean square about its mean.
    func solved(ridge: Double) -> (matrix: [Float], bias: [Float]) {
        var matrix: [Float] = []
        var bias: [Float] = []
        for index in 0..<outputs {
            var normal = normals[index]
            let size = inputs + 1
            let total = max(normal[inputs * size + inputs], 1e-30)
            for input in 0..<inputs {
                let sum = normal[inputs * size + input]
                normal[input * size + input] += ridge * max(normal[input * size + input] - sum * sum / total, 0)
                normal[input * size + input] += 1e-9 * total
            }
            normal[inputs * size + inputs] += 1e-9 * total + 1e-30
            let solution = Self.solve(normal, rights[index], size)
            matrix += solution.dropLast().map { Float($0) }
            bias.append(Float(solution[inputs]))
        }
        return (matrix, bias)
    }

    /// Solves by Cholesky's method; the lower triangle counts.
    private static func solve(_ normal: [Double], _ right: [Double], _ size: Int) -> [Double] {
        var lower = normal
        for column in 0..<size {
            for row in column..<size {
                var sum = lower[row * size + column]
                for inner in 0..<column {
                    sum -= lower[row * size + inner] * lower[column * size + inner]
                }
                lower[row * size + column] =
                    row == column ? max(sum, 1e-30).squareRoot() : sum / lower[column * size + column]
            }
        }
        var result = right
        for row in 0..<size {
            for inner in 0..<row { result[row] -= lower[row * size + inner] * result[inner] }
            result[row] /= lower[row * size + row]
        }
        for row in (0..<size).reversed() {
            for inner in row + 1..<size { result[row] -= lower[inner * size + row] * result[inner] }
            result[row] /= lower[row * size + row]
        }
        return result
    }
}

extension Regression {
    static func sum(_ parts: [Regression]) -> Regression {
        guard var result = parts.first else { return Regression(inputs: 1, outputs: 1) }
        for part in parts.dropFirst() {
            for index in 0..<result.outputs {
                for place in result.normals[index].indices {
                    result.normals[index][place] += part.normals[index][place]
                }
                for place in result.rights[index].indices { result.rights[index][place] += part.rights[index][place] }
            }
        }
        return result
    }
}
