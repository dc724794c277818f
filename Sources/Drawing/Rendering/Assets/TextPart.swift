import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree

/// A part of a text: letters, their underline, outline or background, in the layer's coordinates.
enum TextPart: Sendable {
  /// To be filled by the non-zero rule.
  case fill(Path, Color)
  case stroke(Path, Color, StrokeStyle)
  /// Glyphs with colours of their own, and their opacity.
  case colorGlyphs([ColorGlyph], opacity: Double)

  /// All parts of runs of a layout or of a piece with their indices, in the order of painting: the
  /// background, the outline, underlines, the letters, strikethrough lines.
  static func parts(
    of indexed: some Sequence<(offset: Int, element: TextLayout.Run)>, _ values: LayerValues
  ) -> [TextPart] {
    let all = values[.string].runs
    let runs = indexed.filter { all.indices.contains($0.offset) }
      .map { (run: $0.element, style: all[$0.offset]) }
    var parts: [TextPart] = []
    func fill(_ path: Path, _ color: Color?) {
      guard let color, color.alpha > 0, !path.isEmpty else { return }
      parts.append(.fill(path, color))
    }
    for (run, style) in runs { fill(run.boxes, style.backgroundColor) }
    if let line = values.textStroke, let color = values[.strokeColor] {
      for (run, _) in runs where !run.glyphs.isEmpty {
        parts.append(.stroke(run.glyphs, color, line))
      }
    }
    for (run, style) in runs {
      let color = style.foregroundColor ?? values[.foregroundColor]
      fill(run.underline, style.underlineColor ?? color)
      fill(run.glyphs, color)
      if let color, color.alpha > 0, !run.colorGlyphs.isEmpty {
        parts.append(.colorGlyphs(run.colorGlyphs, opacity: color.alpha))
      }
      fill(run.strikethrough, style.strikethroughColor ?? color)
    }
    return parts
  }

  /// The bounds of the pixels that the part can touch.
  var paintBounds: Rect? {
    switch self {
    case .fill(let path, _): return path.controlBoundingBox
    case .stroke(let path, _, let stroke):
      let reach = stroke.lineWidth / 2 * max(stroke.join == .miter ? stroke.miterLimit : 1, 1.5)
      return path.controlBoundingBox?.insetBy(dx: -reach, dy: -reach)
    case .colorGlyphs(let glyphs, _):
      return glyphs.map(\.bounds).reduce(nil) { $0?.union($1) ?? $1 }
    }
  }

  /// The part as one shape; `nil` for coloured glyphs.
  var shape: TextPiece.Shape? {
    switch self {
    case .fill(let path, let color): TextPiece.Shape(path: path, color: color, stroke: nil)
    case .stroke(let path, let color, let style):
      TextPiece.Shape(path: path, color: color, stroke: style)
    case .colorGlyphs: nil
    }
  }
}

extension LayerValues {
  /// The line around the letters; `nil` for none.
  fileprivate var textStroke: StrokeStyle? {
    guard self[.lineWidth] > 0, let color = self[.strokeColor], color.alpha > 0 else { return nil }
    return StrokeStyle(
      lineWidth: self[.lineWidth], cap: .butt, join: self[.lineJoin],
      miterLimit: self[.miterLimit], dashPattern: [], dashPhase: 0)
  }
}

extension TextRequest {
  /// How a text layer sets its text, its type as large as given. The height of the bounds counts
  /// only where text is shortened to it.
  init(_ values: LayerValues) {
    let size = values[.bounds].size
    let truncation =
      RostrumCanvas.TruncationMode(rawValue: values[.truncationMode].rawValue) ?? .none
    let runs = values[.string].runs.map { run in
      TextRun(
        run.text, font: FontDescription(run.font ?? values[.font]),
        size: run.fontSize ?? values[.fontSize], kern: run.kern + values[.letterSpacing],
        baselineOffset: run.baselineOffset,
        underline: TextRun.LineStyle(rawValue: run.underlineStyle.rawValue) ?? .none,
        strikethrough: TextRun.LineStyle(rawValue: run.strikethroughStyle.rawValue) ?? .none)
    }
    self.init(
      runs: runs, width: size.width, height: truncation == .none ? nil : size.height,
      isWrapped: values[.wrapped] || values[.fit] == .wrap,
      alignment: TextAlignment(rawValue: values[.alignmentMode].rawValue) ?? .natural,
      truncation: truncation)
    allowsColor = true
    if values[.lineHeight] > 0 { lineHeight = values[.lineHeight] }
    guard values[.textPath] != nil else { return }
    (width, height, isWrapped, alignment, self.truncation) = (nil, nil, false, .left, .none)
    pieces = .letters
  }
}

extension FontDescription {
  init(_ font: FontReference) {
    let source: Source =
      switch font.source {
      case .family(let name): .family(name)
      case .file(let path): .file(path)
      }
    self.init(
      source, weight: font.weight, isItalic: font.isItalic,
      fallbacks: font.fallbacks.map(FontDescription.init))
  }
}
