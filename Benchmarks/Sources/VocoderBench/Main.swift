import BenchSupport
import PTTTestSupport

@main
enum Main {
    static func main() throws {
        var run = BenchRun()
        try VocoderQualityBench.run(&run)
        try VocoderSpeedBench.run(&run)
        run.finish()
    }
}
