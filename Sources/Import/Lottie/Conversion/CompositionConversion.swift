import RostrumBase
import RostrumSceneImport
import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import RostrumTiming

/// Turns compositions into layers.
final class CompositionConversion {
  static let maximumDepth = 50
  /// The longest chain of layers that each follow the next.
  static let maximumParents = 100
  private static let maximumEndSearches = 100_000
  /// How many compositions become scenes of their own, and how deep they lie in each other: fewer
  /// than a scene file may have.
  static let maximumScenes = 100
  static let maximumSceneDepth = 10

  let context: LottieContext
  let file: LottieFile
  let motion: Motion
  let pictures: any LottiePictures
  let resources: any ImportResources
  private var depth = 0
  /// How often layers show each composition.
  private let uses: [String: Int]
  private var scenes: [ShownComposition: Int] = [:]
  private var endSearches = 0
  private var hasReportedParents = false
  /// The layers of compositions that were shown before, and how many they are.
  private var converted: [ShownComposition: (drafts: [ImportedLayer], count: Int)] = [:]

  init(
    _ context: LottieContext, _ file: LottieFile, _ pictures: any LottiePictures,
    _ resources: any ImportResources
  ) {
    (self.context, self.file, self.pictures) = (context, file, pictures)
    self.resources = resources
    motion = Motion(frameRate: file.frameRate, budget: context.budget)
    uses = file.uses
  }

  /// The layers of the whole file, from back to front.
  func scene() -> [ImportedLayer] {
    let layers = composition(file.layers, file.size, lastFrame: file.outPoint)
    guard file.inPoint != 0 else { return layers }
    var root = ImportedLayer("composition", layers)
    root.clock = LayerClock(timeOffset: file.inPoint / file.frameRate)
    return [root]
  }

  /// The layers of a composition, from back to front. Layers that end with `lastFrame` do not end.
  private func composition(
    _ layers: [LottieLayer], _ size: Size, lastFrame: Double
  ) -> [ImportedLayer] {
    guard depth < Self.maximumDepth else {
      if let first = layers.first {
        context.error(
          .tooDeep, "compositions lie more than \(Self.maximumDepth) deep in compositions",
          at: first.source.bytes.lowerBound..<first.source.bytes.lowerBound)
      }
      return []
    }
    depth += 1
    defer { depth -= 1 }
    let byIndex = Dictionary(
      layers.compactMap { layer in layer.index.map { ($0, layer) } }, uniquingKeysWith: { $1 })
    let camera = self.camera(of: layers, byIndex)
    func projected(_ drafts: [ImportedLayer], isInSpace: Bool) -> [ImportedLayer] {
      guard isInSpace, let camera, !drafts.isEmpty else { return drafts }
      return [motion.projected(drafts, through: camera, canvas: size)]
    }
    // From front to back: layers, and whether the camera sees them together.
    var runs: [(drafts: [ImportedLayer], isInSpace: Bool)] = []
    for (place, layer) in layers.enumerated() where !layer.isMatte && !layer.isHidden {
      guard context.isWithinBudget(at: layer.source.bytes) else { return [] }
      let source =
        layer.matteSource.flatMap { byIndex[$0] } ?? (place > 0 ? layers[place - 1] : nil)
      var mattes: [(LottieLayer, LottieLayer.MatteKind)] = []
      if let kind = layer.matte, let source {
        mattes.append((source, kind))
      }
      for case .matte(let index, let kind) in layer.effects {
        guard let source = byIndex[index], index != layer.index else { continue }
        mattes.append((source, kind))
      }
      // The blend mode of a matted layer applies to the result of its mattes.
      let mode = mattes.isEmpty ? layer.blendMode : nil
      var own = self.layer(layer, blending: mode, byIndex, size, lastFrame, camera)
      guard !own.isEmpty else { continue }
      var isInSpace = layer.isInSpace && camera != nil
      for (source, kind) in mattes {
        let matte = self.layer(
          source, blending: source.blendMode, byIndex, size, lastFrame, camera)
        own = [
          motion.matted(
            projected(own, isInSpace: isInSpace), by: projected(matte, isInSpace: source.isInSpace),
            kind, name: layer.name)
        ]
        isInSpace = false
      }
      if !mattes.isEmpty, let mode = layer.blendMode { own[0].values[.compositingFilter] = mode }
      if let last = runs.indices.last, runs[last].isInSpace == isInSpace {
        runs[last].drafts += own.reversed()
      } else {
        runs.append((own.reversed(), isInSpace))
      }
    }
    return runs.reversed().flatMap { projected($0.drafts.reversed(), isInSpace: $0.isInSpace) }
  }

