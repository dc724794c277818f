import RostrumBase
import RostrumSceneImport
import RostrumImportedDocument
import RostrumSource

/// The inputs of an effect, in the order of After Effects' panel.
private struct EffectInputs {
  let context: LottieContext
  let source: JSONValue
  private let list: [JSONValue]

  init(_ context: LottieContext, _ source: JSONValue) {
    (self.context, self.source) = (context, source)
    list = source["ef"]?.array ?? []
  }

  func callAsFunction(_ index: Int, _ fallback: [Double]) -> Track<[Double]> {
    index < list.count ? context.track(list[index], "v", fallback) : Track(fallback)
  }

  /// A number that does not change in time: a choice or the number of a layer.
  func whole(_ index: Int, _ fallback: Int) -> Int {
    let value = self(index, [Double(fallback)]).initial.first ?? Double(fallback)
    return Int(min(max(value.rounded(), -1e6), 1e6))
  }

  /// Reports an input whose value is not drawn.
  func report(_ detail: String) {
    let name = source["nm"]?.string ?? "effect"
    context.unsupported(.effects, "\(name): \(detail)", at: source)
  }

  /// Reports an input that has another value than the one that is drawn.
  func expect(_ value: Double, of index: Int, _ detail: String) {
    if self(index, [value]).values.contains(where: { $0.first != value }) { report(detail) }
  }
}

extension LottieContext {
  func effects(_ value: JSONValue) -> [LottieEffect] {
    let effects = value["ef"]?.array ?? []
    let styles = value["sy"]?.array ?? []
    return effects.flatMap(effect) + styles.compactMap(style)
  }

  private func isOff(_ value: JSONValue) -> Bool { value["en"] != nil && !flag(value, "en") }

  private func effect(_ value: JSONValue) -> [LottieEffect] {
    guard !isOff(value) else { return [] }
    let type = whole(value, "ty")
    let name = Self.effectNames[type] ?? value["mn"]?.string ?? ""
    if let read = Self.effectReaders[name] { return read(EffectInputs(self, value)) }
    let isControl = !name.hasPrefix("ADBE ") && !name.hasPrefix("CC ") || name.hasSuffix(" Control")
    // Values for expressions, which draw nothing.
    if Self.controlTypes.contains(type), isControl { return [] }
    return leavingOut(.effects, value["nm"]?.string ?? "type \(type)", at: value)
  }

  private static let controlTypes: Set<Int> = [0, 1, 2, 3, 4, 5, 6, 7, 10]

  /// After Effects' names of the effects for which the format has a type.
  /// Source: the format's description of effects.
  private static let effectNames = [
    20: "ADBE Tint", 21: "ADBE Fill", 22: "ADBE Stroke", 23: "ADBE Tritone",
    24: "ADBE Pro Levels2", 25: "ADBE Drop Shadow", 26: "ADBE Radial Wipe",
    28: "ADBE Set Matte3", 29: "ADBE Gaussian Blur 2", 35: "ADBE Geometry2",
  ]

  private static let effectReaders: [String: @Sendable (EffectInputs) -> [LottieEffect]] = [
    "ADBE Tint": {
      [.tint(black: $0(0, [0, 0, 0]), white: $0(1, [1, 1, 1]), amount: $0(2, [100]))]
    },
    "ADBE Fill": { [.fill(color: $0(2, [0, 0, 0]), opacity: $0(6, [1]))] },
    "ADBE Tritone": { tritone($0) },
    "ADBE Pro Levels2": { levels($0, first: [(nil, 3), (0, 10), (1, 17), (2, 24)]) },
    "ADBE Easy Levels2": { easyLevels($0) },
    "ADBE Invert": { inversion($0) },
    "ADBE Drop Shadow": { inputs in
      let share = inputs.context.profile == .ios ? 2.5 : 2
      return [
        .dropShadow(
          color: inputs(0, [0, 0, 0, 1]), opacity: inputs(1, [255]).map { [$0[0] / 2.55] },
          angle: inputs(2, [0]), distance: inputs(3, [0]),
          radius: inputs(4, [0]).map { [$0[0] / share] })
      ]
    },
    "ADBE Gaussian Blur 2": { [.blur($0(0, [0]))] },
    "ADBE Geometry2": { transforms($0) },
    "ADBE Linear Wipe": {
      let (completion, angle, feather) = ($0(0, [0]), $0(1, [90]), $0(2, [0]))
      return [
        .wipe(LottieWipe(edge: .line, completion: completion, angle: angle, feather: feather))
      ]
    },
    "ADBE Radial Wipe": { radialWipe($0) },
    "ADBE Stroke": { stroke($0) },
    "ADBE Set Matte3": { matte($0) },
  ]

  private static func tritone(_ inputs: EffectInputs) -> [LottieEffect] {
    let share = inputs(3, [0])
    // The original as it is.
    if share.values.allSatisfy({ $0 == [100] }) { return [] }
    inputs.expect(0, of: 3, "blend with original")
    return [
      .tritone(
        shadows: inputs(2, [0, 0, 0]), middle: inputs(1, [0.5, 0.4, 0.3]),
        highlights: inputs(0, [1, 1, 1]))
    ]
  }

