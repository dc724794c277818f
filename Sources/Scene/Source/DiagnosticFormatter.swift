import RostrumBase

/// Lays diagnostics out as text: the one place that decides how they look.
public struct DiagnosticFormatter: Sendable {
  public enum Style: String, CaseIterable, Sendable {
    /// The message, the line with a caret, a hint.
    case human
    /// One line each, for editors.
    case short
    /// One array of objects, with the keys of `Diagnostic`.
    case json
  }

  public var style: Style
  /// ANSI colours, in the human style.
  public var usesColor: Bool
  /// The rest is only counted. JSON has no limit.
  public var maximumCount: Int

  public init(style: Style = .human, usesColor: Bool = false, maximumCount: Int = 100) {
    self.style = style
    self.usesColor = usesColor
    self.maximumCount = maximumCount
  }

  /// All of a file's diagnostics, each line ended with a line break; empty for none, but `[]` in
  /// JSON. `others` are further files that the diagnostics may be about.
  public func text(
    for diagnostics: [Diagnostic], in source: SourceText, and others: [SourceText] = []
  ) -> String {
    switch style {
    case .json: json(diagnostics)
    case .short: limited(diagnostics) { Escaping.logName(shortText(for: $0)) }
    case .human:
      limited(diagnostics) { diagnostic in
        Escaping.log(humanText(for: diagnostic, in: [source] + others))
      }
    }
  }

  /// The message with its place and hint, on one line.
  public func shortText(for diagnostic: Diagnostic) -> String {
    headline(
      diagnostic.range, diagnostic.severity.rawValue, diagnostic.message + name(of: diagnostic))
      + (diagnostic.hint.map { "; hint: \($0)" } ?? "") + notes(for: diagnostic)
  }

  /// Notes about other files, such as the place of a parameter's value.
  private func notes(for diagnostic: Diagnostic) -> String {
    diagnostic.related.filter { $0.range.file != diagnostic.range.file }
      .map { "; " + headline($0.range, "note", $0.message) }.joined()
  }

  private func limited(_ diagnostics: [Diagnostic], _ text: (Diagnostic) -> String) -> String {
    var lines = diagnostics.prefix(maximumCount).map(text)
    if diagnostics.count > maximumCount {
      lines.append("and \(diagnostics.count - maximumCount) more")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The name by which a scene can allow a warning, also where warnings are errors.
  private func name(of diagnostic: Diagnostic) -> String {
    let isNamed = diagnostic.severity == .warning || DiagnosticID.isCheck(diagnostic.id)
    return isNamed ? " [\(diagnostic.id)]" : ""
  }

  private func headline(_ range: SourceRange, _ kind: String, _ message: String) -> String {
    "\(Escaping.logName(range.file)):\(range.line):\(range.column): \(kind): \(message)"
  }

  private func humanText(for diagnostic: Diagnostic, in sources: [SourceText]) -> String {
    let range = diagnostic.range
    let kind = colored(diagnostic.severity.rawValue, diagnostic.severity.color)
    let message = colored(diagnostic.message, "0") + name(of: diagnostic)
    var lines = [headline(range, kind, message)]
    lines += excerpt(of: range, in: sources)
    if let hint = diagnostic.hint { lines.append(colored("hint", "36") + ": " + hint) }
    for related in diagnostic.related {
      lines.append(headline(related.range, colored("note", "36"), related.message))
      lines += excerpt(of: related.range, in: sources)
    }
    return lines.joined(separator: "\n")
  }

  private func excerpt(of range: SourceRange, in sources: [SourceText]) -> [String] {
    let source = sources.first { FilePath($0.path) == FilePath(range.file) } ?? sources[0]
    let excerpt = SourceExcerpt(of: range, in: source)
    return excerpt.line.isEmpty ? [] : [excerpt.line, colored(excerpt.caret, "32")]
  }

  private func colored(_ text: String, _ code: String) -> String {
    usesColor ? "\u{1B}[1;\(code)m\(text)\u{1B}[0m" : text
  }

  private func json(_ diagnostics: [Diagnostic]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = (try? encoder.encode(diagnostics)) ?? Data()
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}

extension Diagnostic.Severity {
  /// The number of the terminal's colour.
  fileprivate var color: String {
    switch self {
    case .error: "31"
    case .warning: "35"
    case .note: "36"
    }
  }
}

/// A source line with carets under the range of a diagnostic, for a terminal.
///
/// Tabs become spaces, control characters a middle dot, and of a long line only the part around the
/// caret is shown.
package struct SourceExcerpt: Sendable {
  package let line: String
  /// `    ^~~~~`
  package let caret: String

  private struct Cell {
    let text: String
    /// In columns of a terminal.
    let width: Int
  }

  package init(of range: SourceRange, in source: SourceText, maximumWidth: Int = 100) {
    let cells = Self.cells(of: source, around: range, reach: maximumWidth)
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
    of source: SourceText, around range: SourceRange, reach: Int
  ) -> (cells: [Cell], caret: Int, isCutBefore: Bool, isCutAfter: Bool) {
    let caret = range.column - 1
    let start = max(0, caret - reach)
    let part = source.line(range.line, from: start + 1, count: 2 * reach)
    return (part.text.map(cell), min(caret - start, part.text.count), start > 0, part.isCut)
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
  package var terminalWidth: Int {
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