  /// The camera through which a composition's layers in space are seen.
  private func camera(
    of layers: [LottieLayer], _ byIndex: [Int: LottieLayer]
  ) -> LottieCamera? {
    var found: LottieCamera?
    for layer in layers where !layer.isHidden {
      guard case .camera(let zoom, let looksAtAnchor) = layer.content else { continue }
      guard found == nil else {
        context.unsupported(.cameras, layer.name, at: layer.source)
        break
      }
      refuseCurvesInDepth(of: layer)
      found = LottieCamera(
        zoom: zoom, transform: layer.transform, looksAtAnchor: looksAtAnchor,
        parents: parents(of: layer, byIndex).map(\.transform))
    }
    return found
  }

  private func refuseCurvesInDepth(of layer: LottieLayer) {
    guard layer.transform.position?.segments.contains(where: \.isBentInDepth) == true else {
      return
    }
    context.unsupported(.cameras, layer.name, at: layer.source)
  }

  /// The layers that a layer follows, the nearest first.
  private func parents(of layer: LottieLayer, _ byIndex: [Int: LottieLayer]) -> [LottieLayer] {
    var result: [LottieLayer] = []
    var seen: Set<Int> = layer.index.map { [$0] } ?? []
    var next = layer.parent
    while let index = next, let parent = byIndex[index] {
      guard seen.insert(index).inserted else {
        reportParents(.conflict, "the layer is its own parent", of: layer)
        return []
      }
      guard result.count < Self.maximumParents else {
        reportParents(
          .tooDeep, "the layer follows more than \(Self.maximumParents) layers, each the next",
          of: layer)
        return []
      }
      result.append(parent)
      next = parent.parent
    }
    return result
  }

  /// Reports the first mistake in what layers follow: all layers of a circle or a chain have it.
  private func reportParents(_ id: DiagnosticID, _ message: String, of layer: LottieLayer) {
    if !hasReportedParents { context.error(id, message, at: layer.source) }
    hasReportedParents = true
  }

  /// A layer of a composition of that size inside the transforms of its parents; none when it shows
  /// nothing.
  private func layer(
    _ layer: LottieLayer, blending mode: CompositingOperation?, _ byIndex: [Int: LottieLayer],
    _ size: Size, _ lastFrame: Double, _ camera: LottieCamera?
  ) -> [ImportedLayer] {
    context.budget.add(1, .layers)
    let contents = context.budget.isExceeded ? [] : self.contents(layer, lastFrame)
    guard context.isWithinBudget(at: layer.source.bytes), !contents.isEmpty else { return [] }
    var draft = ImportedLayer(layer.name, contents)
    draft.line = context.line(of: layer.source)
    motion.apply(layer.transform, to: &draft)
    motion.applyOpacity(layer.transform.opacity, to: &draft)
    draft.animations += visibility(of: layer, lastFrame)
    if layer.inPoint > -LottieContext.maximumNumber, isLate(layer) {
      draft.values[.hidden] = true
    }
    let masks = layer.masks.filter { $0.mode != .none }
    if !masks.isEmpty { draft.mask = [motion.mask(masks, name: "\(layer.name) mask")] }
    if let mode { draft.values[.compositingFilter] = mode }
    let box = layer.content.hasBox ? contents[0].values[.bounds].size : size
    let content = EffectContent(size: box, masks: layer.masks)
    motion.apply(layer.effects, of: content, to: &draft)
    let isInSpace = layer.isInSpace && camera != nil
    if isInSpace {
      refuseCurvesInDepth(of: layer)
      motion.applyDepth(layer.transform, to: &draft)
    }
    return [wrappedInParentTransforms(of: layer, draft, byIndex, isInSpace)]
  }

  /// Whether the layer is not there before its in point.
  private func isLate(_ layer: LottieLayer) -> Bool { layer.inPoint > file.inPoint || depth > 1 }

