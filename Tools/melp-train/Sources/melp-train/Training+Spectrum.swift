import PTTMELP

extension Training {
    mutating func trainSpectrum(_ samples: [Sample], isFirst: Bool) {
        for kind in VoicingClass.allCases {
            let members = chosen(samples.filter { $0.kind == kind }, limit: options.limits[Int(kind.rawValue)])
            let weights = members.weights(sensitivity)
            trainPredictors(members, weights)
            let set = residuals(members, weights)
            let names = CodeTable.Name.allCases.filter { name in
                if case .spectrumStage(kind, _) = name { true } else { false }
            }
            train(names, on: set, isFirst: isFirst, label: "spectrum, \(kind)")
        }
    }

    /// Trains the stages of a quantiser, from nothing or on from what they are.
    mutating func train(_ names: [CodeTable.Name], on set: SpectrumSet, isFirst: Bool, label: String) {
        var training =
            isFirst
            ? MultistageTraining(
                bits: names.map { $0.rows.trailingZeroBitCount }, set: set, rounds: options.clusteringRounds,
                random: &random)
            : MultistageTraining(stages: names.map { vectors(of: $0) })
        for round in 0..<options.refinementRounds {
            let error = training.refine(set, random: &random)
            log("  \(label): \(set.count) superframes, round \(round + 1), error \(error)")
        }
        for (name, rows) in zip(names, training.stages) {
            numbers[name] = rows.flatMap { row in (0..<30).map { row[$0] } }
        }
    }

    private func vectors(of name: CodeTable.Name) -> [SpectrumVector] {
        let numbers = numbers[name] ?? []
        return (0..<name.rows).map { row in
            var vector = SpectrumVector.zero
            for element in 0..<30 { vector[element] = numbers[row * 30 + element] }
            return vector
        }
    }

    private mutating func trainPredictors(_ members: [Sample], _ weights: [SpectrumVector]) {
        for predictor in Set(members.map(\.predictor)).sorted() {
            let partial = Parallel.mapPieces(of: members.count) { piece in
                var regression = Regression(inputs: 10, outputs: 30)
                for index in piece where members[index].predictor == predictor {
                    let sample = members[index]
                    regression.add(
                        sample.contextFrequencies, sample.frequencies, weights: (0..<30).map { weights[index][$0] })
                }
                return regression
            }
            let (matrix, bias) = Regression.sum(partial).solved(ridge: 0.01)
            numbers[.spectrumPrediction]?.replaceSubrange(predictor * 300..<(predictor + 1) * 300, with: matrix)
            numbers[.spectrumBias]?.replaceSubrange(predictor * 30..<(predictor + 1) * 30, with: bias)
        }
    }

    private func residuals(_ members: [Sample], _ weights: [SpectrumVector]) -> SpectrumSet {
        let matrix = numbers[.spectrumPrediction] ?? []
        let bias = numbers[.spectrumBias] ?? []
        var set = SpectrumSet()
        set.weights = weights
        set.values = Parallel.map(members.count) { index in
            let sample = members[index]
            var value = SpectrumVector.zero
            for element in 0..<30 {
                let row = sample.predictor * 30 + element
                var sum = bias[row]
                for input in 0..<10 { sum += matrix[row * 10 + input] * sample.context.frequencies[input] }
                value[element] = sample.superframe.frames[element / 10].frequencies[element % 10] - sum
            }
            return value
        }
        return set
    }
}

extension [Sample] {
    /// What an error of each frequency costs.
    func weights(_ sensitivity: SpectralSensitivity) -> [SpectrumVector] {
        Parallel.map(count) { sensitivity.weights(of: self[$0].superframe) }
    }
}
