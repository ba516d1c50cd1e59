// Signatures of Darwin's C library, as documented, of what Linux has not got. For type-checking only.

public func memset_s(_ bytes: UnsafeMutableRawPointer!, _ size: Int, _ value: CInt, _ count: Int) -> CInt {
    fatalError()
}

public func timingsafe_bcmp(_ left: UnsafeRawPointer!, _ right: UnsafeRawPointer!, _ count: Int) -> CInt {
    fatalError()
}
