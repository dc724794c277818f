import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumRendering

/// Writes layers, groups and compositions of a Lottie.
struct LottieWriter {
  let frameCount: Int
  private(set) var assets: [JSONValue] = []

  init(frameCount: Int) { self.frameCount = frameCount }

  /// Layers with the indices by which players identify them.
  func numbered(_ layers: [[(key: String, value: JSONValue)]]) -> [JSONValue] {
    layers.enumerated().map { .object($1 + [("ind", .integer($0 + 1))]) }
  }

  func background(_ color: Color, _ size: Size) -> [(key: String, value: JSONValue)] {
    let steps = [color.red, color.green, color.blue].map {
      Int((min(max($0, 0), 1) * 255).rounded()).digits(2, radix: 16)
    }
    var place = Self.still
    place[4] = ("o", Self.constant(LottieKeys.percents.number(color.alpha * 100)))
    return layer(
      1, "background", place,
      [
        ("sc", .string("#" + steps.joined())), ("sw", .number(size.width)),
        ("sh", .number(size.height)),
      ])
  }

  /// All that lies in a layer, from front to back; places are moved by `offset`.
  mutating func parts(
    of node: LottieNode, offset: Point
  ) -> [[(key: String, value: JSONValue)]] {
    let border = marks("border", node.moments.map { $0?.border }, offset)
    let background = marks("background", node.moments.map { $0?.background }, offset)
    var inside: [[(key: String, value: JSONValue)]] = []
    for sublayer in node.sublayers.reversed() { inside.append(self.layer(sublayer, offset)) }
    inside += marks("contents", node.moments.map { $0?.contents }, offset)
    guard node.isClipped, !inside.isEmpty, let box = node.box else {
      return border + inside + background
    }
    let clips = node.moments.map { moment in
      moment.map { LottieOutline($0.clip ?? .rect(box), offset: offset) }
    }
    let masks = variants(clips.map { $0.map { ($0.structure, $0) } }).flatMap { shown, outlines in
      let opacity = LottieKeys.percents.property(shown, isHeld: true).listingNumbers
      return LottieOutline.properties(outlines).map { path -> JSONValue in
        .object([
          ("mode", .string("a")), ("inv", .flag(false)), ("pt", path), ("o", opacity),
          ("x", .object([("a", .integer(0)), ("k", .integer(0))])),
        ])
      }
    }
    let cut = composition(
      inside, box, "clip", Self.still,
      [("hasMask", .flag(true)), ("masksProperties", .array(masks))])
    return border + [cut] + background
  }

  /// A shape layer of a layer's own drawing; none where nothing is drawn at any time.
  private func marks(
    _ name: String, _ shapes: [[VectorLayer.Shape]?], _ offset: Point
  ) -> [[(key: String, value: JSONValue)]] {
    let groups = groups(shapes)
    guard !groups.isEmpty else { return [] }
    var place = Self.still
    place[1] = ("p", .object([("a", .integer(0)), ("k", Self.pair(offset.x, offset.y))]))
    return [layer(4, name, place, [("shapes", .array(groups))])]
  }

  private mutating func layer(
    _ node: LottieNode, _ offset: Point
  ) -> [(key: String, value: JSONValue)] {
    guard !node.isPlain, let box = node.box else {
      return layer(
        4, node.name, transform(of: node, offset), [("shapes", .array(contents(of: node)))])
    }
    let shift = Point(x: -box.minX, y: -box.minY)
    return composition(
      parts(of: node, offset: shift), box, node.name, transform(of: node, offset, anchor: shift),
      [])
  }

  private mutating func composition(
    _ layers: [[(key: String, value: JSONValue)]], _ box: Rect, _ name: String,
    _ place: [(key: String, value: JSONValue)], _ more: [(key: String, value: JSONValue)]
  ) -> [(key: String, value: JSONValue)] {
    let id = "c\(assets.count + 1)"
    assets.append(.object([("id", .string(id)), ("layers", .array(numbered(layers)))]))
    let (width, height) = (box.width.rounded(.up), box.height.rounded(.up))
    return layer(
      0, name, place,
      [("refId", .string(id)), ("w", .number(width)), ("h", .number(height))] + more)
  }

  private func layer(
    _ type: Int, _ name: String, _ place: [(key: String, value: JSONValue)],
    _ more: [(key: String, value: JSONValue)]
  ) -> [(key: String, value: JSONValue)] {
    // rlottie reads no turns without `ddd` before them.
    [
      ("ddd", .integer(0)), ("ty", .integer(type)), ("nm", .string(name)), ("ip", .integer(0)),
      ("op", .integer(frameCount)), ("st", .integer(0)), ("ks", .object(place)),
    ] + more
  }

  /// A layer's drawing as groups, from front to back.
  private func contents(of node: LottieNode) -> [JSONValue] {
    var result = groups(node.moments.map { $0?.border })
    for sublayer in node.sublayers.reversed() {
      let place = JSONValue.object(
        [("ty", .string("tr"))] + transform(of: sublayer, Point(x: 0, y: 0)))
      result.append(group(sublayer.name, contents(of: sublayer) + [place]))
    }
    result += groups(node.moments.map { $0?.contents })
    return result + groups(node.moments.map { $0?.background })
  }

  private func group(_ name: String, _ items: [JSONValue]) -> JSONValue {
    .object([("ty", .string("gr")), ("nm", .string(name)), ("it", .array(items))])
  }

