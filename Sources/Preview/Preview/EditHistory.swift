/// The undo and redo stacks of a file.
struct EditHistory {
  struct Change {
    /// With links followed.
    let path: String
    let before: [UInt8]
    let after: [UInt8]
  }

  private(set) var done: [Change] = []
  private(set) var undone: [Change] = []

  /// All changes together hold no more text than this, in bytes, but the last one.
  private static let maximumSize = 16 << 20

  mutating func add(_ change: Change) {
    undone = []
    done.append(change)
    var size = done.reduce(0) { $0 + $1.before.count + $1.after.count }
    while size > Self.maximumSize, done.count > 1 {
      let oldest = done.removeFirst()
      size -= oldest.before.count + oldest.after.count
    }
  }

  /// Takes the last change for undone, as the change between the two texts that it now is.
  mutating func undo(from current: [UInt8], to earlier: [UInt8]) {
    guard let last = done.popLast() else { return }
    undone.append(Change(path: last.path, before: earlier, after: current))
  }

  mutating func redo(from current: [UInt8], to later: [UInt8]) {
    guard let next = undone.popLast() else { return }
    done.append(Change(path: next.path, before: current, after: later))
  }
}