  /// Levels of all colours, then of each: five numbers each, from an index on.
  private static func levels(
    _ inputs: EffectInputs, first: [(channel: Int?, index: Int)]
  ) -> [LottieEffect] {
    first.compactMap { channel, index in
      inputs.expect(1, of: index + 2, "gamma")
      let levels = LottieLevels(
        channel: channel, inputBlack: inputs(index, [0]), inputWhite: inputs(index + 1, [1]),
        outputBlack: inputs(index + 3, [0]), outputWhite: inputs(index + 4, [1]))
      return levels.isIdentity ? nil : .levels(levels)
    }
  }

  private static func easyLevels(_ inputs: EffectInputs) -> [LottieEffect] {
    let channel = inputs.whole(0, 1)
    guard (1...4).contains(channel) else {
      inputs.report("channel \(channel)")
      return []
    }
    return levels(inputs, first: [(channel == 1 ? nil : channel - 2, 2)])
  }

  private static func inversion(_ inputs: EffectInputs) -> [LottieEffect] {
    guard inputs.whole(0, 1) == 1 else {
      inputs.report("channel \(inputs.whole(0, 1))")
      return []
    }
    inputs.expect(0, of: 1, "blend with original")
    return [.inversion]
  }

  /// The transform effect; a uniform scale is the height's. Another one is two transforms about the
  /// anchor, as each side has key frames of its own.
  private static func transforms(_ inputs: EffectInputs) -> [LottieEffect] {
    var result = LottieTransform()
    result.anchor = inputs(0, [0, 0])
    result.position = inputs(1, [0, 0])
    let (height, width) = (inputs(3, [100]), inputs(4, [100]))
    result.skew = inputs(5, [0])
    result.skewAxis = inputs(6, [0])
    result.rotation = inputs(7, [0])
    result.opacity = inputs(8, [100])
    guard inputs.whole(2, 1) == 0 else {
      result.scale = height.map { [$0.first ?? 100, $0.first ?? 100] }
      return [.transform(result)]
    }
    var upright = LottieTransform()
    (upright.anchor, upright.position) = (result.anchor, result.anchor)
    upright.scale = height.map { [100, $0.first ?? 100] }
    result.scale = width.map { [$0.first ?? 100, 100] }
    return [.transform(upright), .transform(result)]
  }

  private static func radialWipe(_ inputs: EffectInputs) -> [LottieEffect] {
    let center = inputs(2, [0, 0])
    let edges: [Int: LottieWipe.Edge] = [
      1: .clockwise(center: center), 2: .counterclockwise(center: center),
      3: .bothWays(center: center),
    ]
    return [
      .wipe(
        LottieWipe(
          edge: edges[inputs.whole(3, 1)] ?? .clockwise(center: center), completion: inputs(0, [0]),
          angle: inputs(1, [0]), feather: inputs(4, [0])))
    ]
  }

  /// Source: After Effects' help, "Stroke effect"; the brush is as wide as lottie-web draws it.
  private static func stroke(_ inputs: EffectInputs) -> [LottieEffect] {
    let isOfAll = inputs.whole(1, 0) != 0
    return [
      .stroke(
        LottieMaskStroke(
          mask: isOfAll ? nil : max(inputs.whole(0, 1), 1) - 1,
          isSequential: isOfAll && inputs.whole(2, 0) != 0, color: inputs(3, [1, 1, 1]),
          brushSize: inputs(4, [2]), opacity: inputs(6, [1]),
          trim: LottieTrim(
            start: inputs(7, [0]), end: inputs(8, [100]), offset: Track([0]), isSequential: false),
          style: LottieMaskStroke.Style(rawValue: inputs.whole(10, 1)) ?? .onOriginal))
    ]
  }

  private static func matte(_ inputs: EffectInputs) -> [LottieEffect] {
    let layer = inputs.whole(0, 0)
    guard layer > 0 else { return [] }
    let isInverted = inputs.whole(2, 0) != 0
    switch inputs.whole(1, 4) {
    case 4: return [.matte(layer: layer, isInverted ? .alphaInverted : .alpha)]
    case 5: return [.matte(layer: layer, isInverted ? .lumaInverted : .luma)]
    case let channel:
      inputs.report("channel \(channel) as matte")
      return []
    }
  }

  /// Source: the format's description of layer styles; After Effects draws a glow as a shadow that
  /// falls nowhere.
  private func style(_ value: JSONValue) -> LottieEffect? {
    guard !isOff(value) else { return nil }
    let color = track(value, "c", [0, 0, 0, 1])
    switch whole(value, "ty") {
    // The light comes from the angle, and the shadow falls the other way.
    case 1:
      return .dropShadow(
        color: color, opacity: track(value, "o", [100]),
        angle: track(value, "a").map { [-$0[0] - 90] }, distance: track(value, "d"),
        radius: track(value, "s"))
    case 3:
      return .dropShadow(
        color: color, opacity: track(value, "o", [100]), angle: Track([0]), distance: Track([0]),
        radius: track(value, "s"))
    case 7 where (track(value, "bm").initial.first ?? 0) <= 1:
      return .overlay(color: color, opacity: track(value, "so", [100]).map { [$0[0] / 100] })
    case let type:
      return leavingOut(.layerStyles, value["nm"]?.string ?? "type \(type)", at: value)
    }
  }
}