  private func visibility(of layer: LottieLayer, _ lastFrame: Double) -> [any Animation] {
    let start = isLate(layer) ? layer.inPoint : -.infinity
    // A frame that only rounding parts from the last one is the last one.
    let end = layer.outPoint >= lastFrame - 1e-6 ? .infinity : layer.outPoint
    return motion.visibility(from: start, to: end)
  }

  private func wrappedInParentTransforms(
    of layer: LottieLayer, _ draft: ImportedLayer, _ byIndex: [Int: LottieLayer], _ isInSpace: Bool
  ) -> ImportedLayer {
    var draft = draft
    var hasDepth = layer.transform.hasDepth || isInSpace
    for parent in parents(of: layer, byIndex) {
      guard context.budget.add(1, .layers) else { break }
      var outer = ImportedLayer("\(parent.name) of \(layer.name)", [draft])
      motion.apply(parent.transform, to: &outer)
      if isInSpace { motion.applyDepth(parent.transform, to: &outer) }
      hasDepth = hasDepth || parent.transform.hasDepth
      // What turns in depth inside is not flattened before this turns it too.
      if hasDepth { outer.layerClass = .transform }
      draft = outer
    }
    // Without a camera a picture of its own: planes of other layers do not cut it.
    return hasDepth && !isInSpace ? ImportedLayer("\(layer.name) in depth", [draft]) : draft
  }

  // MARK: Contents

  private func contents(_ layer: LottieLayer, _ lastFrame: Double) -> [ImportedLayer] {
    switch layer.content {
    case .nothing, .camera: []
    case .shapes(let items): ShapeConversion(context, motion).layers(items)
    case .solid(let color, let size):
      [.solid("\(layer.name) colour", Rect(origin: .zero, size: size), color)]
    case .picture(let name): picture(name, layer)
    case .text(let text): TextConversion(context, motion, file, resources).layers(text, layer.name)
    case .composition(let name, let size): precomposition(name, size, layer, lastFrame)
    }
  }

  /// The frame of a composition at which all of the file is over. Where its time does not advance
  /// there before, only the end of the composition is shown then, as by lottie-web; a frame in
  /// between ends layers as ever.
  private func lastFrame(
    inside layer: LottieLayer, _ lastFrame: Double, _ layers: [LottieLayer]
  ) -> Double {
    let (last, highest) = frames(inside: layer, lastFrame)
    guard last <= highest + 1e-6 else { return last }
    let end = layers.map(\.outPoint).max() ?? .infinity
    return abs(highest - end) <= 1e-6 ? end : .infinity
  }

  /// The composition's frame at the file's last, and the greatest of those before.
  private func frames(
    inside layer: LottieLayer, _ lastFrame: Double
  ) -> (last: Double, highest: Double) {
    guard let remap = layer.timeRemap else {
      func inner(_ frame: Double) -> Double {
        ((frame - layer.startFrame) / (layer.stretch == 0 ? 1 : layer.stretch)).wholeFrame
      }
      return (inner(lastFrame), layer.stretch < 0 ? inner(layer.inPoint) : -.infinity)
    }
    let samples = remap.segments.flatMap { segment -> [Double] in
      let step = (segment.end - segment.start) / 16
      return (0...16).map { segment.start + step * Double($0) }
    }
    let before = (samples + [layer.inPoint]).filter { $0 < lastFrame - 1e-6 }
    let highest = before.map { remap.number(at: $0) }.max() ?? -.infinity
    let (last, most) = (remap.number(at: lastFrame), highest)
    return ((last * file.frameRate).wholeFrame, (most * file.frameRate).wholeFrame)
  }

