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

  static func list(_ text: String) -> [SVGFunction]? {
    guard let parts = SVGReader.functions(text) else { return nil }
    let all = parts.compactMap { SVGFunction($0.name, $0.numbers) }
    return all.count == parts.count ? all : nil
  }
}

extension SVGConversion {
  /// Moves a drawing by its element's transform, and by the animations of it. `origin` is that of
  /// transforms in CSS, `transform` the static one with it.
  func move(
    _ drawing: inout Drawing, _ element: XMLElement, by transform: AffineTransform,
    about origin: Point
  ) {
    let turns = animations(of: element, "transform")
    let ways = animations(of: element, "motion")
    guard var draft = drawing.draft, !turns.isEmpty || !ways.isEmpty else {
      return drawing.move(by: transform)
    }
    let base = reader(viewport).declarations(of: element)["transform"] ?? "none"
    for var animation in turns.reversed() where animation.isAdditive {
      // Each has a layer of its own, so that transforms are multiplied, not added.
      animation.isAdditive = false
      draft = moved(draft, [animation], base: "none", about: origin) ?? draft
    }
    let replacing = turns.filter { !$0.isAdditive }
    if !replacing.isEmpty {
      draft = moved(draft, replacing, base: base, about: origin) ?? draft
    }
    if transform != .identity {
      draft = ImportedLayer(draft.name, [draft])
      draft.values[.transform] = Transform3D(transform)
      // While another transform holds, the static one does not.
      draft.animations = replacing.map { animation in
        KeyframeAnimation(
          keyPath: AnimationKeyPath(.transform),
          values: [.transform(.identity), .transform(.identity)],
          timing: animation.timing)
      }
    }
    for way in ways { draft = along(way, draft) }
    drawing.box = drawing.box.map { transform.boundingBox(of: $0) }
    draft.line = context.line(ofByte: element.bytes.lowerBound)
    drawing.draft = draft
  }

  private func along(_ way: SVGAnimation, _ draft: ImportedLayer) -> ImportedLayer {
    guard let path = way.path else {
      return moved(draft, [way], base: "none", about: .zero) ?? draft
    }
    var outer = ImportedLayer(draft.name, [draft])
    outer.animations = [way.along(path)]
    return outer
  }

  /// A draft in layers for each function of lists of transforms; `nil` after a report.
  private func moved(
    _ draft: ImportedLayer, _ animations: [SVGAnimation], base: String, about origin: Point
  ) -> ImportedLayer? {
    var lists: [[[SVGFunction]]] = []
    for animation in animations {
      let texts = animation.values.map { $0 ?? base }
      let functions = texts.compactMap(SVGFunction.list)
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
