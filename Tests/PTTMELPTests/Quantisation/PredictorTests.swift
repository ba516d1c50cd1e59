import Testing

@testable import PTTMELP

struct PredictorTests {
    private let hidden = CodeTable.Name.predictorHidden(.gains)
    private let output = CodeTable.Name.predictorOutput(.gains)

    private func table(_ name: CodeTable.Name, _ values: [(row: Int, column: Int, value: Int16)]) throws -> CodeTable {
        var numbers = [Int16](repeating: 0, count: name.rows * name.columns)
        for (row, column, value) in values { numbers[row * name.columns + column] = value }
        return try #require(CodeTable(name: name, scale: 0.5, values: numbers))
    }

    @Test("Rectified sums of the inputs, the inputs themselves and a bias make up each output")
    func sums() throws {
        // The gains' inputs begin with the two gains before: 10 dB each in silence, as tens of dB.
        let inputs = PredictorInputs(for: .gains, state: PredictorState(), decoded: Superframe())
        #expect(inputs.count == Prediction.gains.inputCount)
        #expect(inputs[0] == 1)
        let hiddenCount = Prediction.gains.hiddenCount
        let bias = hiddenCount + Prediction.gains.inputCount
        let predictor = Predictor(
            hidden: try table(hidden, [(0, 0, 6), (0, Prediction.gains.inputCount, -2), (1, 0, -6)]),
            output: try table(output, [(0, 0, 4), (0, 1, 100), (1, hiddenCount, 3), (1, bias, 5)]))
        let result = predictor.prediction(from: inputs)
        // 2 · max(0, 3 · 1 − 1), and nothing of the second sum, which is below zero; 1.5 · 1 + 2.5.
        #expect(result[0] == 4)
        #expect(result[1] == 4)
        #expect((2..<32).allSatisfy { result[$0] == 0 })
    }

    @Test("Each prediction looks at as many numbers as its tables have columns", arguments: Prediction.allCases)
    func counts(prediction: Prediction) {
        let inputs = PredictorInputs(for: prediction, state: PredictorState(), decoded: Superframe())
        #expect(inputs.count == prediction.inputCount)
        #expect(CodeTable.Name.predictorHidden(prediction).columns == prediction.inputCount + 1)
    }
}
