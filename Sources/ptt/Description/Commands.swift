import PTTKit

extension CommandDescription {
    static let node = CommandDescription(
        name: "node", summary: "Keep a node running.",
        description: """
            Runs the node of a profile until it is interrupted, and prints what happens. Other commands of the same profile \
            attach to it through its control socket.
            """,
        options: Option.network,
        examples: [
            .init(line: "ptt node --nickname alice", meaning: "A node that finds its peers on the local network."),
            .init(
                line: "ptt node --port 7001 --peer 192.0.2.7:7001", meaning: "A node that also reaches one far peer."),
        ])

    static let id = CommandDescription(
        name: "id", summary: "Show who this node is.",
        description: """
            Prints peer ID, nickname and fingerprint, and makes an identity where there is none. Compare fingerprints over a \
            channel you trust.
            """,
        options: Option.network,
        examples: [.init(line: "ptt id --nickname alice", meaning: "Chooses a name and shows the identity.")])

    static let peers = CommandDescription(
        name: "peers", summary: "List the peers in reach.",
        description:
            "Listens for a while and lists each verified peer: nickname, ID, whether a session stands, codecs.",
        options: [
            .value("wait", "SECONDS", "How long to listen before listing; 3 without it."),
            .flag("follow", short: "f", "Go on and tell as peers come and go."),
        ] + Option.network,
        examples: [.init(line: "ptt peers --follow", meaning: "Watches who comes and goes.")])

    static let say = CommandDescription(
        name: "say", summary: "Send a text to a peer.",
        description:
            "Sends an encrypted direct message of at most 255 bytes, and waits until the peer has confirmed it.",
        operands: [
            Operand(name: "peer", help: "Nickname, peer ID or its front, or fingerprint."),
            Operand(name: "text", help: "The message.", isRepeated: true),
        ],
        options: [.wait] + Option.network,
        examples: [.init(line: "ptt say bob on my way", meaning: "Exits with 0 when bob's node has it.")])

    static let history = CommandDescription(
        name: "history", summary: "Show what was said.",
        description: """
            Lists the newest texts and bursts of one conversation, or of all, oldest first, with what became of each and where its \
            voice note is.
            """,
        options: [
            .value("with", "PEER", "Nickname, peer ID or its front; everyone without it."),
            .value("limit", "COUNT", "How many at most; 50 without it."),
        ] + Option.network,
        examples: [.init(line: "ptt history --with bob", meaning: "The last 50 things said with bob, in reach or not.")]
    )

    static let talk = CommandDescription(
        name: "talk", summary: "Talk to a peer, live.",
        description: """
            On a terminal: hold the space bar to talk, release it to send, press Esc to throw the burst away, q to leave. \
            With --input of a file it talks until the file ends, and with --for until the time is over. Under one second \
            nothing is sent; after 120 seconds the burst ends.

            What the far side received is reported when it can tell.
            """,
        options: [
            .value("to", "PEER", "Nickname, peer ID or its front, or fingerprint. Required."),
            .value(
                "input", short: "i", "SOURCE", isPath: true,
                "A sound file, or 'default', 'pulse[:NAME]', 'alsa[:NAME]', 'null'; the default microphone without it."),
            .value(
                "codec", "CODEC", choices: ["auto", "opus", "aac"],
                "Opus is sent only to peers that announced it; auto picks the best that the peer plays."),
            .value(
                "frames", "COUNT", choices: ["1", "2", "3"], "Opus frames in a packet; follows the link without it."),
            .value("for", "SECONDS", "Talk at once and release after that time."),
            .wait,
        ] + Option.network,
        examples: [
            .init(line: "ptt talk --to bob", meaning: "Hold the space bar and talk."),
            .init(line: "ptt talk --to bob --input hello.wav --json", meaning: "Sends a file as if it were spoken."),
        ])

    static let listen = CommandDescription(
        name: "listen", summary: "Hear what peers say, live.",
        description: """
            Plays bursts as they arrive, one at a time; those that come while another plays are kept as notes. A file as \
            output begins with the first burst.
            """,
        options: [
            .value(
                "output", short: "o", "TARGET", isPath: true,
                "A WAV file, or 'default', 'pulse[:NAME]', 'alsa[:NAME]', 'null'; the default loudspeaker without it."),
            .flag("once", "Leave after the first burst."),
            .value("from", "PEER", "Play only this peer."),
            .value(
                "playout", "MODE", choices: ["adaptive", "fixed"],
                "How the jitter buffer works; fixed waits for 350 ms of sound and never adapts."),
        ] + Option.network,
        examples: [
            .init(line: "ptt listen", meaning: "Plays whatever comes."),
            .init(line: "ptt listen --output heard.wav --once", meaning: "Records the next burst as it would sound."),
        ])

