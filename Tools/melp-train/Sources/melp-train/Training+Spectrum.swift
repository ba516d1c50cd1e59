import PTTMELP

/// Spectrum and harmonics.
extension Training {
    mutating func trainSpectrum(_ samples: [Sample]) throws {
        let set = PredictionSet(
            prediction: .spectrum, inputs: Parallel.map(samples.count) { samples[$0].inputs(for: .spectrum) },
            targets: samples.map { SpectrumVector($0.superframe) }, weights: samples.weights(sensitivity))
        let rest = try trainPredictor(set)
        for kind in VoicingClass.allCases {
            let members = chosen(samples.indices.filter { samples[$0].kind == kind })
            let names = CodeTable.Name.allCases.filter { name in
                if case .spectrumStage(kind, _) = name { true } else { false }
            }
            trainStages(names, on: rest.subset(members), label: "spectrum, \(kind)")
        }
    }

    mutating func trainHarmonics(_ samples: [Sample]) throws {
        let voiced = samples.filter { $0.kind == .voiced }
        let targets = Parallel.map(voiced.count) { index in
            HarmonicTarget(voiced[index].superframe, envelopes: voiced[index].decoded, loudness: voiced[index].loudness)
        }
        let set = PredictionSet(
            prediction: .harmonics, inputs: Parallel.map(voiced.count) { voiced[$0].inputs(for: .harmonics) },
            targets: targets.map(\.levels), weights: targets.map(\.weights))
        let rest = try trainPredictor(set)
        let names = CodeTable.Name.allCases.filter { name in
            if case .harmonicsStage = name { true } else { false }
        }
        trainStages(names, on: rest.subset(chosen(Array(voiced.indices))), label: "harmonics")
    }
}

extension [Sample] {
    /// What an error of each frequency costs.
    func weights(_ sensitivity: SpectralSensitivity) -> [SpectrumVector] {
        Parallel.map(count) { sensitivity.weights(of: self[$0].superframe) }
    }
}
