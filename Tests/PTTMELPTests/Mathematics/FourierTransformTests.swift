import Foundation
import Testing

@testable import PTTMELP

struct FourierTransformTests {
    @Test("The transform agrees with its definition, and the inverse undoes it")
    func definition() {
        var noise = NoiseSource()
        var transform = FourierTransform()
        let real = (0..<256).map { _ in noise.next() }
        let imaginary = (0..<256).map { _ in noise.next() }
        transform.real = real
        transform.imaginary = imaginary
        transform.transform()
        for bin in [0, 1, 2, 77, 128, 129, 255] {
            var sum = (0.0, 0.0)
            for index in 0..<256 {
                let angle = -2 * Double.pi * Double(bin * index) / 256
                sum.0 += Double(real[index]) * cos(angle) - Double(imaginary[index]) * sin(angle)
                sum.1 += Double(real[index]) * sin(angle) + Double(imaginary[index]) * cos(angle)
            }
            #expect(abs(Double(transform.real[bin]) - sum.0) < 1e-4)
            #expect(abs(Double(transform.imaginary[bin]) - sum.1) < 1e-4)
        }
        transform.invert()
        for index in 0..<256 {
            #expect(abs(transform.real[index] - real[index]) < 1e-6)
            #expect(abs(transform.imaginary[index] - imaginary[index]) < 1e-6)
        }
    }

    @Test(
        "The exponential integral has its published values (Abramowitz and Stegun, table 5.1)",
        arguments: [(0.01, 4.037929577), (0.5, 0.559773595), (1, 0.219383934), (2, 0.048900511), (10, 0.0000041570)])
    func exponentialIntegral(value: Double, expected: Double) {
        #expect(abs(ExponentialIntegral.value(value) - expected) < 1e-6 * max(1, expected))
    }
}
