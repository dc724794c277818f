import RostrumGeometry
import RostrumLayerTree

extension Key {
  static let layout = Field(
    "layout", .layout,
    "How the sublayers lie, worked out before the first frame: row, column, grid or stack, or a mapping with a type. Without bounds the layer is as large as they need."
  )
  static let layoutType = Field(
    "type", Reader<String>.term(Layout.Kind.allCases.map(\.rawValue), example: "row"),
    isRequired: true,
    "`row` from left to right, `column` from top to bottom, `grid` in columns, or `stack` on each other."
  )
  static let layoutGap = DefaultedField(
    "gap", .number(.zeroOrMore), default: 0, "The room between neighbours, in points.")
  static let layoutAlign = Field(
    "align", Reader<String>.term(Layout.Alignment.ofItems.map(\.rawValue), example: "center"),
    shownDefault: "center",
    "Where a sublayer lies across the row or the column, or vertically in its cell or the stack.")
  static let layoutJustify = Field(
    "justify", Reader<String>.term(Layout.Alignment.allCases.map(\.rawValue), example: "center"),
    shownDefault: "start",
    "In a grid and a stack center unless given. Where the sublayers lie along the row or the column: how the room that is left is shared; horizontally in a grid's cells or the stack."
  )
  static let layoutWrap = DefaultedField(
    "wrap", .boolean, default: false,
    "Whether a row or a column goes on in another line where the bounds end.")
  static let layoutColumns = Field(
    "columns", Reader<Int>.whole(1, 1000, "a whole number from 1 to 1000"),
    "How many columns a grid has.")
}

extension Vocabulary {
  /// The keys of a layout.
  public static let layout = Vocabulary(
    owner: "a layout", definition: "layout",
    [
      Key.layoutType, Key.layoutGap, Key.padding, Key.layoutAlign, Key.layoutJustify,
      Key.layoutWrap, Key.layoutColumns,
    ], listsKeys: true)
}

/// How the sublayers of a layer lie beside each other. The words are from CSS Flexible Box
/// Layout.
struct Layout {
  enum Kind: String, CaseIterable {
    case row, column, grid, stack
  }

  enum Alignment: String, CaseIterable {
    case start, center, end, spaceBetween, spaceAround, spaceEvenly

    static let ofItems: [Alignment] = [.start, .center, .end]

    /// The room before the first of `count` things, and between two, when so much room is left.
    func shares(_ room: Double, _ count: Int) -> (before: Double, between: Double) {
      let (room, count) = (max(room, 0), Double(count))
      return switch self {
      case .start: (0, 0)
      case .center: (room / 2, 0)
      case .end: (room, 0)
      case .spaceBetween: count > 1 ? (0, room / (count - 1)) : (0, 0)
      case .spaceAround: (room / count / 2, room / count)
      case .spaceEvenly: (room / (count + 1), room / (count + 1))
      }
    }

    /// The place of one thing in a room.
    func place(_ size: Double, in room: Double) -> Double {
      switch self {
      case .start, .spaceBetween: 0
      case .end: room - size
      default: (room - size) / 2
      }
    }
  }

  let kind: Kind
  var gap = 0.0
  var padding = EdgeInsets.zero
  var align = Alignment.center
  var justify: Alignment?
  var wraps = false
  var columns = 1

  /// The corners of boxes of these sizes in a room, and the size of them all. `nil` room on a side
  /// is as much as they need.
  func corners(
    of sizes: [Size], width: Double?, height: Double?
  ) -> (corners: [Point], size: Size) {
    switch kind {
    case .row:
      let found = lines(sizes.map { ($0.width, $0.height) }, width, height)
      return (
        found.places.map { Point(x: $0.0, y: $0.1) },
        Size(width: found.size.0, height: found.size.1)
      )
    case .column:
      let found = lines(sizes.map { ($0.height, $0.width) }, height, width)
      return (
        found.places.map { Point(x: $0.1, y: $0.0) },
        Size(width: found.size.1, height: found.size.0)
      )
    case .stack:
      let all = Size(
        width: width ?? sizes.map(\.width).max() ?? 0,
        height: height ?? sizes.map(\.height).max() ?? 0)
      return (sizes.map { corner(of: $0, in: all) }, all)
    case .grid: return grid(sizes, width, height)
    }
  }

