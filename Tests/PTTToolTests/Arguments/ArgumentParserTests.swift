import Testing

@testable import ptt

@Suite struct ArgumentParserTests {
    private let parser = ArgumentParser(tool: .sample)

    private func parse(_ line: String) throws(ArgumentError) -> (command: String?, arguments: ParsedArguments) {
        let words = line.split(separator: " ").map(String.init)
        let (command, arguments) = try parser.parse(words)
        return (command?.name, arguments)
    }

    @Test(arguments: [
        "talk bob --output=x --codec=aac -fq", "talk --output x bob -c aac -f -q", "talk -o x -caac bob -qf",
        "talk -ox -c=aac -f --quiet bob", "-q talk bob -fo x --codec aac", "talk -fqo=x --codec aac -- bob",
    ])
    func `options may stand anywhere, long or short, with the value attached or next`(_ line: String) throws {
        let (command, arguments) = try parse(line)
        #expect(command == "talk")
        #expect(arguments["output"] == "x")
        #expect(arguments["codec"] == "aac")
        #expect(arguments.has("fast") && arguments.has("quiet") && !arguments.has("json"))
        #expect(arguments.operands == ["bob"])
    }

    @Test func `an option before the command may have a value that looks like a command`() throws {
        for line in ["--profile tell talk bob", "--profile=tell talk bob", "-p tell talk bob", "-ptell talk bob"] {
            let (command, arguments) = try parse(line)
            #expect(command == "talk")
            #expect(arguments["profile"] == "tell")
        }
    }

    @Test func `of an option given twice the last counts, unless it may be repeated`() throws {
        let (_, arguments) = try parse("talk bob -o a -o b --via one --via=two")
        #expect(arguments["output"] == "b")
        #expect(arguments.all("via") == ["one", "two"])
        #expect(arguments.all("output") == ["a", "b"])
        #expect(arguments.all("codec") == [] && arguments["codec"] == nil)
    }

    @Test func `after two dashes everything is an operand, and a single dash always is`() throws {
        let (_, arguments) = try parse("talk bob - -- --json -x --")
        #expect(arguments.operands == ["bob", "-", "--json", "-x", "--"])
        #expect(!arguments.has("json"))
    }

    @Test func `a value may be empty, begin with a dash, or hold an equals sign`() throws {
        #expect(try parse("talk bob --output=").arguments["output"] == "")
        #expect(try parse("talk bob --output=a=b").arguments["output"] == "a=b")
        #expect(try parse("talk bob --output -x").arguments["output"] == "-x")
    }

    @Test(arguments: [
        ("", ArgumentError.noCommand),
        ("--quiet", .noCommand),
        ("tlak bob", .unknownCommand("tlak", similar: "talk")),
        ("tel", .unknownCommand("tel", similar: "tell")),
        ("xyzzy", .unknownCommand("xyzzy", similar: nil)),
        ("talk bob --otuput x", .unknownOption("--otuput", similar: "--output")),
        ("talk bob --out x", .unknownOption("--out", similar: "--output")),
        ("talk bob --nothing", .unknownOption("--nothing", similar: nil)),
        ("talk bob -x", .unknownOption("-x", similar: nil)),
        ("talk bob -fx", .unknownOption("-x", similar: nil)),
        ("tell --fast", .unknownOption("--fast", similar: nil)),
        ("talk bob --output", .missingValue(option: "output")),
        ("talk bob -fo", .missingValue(option: "output")),
        ("talk bob --fast=yes", .unexpectedValue(option: "fast")),
        ("talk bob -f=yes", .unexpectedValue(option: "fast")),
        ("talk bob --codec mp3", .badChoice(option: "--codec", value: "mp3", choices: ["opus", "aac"])),
        ("mode usb", .badChoice(option: "MODE", value: "usb", choices: ["am", "fm"])),
        ("talk", .missingOperand("PEER")),
        ("mode am fm", .tooManyOperands("fm")),
        ("tell me", .tooManyOperands("me")),
    ])
    func `a mistake is named, with what may have been meant`(_ line: String, _ error: ArgumentError) {
        #expect(throws: error) { _ = try parse(line) }
        #expect(!"\(error)".isEmpty)
    }

    @Test func `help is given whatever else is missing`() throws {
        #expect(try parse("talk --help").arguments.has("help"))
        #expect(try parse("-h").command == nil)
        #expect(try parse("--version").arguments.has("version"))
    }

    @Test func `numbers are read within their range`() throws {
        let arguments = try parse("talk bob --output 2.5").arguments
        #expect(try arguments.number("output", in: 0...3) == 2.5)
        #expect(try arguments.number("codec", in: 0...3) == nil)
        for (text, range) in [("2.5", 0.0...2), ("x", 0...9), ("nan", 0...9), ("inf", 0...9), ("", 0...9)] {
            let arguments = try parse("talk bob --output=\(text)").arguments
            #expect(throws: ArgumentError.badNumber(option: "output", value: text, range: range)) {
                try arguments.number("output", in: range)
            }
        }
    }

    @Test func `advice names the command's own synopsis where there is one`() {
        #expect(
            parser.advice(for: ["talk", "--nothing"])
                == "Usage: radio talk [OPTION]... PEER [WORD...]\nTry 'radio talk --help'.")
        #expect(parser.advice(for: ["nothing"]) == "Try 'radio --help'.")
        #expect(parser.advice(for: []) == "Try 'radio --help'.")
    }

    @Test func `the real tool's commands can all be asked for help, and none has two options of one name`() throws {
        let real = ArgumentParser(tool: .ptt)
        for command in ToolDescription.ptt.commands {
            let (found, arguments) = try real.parse([command.name, "--help", "--json", "--quiet", "--profile", "x"])
            #expect(found?.name == command.name)
            #expect(arguments.has("json") && arguments.has("quiet") && arguments["profile"] == "x")
            let options = command.options + ToolDescription.ptt.commonOptions
            #expect(Set(options.map(\.name)).count == options.count)
            #expect(Set(options.compactMap(\.short)).count == options.compactMap(\.short).count)
        }
    }
}
