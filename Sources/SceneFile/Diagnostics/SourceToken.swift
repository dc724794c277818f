/// The value that begins at a place of a line, as far as it stands on that line.
struct SourceToken {
  private let scalars: [Unicode.Scalar]
  /// After an anchor or a tag.
  let start: Int
  /// 0 at the end of the line.
  let count: Int

  init(in scalars: [Unicode.Scalar], from place: Int) {
    self.scalars = scalars
    start = Self.valueStart(in: scalars, from: place)
    count = Self.end(in: scalars, from: start) - start
  }

  /// The place of a character of `string`, when the line shows the string as it is.
  func position(ofUTF8Offset offset: Int, in string: String) -> Int? {
    let shown = Array(string.unicodeScalars)
    let isQuoted = start < scalars.count && (scalars[start] == "\"" || scalars[start] == "'")
    let first = isQuoted ? start + 1 : start
    guard first + shown.count <= scalars.count,
      Array(scalars[first..<first + shown.count]) == shown
    else { return nil }
    let limited = min(max(offset, 0), string.utf8.count)
    let index = string.utf8.index(string.startIndex, offsetBy: limited)
    return first + string.unicodeScalars.distance(from: string.startIndex, to: index)
  }

  /// Skips `&anchor` and `!tag`, unless nothing follows on the line.
  private static func valueStart(in scalars: [Unicode.Scalar], from place: Int) -> Int {
    var index = place
    while index < scalars.count, scalars[index] == "&" || scalars[index] == "!" {
      while index < scalars.count, !scalars[index].isBlank { index += 1 }
      while index < scalars.count, scalars[index].isBlank { index += 1 }
    }
    return index < scalars.count && scalars[index] != "#" ? index : min(place, scalars.count)
  }

  private static func end(in scalars: [Unicode.Scalar], from start: Int) -> Int {
    guard start < scalars.count else { return start }
    switch scalars[start] {
    case "\"", "'": return quotedEnd(in: scalars, from: start)
    case "[", "{": return bracketEnd(in: scalars, from: start)
    case "|", ">",
      "-" where start + 1 == scalars.count || scalars[start + 1].isBlank:
      return start + 1
    default: return plainEnd(in: scalars, from: start)
    }
  }

  private static func quotedEnd(in scalars: [Unicode.Scalar], from start: Int) -> Int {
    let quote = scalars[start]
    var index = start + 1
    while index < scalars.count, scalars[index] != quote {
      index += scalars[index] == "\\" && quote == "\"" ? 2 : 1
    }
    return min(index + 1, scalars.count)
  }

  /// The matching bracket, or the bracket alone when that is not on the line.
  private static func bracketEnd(in scalars: [Unicode.Scalar], from start: Int) -> Int {
    var depth = 0
    var index = start
    while index < scalars.count {
      switch scalars[index] {
      case "[", "{": depth += 1
      case "]", "}": depth -= 1
      case "\"", "'": index = quotedEnd(in: scalars, from: index) - 1
      default: break
      }
      index += 1
      if depth == 0 { return index }
    }
    return start + 1
  }

  /// Up to `: `, ` #`, or a bracket or comma: an approximation, for underlining only.
  private static func plainEnd(in scalars: [Unicode.Scalar], from start: Int) -> Int {
    var index = start
    while index < scalars.count {
      let next = index + 1 < scalars.count ? scalars[index + 1] : " "
      if scalars[index] == "$", next == "{",
        let end = scalars[index...].firstIndex(where: { $0 == "}" || $0.isBlank })
      {
        index = end + 1
        continue
      }
      if scalars[index] == ":", next.isBlank { break }
      if scalars[index].isBlank, next == "#" { break }
      if [",", "]", "}"].contains(scalars[index]) { break }
      index += 1
    }
    index = min(index, scalars.count)
    while index > start + 1, scalars[index - 1].isBlank { index -= 1 }
    return max(index, start + 1)
  }
}

extension Unicode.Scalar {
  var isBlank: Bool { self == " " || self == "\t" }
}
