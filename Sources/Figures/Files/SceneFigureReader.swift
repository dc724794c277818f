import RostrumBase
import RostrumLayerTree
import RostrumSceneFile
import RostrumSource
import RostrumTiming

/// The scene of a figure is loaded, so that a layer that does not exist is a mistake of the
/// figure's file.
extension FigureReader {
  private func source(_ fields: MappingReader) -> FigureDeclaration.SceneSource? {
    let assignments = fields[FigureKey.parameters] ?? []
    guard let path = fields[FigureKey.scene], let node = fields.node(FigureKey.scene) else {
      return nil
    }
    return source(path, assignments, at: fields.node(FigureKey.parameters) ?? node)
  }

  /// A curve's own scene: another file, or the figure's with other values of its parameters. The
  /// outer `nil` is for one with mistakes.
  private func ownSource(
    _ fields: MappingReader, _ plot: FigureDeclaration.SceneSource
  ) -> FigureDeclaration.SceneSource?? {
    let assignments = fields[FigureKey.parameters] ?? []
    let own = fields[FigureKey.curveScene]
    guard own != nil || !assignments.isEmpty else { return .some(nil) }
    let node = fields.node(FigureKey.parameters) ?? fields.node(FigureKey.curveScene)
    return source(own ?? plot.given, assignments, at: node ?? fields.node).map { .some($0) }
  }

  private func source(
    _ path: String, _ assignments: [String], at node: YAMLNode
  ) -> FigureDeclaration.SceneSource? {
    let (full, outcome) = scenes.load(path, assignments)
    switch outcome {
    case .failure(let problem):
      context.error(.missingFile, problem.description, at: node)
    case .success(let result):
      if let scene = result.scene {
        return .init(path: full, scene: scene, assignments: assignments, given: path)
      }
      let count = result.diagnostics.count { $0.severity == .error }
      context.error(
        .notAvailable, "the scene '\(path)' has \(count == 1 ? "a mistake" : "\(count) mistakes")",
        at: node,
        hint: (["see: rostrum check", full] + assignments.map { "--set \($0)" }).joined(
          separator: " "))
    }
    return nil
  }

  /// `from` and `to`, which hold some time between them.
  private func range(_ fields: MappingReader, in scene: Scene) -> ClosedRange<Double>? {
    let (from, to) = (fields[FigureKey.from], fields[FigureKey.to])
    guard from != nil || to != nil else { return nil }
    let (start, end) = (from ?? 0, to ?? scene.clock.duration)
    guard start < end else {
      if let node = fields.node(to == nil ? FigureKey.from : FigureKey.to) {
        context.error(
          .outOfRange,
          "the range is empty: from \(start.sceneText) to \(end.sceneText) seconds", at: node)
      }
      return nil
    }
    return start...end
  }

  private func found<Thing>(
    at node: YAMLNode, _ look: () throws(FigureProblem) -> Thing
  ) -> Thing? {
    do throws(FigureProblem) {
      return try look()
    } catch {
      return context.failure(error.id, error.message, at: node, hint: error.hint)
    }
  }

  /// A name, or a list of names.
  private func layers(_ fields: MappingReader, of scene: Scene) -> [Layer]? {
    let nodes = fields[FigureKey.layers] ?? []
    let layers = nodes.compactMap { item -> Layer? in
      guard let name = context.read(item, .text(FigureKey.layers.expectation)) else { return nil }
      return found(at: item) { () throws(FigureProblem) in try scene.figureLayer(named: name) }
    }
    return layers.count == nodes.count ? layers : nil
  }

  // MARK: The kinds of figure

  func properties(_ fields: MappingReader) -> FigureDeclaration.PropertyPlot? {
    let source = source(fields)
    let velocity = fields[FigureKey.showsVelocity]
    let acceleration = fields[FigureKey.showsAcceleration]
    let axis = fields[FigureKey.secondAxis]
    let columns = fields[FigureKey.columns]
    let phases = fields[FigureKey.phases]
    let tracks = fields[FigureKey.tracks] ?? []
    guard let items = fields[FigureKey.curves], let source else { return nil }
    let targets = items.flatMap { self.targets($0, in: source) }
    let names = targets.map(\.target).named(in: source)
    var plot = FigureDeclaration.PropertyPlot(
      source,
      zip(names, targets).map { short, given in
        var target = short
        target.name = given.name ?? short.name
        return target
      })
    (plot.velocity, plot.acceleration) = (velocity, acceleration)
    plot.range = range(fields, in: source.scene)
    plot.secondAxis = axis
    plot.tracks = tracks
    plot.columns = columns
    let data = data(fields)
    plot.look = look(fields, curves: plot.targets.map(\.name) + data.map(\.name), data: data)
    checkParts(fields, &plot.look)
    plot.look.phases = phases ?? .init()
    return targets.isEmpty ? nil : plot
  }

