import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

extension Key {
  static let layout = Field(
    "layout", .layout,
    "How the sublayers lie. Without bounds the layer is as large as they need."
  )
  static let layoutType = Field(
    "type", Reader<Layout.Kind>.word, isRequired: true,
    "`row` from left to right, `column` from top to bottom, `grid` in columns, or `stack` on each other."
  )
  static let layoutGap = DefaultedField(
    "gap", .number(.zeroOrMore), default: 0, "The room between neighbours, in points.")
  static let layoutAlign = Field(
    "align", Reader<String>.word(of: Layout.Alignment.ofItems.map(\.rawValue)),
    shownDefault: "center",
    "Where a sublayer lies across the row or the column, or vertically in its cell or the stack; baseline in a row: the first lines of texts, and the bottoms of other layers."
  )
  static let layoutJustify = Field(
    "justify", Reader<String>.word(of: Layout.Alignment.ofLines.map(\.rawValue)),
    shownDefault: "start",
    "How the room that is left along the row or the column is shared; where a sublayer lies horizontally in a grid's cell or the stack, where the default is center."
  )
  static let layoutWrap = DefaultedField(
    "wrap", .boolean, default: false,
    "Whether a row or a column goes on in another line where the bounds end.")
  static let layoutColumns = Field(
    "columns", Reader<Int>.whole(1, 1000, "a whole number from 1 to 1000"),
    "How many columns a grid has.")
  static let layoutOrder = Field(
    "order",
    Reader<String>.text("the name of a sublayer, or its place from 0 on", example: "a")
      .list("a list of names of sublayers, or of their places from 0 on"),
    "The sublayers that come first, in this order. The others follow."
  )
  static let newLayoutType = Field(
    "type", Reader<Layout.Kind>.word, "Another direction: row, column, grid or stack.")

  /// The keys of a layout beside its type.
  static let layoutSettings: [any DeclaredField] = [
    layoutGap, padding, layoutAlign, layoutJustify, layoutWrap, layoutColumns, layoutOrder,
  ]
}

extension Vocabulary {
  /// The keys of a layout.
  public static let layout = Vocabulary(
    owner: "a layout", definition: "layout", [Key.layoutType] + Key.layoutSettings,
    listsKeys: true)

  /// The keys of a layout of which some get new values.
  public static let layoutChange = Vocabulary(
    owner: "a change of a layout", definition: "layout-change",
    [Key.newLayoutType] + Key.layoutSettings, listsKeys: true)
}

extension MappingReader {
  /// Warns of settings that a layout of that kind does not have.
  fileprivate func warnAboutLayout(_ kind: Layout.Kind) {
    let idle: [(key: AnyField, kinds: [Layout.Kind])] = [
      (Key.layoutColumns.row, [.row, .column, .stack]), (Key.layoutWrap.row, [.grid, .stack]),
      (Key.layoutGap.row, [.stack]),
    ]
    for (key, kinds) in idle where kinds.contains(kind) {
      guard let node = keyNode(key) else { continue }
      context.warning(
        .noEffect, "a \(kind.rawValue) has no \(key.name)", at: node,
        hint: key.name == Key.layoutColumns.name ? "write type: grid" : nil)
    }
    if kind != .row, let node = self.node(Key.layoutAlign), node.scalar?.text == "baseline" {
      context.warning(
        .noEffect, "only the layers of a row share a baseline", at: node,
        hint: "write start, center or end")
    }
  }

  /// The settings that are given, beside the type.
  fileprivate var layoutSettings: LayoutChange {
    var change = LayoutChange()
    change.gap = has(Key.layoutGap) ? self[Key.layoutGap] : nil
    change.padding = self[Key.padding]
    change.align = self[Key.layoutAlign].flatMap(Layout.Alignment.init)
    change.justify = self[Key.layoutJustify].flatMap(Layout.Alignment.init)
    change.wraps = has(Key.layoutWrap) ? self[Key.layoutWrap] : nil
    change.columns = self[Key.layoutColumns]
    change.order = self[Key.layoutOrder]
    return change
  }
}

extension Reader {
  /// A kind of layout, or a mapping that says more.
  fileprivate static func layout(
    _ details: Reader, _ make: @escaping @Sendable (Layout.Kind) -> Content
  ) -> Reader {
    let word = Reader<Layout.Kind>.word
    return Reader(
      details.expectation, example: "row", schema: ["anyOf": [word.schema, details.schema]]
    ) { node, context in
      if node.entries != nil { return details.read(node, context) }
      guard node.items == nil else { return context.mismatched(details.expectation, at: node) }
      return word.read(node, context).map(make)
    }
  }
}

extension Reader where Content == Layout {
  static let layout = layout(
    Reader.mapping(.layout, "a layout: row, column, grid or stack, or {type: row, gap: 10}") {
      fields in
      fields[Key.layoutType].map { kind in
        fields.warnAboutLayout(kind)
        return fields.layoutSettings.applied(to: Layout(kind))
      }
    }
  ) { Layout($0) }
}