    static let parrot = CommandDescription(
        name: "parrot", summary: "Answer every burst with the same words.",
        description:
            "For testing alone: hears every burst and, when it is over, sends the same audio back to its talker.",
        options: [
            .value("output", short: "o", "TARGET", isPath: true, "Where the parrot itself plays; nowhere without it.")
        ] + Option.network,
        examples: [
            .init(line: "ptt parrot --profile bird --nickname parrot", meaning: "A second node on this machine.")
        ])

    static let watch = CommandDescription(
        name: "watch", summary: "Print every event of the node.",
        description: "Prints peers, texts, bursts and warnings as they happen, until it is interrupted.",
        options: Option.network,
        examples: [.init(line: "ptt watch --json", meaning: "Every event as a JSON line.")])

    static let inspect = CommandDescription(
        name: "inspect", summary: "Take a packet apart.",
        description: """
            Shows every field of a mesh packet or of a bare voice burst packet, with offsets, and says why a malformed one is \
            refused. The packet is hex digits, or a file that holds hex digits or raw bytes; '-' reads standard input.
            """,
        operands: [Operand(name: "packet", help: "Hex digits, a file, or '-'.", isPath: true)],
        options: [.value("as", "KIND", choices: ["auto", "packet", "burst"], "What it is; guessed without it.")],
        examples: [.init(line: "ptt inspect fb492c5f6a05808400000101", meaning: "A START packet of a voice burst.")])

    static let vocoder = CommandDescription(
        name: "vocoder", summary: "Code speech at 1200 bit/s.",
        description: """
            encode turns a sound file of any rate into vocoder packets, 11 bytes for each 67.5 ms; decode turns them into 8 kHz \
            WAV; score does both, and says how far the sound heard is from the sound spoken. A missing file, or '-', is standard \
            input or output. The stream is not that of STANAG 4591 or MIL-STD-3005.
            """,
        operands: [
            Operand(
                name: "action", help: "encode, decode or score.",
                choices: VocoderRequest.Action.allCases.map(\.rawValue)),
            Operand(
                name: "input", help: "A sound file, or for decode a file of packets.", isOptional: true, isPath: true),
            Operand(
                name: "output", help: "Where the packets, or the 8 kHz WAV, go; with score nowhere without it.",
                isOptional: true, isPath: true),
        ],
        options: [
            .value("loss", "PERCENT", "Packets that are lost before they are decoded."),
            .value("bit-errors", "PERCENT", "Bits that are flipped before they are decoded."),
            .value("seed", "NUMBER", "Which packets and bits those are; 1 without it."),
            .flag("no-suppressor", "Leave the noise in."),
        ],
        examples: [
            .init(line: "ptt vocoder encode hello.wav hello.melp", meaning: "1200 bit/s of speech."),
            .init(line: "ptt vocoder decode hello.melp heard.wav --loss 10", meaning: "As heard over a bad channel."),
            .init(
                line: "ptt vocoder score hello.wav heard.wav --bit-errors 1", meaning: "Both, and how alike they are."),
        ])

    static let demo = CommandDescription(
        name: "demo", summary: "Hear your words come back from a parrot on this machine.",
        description: """
            Starts a parrot and a talker as two nodes on the loopback interface, sends recorded speech live and encrypted, \
            and plays the parrot's answer, or saves it where there is no sound device. Prints what happens when, and the \
            delay from mouth to ear.
            """,
        options: [
            .value("input", short: "i", "FILE", isPath: true, "The speech; a prompt that Debian ships without it."),
            .value(
                "output", short: "o", "TARGET", isPath: true, "Where the answer goes; the loudspeaker, or heard.wav."),
            .value("codec", "CODEC", choices: ["auto", "opus", "aac"], "Codec of the talker."),
        ],
        examples: [.init(line: "ptt demo --output heard.wav", meaning: "Saves what came back.")])

    static let completion = CommandDescription(
        name: "completion", summary: "Print a completion script for a shell.",
        description: "Prints a script that completes commands and options.",
        operands: [Operand(name: "shell", help: "bash, zsh or fish.", choices: Completion.shells)],
        examples: [.init(line: "eval \"$(ptt completion bash)\"", meaning: "Completion for this shell.")])
}
