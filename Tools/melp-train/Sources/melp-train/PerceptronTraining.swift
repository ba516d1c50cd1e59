import PTTMELP

/// Examples for a predictor: what it looks at, what it should say, and what errors cost.
struct PredictionSet: Sendable {
    let prediction: Prediction
    var inputs: [PredictorInputs] = []
    var targets: [SpectrumVector] = []
    var weights: [SpectrumVector] = []

    var count: Int { inputs.count }
}

/// Fits a predictor to examples: weighted least squares by stochastic gradient descent (Adam, Kingma and Ba 2015).
struct PerceptronTraining: Sendable {
    private static let batch = 512
    private static let piece = 128
    private static let highestRate: Float = 0.002
    private static let decay: Float = 1e-4

    private let inputCount: Int
    private let hiddenGroups: Int
    /// Groups of eight: C by input, its bias, B by hidden sum, A by input, the bias.
    private var weights: [SIMD8<Float>]
    private let inputMeans: [Float]
    private let inputScales: [Float]
    private let outputMeans: SpectrumVector
    private let outputScales: SpectrumVector

    private var hiddenBias: Int { inputCount * hiddenGroups }
    private var fromHidden: Int { hiddenBias + hiddenGroups }
    private var fromInputs: Int { fromHidden + 32 * hiddenGroups }
    private var bias: Int { fromInputs + 4 * inputCount }

    init(_ set: PredictionSet, epochs: Int, random: inout Random) {
        inputCount = set.prediction.inputCount
        hiddenGroups = set.prediction.hiddenCount / 8
        (inputMeans, inputScales) = Self.inputStatistics(set)
        (outputMeans, outputScales) = Self.outputStatistics(set)
        weights = []
        weights = Array(repeating: .zero, count: bias + 4)
        let spread = (3 / Float(inputCount)).squareRoot()
        for index in 0..<inputCount * hiddenGroups {
            for lane in 0..<8 { weights[index][lane] = random.uniform(-spread...spread) }
        }
        descend(set, epochs: epochs, random: &random)
    }

    private static func inputStatistics(_ set: PredictionSet) -> ([Float], [Float]) {
        let count = set.prediction.inputCount
        var means = [Double](repeating: 0, count: count)
        var squares = means
        for inputs in set.inputs {
            for index in 0..<count {
                means[index] += Double(inputs[index])
                squares[index] += Double(inputs[index]) * Double(inputs[index])
            }
        }
        let total = Double(set.count)
        let scales = (0..<count).map { index in
            let mean = means[index] / total
            return Float(max(squares[index] / total - mean * mean, 0).squareRoot()) + 1e-3
        }
        return (means.map { Float($0 / total) }, scales)
    }

    private static func outputStatistics(_ set: PredictionSet) -> (SpectrumVector, SpectrumVector) {
        var means = SpectrumVector.zero
        var scales = SpectrumVector.zero
        for element in 0..<30 {
            var (total, sum, square) = (1e-12, 0.0, 0.0)
            for index in 0..<set.count {
                let weight = Double(set.weights[index][element])
                let value = Double(set.targets[index][element])
                total += weight
                sum += weight * value
                square += weight * value * value
            }
            let mean = sum / total
            means[element] = Float(mean)
            scales[element] = Float(max(square / total - mean * mean, 1e-6).squareRoot())
        }
        return (means, scales)
    }
}

/// The descent.
extension PerceptronTraining {
    /// One example, standardised.
    private struct Example {
        var inputs: InlineArray<64, Float>
        var target: SpectrumVector
        var weights: SpectrumVector
    }

    private mutating func descend(_ set: PredictionSet, epochs: Int, random: inout Random) {
        let factor = lossFactor(set)
        let start = self
        let examples = Parallel.map(set.count) { start.example(set, $0, factor) }
        var mean = [SIMD8<Float>](repeating: .zero, count: weights.count)
        var square = mean
        var order = Array(0..<set.count)
        let steps = epochs * (set.count / Self.batch)
        var step = 0
        for _ in 0..<epochs {
            order.shuffle(using: &random)
            for start in stride(from: 0, to: set.count - Self.batch + 1, by: Self.batch) {
                step += 1
                let gradient = gradient(examples, order[start..<start + Self.batch])
                let progress = Double(step) / Double(steps)
                let rate = Self.highestRate * Float(0.5 + 0.5 * Elementary.cosine(turns: 0.5 * progress))
                let corrections = (1 - Self.power(0.9, step), 1 - Self.power(0.999, step))
                for index in weights.indices {
                    mean[index] = 0.9 * mean[index] + 0.1 * gradient[index]
                    square[index] = 0.999 * square[index] + 0.001 * gradient[index] * gradient[index]
                    let size = (square[index] / corrections.1).squareRoot() + 1e-8
                    let shrink = isBias(index) ? .zero : Self.decay * weights[index]
                    weights[index] -= rate * (mean[index] / corrections.0 / size + shrink)
                }
            }
        }
    }

    private static func power(_ base: Float, _ exponent: Int) -> Float {
        Float(Elementary.exp2(Double(exponent) * Elementary.log2(Double(base))))
    }

    private func isBias(_ index: Int) -> Bool {
        (hiddenBias..<fromHidden).contains(index) || index >= bias
    }

