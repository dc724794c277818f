import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree
import RealModule

extension Motion {
  /// The standard deviation of a blur of this amount, in points.
  static func deviation(ofBlur amount: Double) -> Double { max(amount / 4, 0) }

  /// Applies effects, each to the result of the effects before it. A layer has one shadow, and its
  /// own transform and mask: any other is that of a layer of its own inside.
  func apply(_ effects: [LottieEffect], of layer: EffectContent, to draft: inout ImportedLayer) {
    let isStaged =
      effects.contains(where: \.isOfContent) || effects.count(where: \.isShadow) > 1
    for (index, effect) in effects.enumerated() {
      let name = "effect\(index + 1)"
      guard isStaged, effect.isOfContent || index + 1 < effects.count else {
        apply(effect, named: name, to: &draft)
        continue
      }
      var inner = ImportedLayer("\(draft.name) \(name)", draft.sublayers)
      apply(effect, named: name, to: &inner)
      applyToContent(effect, of: layer, to: &inner)
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
    case .blur(let amount): applyBlur(amount, named: name, to: &draft)
    case .fill(let color, let opacity):
      applyMatrix([color, opacity], named: name, to: &draft) { frame in
        .constant(color.value(at: frame), alpha: min(max(opacity.number(at: frame), 0), 1))
      }
    case .overlay(let color, let opacity):
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
    case .tritone(let shadows, let middle, let highlights):
      // Both halves of the range of brightness, which the first filter cuts at their ends.
      applyMatrix([], named: "\(name) halves", to: &draft) { _ in .halvesOfBrightness }
      applyMatrix([shadows, middle, highlights], named: name, to: &draft) { frame in
        .tritone(
          shadows.value(at: frame), middle.value(at: frame), highlights.value(at: frame))
      }
    case .levels(let levels):
      // The first filter cuts at the ends of the range.
      applyMatrix(levels.tracks, named: "\(name) input", to: &draft) { levels.input(at: $0) }
      applyMatrix(levels.tracks, named: name, to: &draft) { levels.output(at: $0) }
    case .inversion: draft.values[.filters] += [LayerFilter(.colorInvert, name: name)]
    case .transform, .wipe, .stroke, .matte: break
    }
  }

  func applyBlur(
    _ amount: Track<[Double]>, named name: String, to draft: inout ImportedLayer
  ) {
    draft.values[.filters] += [LayerFilter(.gaussianBlur, name: name)]
    let component = FilterComponent(filter: name, property: FilterKind.inputRadius)
    apply(amount, to: AnimationKeyPath(.filters, .filter(component)), of: &draft) {
      .number(Motion.deviation(ofBlur: $0.first ?? 0) / LayerFilter.sigmaOfInputRadius)
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
    draft.values[.filters] += [filter]
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

  /// Whether the effect changes a layer's content in the layer's own space, not its colours.
  fileprivate var isOfContent: Bool {
    switch self {
    case .transform, .wipe, .stroke: true
    default: false
    }
  }
}

extension LottieLevels {
  /// The range of the input from 0 to 1.
  fileprivate func input(at frame: Double) -> ColorMatrix {
    let (black, white) = (inputBlack.number(at: frame), inputWhite.number(at: frame))
    // Where there is no range, a step.
    let range = abs(white - black) < 1e-3 ? (white < black ? -1e-3 : 1e-3) : white - black
    return matrix(factor: 1 / range, offset: -black / range)
  }

  /// From 0 to 1 the range of the output.
  fileprivate func output(at frame: Double) -> ColorMatrix {
    let (black, white) = (outputBlack.number(at: frame), outputWhite.number(at: frame))
    return matrix(factor: white - black, offset: black)
  }

  private func matrix(factor: Double, offset: Double) -> ColorMatrix {
    var elements = ColorMatrix.identity.elements
    for row in channel.map({ $0...$0 }) ?? 0...2 {
      elements[row * 5 + row] = factor
      elements[row * 5 + 4] = offset
    }
    return ColorMatrix(elements)
  }
}

extension ColorMatrix {
  /// One colour, with a share of the alpha that there is.
  fileprivate static func constant(_ color: [Double], alpha: Double = 1) -> ColorMatrix {
    let color = Color.lottie(color)
    return ColorMatrix(
      [0, 0, 0, 0, color.red] + [0, 0, 0, 0, color.green] + [0, 0, 0, 0, color.blue]
        + [0, 0, 0, alpha, 0])
  }

  /// Brightness from one colour to another.
  fileprivate static func duotone(_ black: [Double], _ white: [Double]) -> ColorMatrix {
    let (low, high) = (Color.lottie(black), Color.lottie(white))
    func row(_ a: Double, _ b: Double) -> [Double] {
      luminanceFactors.map { $0 * (b - a) } + [0, a]
    }
    return ColorMatrix(
      row(low.red, high.red) + row(low.green, high.green) + row(low.blue, high.blue)
        + [0, 0, 0, 1, 0])
  }

  /// Red from 0 to 1 over the darker half of brightness, green over the lighter one.
  fileprivate static let halvesOfBrightness = ColorMatrix(
    luminanceFactors.map { 2 * $0 } + [0, 0] + luminanceFactors.map { 2 * $0 } + [0, -1]
      + [0, 0, 0, 0, 0] + [0, 0, 0, 1, 0])

  /// Three colours along the halves of brightness.
  fileprivate static func tritone(
    _ shadows: [Double], _ middle: [Double], _ highlights: [Double]
  ) -> ColorMatrix {
    let (low, middle, high) = (
      Color.lottie(shadows), Color.lottie(middle), Color.lottie(highlights)
    )
    func row(_ a: Double, _ b: Double, _ c: Double) -> [Double] { [b - a, c - b, 0, 0, a] }
    return ColorMatrix(
      row(low.red, middle.red, high.red) + row(low.green, middle.green, high.green)
        + row(low.blue, middle.blue, high.blue) + [0, 0, 0, 1, 0])
  }

  fileprivate static func mixing(
    _ a: ColorMatrix, _ b: ColorMatrix, _ share: Double
  ) -> ColorMatrix {
    ColorMatrix(zip(a.elements, b.elements).map { $0 + ($1 - $0) * share })
  }
}
