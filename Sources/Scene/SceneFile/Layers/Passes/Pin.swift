import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

extension Key {
  /// The property's key, which also takes a place at edges.
  static let position = AnyField(
    Property.position.name, Reader<Pin?>.position, default: "[0, 0]", isRequired: false,
    "Where the layer's anchor point lies in its superlayer, or at which of its edges the layer lies."
  )
  static let pinLeft = Field("left", .number(), "The distance from the left edge, in points.")
  static let pinRight = Field("right", .number(), "The distance from the right edge, in points.")
  static let pinTop = Field("top", .number(), "The distance from the upper edge, in points.")
  static let pinBottom = Field("bottom", .number(), "The distance from the lower edge, in points.")
}

extension Vocabulary {
  /// The keys of a position by edges.
  public static let pin = Vocabulary(
    owner: "a position by edges", definition: "pin",
    [Key.pinLeft, Key.pinRight, Key.pinTop, Key.pinBottom], listsKeys: true)
}

/// A layer's distances from the edges of its superlayer, as CSS's absolute positions have them.
struct Pin: Sendable {
  /// The distances on one axis; `nil` for a free edge.
  struct Axis: Sendable {
    var start: Double?
    var end: Double?

    /// The length between two edges; `nil` where one of them is free.
    func length(in room: Double) -> Double? {
      guard let start, let end else { return nil }
      return max(room - start - end, 0)
    }

    /// Where something of a length begins in a room. `isFitted`: what is shorter than the room
    /// between two edges lies in the middle of it.
    func place(_ length: Double, in room: Double, isFitted: Bool) -> Double {
      if isFitted, let start, let between = self.length(in: room) {
        return start + max(between - length, 0) / 2
      }
      return start ?? end.map { room - $0 - length } ?? (room - length) / 2
    }
  }

  var horizontal = Axis()
  var vertical = Axis()

  /// Places at edges and corners, and in the middle.
  static let places: [(name: String, pin: Pin)] = {
    let (start, middle, end) = (Axis(start: 0), Axis(), Axis(end: 0))
    return [
      ("topLeft", start, start), ("top", middle, start), ("topRight", end, start),
      ("left", start, middle), ("center", middle, middle), ("right", end, middle),
      ("bottomLeft", start, end), ("bottom", middle, end), ("bottomRight", end, end),
    ].map { ($0.0, Pin(horizontal: $0.1, vertical: $0.2)) }
  }()

  /// Sets the position of a layer whose box about it is known.
  func place(
    _ values: inout LayerValues, _ box: Rect, within outer: Rect, isFitted: Bool = false
  ) {
    let x = horizontal.place(box.width, in: outer.width, isFitted: isFitted)
    let y = vertical.place(box.height, in: outer.height, isFitted: isFitted)
    values[.position] = Point(x: outer.minX + x - box.minX, y: outer.minY + y - box.minY)
  }
}

extension Reader where Content == Pin {
  fileprivate static var pin: Reader {
    let word = Reader<String>.word(of: Pin.places.map(\.name))
    let details = Reader<Pin>.mapping(
      .pin, "a place such as bottomRight, or {left: 20, bottom: 10}"
    ) {
      Pin(
        horizontal: .init(start: $0[Key.pinLeft], end: $0[Key.pinRight]),
        vertical: .init(start: $0[Key.pinTop], end: $0[Key.pinBottom]))
    }
    return Reader(
      details.expectation, example: "center", schema: ["anyOf": [word.schema, details.schema]]
    ) { node, context in
      if node.entries != nil { return details.read(node, context) }
      guard let name = word.read(node, context) else { return nil }
      return Pin.places.first { $0.name == name }?.pin
    }
  }
}

extension Reader where Content == Pin? {
  /// `nil` for a point, which the property's own reader reads.
  fileprivate static let position: Reader = {
    let (point, pin) = (Reader<Point>.point, Reader<Pin>.pin)
    return Reader(
      "\(point.expectation), or \(pin.expectation)", example: "[10, 10]",
      schema: ["anyOf": [point.schema, pin.schema]]
    ) { node, context in
      if node.isPlaceAtEdges { return pin.read(node, context).map { .some($0) } }
      return point.read(node, context).map { _ in nil }
    }
  }()
}

