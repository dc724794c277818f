import RostrumBase
import RostrumSceneImport
import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

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
  func layers(_ items: [ShapeItem]) -> [ImportedLayer] { contents(items, Modifiers()).layers }

  /// The outlines that a list of items hands on to the items around it, and its own layers,
  /// from back to front.
  private struct Contents {
    var outlines: [Outline] = []
    /// Where each operand of a merge begins: an outline, or several that a merge made one path.
    var starts: [Int] = []
    var layers: [ImportedLayer] = []

    /// The topmost first: it is what the others are subtracted from. Groups hand on their paths one
    /// by one, so two of opposite directions do not undo each other.
    /// Sources: After Effects' help, "Merge Paths options"; Skottie, `AttachShape`.
    var operands: [[Outline]] {
      zip(starts, starts.dropFirst() + [outlines.count]).map { Array(outlines[$0..<$1]) }
    }

    /// Gives outlines that are not put together what changes them after that.
    mutating func change(by modifiers: Modifiers) {
      for index in outlines.indices {
        outlines[index].changes += modifiers.changes
        outlines[index].trims += modifiers.trims
      }
    }
  }

  /// Changes of outlines: the groups around them come last.
  private struct Modifiers {
    var trims: [(id: Int, trim: LottieTrim)] = []
    var changes: [PathChange] = []
  }

  private func contents(_ items: [ShapeItem], _ outer: Modifiers) -> Contents {
    // Trims and other changes reach all outlines before them, also where a fill is between them.
    var modifiers = outer
    var all: [Modifiers] = []
    for item in items.reversed() {
      all.append(modifiers)
      switch item.kind {
      // What comes after changes the paths that were put together, not each of them.
      case .merge(let mode) where PathOperation(lottieMode: mode) != nil: modifiers = Modifiers()
      // Changes after a trim change the outlines that it leaves.
      case .trim(let trim) where !modifiers.changes.isEmpty && !trim.isSequential:
        if !trim.isAlwaysWhole { modifiers.changes.insert(.trim(trim), at: 0) }
      case .trim(let trim) where !trim.isAlwaysWhole:
        trimCount += 1
        modifiers.trims.insert((trimCount, trim), at: 0)
      case .change(let change): modifiers.changes.insert(change, at: 0)
      default: break
      }
    }
    var contents = Contents()
    for (item, modifiers) in zip(items, all.reversed()) {
      guard context.isWithinBudget(at: item.source.bytes) else { break }
      add(item, to: &contents, modifiers)
    }
    return contents
  }

  private func add(_ item: ShapeItem, to contents: inout Contents, _ modifiers: Modifiers) {
    func add(_ shape: Outline.Shape) {
      contents.starts.append(contents.outlines.count)
      contents.outlines.append(
        Outline(
          shape: shape, isReversed: item.isReversed, changes: modifiers.changes,
          trims: modifiers.trims))
    }
    switch item.kind {
    case .group(let items, let transform):
      let inner = self.contents(items, modifiers)
      contents.starts += inner.starts.map { $0 + contents.outlines.count }
      contents.outlines += inner.outlines.map { outline in
        var outline = outline
        outline.places.append(.group(transform))
        return outline
      }
      contents.layers = group(item, inner.layers, transform) + contents.layers
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
      let count = contents.outlines.count
      contents.starts = stride(from: 0, to: copies.outlines.count, by: max(count, 1)).flatMap {
        copy in
        contents.starts.map { $0 + copy }
      }
      (contents.outlines, contents.layers) = (copies.outlines, copies.layers)
    case .merge(let mode): merge(item, mode, in: &contents, modifiers)
    case .trim, .change: break
    }
  }

  /// Puts all outlines so far together.
  private func merge(
    _ item: ShapeItem, _ mode: Int, in contents: inout Contents, _ modifiers: Modifiers
  ) {
    let operands = contents.operands
    // One path of all: for what comes after it is one operand.
    if mode == 1, !operands.isEmpty { contents.starts = [0] }
    guard mode > 1, !operands.isEmpty else { return }
    guard operands.count > 1 else { return contents.change(by: modifiers) }
    let corners = operands.joined().reduce(0) { $0 + $1.mostElements }
    guard let operation = PathOperation(lottieMode: mode), corners <= 3000 else {
      let reason = corners > 3000 ? "\(corners) points" : "mode \(mode)"
      if corners > 3000 { contents.change(by: modifiers) }
      return context.unsupported(.mergePaths, reason, at: item.source)
    }
    contents.outlines = [
      Outline(
        shape: .combined(operation, operands), isReversed: false, changes: modifiers.changes,
        trims: modifiers.trims)
    ]
    contents.starts = [0]
  }

  private func group(_ item: ShapeItem, _ layers: [ImportedLayer], _ transform: LottieTransform)
    -> [ImportedLayer]
  {
    guard !layers.isEmpty, !transform.isIdentity || item.blendMode != nil,
      context.budget.add(1, .layers)
    else { return layers }
    var draft = ImportedLayer(item.name, layers)
    if let mode = item.blendMode { draft.values[.compositingFilter] = mode }
    motion.apply(transform, to: &draft)
    motion.applyOpacity(transform.opacity, to: &draft)
    return [draft]
  }

  // MARK: Fills and strokes

  private func fill(
    _ item: ShapeItem, _ outlines: [Outline], _ paint: ShapeItem.Paint, _ rule: FillRule
  ) -> [ImportedLayer] {
    guard !outlines.isEmpty, context.budget.add(1, .layers) else { return [] }
    var draft = ImportedLayer(item.name, .shape)
    draft.line = context.line(of: item.source)
    draft.set(.fillRule, rule)
    let isTrimmed = outlines.contains { $0.trims.contains { !$0.trim.isAlwaysWhole } }
    setPath(outlines, of: &draft, sampler: isTrimmed ? trimmed(outlines) : nil)
    return [painted(draft, item, paint, .fillColor)]
  }

  /// A way to work out a path that follows from the outlines, and from more tracks than theirs.
  private struct PathSampler {
    let timings: [[Track<Value>.SegmentTiming]]
    let path: (Double) -> Path
  }

  /// The parts of outlines that their trims leave, to be filled.
  private func trimmed(_ outlines: [Outline]) -> PathSampler {
    PathSampler(timings: outlines.flatMap { $0.trims.flatMap { $0.trim.tracks.map(\.timings) } }) {
      frame in self.joined(outlines) { $0.trimmedPaths(at: frame) }
    }
  }

  /// The dashes of outlines whose lengths change, each as a line of its own.
  private func dashed(_ outlines: [Outline], _ stroke: LottieStroke) -> PathSampler {
    PathSampler(timings: (stroke.dashes + [stroke.dashPhase]).map(\.timings)) { frame in
      let lengths = stroke.dashes.map { max($0.number(at: frame), 0) }
      return self.joined(outlines) { outlines in
        outlines.trimmedPaths(at: frame).map {
          $0.dashed(lengths, phase: stroke.dashPhase.number(at: frame))
        }
      }
    }
  }

  /// The paths of outlines as one, which count towards the limit of the file; empty beyond it.
  private func joined(_ outlines: [Outline], _ paths: ([Outline]) -> [Path]) -> Path {
    let cost = outlines.reduce(0) { $0 + $1.operationCost + $1.mostElements }
    guard context.budget.add(cost, .pathElements) else { return Path() }
    let elements = paths(outlines).flatMap(\.elements)
    guard context.budget.add(elements.count, .pathElements) else { return Path() }
    return Path(elements)
  }

  private func stroke(
    _ item: ShapeItem, _ outlines: [Outline], _ paint: ShapeItem.Paint, _ stroke: LottieStroke
  ) -> [ImportedLayer] {
    // Outlines that are trimmed alike are one line, unless each is trimmed by itself. Where trims
    // lie in each other, all are worked out together.
    let isNested = outlines.contains { $0.trims.count > 1 }
    var bundles: [[Outline]] = []
    for outline in outlines {
      let isAlike = bundles.last?.first.map { $0.trims.map(\.id) == outline.trims.map(\.id) }
      if !bundles.isEmpty,
        isNested || isAlike == true && outline.trims.allSatisfy(\.trim.isSequential)
      {
        bundles[bundles.count - 1].append(outline)
      } else {
        bundles.append([outline])
      }
    }
    guard context.budget.add(bundles.count, .layers) else { return [] }
    return bundles.map { line(item, $0, paint, stroke) }
  }

  private func line(
    _ item: ShapeItem, _ outlines: [Outline], _ paint: ShapeItem.Paint, _ stroke: LottieStroke
  ) -> ImportedLayer {
    var draft = ImportedLayer(item.name, .shape)
    draft.line = context.line(of: item.source)
    draft.values[.fillColor] = nil
    draft.values[.lineCap] = stroke.cap
    draft.values[.lineJoin] = stroke.join
    draft.values[.miterLimit] = stroke.miterLimit
    motion.apply(stroke.width, to: AnimationKeyPath(.lineWidth), of: &draft) {
      .number(max($0.first ?? 0, 0))
    }
    if stroke.dashes.contains(where: \.isAnimated) {
      setPath(outlines, of: &draft, sampler: dashed(outlines, stroke))
      return painted(draft, item, paint, .strokeColor)
    }
    setDashes(stroke, of: &draft)
    if outlines.contains(where: { $0.trims.count > 1 }) {
      setPath(outlines, of: &draft, sampler: trimmed(outlines))
    } else {
      let copies = outlines.first?.trims.first.map { motion.trim($0.trim, of: &draft) } ?? 1
      setPath(outlines, of: &draft, copies: copies)
    }
    return painted(draft, item, paint, .strokeColor)
  }

  private func setDashes(_ stroke: LottieStroke, of draft: inout ImportedLayer) {
    guard !stroke.dashes.isEmpty else { return }
    let lengths = stroke.dashes.map { max($0.initial.first ?? 0, 0) }
    guard lengths.contains(where: { $0 > 0 }) else { return }
    // There would be endlessly many dashes without any length.
    draft.values[.lineDashPattern] = lengths.map { max($0, 0.01) }
    motion.apply(stroke.dashPhase, to: AnimationKeyPath(.lineDashPhase), of: &draft) {
      .number($0.first ?? 0)
    }
  }

  /// Gives a shape layer its outlines, `copies` times over, or the path that a sampler gives.
  private func setPath(
    _ outlines: [Outline], of draft: inout ImportedLayer, copies: Int = 1,
    sampler: PathSampler? = nil
  ) {
    func path(_ frame: Double) -> Path {
      if let sampler { return sampler.path(frame) }
      let all = joined(outlines) { $0.map { $0.path(at: frame) } }.elements
      guard copies > 1, context.budget.add(all.count * (copies - 1), .pathElements) else {
        return Path(all)
      }
      return Path(Array(repeatElement(all, count: copies).joined()))
    }
    let timings = outlines.flatMap(\.timings) + (sampler?.timings ?? [])
    let starts = timings.compactMap { $0.first?.start }
    draft.values[.path] = path((starts.min() ?? 0) - 1)
    let moves = motion.animation(
      AnimationKeyPath(.path), of: timings, isEven: sampler == nil && outlines.allSatisfy(\.isEven)
    ) { .path(path($0)) }
    if let moves { draft.animations.append(moves) }
  }

  private func painted(
    _ draft: ImportedLayer, _ item: ShapeItem, _ paint: ShapeItem.Paint,
    _ property: TypedProperty<Color?>
  ) -> ImportedLayer {
    var draft = draft
    switch paint.content {
    case .color(let color):
      motion.apply(color, to: AnimationKeyPath(property), of: &draft) { .color(.lottie($0)) }
    case .gradient(let gradient):
      draft.values[property] = .black
      draft = motion.gradient(gradient, shownThrough: draft)
    }
    motion.applyOpacity(paint.opacity, to: &draft)
    if let mode = item.blendMode { draft.values[.compositingFilter] = mode }
    return draft
  }
}

