/// Line spectral frequencies: the roots of P(z) and Q(z), which interlace on the unit circle.
enum LineSpectrum {
    /// Points between 0 and 4000 Hz at which a change of sign is looked for.
    private static let gridPoints = 200
    private static let halvings = 14

    /// The ten frequencies in Hz of a prediction filter; nil when two of them are too close to tell apart.
    ///
    /// - Complexity: about 200 evaluations of a polynomial of degree 5.
    static func frequencies(of filter: PredictionFilter) -> InlineArray<10, Float>? {
        var polynomials = InlineArray<2, InlineArray<6, Double>>(repeating: InlineArray(repeating: 0))
        polynomials[0][0] = 1
        polynomials[1][0] = 1
        for index in 1...5 {
            let forward = Double(filter.coefficients[index])
            let backward = Double(filter.coefficients[11 - index])
            polynomials[0][index] = forward + backward - polynomials[0][index - 1]
            polynomials[1][index] = forward - backward + polynomials[1][index - 1]
        }
        var frequencies = InlineArray<10, Float>(repeating: 0)
        var found = 0
        var left = 0.0
        var leftValue = value(of: polynomials[0], atTurns: 0)
        for step in 1...gridPoints where found < 10 {
            let right = 0.5 * Double(step) / Double(gridPoints)
            var rightValue = value(of: polynomials[found & 1], atTurns: right)
            // Both polynomials may change sign within one step: each root found is where the search for the next begins.
            while found < 10, (leftValue < 0) != (rightValue < 0) {
                left = root(of: polynomials[found & 1], between: left, and: right)
                frequencies[found] = Float(left * Double(MELP.sampleRate))
                found += 1
                guard found < 10 else { break }
                leftValue = value(of: polynomials[found & 1], atTurns: left)
                rightValue = value(of: polynomials[found & 1], atTurns: right)
            }
            left = right
            leftValue = rightValue
        }
        return found == 10 ? frequencies : nil
    }

    /// Moves frequencies apart until they rise by at least the spacing, between 50 and 3950 Hz, whatever they were.
    static func separate(_ frequencies: inout InlineArray<10, Float>) {
        let spacing = MELP.frequencySpacing
        let top = Float(MELP.sampleRate / 2) - spacing
        for index in 0..<10 {
            // The comparison also catches what is not a number.
            if !(frequencies[index] >= spacing) { frequencies[index] = spacing }
            if frequencies[index] > top { frequencies[index] = top }
        }
        sort(&frequencies)
        for _ in 0..<10 {
            var isSeparate = true
            for index in 1..<10 where frequencies[index] - frequencies[index - 1] < spacing {
                let middle = 0.5 * (frequencies[index] + frequencies[index - 1])
                frequencies[index - 1] = middle - 0.5 * spacing
                frequencies[index] = middle + 0.5 * spacing
                isSeparate = false
            }
            if isSeparate { break }
        }
        for index in 0..<10 {
            let least = index == 0 ? spacing : frequencies[index - 1] + spacing
            frequencies[index] = max(frequencies[index], least)
        }
        for index in stride(from: 9, through: 0, by: -1) {
            let most = index == 9 ? top : frequencies[index + 1] - spacing
            frequencies[index] = min(frequencies[index], most)
        }
    }

    private static func sort(_ frequencies: inout InlineArray<10, Float>) {
        for end in 1..<10 {
            var index = end
            while index > 0, frequencies[index] < frequencies[index - 1] {
                frequencies.swapAt(index, index - 1)
                index -= 1
            }
        }
    }

    private static func root(of polynomial: InlineArray<6, Double>, between left: Double, and right: Double) -> Double {
        var low = left
        var high = right
        let isNegative = value(of: polynomial, atTurns: low) < 0
        for _ in 0..<halvings {
            let middle = 0.5 * (low + high)
            if (value(of: polynomial, atTurns: middle) < 0) == isNegative {
                low = middle
            } else {
                high = middle
            }
        }
        return 0.5 * (low + high)
    }

    /// A symmetric polynomial of degree 10, given by its first half, on the unit circle: a Chebyshev series in cos ω.
    private static func value(of half: InlineArray<6, Double>, atTurns turns: Double) -> Double {
        let cosine = Elementary.cosine(turns: turns)
        var last = 0.0
        var current = 1.0
        for index in 1..<5 {
            let next = 2 * cosine * current - last + half[index]
            last = current
            current = next
        }
        return cosine * current - last + 0.5 * half[5]
    }
}