extension Reader where Content == LayoutChange {
  static let layoutChange = layout(
    Reader.mapping(
      .layoutChange, "another layout: row, column, grid or stack, or settings such as {gap: 10}"
    ) { fields in
      var change = fields.layoutSettings
      change.kind = fields[Key.newLayoutType]
      if change.align == .baseline, let node = fields.node(Key.layoutAlign) {
        fields.context.error(
          .conflict, "a row has its baseline from the beginning on", at: node,
          hint: "write align: baseline in the layout of the layer")
      }
      return change
    }
  ) {
    var change = LayoutChange()
    change.kind = $0
    return change
  }
}

/// The room of a layout, as the layers in it see it.
struct LayoutRoom {
  let kind: Layout.Kind
  /// Inside the padding; 0 for a side that is as long as the layers need.
  let size: Size

  init(_ layout: Layout, _ bounds: Rect) {
    let padding = layout.padding
    kind = layout.kind
    size = Size(
      width: max(bounds.width - padding.left - padding.right, 0),
      height: max(bounds.height - padding.top - padding.bottom, 0))
  }

  /// Whether the layers follow each other, so that they can grow.
  var isLine: Bool { kind == .row || kind == .column }
}

// MARK: Layers

extension LoweringPass {
  /// Sublayers whose places and sizes follow from a layout.
  static let layout = LoweringPass(
    keys: { $0.hasLayout ? [Key.layout, Key.grow] : [Key.grow] },
    [
      .declared: { $0.noteGrowth() },
      .animated: { $0.takeLayoutAnimations() },
      .listed: { draft in
        draft.checkLayout()
        if draft.layerClass.hasLayout { draft.prepareForLayout() }
      },
      .arranged: { if $0.layerClass.hasLayout { $0.layOut() } },
    ],
    checkRead: { _, registry, context in context.checkGrowth(registry) })
}

extension LayerClass {
  /// Whether sublayers may be laid out: a sequence and a replicator place theirs by themselves.
  fileprivate var hasLayout: Bool { self != .sequence && self != .replicator }
}

extension LayerDraft {
  /// Lets the sublayers know their room.
  fileprivate mutating func prepareForLayout() {
    guard let layout = fields[Key.layout] else { return }
    inside.attachments[LayoutRoom.self] = LayoutRoom(layout, values[.bounds])
    sublayerNodes = sublayerNodes.map(nodeForLayout)
  }

  /// Places the sublayers, and moves them as the animations of the layout say.
  fileprivate mutating func layOut() {
    guard fields.has(Key.layout), let inner = sublayers else { return }
    let arrangement = arrangement(of: inner)
    for layer in inner { registry[GrowingLayer.self, of: layer.index] = nil }
    guard let arrangement else { return }
    registry[Arrangement.self, of: number] = arrangement
    let room = values[.bounds]
    let placed = arrangement.placing(inner, numbered: number, in: &values)
    if let node = fields.keyNode(Key.layout), !values[.masksToBounds] {
      context.checkRoom(of: placed, in: room, arrangement.layout, at: node)
    }
    let moved = moved(placed, by: arrangement)
    sublayers = moved.layers
    animations = moved.own + animations
  }

  /// The layout of the sublayers, which may grow; `nil` for none, or after reporting.
  private func arrangement(of sublayers: [Layer]) -> Arrangement? {
    guard let node = fields.node(Key.layout), let layout = fields[Key.layout] else { return nil }
    let bounds = values[.bounds]
    let shares = context.shares(registry, of: sublayers, in: layout, bounds)
    let items = sublayers.map { layer in
      Arrangement.Item(
        layer, share: shares[layer.index] ?? 0,
        aspectRatio: registry[GrowingLayer.self, of: layer.index]?.aspectRatio,
        keepsRoom: layer.allAnimations.flatMap(\.keyPaths).contains { $0.property == .hidden },
        baseline: layout.align == .baseline ? context.baseline(of: layer) : 1)
    }
    if layout.kind == .grid, node.value(of: Key.layoutColumns) == nil {
      context.warning(
        .noEffect, "a grid without columns has one, as a column does", at: node,
        hint: "write layout: {type: grid, columns: 2}")
    }
    let order = node.value(of: Key.layoutOrder)
    guard order.map({ context.checkOrder($0, of: items) }) ?? true else { return nil }
    return Arrangement(layout, of: number, with: bounds, items, pin: placement ?? { _ in })
  }

  /// Reports a layout that has nothing to place.
  fileprivate func checkLayout() {
    guard let key = fields.keyNode(Key.layout), sublayerNodes.isEmpty, !fields.hasUnknownKeys else {
      return
    }
    context.warning(.noEffect, "there are no sublayers that the layout could place", at: key)
  }