  private func precomposition(
    _ name: String, _ size: Size, _ layer: LottieLayer, _ lastFrame: Double
  ) -> [ImportedLayer] {
    guard let layers = file.compositions[name] else {
      return context.warned(
        .missingKey, "there is no composition \(name.quoted) among the assets: nothing is shown",
        at: layer.source)
    }
    let isShared = uses[name, default: 0] > 1
    var end = self.lastFrame(inside: layer, lastFrame, layers)
    // Where nothing ends just then, the frame does not count, and one scene serves for all.
    if isShared, !ends(layers, with: end) { end = .infinity }
    let shown = ShownComposition(name: name, size: size, lastFrame: end, depth: depth)
    let inner = convertedLayers(shown, layers)
    guard !inner.isEmpty else { return [] }
    var draft = ImportedLayer("\(layer.name) content", inner)
    draft.setBounds(Rect(origin: .zero, size: size))
    draft.values[.masksToBounds] = true
    // A composition is an isolated group: its layers blend with each other alone.
    if layers.contains(where: \.blends) {
      draft.mask = [.solid("\(layer.name) group", Motion.everywhere, .black)]
    }
    setClock(of: &draft, layer)
    if isShared {
      draft.scene = scene(
        ShownComposition(name: name, size: size, lastFrame: end, depth: 0), layers)
    }
    return [draft]
  }

  /// The layers of a composition, which are worked out once. They count each time.
  private func convertedLayers(_ shown: ShownComposition, _ layers: [LottieLayer])
    -> [ImportedLayer]
  {
    if let known = converted[shown] {
      context.budget.add(known.count, .layers)
      return context.budget.isExceeded ? [] : known.drafts
    }
    let before = context.budget.count(.layers)
    let drafts = composition(layers, shown.size, lastFrame: shown.lastFrame)
    converted[shown] = (drafts, context.budget.count(.layers) - before)
    return drafts
  }

  /// Whether a layer ends with a frame, in compositions inside too; true where they are too many.
  private func ends(_ layers: [LottieLayer], with frame: Double, inside: Int = 0) -> Bool {
    layers.contains { layer in
      endSearches += 1
      guard endSearches < Self.maximumEndSearches, inside < Self.maximumDepth else { return true }
      if abs(layer.outPoint - frame) <= 1e-6 { return true }
      guard case .composition(let name, _) = layer.content, let inner = file.compositions[name]
      else { return false }
      return ends(inner, with: lastFrame(inside: layer, frame, inner), inside: inside + 1)
    }
  }

  /// A composition as one that is shown several times.
  private struct ShownComposition: Hashable {
    let name: String
    let size: Size
    /// Layers that end with this frame do not end.
    let lastFrame: Double
    /// How many compositions there are around it; 0 where that makes no difference.
    let depth: Int
  }

  /// The scene that a composition of the file is; `nil` where there are too many.
  private func scene(_ shown: ShownComposition, _ layers: [LottieLayer]) -> SceneReference? {
    if scenes[shown] == nil {
      guard depth < Self.maximumSceneDepth, scenes.count < Self.maximumScenes else { return nil }
      scenes[shown] = scenes.count + 1
    }
    let ends = layers.map(\.outPoint).filter { $0 < LottieContext.maximumNumber }
    let frames = min(max(ends.max() ?? 1, 1), 10_000)
    return SceneReference(
      path: "\(context.source.path)#\(scenes[shown] ?? 0)", duration: frames / file.frameRate,
      isEmbedded: true)
  }

  /// The composition's own time: shifted and stretched, or as the remapping says.
  private func setClock(of draft: inout ImportedLayer, _ layer: LottieLayer) {
    if let remap = layer.timeRemap {
      draft.clock = LayerClock(speed: 0, timeOffset: remap.initial.first ?? 0)
      let times = remap.map { Value.number($0.first ?? 0) }
      if let moves = motion.animation(times, AnimationKeyPath(.timeOffset)) {
        draft.animations.append(moves)
      }
      return
    }
    let speed = layer.stretch == 0 ? 1 : 1 / layer.stretch
    draft.clock = LayerClock(beginTime: layer.startFrame / file.frameRate, speed: speed)
  }
}

extension LottieLayer.Content {
  /// Whether effects work in the box of the content itself, and not in the composition's.
  fileprivate var hasBox: Bool {
    switch self {
    case .solid, .picture, .composition: true
    default: false
    }
  }
}

extension LottieLayer {
  /// Whether the layer, or something in it, blends with what lies behind.
  fileprivate var blends: Bool {
    if blendMode != nil { return true }
    guard case .shapes(let items) = content else { return false }
    return items.contains(where: \.blends)
  }
}

extension ShapeItem {
  fileprivate var blends: Bool {
    if blendMode != nil { return true }
    guard case .group(let items, _) = kind else { return false }
    return items.contains(where: \.blends)
  }
}
