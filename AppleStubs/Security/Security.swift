// Signatures of Apple's Security framework, as documented, of what PTTCrypto uses. For type-checking only.

public final class SecRandom: Sendable {}
public typealias SecRandomRef = SecRandom
public typealias OSStatus = Int32

public let errSecSuccess: OSStatus = 0
public let kSecRandomDefault: SecRandomRef? = nil

public func SecRandomCopyBytes(
    _ generator: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer
) -> CInt { fatalError() }
