import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

extension Key {
  static let sizeToFit = Field(
    "sizeToFit", .sizeToFit, shownDefault: "false",
    "Whether the bounds fit a text layer's text, or the frames of all sublayers with padding around them."
  )
  static let padding = Field(
    "padding", .padding,
    "The room around the sublayers, in points, as in CSS."
  )
}

extension Vocabulary {
  /// The keys of bounds that fit their sublayers.
  public static let sizeToFit = Vocabulary(
    owner: "sizeToFit", definition: "size-to-fit", [Key.padding])
}

extension Reader where Content == EdgeInsets {
  fileprivate static var padding: Reader {
    let expectation =
      "padding: a number, [vertical, horizontal] or [top, right, bottom, left]"
    let number = Reader<Double>.number(.zeroOrMore, expectation)
    let sides = number.list(expectation)
    let counts = [2, 4].map { SchemaPart.list(of: $0, number.schema) }
    return Reader(
      expectation, example: "[8, 16]", schema: ["anyOf": .array([number.schema] + counts)]
    ) { node, context in
      guard let items = node.items else {
        return number.read(node, context).map { EdgeInsets([$0]) }
      }
      guard [2, 4].contains(items.count) else { return context.mismatched(expectation, at: node) }
      return sides.read(node, context).map { EdgeInsets($0) }
    }
  }
}

extension Reader where Content == EdgeInsets? {
  /// `true`, `false` or a mapping; `nil` for `false`.
  fileprivate static var sizeToFit: Reader {
    let flag = Reader<Bool>.boolean
    let details = Reader<EdgeInsets>.mapping(.sizeToFit, "sizeToFit: true, or {padding: [8, 16]}") {
      $0.has(Key.padding) ? $0[Key.padding] : .zero
    }
    return Reader(
      details.expectation, example: "true", schema: ["anyOf": [flag.schema, details.schema]]
    ) { node, context in
      if node.entries != nil { return details.read(node, context).map { .some($0) } }
      guard node.scalar != nil else { return context.mismatched(details.expectation, at: node) }
      return flag.read(node, context).map { $0 ? .some(.zero) : .none }
    }
  }
}

// MARK: Measuring

extension LoweringPass {
  /// Bounds that fit a text, or sublayers.
  static let sizeToFit = LoweringPass(
    keys: { _ in [Key.sizeToFit] },
    [
      .declared: { $0.readPadding() },
      .sized: { if $0.layerClass == .text { $0.fitText() } },
      .opened: { if $0.layerClass == .text { $0.checkMeasured() } },
      .fitted: { if $0.layerClass != .text { $0.fitSublayers() } },
    ],
    checkReplayed: { layers, registry, context in context.checkMeasured(layers, registry) })
}

/// The room around the sublayers that bounds fit.
private struct Padding {
  let insets: EdgeInsets
}

/// The key by which a text was measured.
private struct MeasuredText {
  let key: YAMLNode
}

extension LayerDraft {
  fileprivate mutating func readPadding() {
    guard let insets = fields[Key.sizeToFit] ?? nil else { return }
    sizing.fitsContent = true
    attachments[Padding.self] = Padding(insets: insets)
  }

  private var padding: EdgeInsets? { attachments[Padding.self]?.insets }

  /// Sets the bounds of a text layer to fit its text.
  fileprivate mutating func fitText() {
    guard let padding, let node = fields.keyNode(Key.sizeToFit) else { return }
    registry[MeasuredText.self, of: number] = MeasuredText(key: node)
    let breaks = values[.wrapped] || values[.fit] == .wrap
    let given = [AnyField(Property.bounds), Key.frame.row].compactMap(fields.keyNode)
    if let key = given.first, !breaks || fields.has(Key.frame) {
      context.error(
        .conflict, "sizeToFit sets the bounds; give either", at: key,
        hint: breaks ? "give bounds: [width, 0] for the width at which lines break" : nil)
      return
    }
    if padding != .zero {
      context.error(
        .conflict, "a text layer has no padding", at: fields.node(Key.sizeToFit) ?? node,
        hint: "put the text into a layer with sizeToFit: {padding: ...}, which is the plate")
      return
    }
    if breaks, values[.bounds].width <= 0 {
      context.error(
        .conflict, "a text that breaks into lines needs a width", at: node,
        hint: "give bounds: [WIDTH, 0] beside sizeToFit: true")
      return
    }
    var measured = values
    if !breaks { measured[.truncationMode] = .none }
    guard let size = try? context.files.inspector.textSize(measured) else { return }
    let width = breaks ? values[.bounds].width : size.width
    values[.bounds] = Rect(
      origin: values[.bounds].origin, size: Size(width: width, height: size.height))
  }

