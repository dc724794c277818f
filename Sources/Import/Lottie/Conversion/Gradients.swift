import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree
import RealModule

extension LottieGradient {
  /// The colours and their places, from numbers of the file: as many as there are places of a
  /// colour or an opacity.
  ///
  /// Two stops may share a place: the first counts before it, the second after it. A stop of a
  /// colour takes the opacity just before its place, one of an opacity the colour just after it.
  func stops(_ numbers: [Double]) -> (colors: [Color], locations: [Double]) {
    let (colors, alphas) = gradations(numbers)
    var entries = colors.indices.map { index in
      let color = colors[index]
      return (
        color.location, color.values,
        isAligned ? alphas[index].values : alphas.value(before: color.location)
      )
    }
    if !isAligned {
      // After the colours at the same place.
      for alpha in alphas {
        let place = entries.firstIndex { $0.0 > alpha.location } ?? entries.endIndex
        let color = colors.value(after: alpha.location) ?? [0, 0, 0]
        entries.insert((alpha.location, color, alpha.values), at: place)
      }
    }
    // A gradient layer of a single colour draws nothing.
    if entries.count == 1 { entries += entries }
    return (
      entries.map { _, color, alpha in
        Color(
          red: color[0], green: color[1], blue: color[2], alpha: min(max(alpha?.first ?? 1, 0), 1))
      }, entries.map(\.0)
    )
  }

  /// Whether the start and the end are one place at all times.
  fileprivate var isPoint: Bool {
    start.timings == end.timings && start.values.map(\.point) == end.values.map(\.point)
  }

  /// Colours and opacities, by ascending place from 0 to 1.
  private func gradations(_ numbers: [Double]) -> (colors: [Gradation], alphas: [Gradation]) {
    func ordered(_ parts: [[Double]]) -> [Gradation] {
      var latest = 0.0
      return parts.map { part in
        latest = max(latest, min(max(part[0], 0), 1))
        return Gradation(location: latest, values: Array(part.dropFirst()))
      }
    }
    return (
      ordered(numbers.prefix(stopCount * 4).chunked(4)),
      ordered(numbers.dropFirst(stopCount * 4).chunked(2))
    )
  }

  /// Whether colours and opacities always have the same places: then each place counts once.
  private var isAligned: Bool {
    stops.values.allSatisfy { numbers in
      let (colors, alphas) = gradations(numbers)
      return colors.count == alphas.count
        && zip(colors, alphas).allSatisfy { $0.location == $1.location }
    }
  }
}

/// Values at a place of a gradient.
private struct Gradation {
  let location: Double
  let values: [Double]
}

extension [Gradation] {
  /// The values at a place as they are before it: the first stop's there, or a mixture of
  /// the two stops around it.
  fileprivate func value(before place: Double) -> [Double]? {
    guard let next = firstIndex(where: { $0.location >= place }) else { return last?.values }
    return mixture(next, place)
  }

  /// The values as they are after a place.
  fileprivate func value(after place: Double) -> [Double]? {
    if let same = last(where: { $0.location == place }) { return same.values }
    return value(before: place)
  }

  private func mixture(_ next: Int, _ place: Double) -> [Double] {
    let b = self[next]
    guard next > 0, b.location > place else { return b.values }
    let a = self[next - 1]
    let share = (place - a.location) / (b.location - a.location)
    return zip(a.values, b.values).map { $0 + ($1 - $0) * share }
  }
}

extension Collection where Element == Double {
  fileprivate func chunked(_ size: Int) -> [[Double]] {
    let all = Array(self)
    return stride(from: 0, to: all.count - all.count % size, by: size).map {
      Array(all[$0..<$0 + size])
    }
  }
}

extension Motion {
  /// A gradient that shows where a shape layer is opaque.
  func gradient(_ gradient: LottieGradient, shownThrough shape: ImportedLayer) -> ImportedLayer {
    var draft = ImportedLayer(shape.name, .gradient)
    var mask = shape
    mask.name = shape.name + " shape"
    draft.mask = [mask]
    draft.line = shape.line
    let bounds = area(gradient, shape)
    draft.setBounds(bounds)
    setColors(gradient, of: &draft)
    setPlace(gradient, in: bounds, of: &draft)
    return draft
  }

