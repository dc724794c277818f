import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import RostrumTiming

/// Another scene, ready to be a layer's inside.
struct InnerScene {
  /// The values of the layer that shows the scene: its size, its background.
  let values: LayerValues
  let layers: [Layer]
  let shown: SceneReference
}

extension Key {
  static let sceneFile = Field(
    "scene",
    .file(
      "the path of a scene file, relative to this one", .scene, example: "nowhere.yaml",
      schema: ["type": "string"]),
    isRequired: true,
    "The other scene file. Its layers are called NAME/LAYER here."
  )
  static let givenParameters = Field(
    "parameters",
    Reader<[YAMLNode.Entry]>.entries("a mapping from names to values", of: SchemaPart.anyValue),
    "Values for the parameters of the other scene, by name. Paths start at this file's folder.")
}

extension LoweringPass {
  /// A layer that shows another scene.
  static let innerScene = LoweringPass(
    keys: { $0 == .scene ? [Key.sceneFile, Key.givenParameters] : [] },
    [
      .declared: { if $0.layerClass == .scene { $0.showsClock = true } },
      .described: { if $0.layerClass == .scene { $0.showInnerScene() } },
      .opened: { if $0.layerClass == .scene { $0.modelClass = .plain } },
    ])
}

extension LayerDraft {
  /// The layers of the scene become the layer's sublayers, its size and background the layer's own.
  fileprivate mutating func showInnerScene() {
    guard let scene = reader.innerScene(fields, name, inside) else { return }
    baseValues = scene.values
    sublayers = scene.layers
    sceneReference = scene.shown
  }
}

extension LayerReader {
  /// The scene that a layer called `name` shows; `nil` after reporting.
  fileprivate func innerScene(_ fields: MappingReader, _ name: String, _ place: LayerPlace)
    -> InnerScene?
  {
    if let key = fields.keyNode(Key.sublayers) {
      context.error(.conflict, "the sublayers of a scene layer are those of its scene", at: key)
    }
    let given = fields[Key.givenParameters] ?? []
    guard let real = fields[Key.sceneFile], let node = fields.node(Key.sceneFile) else {
      return nil
    }
    let shown = context.files.paths.shownPath(node.scalar?.text ?? real)
    if let refusal = innerScenes.refusal(of: real, shown: shown) {
      refuse(refusal, at: node)
      return nil
    }
    return read(real, shown, name, place, given, at: node)
  }

  private func refuse(_ refusal: InnerScenes.Refusal, at node: YAMLNode) {
    switch refusal {
    case .cycle(let chain):
      context.error(.sceneCycle, "the scene would show itself: \(chain)", at: node)
    case .tooDeep(let chain):
      context.error(
        .tooDeep, "scenes lie more than \(InnerScenes.maximumDepth) deep in scenes: \(chain)",
        at: node)
    case .tooMany:
      context.error(
        .tooManyLayers, "the scene shows other scenes more than \(InnerScenes.maximumCount) times",
        at: node)
    }
  }

  private func read(
    _ real: String, _ shown: String, _ name: String, _ place: LayerPlace,
    _ given: [YAMLNode.Entry], at node: YAMLNode
  ) -> InnerScene? {
    let collector = DiagnosticCollector()
    do throws(SceneFileError) {
      let (source, root) = try innerScenes.tree(real, shown, context, collector)
      if let bytes = innerScenes.imported[FilePath(real)] {
        return importedScene(bytes, real, shown, name, given, at: node)
      }
      let inner = SceneContext(
        options: context.options, collector: collector,
        files: context.files.starting(at: shown.folderOfPath), source: source)
      let place = LayerPlace(path: "layers", latestTime: place.latestTime, depth: place.depth)
      let reader = LayerReader(
        context: inner, innerScenes: innerScenes, registry: LayerRegistry(count: registry.count),
        canvas: .zero, readScene: readScene)
      let result = innerScenes.inside(real, shown) {
        root.map { readScene($0, reader, place, .layer(node, given, in: context)) }
      }
      registry.count = reader.registry.count
      innerScenes.report(collector.diagnostics(in: source), of: source, at: real)
      guard let result, let scene = result.scene, !collector.hasErrors else {
        // Mistakes in its parameters' values were reported at the values.
        if !collector.failsOnlyInOtherFiles {
          context.error(.badInnerScene, "the scene \(shown.quoted) has mistakes", at: node)
        }
        return nil
      }
      let inside = InnerScene(scene, renamedInside: name, path: real, result.parameters)
      for layer in inside.layers.flatMap(\.subtree) { remember(layer.name, at: node) }
      return inside
    } catch {
      return context.failure(.badInnerScene, error.description, at: node)
    }
  }

