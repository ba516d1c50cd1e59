import BenchSupport

@main
struct ThroughputBench {
    static func main() throws {
        var run = BenchRun()
        try CodecBench.run(&run)
        try PacketBench.run(&run)
        try VoiceReceiveBench.run(&run)
        run.finish()
    }
}