  private func corner(of size: Size, in room: Size) -> Point {
    Point(
      x: (justify ?? .center).place(size.width, in: room.width),
      y: align.place(size.height, in: room.height))
  }

  /// Sizes and places along the line and across it.
  private func lines(
    _ sizes: [(Double, Double)], _ along: Double?, _ across: Double?
  ) -> (places: [(Double, Double)], size: (Double, Double)) {
    var lines: [[Int]] = [[]]
    var length = 0.0
    for (index, size) in sizes.enumerated() {
      let isFirst = lines[lines.count - 1].isEmpty
      if wraps, let along, !isFirst, length + gap + size.0 > along + 1e-9 {
        lines.append([])
        length = 0
      } else if !isFirst {
        length += gap
      }
      lines[lines.count - 1].append(index)
      length += size.0
    }
    var places = sizes.map { _ in (0.0, 0.0) }
    var (depth, longest) = (0.0, 0.0)
    for (number, line) in lines.enumerated() {
      let own = line.reduce(0) { $0 + sizes[$1].0 } + gap * Double(max(line.count - 1, 0))
      let thick = lines.count == 1 ? across : nil
      let thickness = thick ?? line.map { sizes[$0].1 }.max() ?? 0
      let shares = (justify ?? .start).shares((along ?? own) - own, line.count)
      var place = shares.before
      if number > 0 { depth += gap }
      for index in line {
        places[index] = (place, depth + align.place(sizes[index].1, in: thickness))
        place += sizes[index].0 + gap + shares.between
      }
      depth += thickness
      longest = max(longest, own)
    }
    return (places, (along ?? longest, across ?? depth))
  }

  /// Columns as wide, and rows as high, as the largest in them.
  private func grid(
    _ sizes: [Size], _ width: Double?, _ height: Double?
  ) -> (corners: [Point], size: Size) {
    let rows = (sizes.count + columns - 1) / columns
    var (widths, heights) = (
      [Double](repeating: 0, count: min(columns, sizes.count)), [Double](repeating: 0, count: rows)
    )
    for (index, size) in sizes.enumerated() {
      widths[index % columns] = max(widths[index % columns], size.width)
      heights[index / columns] = max(heights[index / columns], size.height)
    }
    func total(_ all: [Double]) -> Double {
      all.reduce(0, +) + gap * Double(max(all.count - 1, 0))
    }
    // The room that is left goes to all columns, and to all rows, alike.
    if let width, !widths.isEmpty {
      let more = max(width - total(widths), 0) / Double(widths.count)
      widths = widths.map { $0 + more }
    }
    if let height, !heights.isEmpty {
      let more = max(height - total(heights), 0) / Double(heights.count)
      heights = heights.map { $0 + more }
    }
    func start(_ all: [Double], _ index: Int) -> Double {
      all[..<index].reduce(0, +) + gap * Double(index)
    }
    let corners = sizes.enumerated().map { index, size in
      let (column, row) = (index % columns, index / columns)
      let inner = corner(of: size, in: Size(width: widths[column], height: heights[row]))
      return Point(x: start(widths, column) + inner.x, y: start(heights, row) + inner.y)
    }
    return (corners, Size(width: width ?? total(widths), height: height ?? total(heights)))
  }
}

extension Reader where Content == Layout {
  static var layout: Reader {
    let word = Reader<String>.term(Layout.Kind.allCases.map(\.rawValue), example: "row")
    let details = Reader<Layout>.mapping(
      .layout, "a layout: row, column, grid or stack, or {type: row, gap: 10}"
    ) { fields in
      guard let kind = fields[Key.layoutType].flatMap(Layout.Kind.init) else { return nil }
      var layout = Layout(kind: kind)
      layout.gap = fields[Key.layoutGap]
      layout.padding = fields[Key.padding] ?? .zero
      layout.align = fields[Key.layoutAlign].flatMap(Layout.Alignment.init) ?? .center
      layout.justify = fields[Key.layoutJustify].flatMap(Layout.Alignment.init)
      layout.wraps = fields[Key.layoutWrap]
      layout.columns = fields[Key.layoutColumns] ?? 1
      return layout
    }
    return Reader(
      details.expectation, example: "row", schema: ["anyOf": [word.schema, details.schema]]
    ) { node, context in
      if node.entries != nil { return details.read(node, context) }
      return word.read(node, context).flatMap(Layout.Kind.init).map { Layout(kind: $0) }
    }
  }
}

