import PTTWire

/// The bitchat-compatible node as a value: told what happened, answers what to do.
public struct MeshEngine: Sendable {
}

/// Something that an operator may want to know.
public enum MeshDiagnostic: Hashable, Sendable {
    case todo
}
