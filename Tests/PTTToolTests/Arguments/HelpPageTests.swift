import Testing

@testable import ptt

@Suite struct HelpPageTests {
    @Test func `a command's page has the sections of a manual page`() {
        let page = HelpPage(tool: .sample).page(of: ToolDescription.sample.commands[0])
        #expect(
            page == """
                NAME
                    radio talk - Talk to somebody's ear.

                SYNOPSIS
                    radio talk [OPTION]... PEER [WORD...]

                DESCRIPTION
                    Talks.

                OPERANDS
                    PEER
                        Who.
                    WORD
                        What.

                OPTIONS
                    -o, --output=FILE
                        Where to [write]: a file.
                    -c, --codec=CODEC
                        How.
                    --via=HOST...
                        By way of.
                    -f, --fast
                        Sooner.

                OPTIONS OF EVERY COMMAND
                    --json
                        JSON.
                    -q, --quiet
                        Less.
                    -p, --profile=NAME
                        Who we are.
                    -h, --help
                        This page.
                    --version
                        The version.

                EXIT STATUS
                    0
                        Well.
                    2
                        Badly said.

                EXAMPLES
                    radio talk bob
                        Talks to bob.

                ENVIRONMENT
                    RADIO
                        A place.

                FILES
                    ~/.radio
                        Keys.

                """)
    }

    @Test func `a section without entries is left out`() {
        let page = HelpPage(tool: .sample).page(of: ToolDescription.sample.commands[1])
        #expect(!page.contains("OPERANDS") && !page.contains("EXAMPLES") && !page.contains("\nOPTIONS\n"))
        #expect(page.contains("DESCRIPTION\n    Tells.\n"))
    }

    @Test func `the overview lists every command and the paragraphs of the description`() {
        let page = HelpPage(tool: .sample).overview()
        #expect(page.hasPrefix("NAME\n    radio - speak far\n"))
        #expect(page.contains("    First paragraph.\n\n    Second paragraph.\n"))
        for command in ToolDescription.sample.commands {
            #expect(page.contains("    \(command.name)\n        \(command.summary)\n"))
        }
    }

    @Test func `the real tool's pages are complete and fit 80 columns`() {
        let help = HelpPage(tool: .ptt)
        for page in ToolDescription.ptt.commands.map(help.page) + [help.overview()] {
            for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "EXIT STATUS", "ENVIRONMENT", "FILES"] {
                #expect(page.split(separator: "\n").contains(Substring(section)), "\(section)")
            }
            for line in page.split(separator: "\n") {
                // A word that is longer than the room stays whole.
                #expect(line.count <= 80 || line.trimming(" ").split(separator: " ").count == 1, "\(line)")
            }
        }
        for command in ToolDescription.ptt.commands {
            #expect(!command.examples.isEmpty, "\(command.name)")
            #expect(command.examples.allSatisfy { $0.line.contains("ptt \(command.name)") })
        }
    }

    @Test func `the real tool's examples parse`() throws {
        for command in ToolDescription.ptt.commands {
            for example in command.examples where example.line.hasPrefix("ptt ") {
                let words = example.line.split(separator: " ").dropFirst().map(String.init)
                #expect(try ArgumentParser(tool: .ptt).parse(words).command?.name == command.name, "\(example.line)")
            }
        }
    }
}

extension Substring {
    fileprivate func trimming(_ character: Character) -> Substring { drop { $0 == character } }
}
