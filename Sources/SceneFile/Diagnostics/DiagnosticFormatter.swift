import Foundation

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

  /// All of a file's diagnostics, each line ended with a line break; empty for none, but `[]` in JSON.
  /// `others` are further files that the diagnostics may be about.
  public func text(
    for diagnostics: [Diagnostic], in source: SourceText, and others: [SourceText] = []
  ) -> String {
    switch style {
    case .json: json(diagnostics)
    case .short: limited(diagnostics) { shortText(for: $0) }
    case .human:
      limited(diagnostics) { diagnostic in
        humanText(for: diagnostic, in: [source] + others)
      }
    }
  }

  /// The message with its place and hint, on one line.
  public func shortText(for diagnostic: Diagnostic) -> String {
    headline(diagnostic.range, diagnostic.severity.rawValue, diagnostic.message)
      + (diagnostic.hint.map { "; hint: \($0)" } ?? "") + notes(for: diagnostic)
  }

  /// What else is to be known from other files, such as a parameter's value.
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

  private func headline(_ range: SourceRange, _ kind: String, _ message: String) -> String {
    "\(range.file):\(range.line):\(range.column): \(kind): \(message)"
  }

  private func humanText(for diagnostic: Diagnostic, in sources: [SourceText]) -> String {
    let range = diagnostic.range
    let kind = colored(diagnostic.severity.rawValue, diagnostic.severity.color)
    var lines = [headline(range, kind, colored(diagnostic.message, "0"))]
    lines += excerpt(of: range, in: sources)
    if let hint = diagnostic.hint { lines.append(colored("hint", "36") + ": " + hint) }
    for related in diagnostic.related {
      lines.append(headline(related.range, colored("note", "36"), related.message))
      lines += excerpt(of: related.range, in: sources)
    }
    return lines.joined(separator: "\n")
  }

  private func excerpt(of range: SourceRange, in sources: [SourceText]) -> [String] {
    let source = sources.first { $0.path == range.file } ?? sources[0]
    let excerpt = SourceExcerpt(of: range, in: source.line(range.line))
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
  /// Of the terminal's.
  fileprivate var color: String {
    switch self {
    case .error: "31"
    case .warning: "35"
    case .note: "36"
    }
  }
}