extension PathOperation {
  /// `nil` for paths that are drawn together as they are, and for modes that are not known.
  fileprivate init?(lottieMode mode: Int) {
    let modes: [Int: PathOperation] = [
      2: .union, 3: .subtracting, 4: .intersection, 5: .symmetricDifference,
    ]
    guard let operation = modes[mode] else { return nil }
    self = operation
  }
}

extension Path {
  /// The dashes of each subpath as open lines. An odd list of lengths is used twice; a path of more
  /// than 10,000 dashes, and lengths that are all 0, leave it whole.
  fileprivate func dashed(_ lengths: [Double], phase: Double) -> Path {
    let lengths = lengths.count.isMultiple(of: 2) ? lengths : lengths + lengths
    let period = lengths.reduce(0, +)
    guard period > 0, !lengths.isEmpty else { return self }
    var result = Path()
    for subpath in subpaths {
      let measure = PathMeasure(Path(subpath.elements), accuracy: 1e-3)
      guard measure.length / period < 10_000 else { return self }
      var place = -(phase - (phase / period).rounded(.down) * period)
      while place < measure.length {
        for (index, length) in lengths.enumerated() {
          if index.isMultiple(of: 2), place + length > 0, place < measure.length, length > 0 {
            let (start, end) = (place / measure.length, (place + length) / measure.length)
            result.elements += measure.trimmed(from: max(start, 0), to: min(end, 1)).elements
          }
          place += length
        }
      }
    }
    return result
  }
}

extension Color {
  static func lottie(_ numbers: [Double]) -> Color {
    func part(_ index: Int) -> Double { index < numbers.count ? min(max(numbers[index], 0), 1) : 0 }
    // Some programs write colours as whole numbers up to 255; rounding and easing pass 1 a little.
    guard !numbers.prefix(3).contains(where: { $0 > 2 }) else {
      return .lottie(numbers.prefix(3).map { $0 / 255 } + [1])
    }
    return Color(red: part(0), green: part(1), blue: part(2))
  }
}
