import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

extension Key {
  static let pin = Field(
    "pin", .pin,
    "The edges of the superlayer that the layer keeps a distance from: a place such as bottomRight, or {left: 20, bottom: 10}. Between two opposite edges it stretches; across an axis without an edge it lies in the middle."
  )
  static let pinLeft = Field("left", .number(), "The distance from the left edge, in points.")
  static let pinRight = Field("right", .number(), "The distance from the right edge, in points.")
  static let pinTop = Field("top", .number(), "The distance from the upper edge, in points.")
  static let pinBottom = Field("bottom", .number(), "The distance from the lower edge, in points.")
}

extension Vocabulary {
  /// The keys of a pin.
  public static let pin = Vocabulary(
    owner: "a pin", definition: "pin",
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
    let details = Reader<Pin>.mapping(.pin, "a pin: bottomRight, or {left: 20, bottom: 10}") {
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

extension LoweringPass {
  /// A layer that keeps its distance from edges of the layer around.
  static let pin = LoweringPass(
    keys: { _ in [Key.pin] }, [.sized: { $0.stretchToEdges() }, .placed: { $0.pinToEdges() }])
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
    if layerClass == .text, values[.bounds].isEmpty, let key = fields.keyNode(Key.pin) {
      context.warning(
        .withoutSize, "a text without bounds is pinned by its corner", at: key,
        hint: "add sizeToFit: true")
    }
    let (layerClass, isFitted) = (layerClass, sizing.aspectRatio != nil)
    let (pin, outer) = (found.pin, found.outer)
    placement = { values in
      pin.place(
        &values, values.boxAroundPosition(of: layerClass), within: outer, isFitted: isFitted)
    }
    settle()
  }

  /// `nil` for none, or after reporting.
  private func readPin() -> PlacedPin? {
    guard let key = fields.keyNode(Key.pin), let pin = fields[Key.pin] else { return nil }
    for name in [Property.position.name, Key.frame.name] {
      guard let entry = fields.entries.first(where: { $0.name == name }) else { continue }
      context.error(
        .conflict, "pin sets the position; give either pin or \(name)", at: entry.key,
        hint: name == Key.frame.name ? "give bounds: [width, height]" : nil)
      return nil
    }
    guard let outer = place.bounds else {
      context.error(
        .conflict, "the layer around it has no bounds that pin could refer to", at: key,
        hint: "give that layer bounds or a frame")
      return nil
    }
    return PlacedPin(pin: pin, outer: outer)
  }
}
