import Canvas
import Geometry
import LayerTree

/// Fills a shape layer's path, then strokes it.
struct ShapePainter: LayerPainter {
  func ink(of values: LayerValues) -> Rect? {
    guard let path = values[.path], let box = path.controlBoundingBox else { return nil }
    let fill = isVisible(values[.fillColor]) && !box.isEmpty ? box : nil
    let stroke = isVisible(values[.strokeColor]) ? strokeInk(values, box) : nil
    guard let fill else { return stroke }
    return stroke.map(fill.union) ?? fill
  }

  func paint(_ values: LayerValues, opacity: Double, on drawing: Drawing) {
    guard let path = values[.path] else { return }
    if let color = values[.fillColor]?.faded(by: opacity) {
      let rule = values[.fillRule]
      drawing.fill(path, with: color, rule: rule)
    }
    if let color = values[.strokeColor]?.faded(by: opacity), values[.lineWidth] > 0 {
      drawing.stroke(strokedPart(of: path, values), with: color, style: style(values))
    }
  }

  func passes(_ values: LayerValues) -> Int {
    [values[.fillColor], values[.strokeColor]].count(where: isVisible)
  }

  private func isVisible(_ color: Color?) -> Bool { (color?.alpha ?? 0) > 0 }

  /// A line reaches half its width beyond the path, at mitred corners and square ends further.
  private func strokeInk(_ values: LayerValues, _ box: Rect) -> Rect? {
    let width = values[.lineWidth]
    guard width > 0 else { return nil }
    let miters = values[.lineJoin] == .miter
    let reach = width / 2 * max(miters ? values[.miterLimit] : 1, 1.5)
    return box.insetBy(dx: -reach, dy: -reach)
  }

  private func strokedPart(of path: Path, _ values: LayerValues) -> Path {
    let (start, end) = (values[.strokeStart], values[.strokeEnd])
    return start <= 0 && end >= 1 ? path : path.trimmed(from: start, to: end)
  }

  private func style(_ values: LayerValues) -> StrokeStyle {
    StrokeStyle(
      lineWidth: values[.lineWidth],
      cap: values[.lineCap],
      join: values[.lineJoin],
      miterLimit: values[.miterLimit],
      dashPattern: values[.lineDashPattern],
      dashPhase: values[.lineDashPhase])
  }
}
