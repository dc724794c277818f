import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import RostrumTiming

/// One function of a list of transforms, of a kind that moves by its numbers.
private struct SVGFunction {
  enum Kind: Hashable { case translation, rotation, scale, other }

  let kind: Kind
  let numbers: [Double]
  let matrix: AffineTransform

  init?(_ name: String, _ v: [Double]) {
    guard let matrix = SVGReader.transform(name, v) else { return nil }
    self.matrix = matrix
    switch name {
    case "translate": (kind, numbers) = (.translation, [v[0], v.count > 1 ? v[1] : 0])
    case "translatex": (kind, numbers) = (.translation, [v[0], 0])
    case "translatey": (kind, numbers) = (.translation, [0, v[0]])
    case "scale": (kind, numbers) = (.scale, [v[0], v.count > 1 ? v[1] : v[0]])
    case "scalex": (kind, numbers) = (.scale, [v[0], 1])
    case "scaley": (kind, numbers) = (.scale, [1, v[0]])
    case "rotate": (kind, numbers) = (.rotation, v.count == 3 ? v : [v[0], 0, 0])
    default: (kind, numbers) = (.other, v)
    }
  }

  private init(_ kind: Kind, _ numbers: [Double]) {
    (self.kind, self.numbers, matrix) = (kind, numbers, .identity)
  }

  /// The function of the same kind that does nothing.
  var idle: SVGFunction? {
    switch kind {
    case .translation: SVGFunction(.translation, [0, 0])
    case .scale: SVGFunction(.scale, [1, 1])
    case .rotation: SVGFunction(.rotation, [0] + numbers.dropFirst())
    case .other: nil
    }
  }

  /// With turns about centres that move as moves to the centre, turns, and moves back.
  static func aboutMovingCenters(_ lists: [[[SVGFunction]]]) -> [[[SVGFunction]]] {
    let longest = lists.joined().map(\.count).max() ?? 0
    let moving = (0..<longest).filter { index in
      let turns = lists.joined().filter { index < $0.count && $0[index].kind == .rotation }
      return Set(turns.map { $0[index].numbers.dropFirst() }).count > 1
    }
    guard !moving.isEmpty else { return lists }
    return lists.map { list in
      list.map { functions in
        functions.enumerated().flatMap { index, function -> [SVGFunction] in
          guard moving.contains(index), function.kind == .rotation else { return [function] }
          let (angle, x, y) = (function.numbers[0], function.numbers[1], function.numbers[2])
          return [("translate", [x, y]), ("rotate", [angle]), ("translate", [-x, -y])]
            .compactMap { SVGFunction($0.0, $0.1) }
        }
      }
    }
  }

  static func list(_ text: String, _ reader: SVGReader) -> [SVGFunction]? {
    guard let parts = SVGReader.functions(text, reader) else { return nil }
    let all = parts.compactMap { SVGFunction($0.name, $0.numbers) }
    return all.count == parts.count ? all : nil
  }
}

/// One of the transforms of an element, the innermost first (W3C CSS Transforms 2, section 9).
enum SVGStage: String, CaseIterable {
  case transform, offset, scale, rotate, translate

  /// The property that says whether there is one.
  var property: String { self == .offset ? "offset-path" : rawValue }
}

extension SVGConversion {
  /// Moves a drawing by its element's transforms, and by the animations of them. `origin` is
  /// CSS's transform origin; the reader resolves percentages against the reference box.
  func move(
    _ drawing: inout Drawing, _ own: SVGDeclarations, _ reader: SVGReader, about origin: Point
  ) {
    let element = own.element
    let box = drawing.box
    var still = AffineTransform.identity
    var whole = AffineTransform.identity
    for stage in SVGStage.allCases {
      let transform = reader.transform(
        stage, own, Rect(origin: .zero, size: reader.viewport), about: origin)
      whole = whole.concatenating(transform)
      let all = animations(stage, own, reader, origin)
      guard let draft = drawing.draft, !all.isEmpty else {
        still = still.concatenating(transform)
        continue
      }
      drawing.move(by: still)
      still = .identity
      let base = own[stage.rawValue].map { SVGReader.transformList(stage.rawValue, $0) } ?? "none"
      let place = Place(
        base: base, transform: transform, origin: stage == .offset ? .zero : origin, reader: reader)
      drawing.draft = moved(drawing.draft ?? draft, all, place)
    }
    drawing.move(by: still)
    for way in animations(of: element, "motion") {
      drawing.draft = drawing.draft.map { along(way, $0, reader) }
    }
    drawing.draft?.line = context.line(ofByte: element.bytes.lowerBound)
    drawing.box = box.map { whole.boundingBox(of: $0) }
  }

