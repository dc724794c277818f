import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

extension Key {
  static let aspectRatio = Field(
    "aspectRatio", .aspectRatio,
    "How many times as wide as high the layer is. The side that bounds, frame, position or grow leave open (0 in bounds) follows. Between four edges, and in a stack, the layer is as large as fits."
  )
}

extension Reader where Content == Double {
  fileprivate static let aspectRatio: Reader = {
    let expectation = "a number above 0, or WIDTH/HEIGHT such as 16/9"
    let number = Reader<Double>.number(.moreThanZero, expectation)
    let sides = "^ *[0-9]*[.]?[0-9]+ *[/:] *[0-9]*[.]?[0-9]+ *$"
    return Reader(
      expectation, example: "16/9",
      schema: ["anyOf": [number.schema, ["type": "string", "pattern": .string(sides)]]]
    ) { node, context in
      guard let text = node.scalar?.text, text.contains("/") || text.contains(":") else {
        return number.read(node, context)
      }
      let parts = text.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == ":" }
        .map { Double($0.filter { $0 != " " }) ?? 0 }
      guard parts.count == 2, parts.allSatisfy({ $0 > 0 && $0 <= Limit.number }) else {
        return context.mismatched(expectation, at: node)
      }
      return parts[0] / parts[1]
    }
  }()
}

extension LoweringPass {
  /// The side of a layer that follows from the other.
  static let aspectRatio = LoweringPass(
    keys: { _ in [Key.aspectRatio] },
    [
      .declared: { $0.sizing.aspectRatio = $0.fields[Key.aspectRatio] },
      .sized: { $0.keepAspect() },
    ])
}

extension LayerDraft {
  /// Gives the layer the side that its aspect ratio decides. A layer that grows gets it from the
  /// layout around it.
  fileprivate mutating func keepAspect() {
    guard let key = fields.keyNode(Key.aspectRatio), let ratio = sizing.aspectRatio else {
      return
    }
    if sizing.fitsContent {
      context.error(
        .conflict, "sizeToFit says both sides, so aspectRatio has none to decide", at: key,
        hint: "remove one of them")
      return
    }
    let sides = givenSides
    if sizing.grows, let layout = place.attachments[LayoutRoom.self], layout.isLine {
      checkGrowing(sides, layout, at: key)
      return
    }
    guard let size = size(of: sides, ratio, at: key) else { return }
    guard max(size.width, size.height) <= Limit.number else {
      context.error(.outOfRange, "with this aspectRatio the layer is too large", at: key)
      return
    }
    values[.bounds].size = size
    if let frame = fields[Key.frame], let transform = values[.transform].flattened {
      setFrame(frame, values[.bounds], transform, in: &values)
    }
  }

  private typealias Sides = (width: Double?, height: Double?)

  /// The sides that the file says, as bounds or between two pinned edges.
  private var givenSides: Sides {
    let size = fields.keyNode(givenSize) == nil ? .zero : values[.bounds].size
    return (
      sizing.width ?? (size.width > 0 ? size.width : nil),
      sizing.height ?? (size.height > 0 ? size.height : nil)
    )
  }

  /// The key that says the size: frame or bounds.
  private var givenSize: AnyField {
    fields.has(Key.frame) ? Key.frame.row : AnyField(Property.bounds)
  }

  private func size(of sides: Sides, _ ratio: Double, at key: YAMLNode) -> Size? {
    switch sides {
    case (let width?, let height?):
      if sizing.width != nil, sizing.height != nil {
        return Size(width: width, height: height).fitting(ratio)
      }
      guard abs(width - height * ratio) > 1e-6 * max(width, height * ratio) else {
        return Size(width: width, height: height)
      }
      return context.failure(
        .conflict,
        "\(width.sceneText) by \(height.sceneText) is not the aspectRatio \(ratio.sceneText)",
        at: fields.keyNode(givenSize) ?? key,
        hint: "write 0 for the side that follows, as in bounds: [\(width.sceneText), 0]")
    case (let width?, nil): return Size(width: width, height: width / ratio)
    case (nil, let height?): return Size(width: height * ratio, height: height)
    case (nil, nil): return sizeInLayout(ratio, at: key)
    }
  }

  /// The size of a layer that says no side: as large as its layout has room.
  private func sizeInLayout(_ ratio: Double, at key: YAMLNode) -> Size? {
    let layout = place.attachments[LayoutRoom.self]
    let room = layout?.size ?? .zero
    switch layout?.kind {
    case .row where room.height > 0:
      return Size(width: room.height * ratio, height: room.height)
    case .column where room.width > 0:
      return Size(width: room.width, height: room.width / ratio)
    case .stack where room.width > 0 && room.height > 0: return room.fitting(ratio)
    default:
      return context.failure(
        .missingKey, "aspectRatio needs a width or a height from which the other follows", at: key,
        hint: "write bounds: [160, 0] or bounds: [0, 90]")
    }
  }

  /// In a row the height of a layer that grows follows, and in a column the width.
  private func checkGrowing(_ sides: Sides, _ layout: LayoutRoom, at key: YAMLNode) {
    let isRow = layout.kind == .row
    guard (isRow ? sides.height : sides.width) != nil else { return }
    let (side, other) = isRow ? ("height", "width") : ("width", "height")
    context.error(
      .conflict, "the layer grows, and its \(side) follows from its \(other); it has one already",
      at: fields.keyNode(givenSize) ?? key,
      hint: "write 0 for it, or remove grow or aspectRatio")
  }
}

extension Size {
  /// The largest size of that ratio inside this one.
  fileprivate func fitting(_ ratio: Double) -> Size {
    let width = min(width, height * ratio)
    return Size(width: width, height: width / ratio)
  }
}
