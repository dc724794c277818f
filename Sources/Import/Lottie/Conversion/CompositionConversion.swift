import Geometry
import LayerTree
import Source
import Timing

/// Turns compositions into layers.
final class CompositionConversion {
  static let maximumDepth = 50
  static let maximumLayers = 100_000

  let context: LottieContext
  let file: LottieFile
  let motion: Motion
  let pictures: any LottiePictures
  let resources: any ImportResources
  private var depth = 0
  private var count = 0

  init(
    _ context: LottieContext, _ file: LottieFile, _ pictures: any LottiePictures,
    _ resources: any ImportResources
  ) {
    (self.context, self.file, self.pictures) = (context, file, pictures)
    self.resources = resources
    motion = Motion(frameRate: file.frameRate)
  }

  /// The layers of the whole file, from back to front.
  func scene() -> [Draft] {
    let layers = composition(file.layers, lastFrame: file.outPoint)
    guard file.inPoint != 0 else { return layers }
    var root = Draft("composition", layers)
    root.clock = LayerClock(timeOffset: file.inPoint / file.frameRate)
    return [root]
  }

  /// The layers of a composition, from back to front. Those that end with `lastFrame` do not end.
  private func composition(_ layers: [LottieLayer], lastFrame: Double) -> [Draft] {
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
    var drafts: [Draft] = []
    for (place, layer) in layers.enumerated() where !layer.isMatte && !layer.isHidden {
      let own = self.layer(layer, byIndex, lastFrame)
      guard !own.isEmpty else { continue }
      guard let kind = layer.matte else {
        drafts = own + drafts
        continue
      }
      let source =
        layer.matteSource.flatMap { byIndex[$0] } ?? (place > 0 ? layers[place - 1] : nil)
      guard let source else {
        drafts = own + drafts
        continue
      }
      let matte = self.layer(source, byIndex, lastFrame)
      drafts = [motion.matted(own, by: matte, kind, name: layer.name)] + drafts
    }
    return drafts
  }

  /// A layer inside the transforms of its parents; none when it shows nothing.
  private func layer(
    _ layer: LottieLayer, _ byIndex: [Int: LottieLayer], _ lastFrame: Double
  ) -> [Draft] {
    let contents = self.contents(layer, lastFrame)
    guard !contents.isEmpty else { return [] }
    count += contents.reduce(1) { $0 + $1.count }
    guard count <= Self.maximumLayers else {
      context.error(
        .tooManyLayers, "the file comes to more than \(Self.maximumLayers) layers",
        at: layer.source)
      return []
    }
    var draft = Draft(layer.name, contents)
    draft.line = context.line(of: layer.source)
    motion.apply(layer.transform, to: &draft)
    motion.applyOpacity(layer.transform.opacity, to: &draft)
    draft.animations += visibility(of: layer, lastFrame)
    if layer.inPoint > -LottieContext.maximumNumber, isLate(layer) {
      draft.values[.hidden] = true
    }
    if !layer.masks.isEmpty {
      draft.mask = [motion.mask(layer.masks, name: "\(layer.name) mask")]
    }
    if let mode = layer.blendMode { draft.values[.compositingFilter] = mode }
    motion.apply(layer.effects, to: &draft)
    return [inParents(of: layer, draft, byIndex)]
  }

  /// Whether the layer is not there before its in point.
  private func isLate(_ layer: LottieLayer) -> Bool { layer.inPoint > file.inPoint || depth > 1 }

  private func visibility(of layer: LottieLayer, _ lastFrame: Double) -> [any Animation] {
    let start = isLate(layer) ? layer.inPoint : -.infinity
    // A frame that only rounding parts from the last one is the last one.
    let end = layer.outPoint >= lastFrame - 1e-6 ? .infinity : layer.outPoint
    return motion.visibility(from: start, to: end)
  }

  private func inParents(
    of layer: LottieLayer, _ draft: Draft, _ byIndex: [Int: LottieLayer]
  ) -> Draft {
    var draft = draft
    var hasDepth = layer.transform.hasDepth
    var seen: Set<Int> = layer.index.map { [$0] } ?? []
    var next = layer.parent
    while let index = next, let parent = byIndex[index] {
      guard seen.insert(index).inserted else {
        context.error(.conflict, "the layer is its own parent", at: layer.source)
        break
      }
      var outer = Draft("\(parent.name) of \(layer.name)", [draft])
      motion.apply(parent.transform, to: &outer)
      hasDepth = hasDepth || parent.transform.hasDepth
      // What turns in depth inside is not flattened before this turns it too.
      if hasDepth { outer.layerClass = .transform }
      draft = outer
      next = parent.parent
    }
    // A picture of its own: planes of other layers do not cut it.
    return hasDepth ? Draft("\(layer.name) in depth", [draft]) : draft
  }

  // MARK: Contents

  private func contents(_ layer: LottieLayer, _ lastFrame: Double) -> [Draft] {
    switch layer.content {
    case .nothing: []
    case .shapes(let items): ShapeConversion(context, motion).layers(items)
    case .solid(let color, let size):
      [.solid("\(layer.name) colour", Rect(origin: .zero, size: size), color)]
    case .picture(let name): picture(name, layer)
    case .text(let text): TextConversion(context, motion, file, resources).layers(text, layer.name)
    case .composition(let name, let size): precomposition(name, size, layer, lastFrame)
    }
  }

  /// The frame of a composition at which all of the file is over.
  private func lastFrame(inside layer: LottieLayer, _ lastFrame: Double) -> Double {
    if let remap = layer.timeRemap { return remap.number(at: lastFrame) * file.frameRate }
    return (lastFrame - layer.startFrame) / (layer.stretch == 0 ? 1 : layer.stretch)
  }

  private func precomposition(
    _ name: String, _ size: Size, _ layer: LottieLayer, _ lastFrame: Double
  ) -> [Draft] {
    guard let layers = file.compositions[name] else {
      context.error(
        .missingKey, "there is no composition \(name.quoted) among the assets", at: layer.source)
      return []
    }
    let inner = composition(layers, lastFrame: self.lastFrame(inside: layer, lastFrame))
    guard !inner.isEmpty else { return [] }
    var draft = Draft("\(layer.name) content", inner)
    draft.setBounds(Rect(origin: .zero, size: size))
    draft.values[.masksToBounds] = true
    setClock(of: &draft, layer)
    return [draft]
  }

  /// The composition's own time: shifted and stretched, or as the remapping says.
  private func setClock(of draft: inout Draft, _ layer: LottieLayer) {
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

  private func picture(_ name: String, _ layer: LottieLayer) -> [Draft] {
    guard let asset = file.pictures[name] else {
      context.error(
        .missingFile, "there is no picture \(name.quoted) among the assets", at: layer.source)
      return []
    }
    guard let image = pictures.image(asset, context) else { return [] }
    var draft = Draft("\(layer.name) picture")
    let size = Size(
      width: asset.width > 0 ? asset.width : Double(image.width),
      height: asset.height > 0 ? asset.height : Double(image.height))
    draft.setBounds(Rect(origin: .zero, size: size))
    draft.values[.contents] = image
    return [draft]
  }
}