  /// Each shape as groups, one for each structure that it has over time.
  private func groups(_ shapes: [[VectorLayer.Shape]?]) -> [JSONValue] {
    let count = shapes.lazy.compactMap { $0?.count }.max() ?? 0
    return (0..<count).reversed().flatMap { slot -> [JSONValue] in
      let slots = shapes.map { list in
        list.flatMap { slot < $0.count ? $0[slot] : nil }
      }
      let outlines = slots.map { shape in
        shape.map { shape -> (String, (VectorLayer.Shape, LottieOutline)) in
          let outline = LottieOutline(shape.path)
          return (outline.structure + Self.paint(shape), (shape, outline))
        }
      }
      return variants(outlines).compactMap { shown, values in
        let paths = LottieOutline.properties(values.map { $0?.1 })
        guard !paths.isEmpty else { return nil }
        var place = Self.still
        place[4] = ("o", LottieKeys.percents.property(shown, isHeld: true).listingNumbers)
        let items = paths.map { JSONValue.object([("ty", .string("sh")), ("ks", $0)]) }
        return group(
          "shape",
          items + paints(values.map { $0?.0 }) + [.object([("ty", .string("tr"))] + place)])
      }
    }
  }

  /// All of a shape's paints that cannot change.
  private static func paint(_ shape: VectorLayer.Shape) -> String {
    let style = shape.style
    return "\(shape.fill != nil)\(shape.stroke != nil)\(shape.rule)\(style.cap)\(style.join)"
      + "\(style.miterLimit) \(style.dashPattern.count)"
  }

  /// The values grouped by their common part, each with its visibility in per cent by frame.
  private func variants<Value>(
    _ values: [(key: String, value: Value)?]
  ) -> [(shown: [[Double]?], values: [Value?])] {
    var keys: [String] = []
    for value in values {
      if let value, !keys.contains(value.key) { keys.append(value.key) }
    }
    return keys.map { key in
      let own = values.map { $0?.key == key ? $0?.value : nil }
      return (own.map { [$0 == nil ? 0 : 100] }, own)
    }
  }

  private func paints(_ shapes: [VectorLayer.Shape?]) -> [JSONValue] {
    guard let first = shapes.lazy.compactMap(\.self).first else { return [] }
    func track(
      _ keys: LottieKeys, _ value: (VectorLayer.Shape) -> [Double]
    ) -> JSONValue { keys.property(shapes.map { $0.map(value) }).listingNumbers }
    func channels(_ color: Color?) -> [Double] {
      let color = color ?? .clear
      return [color.red, color.green, color.blue].map { min(max($0, 0), 1) } + [1]
    }
    var result: [JSONValue] = []
    if first.stroke != nil {
      let style = first.style
      var entries: [(String, JSONValue)] = [
        ("ty", .string("st")), ("c", track(.channels) { channels($0.stroke) }),
        ("o", track(.percents) { [($0.stroke?.alpha ?? 0) * 100] }),
        ("w", track(.places) { [$0.style.lineWidth] }),
        ("lc", .integer(style.cap == .butt ? 1 : style.cap == .round ? 2 : 3)),
        ("lj", .integer(style.join == .miter ? 1 : style.join == .round ? 2 : 3)),
        ("ml", .number(style.miterLimit)),
      ]
      if !style.dashPattern.isEmpty {
        let count = style.dashPattern.count
        var dashes = (0..<(count % 2 == 0 ? count : 2 * count)).map { index -> JSONValue in
          .object([
            ("n", .string(index % 2 == 0 ? "d" : "g")),
            ("v", track(.places) { [$0.style.dashPattern[index % count]] }),
          ])
        }
        dashes.append(
          .object([("n", .string("o")), ("v", track(.places) { [$0.style.dashPhase] })]))
        entries.append(("d", .array(dashes)))
      }
      result.append(.object(entries))
    }
    if first.fill != nil {
      result.append(
        .object([
          ("ty", .string("fl")), ("c", track(.channels) { channels($0.fill) }),
          ("o", track(.percents) { [($0.fill?.alpha ?? 0) * 100] }),
          ("r", .integer(first.rule == .evenOdd ? 2 : 1)),
        ]))
    }
    return result
  }

  private static func pair(_ x: Double, _ y: Double) -> JSONValue {
    .array([LottieKeys.places.number(x), LottieKeys.places.number(y)])
  }

  private static let still: [(key: String, value: JSONValue)] = [
    ("a", constant(pair(0, 0))), ("p", constant(pair(0, 0))), ("s", constant(pair(100, 100))),
    ("r", constant(.integer(0))), ("o", constant(.integer(100))),
  ]

  private static func constant(_ value: JSONValue) -> JSONValue {
    .object([("a", .integer(0)), ("k", value)])
  }

  private func transform(
    of node: LottieNode, _ offset: Point, anchor: Point = Point(x: 0, y: 0)
  ) -> [(key: String, value: JSONValue)] {
    var last = AffineParts()
    let places = node.moments.map { moment -> AffineParts? in
      guard let moment else { return nil }
      last = AffineParts(moment.transform, after: last)
      return last
    }
    func track(_ keys: LottieKeys, _ value: (AffineParts) -> [Double]) -> JSONValue {
      keys.property(places.map { $0.map(value) }).listingNumbers
    }
    var result: [(key: String, value: JSONValue)] = [
      ("a", Self.constant(Self.pair(anchor.x, anchor.y))),
      ("p", track(.places) { [$0.place.x + offset.x, $0.place.y + offset.y] }),
      ("s", track(LottieKeys(tolerance: 0.01, digits: 4)) { [$0.across * 100, $0.along * 100] }),
      ("r", track(.degrees) { [$0.turn] }),
      (
        "o",
        LottieKeys.percents.property(node.moments.map { [($0?.opacity ?? 0) * 100] })
          .listingNumbers
      ),
    ]
    if places.contains(where: { abs($0?.skew ?? 0) > 1e-4 }) {
      result += [("sk", track(.degrees) { [$0.skew] }), ("sa", Self.constant(.integer(0)))]
    }
    return result
  }
}
