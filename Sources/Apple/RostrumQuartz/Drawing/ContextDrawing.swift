import RostrumCanvas
public import Foundation
import RostrumGeometry
package import RostrumLayerTree

extension CGContext {
  // MARK: Making the path

  public func move(to point: CGPoint) { extend { $0.move(to: point) } }

  public func addLine(to point: CGPoint) { extend { $0.addLine(to: point) } }

  public func addLines(between points: [CGPoint]) { extend { $0.addLines(between: points) } }

  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    extend { $0.addCurve(to: end, control1: control1, control2: control2) }
  }

  public func addQuadCurve(to end: CGPoint, control: CGPoint) {
    extend { $0.addQuadCurve(to: end, control: control) }
  }

  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    extend {
      $0.addArc(
        center: center, radius: radius, startAngle: startAngle, endAngle: endAngle,
        clockwise: clockwise)
    }
  }

  public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {
    extend { $0.addArc(tangent1End: tangent1End, tangent2End: tangent2End, radius: radius) }
  }

  public func addRect(_ rect: CGRect) { extend { $0.addRect(rect) } }

  public func addRects(_ rects: [CGRect]) { extend { for rect in rects { $0.addRect(rect) } } }

  public func addEllipse(in rect: CGRect) { extend { $0.addEllipse(in: rect) } }

  public func addPath(_ path: CGPath) { extend { $0.addPath(path) } }

  public func closePath() { extend { $0.closeSubpath() } }

  public func pathContains(_ point: CGPoint, mode: CGPathDrawingMode) -> Bool {
    path?.contains(point, using: mode.fillRule == .evenOdd ? .evenOdd : .winding) ?? false
  }

  /// From user space to pixels.
  public var userSpaceToDeviceSpaceTransform: CGAffineTransform { state.transform }

  public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(state.transform) }

  public func convertToUserSpace(_ point: CGPoint) -> CGPoint {
    point.applying(state.transform.inverted())
  }

  public var isPathEmpty: Bool { path == nil }

  public var currentPointOfPath: CGPoint { path?.currentPoint ?? .zero }

  // MARK: Painting the path

  public func fillPath(using rule: CGPathFillRule = .winding) {
    drawPath(using: rule == .winding ? .fill : .eoFill)
  }

  public func strokePath() { drawPath(using: .stroke) }

  public func drawPath(using mode: CGPathDrawingMode) {
    guard let path = path?.model else { return }
    let state = state
    paint { drawing, isShape in
      if let rule = mode.fillRule {
        try drawing.fill(path, with: Self.paint(state.fillColor, isShape), rule: rule)
      }
      if mode.strokes {
        try drawing.stroke(path, with: Self.paint(state.strokeColor, isShape), style: state.line)
      }
    }
    beginPath()
  }

  /// The path is the shape of its line from now on.
  public func replacePathWithStrokedPath() {
    guard let path else { return }
    let caps: [CGLineCap] = [.butt, .round, .square]
    let joins: [CGLineJoin] = [.miter, .round, .bevel]
    let shape = path.copy(
      strokingWithWidth: CGFloat(state.line.lineWidth),
      lineCap: caps.first { $0.model == state.line.cap } ?? .butt,
      lineJoin: joins.first { $0.model == state.line.join } ?? .miter,
      miterLimit: CGFloat(state.line.miterLimit))
    beginPath()
    addPath(shape)
  }

  private static func paint(_ color: CGColor, _ isShape: Bool) -> Color {
    isShape ? .black : color.model
  }

  public func fill(_ rect: CGRect) { draw(CGPath(rect: rect), .fill) }

  public func fill(_ rects: [CGRect]) {
    let path = CGMutablePath()
    for rect in rects { path.addRect(rect) }
    draw(path, .fill)
  }

  public func fillEllipse(in rect: CGRect) { draw(CGPath(ellipseIn: rect), .fill) }

  public func stroke(_ rect: CGRect) { draw(CGPath(rect: rect), .stroke) }

  public func stroke(_ rect: CGRect, width: CGFloat) {
    saveGState()
    setLineWidth(width)
    stroke(rect)
    restoreGState()
  }

  public func strokeEllipse(in rect: CGRect) { draw(CGPath(ellipseIn: rect), .stroke) }

  /// Separate lines from each first point to each second one.
  public func strokeLineSegments(between points: [CGPoint]) {
    let path = CGMutablePath()
    for (index, point) in points.enumerated() {
      if index.isMultiple(of: 2) { path.move(to: point) } else { path.addLine(to: point) }
    }
    draw(path, .stroke)
  }

  /// Draws a path that is not the context's, which is empty afterwards.
  func draw(_ path: CGPath, _ mode: CGPathDrawingMode) {
    beginPath()
    addPath(path)
    drawPath(using: mode)
  }

  /// Makes a rectangle transparent.
  public func clear(_ rect: CGRect) {
    saveGState()
    (state.alpha, state.blendMode, state.shadow) = (1, .clear, nil)
    fill(rect)
    restoreGState()
  }

  // MARK: Pictures

  /// Draws a picture with its bottom at the smallest y: upright where y points up, and upside down
  /// where it points down, as Core Graphics does. `UIImage.draw(in:)` draws it upright.
  public func draw(_ image: CGImage, in rect: CGRect) {
    saveGState()
    translateBy(x: 0, y: rect.minY + rect.maxY)
    scaleBy(x: 1, y: -1)
    drawUpright(image, in: rect)
    restoreGState()
  }

  /// Draws a picture with its top at the smallest y.
  func drawUpright(_ image: CGImage, in rect: CGRect) {
    guard let bitmap = image.bitmap else { return }
    drawUpright(bitmap, in: rect)
  }

  func drawUpright(_ bitmap: Bitmap, in rect: CGRect) {
    let filter: ImageFilter = state.interpolation == .none ? .nearest : .linear
    paint { drawing, isShape in
      if isShape { return try drawing.fill(Path.rect(Rect(rect)), with: .black) }
      try drawing.draw(bitmap, in: Rect(rect), filter: filter)
    }
  }

  // MARK: Gradients

  /// Colours along a line. They go on beyond its ends only where the options say so.
  public func drawLinearGradient(
    _ gradient: CGGradient, start startPoint: CGPoint, end endPoint: CGPoint,
    options: CGGradientDrawingOptions
  ) {
    draw(
      gradient.model(.axial(start: Point(startPoint), end: Point(endPoint)), options),
      within: Self.band(startPoint, endPoint, options))
  }

  /// Colours from one circle to another. The inner circle has to lie at the outer one's centre, or
  /// be a point; others are drawn from the inner centre.
  public func drawRadialGradient(
    _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint,
    endRadius: CGFloat, options: CGGradientDrawingOptions
  ) {
    guard endRadius > 0 else { return }
    let focus = Point(
      x: Double((startCenter.x - endCenter.x) / endRadius),
      y: Double((startCenter.y - endCenter.y) / endRadius))
    let shape = Gradient.Shape.radial(
      center: Point(endCenter), radii: Size(width: Double(endRadius), height: Double(endRadius)),
      focalOffset: focus)
    let disk = CGRect(
      x: endCenter.x - endRadius, y: endCenter.y - endRadius, width: 2 * endRadius,
      height: 2 * endRadius)
    draw(
      gradient.model(shape, options, from: Double(startRadius / endRadius)),
      within: options.contains(.drawsAfterEndLocation) ? nil : CGPath(ellipseIn: disk))
  }

  private func draw(_ gradient: Gradient, within path: CGPath?) {
    let everywhere = CGRect(x: 0, y: 0, width: width, height: height)
      .applying(state.transform.inverted())
    let area = path?.model ?? Path.rect(Rect(everywhere))
    paint { drawing, isShape in
      if isShape { return try drawing.fill(area, with: .black) }
      try drawing.fill(area, with: gradient)
    }
  }

  /// The strip between the lines across both ends; `nil` for everything.
  private static func band(
    _ start: CGPoint, _ end: CGPoint, _ options: CGGradientDrawingOptions
  ) -> CGPath? {
    let far: CGFloat = 1e5
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0, options != [.drawsBeforeStartLocation, .drawsAfterEndLocation] else {
      return length > 0 ? nil : CGMutablePath()
    }
    let (ux, uy) = (dx / length, dy / length)
    let before = options.contains(.drawsBeforeStartLocation) ? -far : 0
    let after = options.contains(.drawsAfterEndLocation) ? far : length
    func corner(_ along: CGFloat, _ across: CGFloat) -> CGPoint {
      CGPoint(x: start.x + ux * along - uy * across, y: start.y + uy * along + ux * across)
    }
    let path = CGMutablePath()
    path.addLines(
      between: [corner(before, -far), corner(after, -far), corner(after, far), corner(before, far)])
    path.closeSubpath()
    return path
  }
}

// MARK: Text

extension CGContext {
  /// Draws a text with the top left of its box at a point, where y points down.
  package func draw(_ text: AttributedText, at point: CGPoint, width: CGFloat? = nil) {
    guard let layout = text.layout(width: width) else { return }
    let color = state.fillColor
    paint { drawing, isShape in
      try drawing.withTransform(.translation(x: Double(point.x), y: Double(point.y))) {
        for (run, style) in zip(layout.runs, text.runs) {
          let letters = style.foregroundColor ?? color.model
          try drawing.fill(run.glyphs, with: isShape ? .black : letters)
          for glyph in run.colorGlyphs where !isShape {
            try drawing.withTransform(glyph.place) {
              try drawing.draw(glyph.image, in: glyph.frame)
            }
          }
        }
      }
    }
  }
}
