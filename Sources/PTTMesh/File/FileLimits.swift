/// How large files may be (bitchat wire §6.1).
public enum FileLimits {
    /// Largest content of a file, and largest size that one may claim.
    public static let largestContent = 1 << 20
    /// Largest voice note, and largest image, that is sent.
    public static let largestOutgoingMedia = 1 << 19
    /// Characters of a file's name that are kept.
    public static let longestName = 120
}
