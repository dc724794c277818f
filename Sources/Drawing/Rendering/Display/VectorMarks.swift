public import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree

extension DisplayNode {
  /// The layer and its sublayers as paths, in the pixels around it; `nil` where something in it is
  /// no plain shape: a picture, text, a gradient, particles, an effect, a perspective.
  ///
  /// The edges are exact, before rasterization, so they may differ from the picture by up to a
  /// pixel's antialiasing.
  public var vectorMarks: [Artwork.Mark]? {
    guard effects == nil, depth == nil, tint == nil, layer.transition == nil,
      drawing.particles.isEmpty, drawing.contents.allSatisfy({ $0 is ShapePainter }),
      let place = transform.affine
    else { return nil }
    let inner = sublayers.map(\.vectorMarks)
    guard !inner.contains(where: { $0 == nil }) else { return nil }
    let painter = VectorPainter(values: layer.values, place: place)
    guard let background = drawing.background.isEmpty ? [] : painter.background,
      let contents = drawing.contents.isEmpty ? [] : painter.shape,
      let border = drawing.border.isEmpty ? [] : painter.border
    else { return nil }
    let middle = contents + inner.compactMap(\.self).flatMap(\.self)
    let cut: [Artwork.Mark] =
      clipsContent ? [.group(middle, clip: painter.outline, opacity: 1)] : middle
    let marks = background + cut + border
    guard opacity < 1, !marks.isEmpty else { return marks }
    guard layer.layerClass != .transform, allowsGroupOpacity || marks.count == 1 else {
      return nil
    }
    return [.group(marks, clip: nil, opacity: opacity)]
  }
}

/// Draws the fills and lines of one layer as paths.
private struct VectorPainter {
  let values: LayerValues
  let place: AffineTransform

  /// The rounded bounds.
  var outline: Path { values.roundedBounds.map(place.apply) }

  /// How many times as long lines become; `nil` where that depends on their direction.
  private var scale: Double? {
    let (across, along) = (Point(x: place.a, y: place.b), Point(x: place.c, y: place.d))
    let (one, other) = (length(across), length(along))
    let dot = across.x * along.x + across.y * along.y
    guard abs(one - other) <= 1e-6 * max(one, other), abs(dot) <= 1e-6 * one * other else {
      return nil
    }
    return one
  }

  private func length(_ point: Point) -> Double {
    (point.x * point.x + point.y * point.y).squareRoot()
  }

  var background: [Artwork.Mark]? {
    guard let color = values[.backgroundColor] else { return [] }
    return [.fill(values.boundsBelowBorder(opacity: 1).map(place.apply), color)]
  }

  /// The border as a line in its middle.
  var border: [Artwork.Mark]? {
    guard let color = values[.borderColor], let scale else { return nil }
    let width = values[.borderWidth]
    let bounds = values[.bounds]
    // A border that meets itself in the middle fills everything.
    guard width < min(bounds.width, bounds.height) / 2 else { return [.fill(outline, color)] }
    let line = values.roundedBounds(inset: width / 2)
    return [.stroke(line.map(place.apply), color, StrokeStyle(lineWidth: width * scale))]
  }

  /// `nil` for a fill by the other rule.
  var shape: [Artwork.Mark]? {
    guard let path = values[.path] else { return [] }
    var marks: [Artwork.Mark] = []
    if let color = values[.fillColor], color.alpha > 0 {
      guard values[.fillRule] == .nonZero else { return nil }
      marks.append(.fill(path.map(place.apply), color))
    }
    if let color = values[.strokeColor], color.alpha > 0, values[.lineWidth] > 0 {
      guard let scale else { return nil }
      let painter = ShapePainter()
      var style = painter.style(values)
      style.lineWidth *= scale
      style.dashPattern = style.dashPattern.map { $0 * scale }
      style.dashPhase *= scale
      marks.append(.stroke(painter.strokedPart(of: path, values).map(place.apply), color, style))
    }
    return marks
  }
}
