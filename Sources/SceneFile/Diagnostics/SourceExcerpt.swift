/// A source line with a caret under what is meant, as a terminal shows it.
///
/// Tabs become spaces, control characters a middle dot, and of a long line only the part around the caret is shown.
struct SourceExcerpt {
  let line: String
  /// `    ^~~~~`
  let caret: String

  private struct Cell {
    let text: String
    /// In columns of a terminal.
    let width: Int
  }

  init(of range: SourceRange, in text: String, maximumWidth: Int = 100) {
    let cells = Self.cells(of: text, around: range.column - 1, reach: maximumWidth)
    let window = Self.window(in: cells.cells, around: cells.caret, maximumWidth)
    let shown = cells.cells[window]
    let startMark = window.lowerBound > 0 || cells.isCutBefore ? "..." : ""
    let endMark = window.upperBound < cells.cells.count || cells.isCutAfter ? "..." : ""
    line = startMark + shown.map(\.text).joined() + endMark
    let indent = shown.prefix(cells.caret - window.lowerBound)
      .reduce(startMark.count) { $0 + $1.width }
    let end = min(cells.caret + max(range.length, 1), window.upperBound)
    let underlined = cells.cells[min(cells.caret, end)..<end].reduce(0) { $0 + $1.width }
    caret =
      String(repeating: " ", count: indent) + "^"
      + String(repeating: "~", count: max(underlined - 1, 0))
  }

  /// The characters within `reach` of the caret, which is given and returned as an index.
  private static func cells(
    of text: String, around caret: Int, reach: Int
  ) -> (cells: [Cell], caret: Int, isCutBefore: Bool, isCutAfter: Bool) {
    let start = max(0, caret - reach)
    let tail = text.dropFirst(start)
    let part = tail.prefix(2 * reach)
    let isCutAfter = part.endIndex < text.endIndex
    return (part.map(cell), min(caret - start, part.count), start > 0, isCutAfter)
  }

  /// The cells that fit, with the caret in the first two thirds.
  private static func window(in cells: [Cell], around caret: Int, _ maximumWidth: Int) -> Range<Int>
  {
    var start = 0
    while width(cells[start..<caret]) > maximumWidth * 2 / 3 { start += 1 }
    var end = caret
    var used = width(cells[start..<caret])
    while end < cells.count, used + cells[end].width <= maximumWidth {
      used += cells[end].width
      end += 1
    }
    return start..<end
  }

  private static func width(_ cells: ArraySlice<Cell>) -> Int { cells.reduce(0) { $0 + $1.width } }

  private static func cell(_ character: Character) -> Cell {
    if character == "\t" { return Cell(text: "    ", width: 4) }
    guard character.isPrintable else { return Cell(text: "·", width: 1) }
    return Cell(text: String(character), width: character.terminalWidth)
  }
}

extension Character {
  /// 2 for East Asian wide characters and emoji, 0 for a lone combining mark, else 1.
  /// Ranges: Unicode Standard Annex 11, the large blocks only.
  var terminalWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch first.value {
    case 0x300...0x36F, 0x200B...0x200F: return 0
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
      0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