// MARK: Layers

extension LayerDraft {
  /// The sublayers at the places of the layout, and bounds for them where the layer has none.
  func laidOut(
    _ sublayers: [Layer], growing: [Int: GrowingLayer], in values: inout LayerValues
  ) -> [Layer] {
    guard fields.has(Key.layout), let layout = fields[Key.layout] else { return sublayers }
    let bounds = values[.bounds]
    func room(_ side: Double, _ before: Double, _ after: Double) -> Double? {
      side > 0 ? max(side - before - after, 0) : nil
    }
    let padding = layout.padding
    let sublayers = context.grown(
      sublayers, growing, in: layout, width: room(bounds.width, padding.left, padding.right),
      height: room(bounds.height, padding.top, padding.bottom))
    let boxes = sublayers.map(\.boxAroundPosition)
    let (corners, size) = layout.corners(
      of: boxes.map(\.size), width: room(bounds.width, padding.left, padding.right),
      height: room(bounds.height, padding.top, padding.bottom))
    values[.bounds] = Rect(
      x: bounds.minX, y: bounds.minY,
      width: bounds.width > 0 ? bounds.width : size.width + padding.left + padding.right,
      height: bounds.height > 0 ? bounds.height : size.height + padding.top + padding.bottom)
    return zip(sublayers, zip(boxes, corners)).map { layer, place in
      let (box, corner) = place
      return layer.placed(
        at: Point(
          x: bounds.minX + padding.left + corner.x - box.minX,
          y: bounds.minY + padding.top + corner.y - box.minY))
    }
  }

  /// Reports a layout that has nothing to place.
  func checkLayout(_ nodes: [YAMLNode]) {
    guard let key = fields.keyNode(Key.layout), nodes.isEmpty else { return }
    context.warning(.noEffect, "there are no sublayers that the layout could place", at: key)
  }

  /// The sublayers' nodes for a layout: texts without a size are as large as their text. Reports
  /// places that the layout overrides.
  func nodesForLayout(_ nodes: [YAMLNode]) -> [YAMLNode] {
    guard fields.has(Key.layout) else { return nodes }
    return nodes.map { node in
      guard var entries = node.entries else { return node }
      let names = Set(entries.map(\.name))
      if let entry = entries.first(where: { ["position", "frame", "pin"].contains($0.name) }) {
        context.warning(
          .noEffect, "the layout around it places the layer", at: entry.key,
          hint: entry.name == "frame"
            ? "give bounds: [width, height]" : "remove it, or put the layer into another")
      }
      entries.removeAll { $0.name == Key.pin.name }
      let isText = entries.contains {
        $0.name == Key.layerClass.name && $0.value.scalar?.text == LayerClass.text.name
      }
      func with(_ entries: [YAMLNode.Entry]) -> YAMLNode {
        YAMLNode(.mapping(entries), mark: node.mark, origins: node.origins, folder: node.folder)
      }
      guard isText, names.isDisjoint(with: ["bounds", "frame", "sizeToFit"]) else {
        return names.contains(Key.pin.name) ? with(entries) : node
      }
      func scalar(_ text: String) -> YAMLNode {
        YAMLNode(.scalar(.init(text: text, isPlain: true)), mark: node.mark)
      }
      let fit = YAMLNode.Entry(
        name: Key.sizeToFit.name, key: scalar(Key.sizeToFit.name), value: scalar("true"))
      return with(entries + [fit])
    }
  }
}

extension LayerValues {
  /// The box that a layer takes, about its position: its bounds, or its path where a shape has no
  /// bounds.
  func boxAroundPosition(of layerClass: LayerClass) -> Rect {
    let (bounds, anchor) = (self[.bounds], self[.anchorPoint])
    var own = Rect(
      x: -anchor.x * bounds.width, y: -anchor.y * bounds.height, width: bounds.width,
      height: bounds.height)
    if bounds.isEmpty, layerClass == .shape, let path = self[.path]?.boundingBox { own = path }
    return self[.transform].flattened?.boundingBox(of: own) ?? own
  }
}

extension Layer {
  var boxAroundPosition: Rect { values.boxAroundPosition(of: layerClass) }

  fileprivate func placed(at position: Point) -> Layer {
    changingValues { $0[.position] = position }
  }

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
