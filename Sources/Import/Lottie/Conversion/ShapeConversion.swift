import Geometry
import LayerTree
import Source

/// Turns the items of a shape layer into layers: one for each fill and stroke, one for each group
/// that moves.
final class ShapeConversion {
  let context: LottieContext
  let motion: Motion
  private var trimCount = 0

  init(_ context: LottieContext, _ motion: Motion) {
    (self.context, self.motion) = (context, motion)
  }

  /// The layers of a list of items, from back to front.
  func layers(_ items: [ShapeItem]) -> [Draft] { contents(items, Modifiers()).layers }

  /// The outlines that a list of items hands on to what is drawn around it, and its own layers,
  /// from back to front.
  private struct Contents {
    var outlines: [Outline] = []
    var layers: [Draft] = []
  }

  /// Changes of outlines: those of the groups around them come last.
  private struct Modifiers {
    var trims: [(id: Int, trim: LottieTrim)] = []
    var roundings: [Track<[Double]>] = []
  }

  private func contents(_ items: [ShapeItem], _ outer: Modifiers) -> Contents {
    // Trims and roundings change all outlines before them, also where a fill stands between.
    var modifiers = outer
    var all: [Modifiers] = []
    for item in items.reversed() {
      all.append(modifiers)
      switch item.kind {
      case .trim(let trim) where !trim.isAlwaysWhole:
        trimCount += 1
        modifiers.trims.insert((trimCount, trim), at: 0)
      case .roundCorners(let radius): modifiers.roundings.insert(radius, at: 0)
      default: break
      }
    }
    var contents = Contents()
    for (item, modifiers) in zip(items, all.reversed()) { add(item, to: &contents, modifiers) }
    return contents
  }

  private func add(_ item: ShapeItem, to contents: inout Contents, _ modifiers: Modifiers) {
    func add(_ shape: Outline.Shape) {
      contents.outlines.append(
        Outline(
          shape: shape, isReversed: item.isReversed, roundings: modifiers.roundings,
          trims: modifiers.trims))
    }
    switch item.kind {
    case .group(let items, let transform):
      let inner = self.contents(items, modifiers)
      contents.outlines += inner.outlines.map { outline in
        var outline = outline
        outline.places.append(.group(transform))
        return outline
      }
      contents.layers = group(item.name, inner.layers, transform) + contents.layers
    case .path(let track): add(.path(track))
    case .ellipse(let position, let size): add(.ellipse(position: position, size: size))
    case .rectangle(let position, let size, let radius):
      add(.rectangle(position: position, size: size, radius: radius))
    case .star(let star): add(.star(star))
    case .fill(let paint, let rule):
      contents.layers = fill(item, contents.outlines, paint, rule) + contents.layers
    case .stroke(let paint, let stroke):
      contents.layers = self.stroke(item, contents.outlines, paint, stroke) + contents.layers
    case .repeat(let repeater):
      let copies = repeated(contents.outlines, contents.layers, repeater, item)
      (contents.outlines, contents.layers) = (copies.outlines, copies.layers)
    case .merge(let mode):
      if mode > 2 { context.unsupported(.mergePaths, Self.mergeName(mode), at: item.source) }
    case .trim, .roundCorners: break
    }
  }

  private static func mergeName(_ mode: Int) -> String {
    let names = ["merge", "add", "subtract", "intersect", "exclude"]
    return names.indices.contains(mode - 1) ? names[mode - 1] : "mode \(mode)"
  }

  private func group(_ name: String, _ layers: [Draft], _ transform: LottieTransform) -> [Draft] {
    guard !layers.isEmpty, !transform.isIdentity else { return layers }
    var draft = Draft(name, layers)
    motion.apply(transform, to: &draft)
    motion.applyOpacity(transform.opacity, to: &draft)
    return [draft]
  }

  // MARK: Fills and strokes

  private func fill(
    _ item: ShapeItem, _ outlines: [Outline], _ paint: ShapeItem.Paint, _ rule: FillRule
  ) -> [Draft] {
    guard !outlines.isEmpty else { return [] }
    var draft = Draft(item.name, .shape)
    draft.line = context.line(of: item.source)
    draft.values[.fillRule] = rule
    setPath(outlines, of: &draft) { trimmedForFill($0, item) }
    return [painted(draft, outlines, paint, .fillColor)]
  }

  /// A fill of outlines whose trims stand still is one of their parts.
  private func trimmedForFill(_ outlines: [Outline], _ item: ShapeItem) -> ((Double) -> Path)? {
    let trims = outlines.flatMap(\.trims)
    guard !trims.isEmpty else { return nil }
    let isStill = trims.allSatisfy { !$0.trim.isAnimated } && !outlines.contains { $0.isAnimated }
    guard isStill else {
      if trims.contains(where: { !$0.trim.isAlwaysWhole }) {
        context.unsupported(.trimmedFills, at: item.source)
      }
      return nil
    }
    return { frame in
      Path(
        outlines.flatMap { outline in
          outline.trims.reduce(outline.path(at: frame)) { path, trim in
            let range = trim.trim.range(at: frame)
            return path.trimmedAround(from: range.start, to: range.end)
          }.elements
        })
    }
  }