  private func animations(
    _ stage: SVGStage, _ own: SVGDeclarations, _ reader: SVGReader, _ origin: Point
  ) -> [SVGAnimation] {
    guard stage == .offset else { return animations(of: own.element, stage.rawValue) }
    let names = ["offset-distance", "offset-rotate"]
    let all = names.map { animations(of: own.element, $0) }
    guard let first = all.joined().first, let way = reader.offsetWay(own, origin) else { return [] }
    let attributes = zip(names, all).map {
      SVGSandwich.Attribute(name: $0, animations: $1, base: reader.base(of: $0, own))
    }
    let sandwich = motions.sandwich(attributes, at: first.place)
    return sandwich.phases.map { phase in
      let parts = sandwich.animations(in: phase)
      var result = SVGAnimation("offset-transform", phase.timing, at: first.place)
      (result.owner, result.keyTimes) = (own.element, parts[0].keyTimes)
      result.values = zip(parts[0].values, parts[1].values).map { distance, turn in
        distance ?? turn == nil
          ? nil
          : way.transform(distance ?? attributes[0].base, turn ?? attributes[1].base, reader)
            .map(\.svgText)
      }
      return result
    }
  }

  /// A transform without its animations, and the point about which it acts.
  private struct Place {
    var base = "none"
    var transform = AffineTransform.identity
    var origin = Point.zero
    let reader: SVGReader
  }

  /// A layer moved by the animations of one transform.
  private func moved(
    _ layer: ImportedLayer, _ all: [SVGAnimation], _ place: Place
  ) -> ImportedLayer {
    var draft = layer
    for var animation in all.reversed() where animation.isAdditive {
      // Each has a layer of its own, so that transforms are multiplied, not added.
      animation.isAdditive = false
      draft = moved(draft, [animation], base: "none", place) ?? draft
    }
    let replacing = all.filter { !$0.isAdditive }
    if !replacing.isEmpty { draft = moved(draft, replacing, base: place.base, place) ?? draft }
    guard place.transform != .identity else { return draft }
    draft = ImportedLayer(draft.name, [draft])
    draft.values[.transform] = Transform3D(place.transform)
    // While another transform holds, the static one does not.
    draft.animations = replacing.map { animation in
      KeyframeAnimation(
        keyPath: AnimationKeyPath(.transform),
        values: [.transform(.identity), .transform(.identity)], timing: animation.timing)
    }
    return draft
  }

  private func along(
    _ way: SVGAnimation, _ draft: ImportedLayer, _ reader: SVGReader
  ) -> ImportedLayer {
    guard let path = way.path else {
      return moved(draft, [way], base: "none", Place(reader: reader)) ?? draft
    }
    var inner = draft
    if way.angle != 0 {
      inner = ImportedLayer(draft.name, [draft])
      inner.values[.transform] = Transform3D(.rotation(way.angle * .pi / 180))
    }
    var outer = ImportedLayer(draft.name, [inner])
    outer.animations = [way.along(path)]
    return outer
  }

  /// A draft in layers for each function of lists of transforms; `nil` after a report.
  private func moved(
    _ draft: ImportedLayer, _ animations: [SVGAnimation], base: String, _ place: Place
  ) -> ImportedLayer? {
    let origin = place.origin
    var lists: [[[SVGFunction]]] = []
    for animation in animations {
      let texts = animation.values.map { $0 ?? base }
      let functions = texts.compactMap { SVGFunction.list($0, place.reader) }
      guard functions.count == texts.count else {
        refuse(animation, "a list of transforms that cannot be read")
        return nil
      }
      lists.append(functions)
    }
    lists = SVGFunction.aboutMovingCenters(lists)
    // A shorter list is one whose other functions do nothing.
    guard let longest = lists.joined().max(by: { $0.count < $1.count }) else { return nil }
    let kinds = longest.map(\.kind)
    let isAlike = lists.joined().allSatisfy {
      $0.map(\.kind) == Array(kinds.prefix($0.count)) && !$0.contains { $0.kind == .other }
    }
    guard isAlike else { return movedWhole(draft, animations, lists, about: origin) }
    var result = draft
    for index in longest.indices.reversed() {
      var layer = ImportedLayer(draft.name, [result])
      for (animation, list) in zip(animations, lists) {
        let numbers = list.map { functions in
          index < functions.count ? functions[index].numbers : longest[index].idle?.numbers ?? []
        }
        guard animate(&layer, kinds[index], numbers, animation, about: origin) else { return nil }
      }
      result = layer
    }
    return result
  }

  private func animate(
    _ layer: inout ImportedLayer, _ kind: SVGFunction.Kind, _ numbers: [[Double]],
    _ animation: SVGAnimation, about origin: Point
  ) -> Bool {
    func part(_ component: TransformComponent, _ values: [Double]) -> KeyframeAnimation {
      animation.keyframes(
        AnimationKeyPath(.transform, .transform(component)), values.map { .number($0) })
    }
    switch kind {
    case .translation:
      let points = numbers.map { Value.point(Point(x: $0[0], y: $0[1])) }
      layer.animations.append(animation.keyframes(AnimationKeyPath(.position), points))
    case .scale:
      layer.moveAnchor(to: origin)
      layer.animations.append(part(.scaleX, numbers.map { $0[0] }))
      layer.animations.append(part(.scaleY, numbers.map { $0[1] }))
    case .rotation:
      let center = numbers.last ?? [0, 0, 0]
      layer.moveAnchor(to: origin + Point(x: center[1], y: center[2]))
      layer.animations.append(part(.rotationZ, numbers.map { $0[0] * .pi / 180 }))
    case .other: return false
    }
    return true
  }

