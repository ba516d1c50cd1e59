import PTTStore

extension Transaction {
    /// Ends a live bubble: what was captured gets its final name, and nothing captured is a failure.
    func settle(
        _ bubble: inout Bubble, in folders: TimelineFolders, otherwise failure: Bubble.Failure
    ) throws(StoreError) {
        let size = bubble.file.flatMap(TimelineFolders.size) ?? 0
        if let name = bubble.storedName, size > 0 {
            bubble.state = .final
            bubble.bytes = size
            if name.isCapture, let key = bubble.key {
                let final = StoredName.voice(of: key, fileExtension: name.fileExtension)
                try ask(bubble.folder, name, becomes: final)
                bubble.file = folders.url(final, in: bubble.folder)
            }
        } else {
            if let name = bubble.storedName { try ask(bubble.folder, name) }
            bubble.state = .failed(failure)
            bubble.file = nil
        }
        try update(bubble)
    }

    /// Puts a file that has arrived behind a bubble, in place of the one that it has.
    func put(
        _ arrived: StoredName, of bytes: Int, named name: StoredName, behind bubble: inout Bubble,
        in folders: TimelineFolders
    ) throws(StoreError) {
        // A file of the same name is replaced by the renaming; removing it as well could hit the new one after a crash.
        if let old = bubble.storedName, old != name { try ask(bubble.folder, old) }
        try ask(bubble.folder, arrived, becomes: name)
        bubble.file = folders.url(name, in: bubble.folder)
        bubble.bytes = bytes
    }
}