    /// Makes the mean weight of all outputs together 1.
    private func lossFactor(_ set: PredictionSet) -> Float {
        let total = set.weights.reduce(0.0) { $0 + Double(($1 * outputScales * outputScales).total) }
        return Float(Double(set.count) / total)
    }

    private func example(_ set: PredictionSet, _ index: Int, _ factor: Float) -> Example {
        var example = Example(
            inputs: InlineArray(repeating: 0), target: .zero,
            weights: set.weights[index] * outputScales * outputScales * (factor * 2 / Float(Self.batch)))
        for input in 0..<inputCount {
            example.inputs[input] = (set.inputs[index][input] - inputMeans[input]) / inputScales[input]
        }
        let difference = set.targets[index] - outputMeans
        for element in 0..<30 {
            example.target[element] = difference[element] / outputScales[element]
        }
        return example
    }

    private func gradient(_ examples: [Example], _ batch: ArraySlice<Int>) -> [SIMD8<Float>] {
        let parts = Parallel.map(Self.batch / Self.piece) { part in
            var gradient = [SIMD8<Float>](repeating: .zero, count: weights.count)
            for place in 0..<Self.piece {
                add(examples[batch[batch.startIndex + part * Self.piece + place]], to: &gradient)
            }
            return gradient
        }
        var sum = parts[0]
        for part in parts.dropFirst() {
            for index in sum.indices { sum[index] += part[index] }
        }
        return sum
    }

    private func add(_ example: Example, to gradient: inout [SIMD8<Float>]) {
        let hidden = hidden(example.inputs)
        let error = (output(example.inputs, hidden) - example.target) * example.weights
        var slopes = InlineArray<16, SIMD8<Float>>(repeating: .zero)
        for group in 0..<hiddenGroups {
            for lane in 0..<8 where hidden[group][lane] > 0 {
                let row = fromHidden + 4 * (group * 8 + lane)
                slopes[group][lane] = (vector(weights, row) * error).total
                Self.add(error * hidden[group][lane], to: &gradient, row)
            }
            gradient[hiddenBias + group] += slopes[group]
        }
        for input in 0..<inputCount where example.inputs[input] != 0 {
            let value = example.inputs[input]
            for group in 0..<hiddenGroups {
                gradient[input * hiddenGroups + group] += value * slopes[group]
            }
            Self.add(error * value, to: &gradient, fromInputs + 4 * input)
        }
        Self.add(error, to: &gradient, bias)
    }

    private func hidden(_ inputs: InlineArray<64, Float>) -> InlineArray<16, SIMD8<Float>> {
        var sums = InlineArray<16, SIMD8<Float>>(repeating: .zero)
        for group in 0..<hiddenGroups { sums[group] = weights[hiddenBias + group] }
        for input in 0..<inputCount {
            for group in 0..<hiddenGroups {
                sums[group] += weights[input * hiddenGroups + group] * inputs[input]
            }
        }
        for group in 0..<hiddenGroups { sums[group] = sums[group].replacing(with: 0, where: sums[group] .< 0) }
        return sums
    }

    private func output(
        _ inputs: InlineArray<64, Float>, _ hidden: InlineArray<16, SIMD8<Float>>
    ) -> SpectrumVector {
        var sum = vector(weights, bias)
        for group in 0..<hiddenGroups {
            for lane in 0..<8 where hidden[group][lane] > 0 {
                sum = sum + vector(weights, fromHidden + 4 * (group * 8 + lane)) * hidden[group][lane]
            }
        }
        for input in 0..<inputCount {
            sum = sum + vector(weights, fromInputs + 4 * input) * inputs[input]
        }
        return sum
    }

    private func vector(_ values: [SIMD8<Float>], _ row: Int) -> SpectrumVector {
        SpectrumVector(parts: (values[row], values[row + 1], values[row + 2], values[row + 3]))
    }

    private static func add(_ vector: SpectrumVector, to values: inout [SIMD8<Float>], _ row: Int) {
        values[row] += vector.parts.0
        values[row + 1] += vector.parts.1
        values[row + 2] += vector.parts.2
        values[row + 3] += vector.parts.3
    }
}

/// The result, on the scales of inputs and outputs as they are.
extension PerceptronTraining {
    /// Row by row as `CodeTable.Name.predictorHidden` has it.
    var hiddenNumbers: [Float] {
        (0..<8 * hiddenGroups).flatMap { unit in
            var bias = weights[hiddenBias + unit / 8][unit % 8]
            let row = (0..<inputCount).map { input in
                let weight = weights[input * hiddenGroups + unit / 8][unit % 8] / inputScales[input]
                bias -= weight * inputMeans[input]
                return weight
            }
            return row + [bias]
        }
    }

    /// Row by row as `CodeTable.Name.predictorOutput` has it.
    func outputNumbers(count: Int) -> [Float] {
        (0..<count).flatMap { element in
            let scale = outputScales[element]
            let hidden = (0..<8 * hiddenGroups).map { vector(weights, fromHidden + 4 * $0)[element] * scale }
            var constant = vector(weights, bias)[element] * scale + outputMeans[element]
            let direct = (0..<inputCount).map { input in
                let weight = vector(weights, fromInputs + 4 * input)[element] * scale / inputScales[input]
                constant -= weight * inputMeans[input]
                return weight
            }
            return hidden + direct + [constant]
        }
    }
}
