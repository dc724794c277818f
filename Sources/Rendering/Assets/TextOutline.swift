import Canvas
import Geometry
import LayerTree

/// A part of a text in one colour: letters, a line along them, or what lies behind them.
struct TextOutline: Sendable {
  /// In the layer's coordinates, to be filled by the non-zero rule.
  let path: Path
  let color: Color

  /// All that a text layer with these values shows: what lies behind the letters first, lines below
  /// them next, those through them last.
  static func outlines(of layout: TextLayout, _ values: LayerValues) -> [TextOutline] {
    let styles = values[.string].runs
    let origin = values[.bounds].origin
    let colors = styles.map { $0.foregroundColor ?? values[.foregroundColor] }
    var parts: [(Path, Color?)] = []
    for (run, style) in zip(layout.runs, styles) {
      parts.append((run.boxes, style.backgroundColor))
    }
    for ((run, style), color) in zip(zip(layout.runs, styles), colors) {
      parts.append((run.underline, style.underlineColor ?? color))
      parts.append((run.glyphs, color))
      parts.append((run.strikethrough, style.strikethroughColor ?? color))
    }
    return parts.compactMap { path, color in
      guard let color, color.alpha > 0, !path.isEmpty else { return nil }
      return TextOutline(path: origin == .zero ? path : path.map { $0 + origin }, color: color)
    }
  }
}

extension TextRequest {
  /// How a text layer sets its text. The height of the bounds counts only where text is shortened
  /// to it.
  init(_ values: LayerValues) {
    let size = values[.bounds].size
    let truncation = Canvas.TruncationMode(rawValue: values[.truncationMode].rawValue) ?? .none
    let runs = values[.string].runs.map { run in
      TextRun(
        run.text, font: FontDescription(run.font ?? values[.font]),
        size: run.fontSize ?? values[.fontSize], kern: run.kern,
        baselineOffset: run.baselineOffset,
        underline: TextRun.LineStyle(rawValue: run.underlineStyle.rawValue) ?? .none,
        strikethrough: TextRun.LineStyle(rawValue: run.strikethroughStyle.rawValue) ?? .none)
    }
    self.init(
      runs: runs, width: size.width, height: truncation == .none ? nil : size.height,
      isWrapped: values[.wrapped],
      alignment: TextAlignment(rawValue: values[.alignmentMode].rawValue) ?? .natural,
      truncation: truncation)
  }
}

extension FontDescription {
  init(_ font: FontReference) {
    switch font.source {
    case .family(let name): self.init(family: name, weight: font.weight, isItalic: font.isItalic)
    case .file(let path): self.init(file: path, weight: font.weight, isItalic: font.isItalic)
    }
  }
}