  /// Sets the bounds to fit the sublayers.
  fileprivate mutating func fitSublayers() {
    guard let padding, let sublayers, let node = fields.keyNode(Key.sizeToFit) else { return }
    let given = [AnyField(Property.bounds), Key.frame.row].compactMap(fields.keyNode)
    if let key = given.first {
      context.error(.conflict, "sizeToFit sets the bounds; give either", at: key)
      return
    }
    let frames = sublayers.filter(\.mayShow).compactMap(\.frameWithSize)
    guard let box = frames.reduce(nil, { $0?.union($1) ?? $1 }) else {
      if context.collector.hasErrors { return }
      context.error(
        .conflict, "nothing inside has a size that sizeToFit could take", at: node,
        hint: "give a text inside sizeToFit: true, or a layer inside bounds")
      return
    }
    values[.bounds] = padding.around(box)
  }

  /// Reports animations that change a text which was measured once.
  fileprivate func checkMeasured() {
    guard padding != nil, let node = fields.keyNode(Key.sizeToFit) else { return }
    // Letters that scramble settle into the text that was measured.
    let changed = animations.filter { !($0.animation is ScrambleAnimation) }
      .flatMap(\.animation.keyPaths).map(\.property)
      .first { Property.textMetrics.contains($0) }
    if let changed { context.reportMeasured(changed, at: node) }
  }
}

extension SceneContext {
  fileprivate func reportMeasured(_ changed: Property, at node: YAMLNode) {
    error(
      .conflict,
      "sizeToFit measures a text once, before the first frame; here '\(changed.name)' changes later",
      at: node, hint: "give bounds that hold the largest text, and alignmentMode: center")
  }

  /// Reports texts that were measured once and that events change.
  fileprivate func checkMeasured(_ layers: [Layer], _ registry: LayerRegistry) {
    guard !registry.all(MeasuredText.self).isEmpty else { return }
    for layer in layers.flatMap(\.subtree) where layer.epochs.count > 1 {
      guard let measured = registry[MeasuredText.self, of: layer.index] else { continue }
      let first = layer.epochs[0].values
      let changed = Property.textMetrics.first { property in
        layer.epochs.contains { $0.values[any: property] != first[any: property] }
      }
      if let changed { reportMeasured(changed, at: measured.key) }
    }
  }
}

extension Property {
  /// The properties that decide the size of a text, without the bounds.
  fileprivate static let textMetrics: [Property] = [
    .string, .font, .fontSize, .wrapped, .letterSpacing, .lineHeight,
  ]
}

extension Layer {
  /// The layer's box in its superlayer before anything moves it; `nil` when it has no size there.
  fileprivate var frameWithSize: Rect? {
    let bounds = values[.bounds]
    guard !bounds.isEmpty, let transform = values[.transform].flattened else { return nil }
    let anchor = values[.anchorPoint]
    let box = transform.boundingBox(
      of: Rect(
        x: -anchor.x * bounds.width, y: -anchor.y * bounds.height, width: bounds.width,
        height: bounds.height))
    let position = values[.position]
    return Rect(
      x: box.minX + position.x, y: box.minY + position.y, width: box.width, height: box.height)
  }
}

extension Layer {
  /// Whether the layer is on stage at some time: not hidden, or shown by an animation.
  fileprivate var mayShow: Bool {
    epochs.contains { epoch in
      !epoch.values[.hidden]
        || epoch.animations.contains { $0.animation.keyPaths.contains { $0.property == .hidden } }
    }
  }
}