  /// Lists of unlike functions move as their products (W3C CSS Transforms 1, section 12).
  private func movedWhole(
    _ draft: ImportedLayer, _ animations: [SVGAnimation], _ lists: [[[SVGFunction]]],
    about origin: Point
  ) -> ImportedLayer? {
    var layer = ImportedLayer(draft.name, [draft])
    layer.moveAnchor(to: origin)
    for (animation, list) in zip(animations, lists) {
      let values = list.map { functions in
        Value.transform(
          Transform3D(functions.reversed().reduce(.identity) { $0.concatenating($1.matrix) }))
      }
      layer.animations.append(animation.keyframes(AnimationKeyPath(.transform), values))
    }
    return layer
  }
}

extension ImportedLayer {
  /// Puts the anchor at a point of the layer's own coordinates, without moving its contents.
  fileprivate mutating func moveAnchor(to point: Point) {
    guard point != .zero else { return }
    values[.bounds] = Rect(origin: point, size: .zero)
    values[.position] = point
  }
}

/// The way of `offset-path` (W3C Motion Path 1).
struct SVGOffsetWay {
  let path: Path
  let length: Double
  /// The point of the element that lies on the way.
  let anchor: Point

  private var isClosed: Bool {
    if case .close? = path.elements.last { true } else { false }
  }

  /// The place of the element at a distance, with its turn; `nil` for texts that say neither.
  func transform(_ distance: String, _ turn: String, _ reader: SVGReader) -> AffineTransform? {
    var inner = reader
    inner.viewport = Size(width: length, height: length)
    guard var share = inner.length(distance, .x).map({ $0 / length }), share.isFinite else {
      return nil
    }
    share =
      isClosed && !(0...1).contains(share) ? share - share.rounded(.down) : min(max(share, 0), 1)
    let words = turn.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    let isAlong = words.contains("auto") || words.contains("reverse")
    let angles = words.compactMap {
      Angle.radians(fromText: $0) ?? Double($0).map { $0 * .pi / 180 }
    }
    guard words.count == angles.count + (isAlong ? 1 : 0), angles.count < 2 else { return nil }
    let way = KeyframeAnimation(
      keyPath: AnimationKeyPath(.position), path: path,
      rotationMode: words.contains("reverse") ? .autoReverse : isAlong ? .auto : nil,
      calculationMode: .paced)
    guard case .point(let point)? = way.value(at: share, underlying: .point(.zero)) else {
      return nil
    }
    var values = LayerValues()
    way.applyRotation(to: &values, at: share)
    let along = values[.transform]
    return AffineTransform.translation(x: -anchor.x, y: -anchor.y)
      .concatenating(.rotation(angles.first ?? 0))
      .concatenating(
        AffineTransform(a: along.m11, b: along.m12, c: along.m21, d: along.m22, tx: 0, ty: 0)
      )
      .concatenating(.translation(x: point.x, y: point.y))
  }
}

extension SVGReader {
  /// `nil` for no way, and for one that is not known, which is reported.
  func offsetWay(_ own: SVGDeclarations, _ origin: Point) -> SVGOffsetWay? {
    guard let text = own["offset-path"], text.lowercased() != "none" else { return nil }
    let frame = Rect(origin: .zero, size: viewport)
    guard let path = basicShape(text, frame)?.path, !path.segments.isEmpty else {
      return context.leavingOut(
        .properties, "offset-path: \(text.prefix(40))",
        at: context.place(of: "offset-path", in: own.element))
    }
    var anchor = origin
    if let numbers = own["offset-anchor"].map({ Self.list($0, separator: " ") }),
      numbers.count == 2,
      let x = length(numbers[0], .x), let y = length(numbers[1], .y)
    {
      anchor = Point(x: x, y: y)
    }
    return SVGOffsetWay(path: path, length: path.length(accuracy: 1e-3), anchor: anchor)
  }

  func offset(_ own: SVGDeclarations, _ box: Rect?, from origin: Point) -> AffineTransform? {
    guard let way = offsetWay(own, origin) else { return nil }
    let (distance, turn) = (own["offset-distance"] ?? "0", own["offset-rotate"] ?? "auto")
    return way.transform(distance, turn, self)
      ?? ignored(distance, "offset-distance", own.element, "a length and a turn", nil)
  }
}

extension AffineTransform {
  /// As a list of transforms of SVG.
  var svgText: String { "matrix(\(a) \(b) \(c) \(d) \(tx) \(ty))" }
}
