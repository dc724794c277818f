import Geometry
import LayerTree

extension ValueWriting {
  /// A list of runs, on one line.
  func text(_ text: AttributedText) throws -> String {
    "[" + (try text.runs.map(self.text)).joined(separator: ", ") + "]"
  }

  private func text(_ run: AttributedText.StyleRun) throws -> String {
    var parts: [(Key, String)] = [(.runText, YAMLText.quoted(run.text))]
    if let font = run.font { parts.append((.runFont, try text(font))) }
    if let size = run.fontSize { parts.append((.runFontSize, size.exactText)) }
    parts += [
      (Key.runColor, run.foregroundColor), (.runBackground, run.backgroundColor),
      (.underlineColor, run.underlineColor), (.strikethroughColor, run.strikethroughColor),
    ].compactMap { key, color in color.map { (key, YAMLText.quoted($0.css)) } }
    parts += [(Key.runKern, run.kern), (.runBaselineOffset, run.baselineOffset)]
      .filter { $0.1 != 0 }.map { ($0.0, $0.1.exactText) }
    parts += [
      (Key.underlineStyle, run.underlineStyle), (.strikethroughStyle, run.strikethroughStyle),
    ].filter { $0.1 != .none }.map { ($0.0, $0.1.rawValue) }
    return "{" + parts.map { "\($0.0.name): \($0.1)" }.joined(separator: ", ") + "}"
  }
}
