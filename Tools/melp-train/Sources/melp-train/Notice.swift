import PTTMELP

/// What a user of the tables has to be told about the recordings behind them.
enum Notice {
    static func text(checksum: UInt32, seed: UInt64, clips: Int) -> String {
        """
        The code tables of PTTMELP (Tools/melp-train/melp1200.tables, Sources/PTTMELP/Tables/StandardTables.swift) are averages of,
        and regressions over, what was measured in \(clips) recordings, lowered copies among them; no recording, nor any part of one, is
        contained in them. They were made by Tools/melp-train/train with seed \(seed); the table file ends in the CRC-32
        \(hexadecimal(checksum)).

        Recordings, from Debian 12:

        package                          voice                              licence
        asterisk-core-sounds-en-wav      Allison Smith, US English          CC-BY-SA-3.0
        asterisk-core-sounds-es-wav      Allison Smith, Mexican Spanish     CC-BY-SA-3.0
        asterisk-core-sounds-fr-wav      June Wallack, Canadian French      CC-BY-SA-3.0
        asterisk-core-sounds-it-wav      Carlo Flora, Italian               CC-BY-3.0
        asterisk-core-sounds-ru-wav      IvrvoiceRU (Maxim Topal), Russian  CC-BY-3.0
        asterisk-prompt-it-menardi-wav   Paola Dal Zot, Italian             CC-BY-SA-3.0 (Italy)

        and, lowered in pitch and formants, the same recordings of the first five voices from asterisk-core-sounds-…-g722.

        These prompts were kept out, because quality is measured on them:

        \(Corpus.heldOut.sorted().joined(separator: "\n"))

        """
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
