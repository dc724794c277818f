import RostrumCPango
import RostrumGeometry

/// Neighbouring letters of one run in one font, which share underlines and strikethrough lines.
struct Stretch {
  let font: UnsafeMutablePointer<PangoFont>
  let baseline: Double
  let minX: Double
  var maxX: Double
  /// The run's place in the request; `nil` before the first letter.
  let run: Int?
  /// The piece's place in the layout; `nil` where it has none.
  var piece: Int?

  /// Adds the run's lines, at the font's positions, and the box of the letters.
  func decorate(
    _ result: inout TextLayout.Run, _ run: TextRun, _ line: TextLayout.Line, unitsPerEm: Double
  ) {
    guard maxX > minX else { return }
    add(to: &result.boxes, line.baseline - line.ascent, line.baseline + line.descent)
    guard run.underline != .none || run.strikethrough != .none else { return }
    let metrics = pango_font_get_metrics(font, nil)
    defer { pango_font_metrics_unref(metrics) }
    add(
      run.underline, to: &result.underline,
      top: -Double(pango_font_metrics_get_underline_position(metrics)) / unitsPerEm,
      thickness: Double(pango_font_metrics_get_underline_thickness(metrics)) / unitsPerEm)
    add(
      run.strikethrough, to: &result.strikethrough,
      top: -Double(pango_font_metrics_get_strikethrough_position(metrics)) / unitsPerEm,
      thickness: Double(pango_font_metrics_get_strikethrough_thickness(metrics)) / unitsPerEm)
  }

  /// `top` is measured from the baseline downwards. A double line has a gap of one line in its
  /// middle.
  private func add(
    _ style: TextRun.LineStyle, to path: inout Path, top: Double, thickness: Double
  ) {
    let y = baseline + top
    switch style {
    case .none: break
    case .single: add(to: &path, y, y + thickness)
    case .thick: add(to: &path, y, y + 2 * thickness)
    case .double:
      add(to: &path, y, y + thickness)
      add(to: &path, y + 2 * thickness, y + 3 * thickness)
    }
  }

  private func add(to path: inout Path, _ top: Double, _ bottom: Double) {
    path.move(to: Point(x: minX, y: top))
    path.line(to: Point(x: maxX, y: top))
    path.line(to: Point(x: maxX, y: bottom))
    path.line(to: Point(x: minX, y: bottom))
    path.close()
  }
}