  /// The values of one entry of `curves`, with the name given in the file.
  private func targets(
    _ node: YAMLNode, in plot: FigureDeclaration.SceneSource
  ) -> [(target: FigureTarget, name: String?)] {
    guard let fields = MappingReader(node, .figureCurve, context) else { return [] }
    fields.reportUnknownKeys()
    let name = fields[FigureKey.curveName]
    let (samples, style) = curveStyle(fields)
    let minus = fields[FigureKey.curveMinus]
    guard let own = ownSource(fields, plot) else { return [] }
    let scene = (own ?? plot).scene
    guard let layer = fields[FigureKey.curveLayer], let keyPath = fields[FigureKey.curveKeyPath],
      let layerNode = fields.node(FigureKey.curveLayer),
      let pathNode = fields.node(FigureKey.curveKeyPath),
      found(at: layerNode, { () throws(FigureProblem) in try scene.figureLayer(named: layer) })
        != nil,
      let targets = found(
        at: pathNode,
        { () throws(FigureProblem) in try scene.figureTargets(layer: layer, keyPath: keyPath) })
    else { return [] }
    let other = minus.flatMap { self.subtrahend($0, of: targets, own ?? plot, at: fields) }
    guard (minus == nil) == (other == nil) else { return [] }
    return targets.map { one in
      var target = one
      (target.style, target.source, target.subtrahend) = (style, own, other)
      target.samples = samples
      target.isNamed = name != nil
      let usual = other.map { $0.keyPath == one.keyPath ? $0.layer.name : $0.keyPath.name }
      let difference = usual.map { "\(one.layer.name) \u{2212} \($0)" }
      guard targets.count > 1, let name else { return (target, name ?? difference) }
      return (target, "\(name) \(one.keyPath.name.split(separator: ".").last ?? "")")
    }
  }

  /// The number that is taken away from a curve of that scene.
  private func subtrahend(
    _ minus: Subtrahend, of targets: [FigureTarget], _ curve: FigureDeclaration.SceneSource,
    at fields: MappingReader
  ) -> FigureTarget.Subtrahend? {
    let node = fields.node(FigureKey.curveMinus) ?? fields.node
    guard let source = minus.scene.map({ self.source($0, [], at: node) }) ?? curve else {
      return nil
    }
    return found(at: node) { () throws(FigureProblem) in
      try source.subtrahend(of: targets, layer: minus.layer, keyPath: minus.keyPath)
    }
  }

  func timeline(_ fields: MappingReader) -> FigureDeclaration.SceneTimeline? {
    let tracks = fields[FigureKey.tracks] ?? []
    guard let source = source(fields), let layers = layers(fields, of: source.scene) else {
      return nil
    }
    var timeline = FigureDeclaration.SceneTimeline(source)
    timeline.layers = layers
    timeline.tracks = tracks
    timeline.range = range(fields, in: source.scene)
    timeline.names = (fields[FigureKey.rowNames] ?? []).compactMap {
      rowName($0, in: source.scene)
    }
    return timeline
  }

  /// The name of a layer's row, or of an animation's: `layer/key`.
  private func rowName(
    _ entry: YAMLNode.Entry, in scene: Scene
  ) -> FigureDeclaration.RowName? {
    guard let text = context.read(entry.value, .figureText) else { return nil }
    if let layer = scene.layers.first(where: { $0.name == entry.name }) {
      return .init(layer: layer.index, text: text)
    }
    let keys = scene.layers.flatMap { layer in
      layer.everyAttached.flatMap(\.keys).map { (layer: layer.index, name: layer.name, key: $0) }
    }
    if let found = keys.first(where: { "\($0.name)/\($0.key)" == entry.name }) {
      return .init(layer: found.layer, animationKey: found.key, text: text)
    }
    let known = scene.layers.map(\.name) + keys.map { "\($0.name)/\($0.key)" }
    return context.failure(
      .unknownName, "the scene has no layer, and no animation of a layer, \(entry.name.quoted)",
      at: entry.key,
      hint: suggestion(for: entry.name, among: known)
        ?? "an animation is named as LAYER/KEY")
  }

  func strobe(_ fields: MappingReader) -> FigureDeclaration.LayerStrobe? {
    let every = fields[FigureKey.every]
    let fading = fields[FigureKey.fading]
    let spread = fields[FigureKey.spread]
    let path = fields[FigureKey.motionPath]
    let at = times(fields)
    guard let source = source(fields), fields.required(FigureKey.layers) != nil,
      let layers = layers(fields, of: source.scene)
    else { return nil }
    let range = range(fields, in: source.scene) ?? 0...max(source.scene.clock.duration, 1e-6)
    let regular = found(at: fields.node(FigureKey.every) ?? fields.node) {
      () throws(FigureProblem) in
      try FigureTimes.every(every, in: range)
    }
    guard let times = at ?? regular else { return nil }
    var strobe = FigureDeclaration.LayerStrobe(source, layers, times: times.sorted())
    strobe.showsPath = path
    strobe.fading = fading
    strobe.spread = spread
    return strobe
  }

  func sheet(_ fields: MappingReader) -> FigureDeclaration.ContactSheet? {
    let columns = fields[FigureKey.columns]
    let count = fields[FigureKey.count]
    let at = times(fields)
    if at != nil, let node = fields.keyNode(FigureKey.count) {
      context.error(.conflict, "a sheet has 'at' or 'count', not both", at: node)
    }
    guard let source = source(fields) else { return nil }
    let width = columns ?? at.map { min($0.count, 8) } ?? 6
    let times = at ?? FigureTimes.frames(count ?? 2 * width, of: source.scene.clock)
    return FigureDeclaration.ContactSheet(source, times: times, columns: width)
  }

  func times(_ fields: MappingReader) -> [Double]? {
    guard let items = fields[FigureKey.times], let node = fields.node(FigureKey.times) else {
      return nil
    }
    guard items.count <= FigureTimes.maximumCount else {
      return context.failure(.outOfRange, "that is more than 2000 pictures", at: node)
    }
    let times = items.compactMap { context.read($0, Reader.seconds) }
    return times.count == items.count ? times : nil
  }
}
