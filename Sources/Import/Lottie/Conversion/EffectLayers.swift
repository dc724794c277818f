import RostrumImportedDocument
import RealModule
import RostrumGeometry
import RostrumLayerTree

/// A layer as effects of its content see it.
struct EffectContent {
  let size: Size
  let masks: [LottieMask]
}

extension Motion {
  /// Applies an effect that changes a layer's content in the layer's own space.
  func applyToContent(
    _ effect: LottieEffect, of layer: EffectContent, to draft: inout ImportedLayer
  ) {
    switch effect {
    case .transform(let transform):
      apply(transform, to: &draft)
      applyOpacity(transform.opacity, to: &draft)
    case .wipe(let wipe): draft.mask = [mask(wipe, layer.size, name: "\(draft.name) edge")]
    case .stroke(let stroke): apply(stroke, layer.masks, to: &draft)
    default: break
    }
  }

  // MARK: Wipes

  private func mask(_ wipe: LottieWipe, _ size: Size, name: String) -> ImportedLayer {
    var shape = ImportedLayer(name, .shape)
    shape.values[.fillColor] = .black
    func path(_ frame: Double) -> Path {
      let area = wipe.visibleArea(of: size, at: frame)
      return budget.add(area.elements.count, .pathElements) ? area : Path()
    }
    let tracks = wipe.tracks
    let first = tracks.flatMap(\.segments).map(\.start).min() ?? 0
    shape.values[.path] = path(first - 1)
    let moves = animation(AnimationKeyPath(.path), of: tracks.map(\.timings), isEven: false) {
      .path(path($0))
    }
    if let moves { shape.animations.append(moves) }
    guard wipe.feather.values.contains(where: { ($0.first ?? 0) > 0 }) else { return shape }
    var soft = ImportedLayer("\(name) feather", [shape])
    applyBlur(wipe.feather, named: "feather", to: &soft)
    return soft
  }

  // MARK: Strokes along masks

  private func apply(
    _ stroke: LottieMaskStroke, _ masks: [LottieMask], to draft: inout ImportedLayer
  ) {
    let chosen = stroke.mask.map { masks.indices.contains($0) ? [masks[$0]] : [] } ?? masks
    let name = "\(draft.name) stroke"
    guard budget.add(chosen.count + 1, .layers) else { return }
    let shapes = stroke.isSequential ? [joined(chosen, name)] : chosen.map { shape($0, name) }
    var lines = ImportedLayer(name, shapes.map { line($0, stroke) })
    apply(stroke.opacity, to: AnimationKeyPath(.opacity), of: &lines) {
      .number(min(max($0.first ?? 1, 0), 1))
    }
    switch stroke.style {
    case .onOriginal: draft.sublayers.append(lines)
    case .onTransparent: draft.sublayers = [lines]
    case .revealOriginal: draft.mask = [lines]
    }
  }

  private func line(_ shape: ImportedLayer, _ stroke: LottieMaskStroke) -> ImportedLayer {
    var line = shape
    line.values[.fillColor] = nil
    line.values[.lineCap] = .round
    line.values[.lineJoin] = .round
    apply(stroke.color, to: AnimationKeyPath(.strokeColor), of: &line) { .color(.lottie($0)) }
    apply(stroke.brushSize, to: AnimationKeyPath(.lineWidth), of: &line) {
      .number(2 * max($0.first ?? 0, 0))
    }
    if !stroke.trim.isAlwaysWhole { _ = trim(stroke.trim, of: &line) }
    return line
  }

  /// The outlines of masks, one after the other, as one shape.
  private func joined(_ masks: [LottieMask], _ name: String) -> ImportedLayer {
    func path(_ frame: Double) -> Path {
      let elements = masks.flatMap { $0.path.path(at: frame).elements }
      return budget.add(elements.count, .pathElements) ? Path(elements) : Path()
    }
    var shape = ImportedLayer(name, .shape)
    let first = masks.flatMap(\.path.segments).map(\.start).min() ?? 0
    shape.values[.path] = path(first - 1)
    let moves = animation(
      AnimationKeyPath(.path), of: masks.map(\.path.timings), isEven: true
    ) { .path(path($0)) }
    if let moves { shape.animations.append(moves) }
    return shape
  }
}

extension LottieWipe {
  var tracks: [Track<[Double]>] {
    let own = [completion, angle, feather]
    switch edge {
    case .line: return own
    case .clockwise(let center), .counterclockwise(let center), .bothWays(let center):
      return own + [center]
    }
  }

  /// The area that the edge has not passed yet, as far as several times the layer's size: Cairo
  /// loses the slopes of lines that are much longer.
  func visibleArea(of size: Size, at frame: Double) -> Path {
    let reach = 4 * max(size.width + size.height, 1000)
    let share = min(max(completion.number(at: frame) / 100, 0), 1)
    let angle = angle.number(at: frame)
    let turn = 360 * share
    switch edge {
    case .line: return area(beyond: share, of: size, in: angle, reach, at: frame)
    case .clockwise(let center):
      return .sector(around: center.point(at: frame), from: angle + turn, to: angle + 360, reach)
    case .counterclockwise(let center):
      return .sector(around: center.point(at: frame), from: angle, to: angle + 360 - turn, reach)
    case .bothWays(let center):
      return .sector(
        around: center.point(at: frame), from: angle + turn / 2, to: angle + 360 - turn / 2, reach)
    }
  }

  /// The half of the plane before an edge, which begins before the box and ends behind it.
  private func area(
    beyond share: Double, of size: Size, in angle: Double, _ reach: Double, at frame: Double
  ) -> Path {
    let way = Point.direction(angle)
    let length = abs(size.width * way.x) + abs(size.height * way.y)
    let feather = max(feather.number(at: frame), 0)
    let center = Point(x: size.width / 2, y: size.height / 2)
    let edge = center + way * ((length + feather) * (share - 0.5))
    let (side, far) = (Point(x: -way.y, y: way.x) * reach, way * reach)
    let (left, right): (Point, Point) = (edge + side, edge - side)
    return .polygon([left, left + far, right + far, right])
  }
}

extension Path {
  /// A sector of the plane between two angles in degrees, clockwise from upwards.
  fileprivate static func sector(
    around center: Point, from start: Double, to end: Double, _ reach: Double
  ) -> Path {
    let steps = 16
    let corners = (0...steps).map { step -> Point in
      let angle: Double = start + (end - start) * Double(step) / Double(steps)
      return center + Point.direction(angle) * reach
    }
    return .polygon([center] + corners)
  }

  fileprivate static func polygon(_ points: [Point]) -> Path {
    var path = Path()
    path.move(to: points[0])
    for point in points.dropFirst() { path.line(to: point) }
    path.close()
    return path
  }
}

extension Point {
  /// The way of length 1 in an angle in degrees, clockwise from upwards.
  fileprivate static func direction(_ angle: Double) -> Point {
    let turn = angle * .pi / 180
    return Point(x: .sin(turn), y: -(.cos(turn)))
  }
}
