#if os(Linux)
import Glibc

/// A folder that nobody else may look into.
enum PrivateFolder {
    /// Makes the folder and those above it where they are missing; refuses one that belongs to, or is open to, others.
    static func ensure(_ path: String) throws(LinkError) {
        var status = stat()
        if unsafe lstat(path, &status) != 0 {
            guard errno == ENOENT else { throw LinkError.system("look at the folder \(path)", errno) }
            try make(path)
            guard unsafe lstat(path, &status) == 0 else { throw LinkError.system("look at the folder \(path)", errno) }
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw LinkError(.system, "\(path) is not a folder") }
        guard status.st_uid == geteuid() else { throw LinkError(.system, "the folder \(path) belongs to another user") }
        guard status.st_mode & 0o077 == 0 else {
            throw LinkError(.system, "the folder \(path) is open to other users: run chmod 700 \(path)")
        }
    }

    private static func make(_ path: String) throws(LinkError) {
        let parent = parent(of: path)
        if parent != path, unsafe access(parent, F_OK) != 0 { try make(parent) }
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw LinkError.system("make the folder \(path)", errno)
        }
    }

    /// The folder that `path` lies in.
    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
#endif
