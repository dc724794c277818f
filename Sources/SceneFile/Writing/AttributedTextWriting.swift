import Geometry
import LayerTree

extension ValueWriting {
  /// A list of runs, on one line.
  func text(_ text: AttributedText) throws -> String {
    "[" + (try text.runs.map(self.text)).joined(separator: ", ") + "]"
  }

  private func text(_ run: AttributedText.StyleRun) throws -> String {
    var parts: [(any DeclaredField, String)] = [(Key.runText, YAMLText.quoted(run.text))]
    if let font = run.font { parts.append((Key.runFont, try text(font))) }
    if let size = run.fontSize { parts.append((Key.runFontSize, size.exactText)) }
    let colors: [(any DeclaredField, Color?)] = [
      (Key.runColor, run.foregroundColor), (Key.runBackground, run.backgroundColor),
      (Key.underlineColor, run.underlineColor), (Key.strikethroughColor, run.strikethroughColor),
    ]
    parts += colors.compactMap { key, color in color.map { (key, YAMLText.quoted($0.css)) } }
    parts += [(Key.runKern, run.kern), (Key.runBaselineOffset, run.baselineOffset)]
      .filter { $0.1 != 0 }.map { ($0.0, $0.1.exactText) }
    parts += [
      (Key.underlineStyle, run.underlineStyle), (Key.strikethroughStyle, run.strikethroughStyle),
    ].filter { $0.1 != .none }.map { ($0.0, $0.1.rawValue) }
    return "{" + parts.map { "\($0.0.name): \($0.1)" }.joined(separator: ", ") + "}"
  }
}
