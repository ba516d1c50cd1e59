import PTTKit

extension ToolDescription {
    /// The tool as it stands.
    static let ptt = ToolDescription(
        name: "ptt", summary: "push to talk over the local mesh",
        description: """
            Hold to talk on one node, and a peer hears it live, encrypted end to end, from a microphone or a file to a \
            loudspeaker or a file. Nodes find each other on the local network, or are told of each other with --peer.

            A node runs for each profile. A command attaches to the node of its profile when one runs ('ptt node'), and \
            otherwise runs one for as long as it lasts.
            """,
        commands: [
            .node, .id, .peers, .say, .history, .talk, .listen, .parrot, .watch, .inspect, .vocoder, .demo, .completion,
        ],
        commonOptions: [
            .flag("json", "Print one JSON object a line instead of text."),
            .value("profile", "NAME", "The identity to use; 'default' without it. Each profile has keys of its own."),
            .flag("quiet", short: "q", "Print only results and errors."),
            .flag("help", short: "h", "Show this page."),
            .flag("version", "Show the version."),
        ],
        environment: [
            ("XDG_CONFIG_HOME", "Where keys are kept; ~/.config without it."),
            ("XDG_DATA_HOME", "Where notes and known peers are kept; ~/.local/share without it."),
            ("XDG_RUNTIME_DIR", "Where the control socket is; /tmp/swift-ptt-UID without it."),
            ("NO_COLOR", "When set, no colour."),
            ("PULSE_SERVER", "The PulseAudio server to use."),
        ],
        files: [
            ("~/.config/swift-ptt/PROFILE/identity.json", "Private keys and nickname, mode 0600."),
            ("~/.local/share/swift-ptt/PROFILE/voicenotes/", "Every burst, spoken (outgoing) and heard (incoming)."),
            ("~/.local/share/swift-ptt/PROFILE/conversations/", "What was said with each peer, as JSON lines."),
            ("$XDG_RUNTIME_DIR/swift-ptt/PROFILE/control.sock", "Control socket of the running node, owner only."),
        ],
        exitCodes: ExitCode.allCases.map { ($0.rawValue, $0.explanation) })
}

extension Option {
    /// How a node that has to be started reaches others.
    static let network: [Option] = [
        .value("nickname", "NAME", "The name that peers see; kept for the next time."),
        .value("port", "PORT", "UDP port; any free one without it."),
        .value(
            "peer", "HOST:PORT", isRepeated: true,
            "A node to reach besides those that multicast finds; several separated by commas."),
        .value("bind", "ADDRESS", "Only this local address, for instance 127.0.0.1."),
        .flag("no-multicast", "Do not look for peers on the local network."),
    ]

    static let wait = Option.value("wait", "SECONDS", "How long to wait for the peer; 10 without it.")
}