  /// A square that holds all of the shape at all times.
  private func area(_ gradient: LottieGradient, _ shape: ImportedLayer) -> Rect {
    let widths = [Value.number(shape.values[.lineWidth])] + shape.declared(.lineWidth)
    let width = widths.map(\.number).max() ?? 0
    let isLine = shape.values[.strokeColor] != nil
    let reach = isLine ? width / 2 * max(shape.values[.miterLimit], 1.5) : 0
    let paths = [Value.path(shape.values[.path] ?? Path())] + shape.declared(.path)
    let boxes = paths.compactMap { $0.path?.controlBoundingBox }
    let points = [gradient.start.initial.point]
    let box = boxes.dropFirst().reduce(boxes.first ?? .zero) { $0.union($1) }
    // Easing may overshoot by as much again.
    let half = max(box.width, box.height, 1) + reach
    let center = box.isEmpty ? points[0] : box.center
    return Rect(x: center.x - half, y: center.y - half, width: 2 * half, height: 2 * half)
  }

  private func setColors(_ gradient: LottieGradient, of draft: inout ImportedLayer) {
    let stops = gradient.stops
    draft.values[.colors] = gradient.stops(stops.initial).colors
    draft.values[.locations] = gradient.stops(stops.initial).locations
    let colors = stops.map { Value.colors(gradient.stops($0).colors) }
    let locations = stops.map { Value.numbers(gradient.stops($0).locations) }
    let changes = [
      animation(colors, AnimationKeyPath(.colors)),
      animation(locations, AnimationKeyPath(.locations)),
    ]
    draft.animations += changes.compactMap { $0 }
  }

  private func setPlace(_ gradient: LottieGradient, in bounds: Rect, of draft: inout ImportedLayer)
  {
    func unit(_ point: Point) -> Point {
      Point(
        x: (point.x - bounds.minX) / bounds.width, y: (point.y - bounds.minY) / bounds.height)
    }
    guard gradient.isRadial || !gradient.isPoint else {
      // All of the layer lies beyond the end, where the last colour is.
      draft.values[.startPoint] = Point(x: -2, y: 0)
      draft.values[.endPoint] = Point(x: -1, y: 0)
      return
    }
    apply(gradient.start, to: AnimationKeyPath(.startPoint), of: &draft) { .point(unit($0.point)) }
    guard gradient.isRadial else {
      apply(gradient.end, to: AnimationKeyPath(.endPoint), of: &draft) { .point(unit($0.point)) }
      return
    }
    draft.values[.gradientType] = .radial
    func corner(_ frame: Double) -> Point {
      let (start, end) = (gradient.start.point(at: frame), gradient.end.point(at: frame))
      let radius = max(start.distance(to: end), 1e-6)
      return unit(start + Point(x: radius, y: radius))
    }
    let frames = (gradient.start.segments + gradient.end.segments).map(\.start)
    draft.values[.endPoint] = corner((frames.min() ?? 0) - 1)
    let moves = animation(
      AnimationKeyPath(.endPoint), of: [gradient.start.timings, gradient.end.timings],
      isEven: false
    ) { .point(corner($0)) }
    if let moves { draft.animations.append(moves) }
    setFocus(gradient, of: &draft)
  }

  private func setFocus(_ gradient: LottieGradient, of draft: inout ImportedLayer) {
    let tracks = [gradient.highlightLength, gradient.highlightAngle]
    guard tracks[0].values.contains(where: { $0.first != 0 }) else { return }
    func offset(_ frame: Double) -> Point {
      let way = gradient.end.point(at: frame) - gradient.start.point(at: frame)
      let angle = way.direction + tracks[1].number(at: frame) * .pi / 180
      let length = tracks[0].number(at: frame) / 100
      return Point(x: length * .cos(angle), y: length * .sin(angle))
    }
    let all = tracks + [gradient.start, gradient.end]
    draft.values[.focalOffset] = offset((all.flatMap(\.segments).map(\.start).min() ?? 0) - 1)
    let moves = animation(
      AnimationKeyPath(.focalOffset), of: all.map(\.timings), isEven: false
    ) { .point(offset($0)) }
    if let moves { draft.animations.append(moves) }
  }
}

extension ImportedLayer {
  /// The values that animations give a property.
  fileprivate func declared(_ property: Property) -> [Value] {
    animations.compactMap { $0 as? any PropertyAnimation }
      .filter { $0.keyPath == AnimationKeyPath(property) }.flatMap(\.declaredValues)
  }
}
