import RostrumSceneImport
import RostrumImportedDocument
import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import RostrumTiming

/// Turns Core Animation's archives (`main.caml`) into scenes.
struct CAMLLoader {
  private let options: ImportOptions
  private let resources: any ImportResources

  init(_ options: ImportOptions, _ resources: any ImportResources) {
    (self.options, self.resources) = (options, resources)
  }

  /// A state, and when it is entered.
  private struct Step {
    let state: String
    let time: Double
  }

  func load(_ source: SourceText) -> ImportResult {
    let context = ImportContext(source, ignoring: options.ignored)
    let values = CAMLValues(context: context, resources: resources)
    guard let file = context.element(), let root = root(of: file, context) else {
      return ImportResult(scene: nil, diagnostics: context.diagnostics, source: source)
    }
    let states = CAMLStates(file, context, values)
    let steps = self.steps(states.names)
    let scene = scene(root, states, steps ?? [], values)
    var result = ImportResult(
      scene: context.hasErrors ? nil : scene, diagnostics: context.diagnostics, source: source)
    guard !states.names.isEmpty else { return result }
    result.parameters = [.init(name: "state", text: options.values["state"] ?? "none")]
    if steps == nil {
      let names = states.names.joined(separator: ", ")
      result.refused = [
        ("state", "a state (\(names)), or several with the seconds at which they begin")
      ]
    }
    return result
  }

  private func root(of file: XMLElement, _ context: ImportContext) -> XMLElement? {
    let layers = file.children.filter { CAMLLayers.layerClass(of: $0) != nil }
    for layer in layers.dropFirst() {
      context.unsupported(.elements, "a second layer of the archive itself", at: layer.bytes)
    }
    if let layer = layers.first { return layer }
    return context.failure(
      .missingKey, "there is no layer in the archive", at: (file.children.first ?? file).bytes)
  }

  /// The states that the parameter names: `Locked`, or `Locked, Unlock 1.5, Sleep 3`. `nil` for a
  /// value that is not one.
  private func steps(_ names: [String]) -> [Step]? {
    guard let text = options.values["state"], text != "none", !text.isEmpty else { return [] }
    var steps: [Step] = []
    guard text.contains(where: { $0 != "," && $0 != " " }) else { return nil }
    for part in text.split(separator: ",").map(\.trimmed) {
      if names.contains(part), steps.isEmpty {
        steps.append(Step(state: part, time: -.infinity))
        continue
      }
      let words = part.split(separator: " ")
      let state = words.dropLast().joined(separator: " ")
      guard let time = words.last.flatMap({ Double($0) }), (0...1e6).contains(time),
        names.contains(state), time > steps.last?.time ?? -.infinity
      else { return nil }
      steps.append(Step(state: state, time: time))
    }
    return steps
  }

  // MARK: The scene

  private func scene(
    _ root: XMLElement, _ states: CAMLStates, _ steps: [Step], _ values: CAMLValues
  ) -> Scene? {
    let context = values.context
    let first = steps.first.flatMap { $0.time == -.infinity ? $0.state : nil }
    let changes = Dictionary(grouping: states.changes(of: first), by: \.target)
    let layerClass = CAMLLayers.layerClass(of: root) ?? .plain
    let tree = CAMLLayers(context: context, values: values).layer(root, layerClass)
    // What a state leaves goes back to what the tree says.
    let base = Dictionary(tree.all.compactMap { draft in draft.id.map { ($0, draft.values) } }) {
      one, _ in one
    }
    let start = changes.isEmpty ? tree : tree.changed(by: changes)
    guard context.isWithinBudget(at: root.bytes), !context.hasErrors,
      context.allowsDepth(of: [tree])
    else { return nil }
    let size = tree.values[.bounds].size
    guard size.width > 0, size.height > 0 else {
      return context.failure(
        .outOfRange, "the outermost layer needs bounds with a width and a height above 0",
        at: root.bytes)
    }
    guard options.allows(size, context, at: root.bytes) else { return nil }
    var resolver = ImportedLayerResolver()
    let layers = resolver.layers([canvas(start, size)])
    var events: [Event] = []
    var state = first
    for step in steps where step.time >= 0 {
      events.append(
        states.event(from: state, to: step.state, at: step.time, resolver.indices) {
          target, keyPath in base[target].map { keyPath.value(in: $0) }
        })
      state = step.state
    }
    guard let changed = try? layers.changed(by: events) else {
      return context.failure(
        .tooManyAnimations, "the states add too many animations", at: root.bytes)
    }
    guard let clock = clock(changed, steps, context, root) else { return nil }
    return Scene(size: size, background: nil, clock: clock, layers: changed)
  }

  /// The outermost layer over the whole canvas. Its superlayer's y axis points up, as on a Mac.
  private func canvas(_ root: ImportedLayer, _ size: Size) -> ImportedLayer {
    var root = root
    let anchor = root.values[.anchorPoint]
    root.values[.position] = Point(x: size.width * anchor.x, y: size.height * anchor.y)
    var canvas = ImportedLayer("canvas", [root])
    canvas.setBounds(Rect(origin: .zero, size: size))
    canvas.values[.geometryFlipped] = true
    canvas.values[.masksToBounds] = true
    return canvas
  }

  /// Until everything that ends has ended, and what repeats for ever has run once; at least a
  /// second after the last state begins.
  private func clock(
    _ layers: [Layer], _ steps: [Step], _ context: ImportContext, _ root: XMLElement
  ) -> FrameClock? {
    let last = (steps.last?.time ?? 0) + 1
    let duration = min(max(layers.lastEnd, last.isFinite ? last : 1, 1), 600)
    let rate = options.frameRate ?? FrameRate(numerator: 60, denominator: 1)
    guard let rate else { return nil }
    let clock = FrameClock(rate: rate, duration: duration)
    guard clock.frameCount <= options.maximumFrames else {
      return context.failure(
        .tooManyFrames,
        "the archive has \(clock.frameCount) frames, more than the limit of \(options.maximumFrames)",
        at: root.bytes, hint: "raise the limit with --max-frames")
    }
    return clock
  }
}

extension ImportedLayer {
  /// The layer and all inside it.
  fileprivate var all: [ImportedLayer] { [self] + (sublayers + mask).flatMap(\.all) }

  /// With the values of a state, by the ids of layers.
  fileprivate func changed(by changes: [String: [CAMLChange]]) -> ImportedLayer {
    var draft = self
    for change in id.flatMap({ changes[$0] }) ?? [] {
      change.keyPath.set(change.value, in: &draft.values)
    }
    draft.sublayers = sublayers.map { $0.changed(by: changes) }
    draft.mask = mask.map { $0.changed(by: changes) }
    return draft
  }
}