  /// The node of a sublayer for a layout: texts without a size are as large as their text. Reports
  /// a place that the layout overrides.
  private func nodeForLayout(_ node: YAMLNode) -> YAMLNode {
    guard var entries = node.entries else { return node }
    let whole = context.symbols.styles.completing(node, ofClass: .text)
    let known = Set((whole.entries ?? []).map(\.name))
    if let entry = entries.first(where: { ["position", "frame"].contains($0.name) }) {
      context.warning(
        .noEffect, "the layout around it places the layer", at: entry.key,
        hint: entry.name == "frame"
          ? "give bounds: [width, height]" : "remove it, or put the layer into another")
    }
    entries.removeAll(where: \.isPlaceAtEdges)
    let isText = entries.contains {
      $0.name == Key.layerClass.name && $0.value.scalar?.text == LayerClass.text.name
    }
    func with(_ entries: [YAMLNode.Entry]) -> YAMLNode {
      YAMLNode(.mapping(entries), mark: node.mark, origins: node.origins, folder: node.folder)
    }
    guard isText, known.isDisjoint(with: ["bounds", "frame", "sizeToFit", "aspectRatio"]) else {
      return with(entries)
    }
    func scalar(_ text: String) -> YAMLNode {
      YAMLNode(.scalar(.init(text: text, isPlain: true)), mark: node.mark)
    }
    let fit = YAMLNode.Entry(
      name: Key.sizeToFit.name, key: scalar(Key.sizeToFit.name), value: scalar("true"))
    return with(entries + [fit])
  }
}

extension Arrangement {
  /// The sublayers at their places, and the bounds of the layer around, numbered so. Hidden ones
  /// lie where they would if all were shown.
  func placing(
    _ sublayers: [Layer], numbered number: Int, in values: inout LayerValues
  ) -> [Layer] {
    var current = Dictionary(sublayers.map { ($0.index, $0.values) }) { first, _ in first }
    current[number] = values
    let known = { current[$0] ?? LayerValues() }
    let (shown, all) = (self.values(known), self.values(known, showsAll: true))
    values[.bounds] = shown[number]?[.bounds] ?? values[.bounds]
    return sublayers.map { layer in
      guard let new = shown[layer.index] ?? all[layer.index] else { return layer }
      return layer.changingValues {
        $0[.bounds] = new[.bounds]
        $0[.position] = new[.position]
      }
    }
  }
}

extension SceneContext {
  /// The share of a layer's height at which its first line lies: the bottom where it is no text.
  fileprivate func baseline(of layer: Layer) -> Double {
    let bounds = layer.values[.bounds]
    guard layer.layerClass == .text, bounds.height > 0,
      let y = try? files.inspector.textBaseline(layer.values)
    else { return 1 }
    return (y - bounds.minY) / bounds.height
  }

  /// Warns of sublayers that run over the sides of the layer around them.
  fileprivate func checkRoom(
    of layers: [Layer], in bounds: Rect, _ layout: Layout, at node: YAMLNode
  ) {
    guard layout.kind != .stack, !layout.wraps else { return }
    func check(_ size: KeyPath<Size, Double>, _ word: String, _ padding: Double) {
      let boxes = layers.map { $0.values.boxAroundPosition(of: $0.layerClass).size[keyPath: size] }
      let room = bounds.size[keyPath: size] - padding
      let needed = boxes.reduce(layout.gap * Double(max(boxes.count - 1, 0)), +)
      guard bounds.size[keyPath: size] > 0, needed > room + 0.5 else { return }
      let over = ((needed - room) * 10).rounded() / 10
      warning(
        .layoutOverflow,
        "the sublayers are \(over.sceneText) points too \(word) together for the "
          + "\(layout.kind.rawValue)'s \(room.sceneText)",
        at: node, hint: "give the layer larger bounds, or the \(layout.kind.rawValue) wrap: true")
    }
    let (sides, ends) = (
      layout.padding.left + layout.padding.right, layout.padding.top + layout.padding.bottom
    )
    if layout.kind == .row { check(\.width, "wide", sides) }
    if layout.kind == .column { check(\.height, "high", ends) }
  }
}

extension Layer {
  func changingValues(_ change: (inout LayerValues) -> Void) -> Layer {
    changed(
      epochs: epochs.map { epoch in
        var values = epoch.values
        change(&values)
        return Epoch(
          startTime: epoch.startTime, values: values, clock: epoch.clock,
          animations: epoch.animations)
      })
  }
}

extension SceneContext {
  /// False after reporting an order that names a sublayer twice, or one that is not there.
  func checkOrder(_ node: YAMLNode, of items: [Arrangement.Item]) -> Bool {
    var seen: Set<Int> = []
    for item in node.items ?? [] {
      guard let text = item.scalar?.text else { return false }
      let place = items.firstIndex { $0.name == text } ?? Int(text)
      guard let place, items.indices.contains(place) else {
        let known = items.map(\.name)
        return failure(
          .unknownName, "the layout has no sublayer \(text.quoted)", at: item,
          hint: (Int(text) == nil ? similar(to: text, among: known) : nil).map {
            "did you mean '\($0)'?"
          } ?? "its sublayers have names, or places from 0 to \(items.count - 1)")
      }
      guard seen.insert(place).inserted else {
        return failure(.conflict, "\(text.quoted) stands in the order twice", at: item)
      }
    }
    return true
  }
}
