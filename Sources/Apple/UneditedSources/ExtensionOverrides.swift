/// Overrides in a file's extensions, which only Objective-C has: they go to the end of their class.
///
/// The class is in the same file. Lines keep their numbers.
struct ExtensionOverrides {
  private struct Member {
    let type: String
    let range: Range<Int>
  }

  private let bytes: [UInt8]
  private var members: [Member] = []
  /// The places of the closing braces of the file's classes.
  private var ends: [String: Int] = [:]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var scanner = WordScanner(bytes)
    var (depth, free) = (0, 0)
    var declared: (type: String, isClass: Bool)?
    var start: Int?
    while let part = scanner.next() {
      switch part {
      case .brace(let isOpen):
        depth += isOpen ? 1 : -1
        if isOpen, depth == 1 { free = scanner.place }
        if !isOpen, depth == 1 {
          if let begin = start, let type = declared?.type {
            members.append(Member(type: type, range: begin..<scanner.place))
          }
          (start, free) = (nil, scanner.place)
        }
        if !isOpen, depth == 0 {
          if let declared, declared.isClass { ends[declared.type] = scanner.place - 1 }
          declared = nil
        }
      case .word(let word) where depth == 0 && ["class", "extension"].contains(word):
        declared = scanner.upcomingType().map { ($0, word == "class") }
      case .word("override") where depth == 1 && declared?.isClass == false:
        let line = bytes[..<scanner.place].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        start = max(line, free)
      default: continue
      }
    }
  }

  /// The file with the overrides in their classes.
  func moved(path: String) -> [UInt8] {
    let moving = members.filter { ends[$0.type] != nil }
    var changes: [(range: Range<Int>, text: [UInt8])] = moving.map { member in
      (member.range, bytes[member.range].filter { $0 == UInt8(ascii: "\n") })
    }
    for (type, end) in ends {
      let own = moving.filter { $0.type == type }
      guard !own.isEmpty else { continue }
      let text = own.flatMap { location($0.range.lowerBound, path) + bytes[$0.range] }
      changes.append((end..<end, text + location(end, path)))
    }
    var result = bytes
    for change in changes.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      result.replaceSubrange(change.range, with: change.text)
    }
    return result
  }

  private func location(_ place: Int, _ path: String) -> [UInt8] {
    let line = 1 + bytes[..<place].count { $0 == UInt8(ascii: "\n") }
    return Array("\n\(UneditedSource.location(path: path, line: line))\n".utf8)
  }
}