extension YAMLNode {
  /// Whether a position is a place at edges, not a point.
  fileprivate var isPlaceAtEdges: Bool {
    entries != nil || scalar?.text.first?.isLetter == true
  }
}

extension YAMLNode.Entry {
  /// Whether it lays the layer at edges of the layer around.
  var isPlaceAtEdges: Bool { name == Property.position.name && value.isPlaceAtEdges }
}

extension LoweringPass {
  /// A layer that keeps its distance from edges of the layer around.
  static let pin = LoweringPass(
    keys: { _ in [] },
    [
      .sized: { $0.stretchToEdges() }, .placed: { $0.pinToEdges() },
      .opened: { $0.warnOfTurnsAboutOrigin() },
    ])
}

/// A pin with the bounds that it refers to.
private struct PlacedPin {
  let pin: Pin
  let outer: Rect
}

extension LayerDraft {
  fileprivate mutating func stretchToEdges() {
    guard let found = readPin() else { return }
    attachments[PlacedPin.self] = found
    sizing.width = found.pin.horizontal.length(in: found.outer.width)
    sizing.height = found.pin.vertical.length(in: found.outer.height)
    if let width = sizing.width { values[.bounds].size.width = width }
    if let height = sizing.height { values[.bounds].size.height = height }
  }

  fileprivate mutating func pinToEdges() {
    guard let found = attachments[PlacedPin.self] else { return }
    if layerClass == .text, values[.bounds].isEmpty, !fields.has(Key.sizeToFit),
      let key = fields.keyNode(Key.position)
    {
      context.warning(
        .withoutSize, "a text without bounds lies at the edge with its corner", at: key,
        hint: "add sizeToFit: true")
    }
    warnOfPathsOrigin()
    let (layerClass, isFitted) = (layerClass, sizing.aspectRatio != nil)
    let (pin, outer) = (found.pin, found.outer)
    placement = { values in
      pin.place(
        &values, values.boxAroundPosition(of: layerClass), within: outer, isFitted: isFitted)
    }
    settle()
  }

  /// A shape without bounds is where the origin of its path is.
  private func warnOfPathsOrigin() {
    guard let box = boxWithoutBounds, let key = fields.keyNode(Key.position),
      max(abs(box.minX + box.maxX), abs(box.minY + box.maxY)) > 2
    else { return }
    context.warning(
      .withoutSize, "a shape without bounds lies there with the origin of its path", at: key,
      hint: "add bounds: \(box.listText), the box of its path")
  }

  /// A shape without bounds and position turns and grows about the corner of the canvas.
  fileprivate func warnOfTurnsAboutOrigin() {
    guard place.path == LayerPlace.scene.path, values[.position] == .zero,
      let box = boxWithoutBounds,
      max(box.minX, -box.maxX, box.minY, -box.maxY) > 1,
      let key = fields.keyNode(Key.layerAnimations)
    else { return }
    let names = animations.flatMap(\.animation.keyPaths).map(\.name)
    guard names.contains(where: { $0.contains(".scale") || $0.contains(".rotation") }),
      !names.contains(where: { $0.hasPrefix(Property.position.name) })
    else { return }
    let middle = [box.minX + box.width / 2, box.minY + box.height / 2].map(\.sceneText)
    context.warning(
      .withoutSize, "a shape without bounds turns and grows about the origin of its path", at: key,
      hint: "add bounds: \(box.listText) and position: "
        + "[\(middle.joined(separator: ", "))], its box and the middle of it")
  }

  /// The box of the path of a shape without bounds.
  private var boxWithoutBounds: Rect? {
    layerClass == .shape && values[.bounds].isEmpty ? values[.path]?.boundingBox : nil
  }

  /// `nil` for none, or after reporting.
  private func readPin() -> PlacedPin? {
    guard !fields.has(Key.frame), let entry = fields.entries.first(where: \.isPlaceAtEdges),
      let pin = context.read(entry.value, Reader<Pin>.pin)
    else { return nil }
    guard let outer = place.bounds else {
      return context.failure(
        .conflict, "the layer around it has no bounds at whose edges it could lie", at: entry.key,
        hint: "give that layer bounds or a frame")
    }
    return PlacedPin(pin: pin, outer: outer)
  }
}

extension Rect {
  fileprivate var listText: String {
    "[" + [minX, minY, width, height].map(\.sceneText).joined(separator: ", ") + "]"
  }
}