  private func stroke(
    _ item: ShapeItem, _ outlines: [Outline], _ paint: ShapeItem.Paint, _ stroke: LottieStroke
  ) -> [Draft] {
    // Outlines that are trimmed alike are one line, unless each is trimmed by itself.
    var bundles: [[Outline]] = []
    for outline in outlines {
      let isAlike = bundles.last?.first.map { $0.trims.map(\.id) == outline.trims.map(\.id) }
      if isAlike == true, outline.trims.allSatisfy(\.trim.isSequential) {
        bundles[bundles.count - 1].append(outline)
      } else {
        bundles.append([outline])
      }
    }
    return bundles.map { line(item, $0, paint, stroke) }
  }

  private func line(
    _ item: ShapeItem, _ outlines: [Outline], _ paint: ShapeItem.Paint, _ stroke: LottieStroke
  ) -> Draft {
    var draft = Draft(item.name, .shape)
    draft.line = context.line(of: item.source)
    draft.values[.fillColor] = nil
    draft.values[.lineCap] = stroke.cap
    draft.values[.lineJoin] = stroke.join
    draft.values[.miterLimit] = stroke.miterLimit
    motion.apply(stroke.width, to: AnimationKeyPath(.lineWidth), of: &draft) {
      .number(max($0.first ?? 0, 0))
    }
    setDashes(stroke, of: &draft, item)
    let trims = outlines.first?.trims.map(\.trim) ?? []
    if trims.count > 2 { context.unsupported(.nestedTrims, at: item.source) }
    let copies =
      trims.count > 1
      ? motion.trim(trims[0], inside: trims[1], of: &draft)
      : trims.first.map { motion.trim($0, of: &draft) } ?? 1
    setPath(outlines, of: &draft, copies: copies) { _ in nil }
    return painted(draft, outlines, paint, .strokeColor)
  }

  private func setDashes(_ stroke: LottieStroke, of draft: inout Draft, _ item: ShapeItem) {
    guard !stroke.dashes.isEmpty else { return }
    if stroke.dashes.contains(where: \.isAnimated) {
      context.unsupported(.animatedDashes, at: item.source)
    }
    let lengths = stroke.dashes.map { max($0.initial.first ?? 0, 0) }
    guard lengths.contains(where: { $0 > 0 }) else { return }
    // There would be endlessly many dashes without any length.
    draft.values[.lineDashPattern] = lengths.map { max($0, 0.01) }
    motion.apply(stroke.dashPhase, to: AnimationKeyPath(.lineDashPhase), of: &draft) {
      .number($0.first ?? 0)
    }
  }

  /// Gives a shape layer its outlines, `copies` times over.
  private func setPath(
    _ outlines: [Outline], of draft: inout Draft, copies: Int = 1,
    _ override: ([Outline]) -> ((Double) -> Path)?
  ) {
    if let path = override(outlines) {
      draft.values[.path] = path(0)
      return
    }
    func path(_ frame: Double) -> Path {
      let all = outlines.flatMap { $0.path(at: frame).elements }
      return Path(copies == 1 ? all : Array(repeatElement(all, count: copies).joined()))
    }
    let timings = outlines.flatMap(\.timings)
    let starts = timings.compactMap { $0.first?.start }
    draft.values[.path] = path((starts.min() ?? 0) - 1)
    let moves = motion.animation(
      AnimationKeyPath(.path), of: timings, isEven: outlines.allSatisfy(\.isEven)
    ) { .path(path($0)) }
    if let moves { draft.animations.append(moves) }
  }

  private func painted(
    _ draft: Draft, _ outlines: [Outline], _ paint: ShapeItem.Paint,
    _ property: TypedProperty<Color?>
  ) -> Draft {
    var draft = draft
    switch paint.content {
    case .color(let color):
      motion.apply(color, to: AnimationKeyPath(property), of: &draft) { .color(.lottie($0)) }
    case .gradient(let gradient):
      draft.values[property] = .black
      draft = motion.gradient(gradient, shownThrough: draft)
    }
    motion.applyOpacity(paint.opacity, to: &draft)
    if let mode = paint.blendMode { draft.values[.compositingFilter] = mode }
    return draft
  }
}

extension Outline {
  var isAnimated: Bool { timings.contains { !$0.isEmpty } }
}

extension Color {
  static func lottie(_ numbers: [Double]) -> Color {
    func part(_ index: Int) -> Double { index < numbers.count ? min(max(numbers[index], 0), 1) : 0 }
    // Some programs write colours as whole numbers.
    guard !numbers.prefix(3).contains(where: { $0 > 1 }) else {
      return .lottie(numbers.prefix(3).map { $0 / 255 } + [1])
    }
    return Color(red: part(0), green: part(1), blue: part(2))
  }
}
