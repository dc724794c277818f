import RostrumGeometry
import RostrumLayerTree
import RealModule

extension Motion {
  /// The standard deviation of a blur of this amount, in points.
  static func deviation(ofBlur amount: Double) -> Double { max(amount / 4, 0) }

  /// Each effect works on what those before it made. A layer has one shadow, so that every other
  /// one is that of a layer of its own inside.
  func apply(_ effects: [LottieEffect], to draft: inout ImportedLayer) {
    guard effects.count(where: \.isShadow) > 1 else {
      for (index, effect) in effects.enumerated() {
        apply(effect, named: "effect\(index + 1)", to: &draft)
      }
      return
    }
    for (index, effect) in effects.enumerated() {
      let name = "effect\(index + 1)"
      guard index + 1 < effects.count else { return apply(effect, named: name, to: &draft) }
      var inner = ImportedLayer("\(draft.name) \(name)", draft.sublayers)
      apply(effect, named: name, to: &inner)
      draft.sublayers = [inner]
    }
  }

  private func apply(_ effect: LottieEffect, named name: String, to draft: inout ImportedLayer) {
    switch effect {
    case .dropShadow(let color, let opacity, let angle, let distance, let radius):
      apply(color, to: AnimationKeyPath(.shadowColor), of: &draft) { .color(.lottie($0)) }
      apply(opacity, to: AnimationKeyPath(.shadowOpacity), of: &draft) {
        .number(min(max(($0.first ?? 0) / 100, 0), 1))
      }
      applyOffset(angle, distance, to: &draft)
      apply(radius, to: AnimationKeyPath(.shadowRadius), of: &draft) {
        .number(max(($0.first ?? 0) / 2, 0))
      }
    case .blur(let amount):
      let filter = LayerFilter(.gaussianBlur, name: name)
      draft.values[.filters] = draft.values[.filters] + [filter]
      let component = FilterComponent(filter: name, property: FilterKind.inputRadius)
      apply(amount, to: AnimationKeyPath(.filters, .filter(component)), of: &draft) {
        .number(Motion.deviation(ofBlur: $0.first ?? 0) / LayerFilter.sigmaOfInputRadius)
      }
    case .fill(let color, let opacity):
      applyMatrix([color, opacity], named: name, to: &draft) { frame in
        let (color, share) = (color.value(at: frame), min(max(opacity.number(at: frame), 0), 1))
        return .mixing(.identity, .constant(color), share)
      }
    case .tint(let black, let white, let amount):
      applyMatrix([black, white, amount], named: name, to: &draft) { frame in
        let share = min(max(amount.number(at: frame) / 100, 0), 1)
        return .mixing(
          .identity, .duotone(black.value(at: frame), white.value(at: frame)), share)
      }
    }
  }

  private func applyOffset(
    _ angle: Track<[Double]>, _ distance: Track<[Double]>, to draft: inout ImportedLayer
  ) {
    func offset(_ frame: Double) -> Size {
      let (turn, length) = (angle.number(at: frame) * .pi / 180, distance.number(at: frame))
      return Size(width: length * .sin(turn), height: -length * .cos(turn))
    }
    let first = (angle.segments + distance.segments).map(\.start).min() ?? 0
    draft.values[.shadowOffset] = offset(first - 1)
    let moves = animation(
      AnimationKeyPath(.shadowOffset), of: [angle.timings, distance.timings],
      isEven: !angle.isAnimated
    ) { .size(offset($0)) }
    if let moves { draft.animations.append(moves) }
  }

  private func applyMatrix(
    _ tracks: [Track<[Double]>], named name: String, to draft: inout ImportedLayer,
    _ matrix: (Double) -> ColorMatrix
  ) {
    var values = LayerValues()
    let first = tracks.flatMap { $0.segments.map(\.start) }.min() ?? 0
    values[FilterKind.inputColorMatrix] = matrix(first - 1)
    let filter = LayerFilter(.colorMatrix, name: name, values: values)
    draft.values[.filters] = draft.values[.filters] + [filter]
    let component = FilterComponent(filter: name, property: FilterKind.inputColorMatrix)
    let moves = animation(
      AnimationKeyPath(.filters, .filter(component)), of: tracks.map(\.timings), isEven: false
    ) { .numbers(matrix($0).elements) }
    if let moves { draft.animations.append(moves) }
  }
}

extension LottieEffect {
  var isShadow: Bool {
    if case .dropShadow = self { return true }
    return false
  }
}

extension ColorMatrix {
  /// One colour, with the alpha that there is.
  fileprivate static func constant(_ color: [Double]) -> ColorMatrix {
    let color = Color.lottie(color)
    return ColorMatrix(
      [0, 0, 0, 0, color.red] + [0, 0, 0, 0, color.green] + [0, 0, 0, 0, color.blue]
        + [0, 0, 0, 1, 0])
  }

  /// Brightness from one colour to another.
  fileprivate static func duotone(_ black: [Double], _ white: [Double]) -> ColorMatrix {
    let (low, high) = (Color.lottie(black), Color.lottie(white))
    func row(_ a: Double, _ b: Double) -> [Double] {
      [0.2126, 0.7152, 0.0722].map { $0 * (b - a) } + [0, a]
    }
    return ColorMatrix(
      row(low.red, high.red) + row(low.green, high.green) + row(low.blue, high.blue)
        + [0, 0, 0, 1, 0])
  }

  fileprivate static func mixing(
    _ a: ColorMatrix, _ b: ColorMatrix, _ share: Double
  ) -> ColorMatrix {
    ColorMatrix(zip(a.elements, b.elements).map { $0 + ($1 - $0) * share })
  }
}