  /// The inside of a layer that shows a file of another format.
  private func importedScene(
    _ bytes: [UInt8], _ real: String, _ shown: String, _ name: String, _ given: [YAMLNode.Entry],
    at node: YAMLNode
  ) -> InnerScene? {
    let texts = given.compactMap { entry in entry.value.scalar.map { (entry.name, $0.text) } }
    let values = Dictionary(texts) { first, _ in first }
    guard
      let imported = context.files.inspector.importedScene(bytes, path: shown, values: values)
    else { return nil }
    innerScenes.report(imported.diagnostics, of: imported.source, at: real)
    guard !hasProblems(imported, with: given) else { return nil }
    guard let scene = imported.scene else {
      return context.failure(.badInnerScene, "the scene \(shown.quoted) has mistakes", at: node)
    }
    let count = scene.layers.count
    guard registry.count + count <= context.options.maximumLayers else {
      return context.failure(
        .tooManyLayers,
        "the scene has more than the limit of \(context.options.maximumLayers) layers", at: node)
    }
    let layers = scene.root.sublayers.map { $0.renumbered(after: &registry.count) }
    let inside = InnerScene(
      Scene(
        size: scene.size, background: scene.background, clock: scene.clock, layers: layers),
      renamedInside: name, path: real, [])
    for layer in inside.layers.flatMap(\.subtree) { remember(layer.name, at: node) }
    return inside
  }
}

extension LayerReader {
  /// Reports given values that a file of another format cannot take.
  private func hasProblems(_ imported: ImportedScene, with given: [YAMLNode.Entry]) -> Bool {
    let names = imported.parameters.map(\.name)
    var hasProblems = false
    for entry in given {
      if let refusal = imported.refused.first(where: { $0.name == entry.name }) {
        context.error(.wrongType, "expected \(refusal.expected)", at: entry.value)
      } else if !names.contains(entry.name) {
        let similar = context.similar(to: entry.name, among: names)
        context.error(
          .unknownParameter, "the scene has no parameter \(entry.name.quoted)", at: entry.key,
          hint: similar.map { "did you mean '\($0)'?" })
      } else if entry.value.scalar == nil {
        context.error(.wrongType, "expected a single value", at: entry.value)
      } else {
        continue
      }
      hasProblems = true
    }
    return hasProblems
  }
}

extension InnerScene {
  /// The canvas is the layer's bounds; contents beyond it are clipped.
  fileprivate init(
    _ scene: Scene, renamedInside name: String, path: String,
    _ parameters: [(name: String, value: ArgumentValue)]
  ) {
    var values = LayerValues()
    values[.bounds] = Rect(origin: .zero, size: scene.size)
    values[.masksToBounds] = true
    if let background = scene.background { values[.backgroundColor] = background }
    self.values = values
    layers = scene.root.sublayers.map { $0.renamed(inside: name) }
    let end = scene.root.sublayers.innerEndTime
    shown = SceneReference(
      path: path, parameters: parameters,
      duration: scene.clock.duration > 0 ? scene.clock.duration : end, audio: scene.audio)
  }
}

extension Layer {
  /// The same layer with layer numbers that continue after `count`.
  fileprivate func renumbered(after count: inout Int) -> Layer {
    count += 1
    let own = count
    let sublayers = sublayers.map { $0.renumbered(after: &count) }
    let mask = mask?.renumbered(after: &count)
    return changed(index: own, sublayers: sublayers, mask: .some(mask))
  }
}

extension [Layer] {
  /// When the last change in a scene of these layers happens, 0 when nothing changes.
  var innerEndTime: Double { Swift.max(map(\.endTime).max() ?? 0, 0) }
}

extension Double {
  var finiteOrZero: Double { isFinite ? self : 0 }
}
