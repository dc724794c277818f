import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

extension Reader where Content == Transform3D {
  /// `identity`, a mapping of parts, a list of such mappings, or 6 or 16 numbers.
  static let transform: Reader = {
    let expectation =
      "a transform: identity, {rotation: 90deg, scale: 2, translation: [x, y], perspective: 500}, a list of those, or 6 or 16 numbers"
    let matrix = Reader<[Double]>.numbers([6, 16], expectation)
    return Reader(
      expectation, example: "identity", schema: TransformPart.schema, definition: "transform"
    ) { node, context in
      let result: Transform3D?
      switch node.content {
      case .scalar(let scalar) where scalar.text == "identity" || node.isNone: result = .identity
      case .scalar:
        context.mismatch(expectation, at: node)
        result = nil
      case .mapping: result = context.transformStep(node)
      case .sequence(let items):
        result =
          items.contains { $0.entries != nil } || !items.contains(where: \.isNumberLike)
          ? context.transformSteps(items)
          : matrix.read(node, context).map(Transform3D.init(matrix:))
      }
      guard let result else { return nil }
      if result.isWithinLimit { return result }
      let place = context.stepBeyondLimit(node) ?? node
      return context.failure(
        .outOfRange, "the transform goes beyond the limit of 10000000", at: place)
    }
  }()
}

extension Key {
  static let turnAngle = Field(
    "angle", Reader<Double>.angle, isRequired: true, "How far it turns.")
  static let turnAxis = Field(
    "axis", TransformPart.axis, isRequired: true,
    "The direction that stays where it is; of any length.")
}

extension Vocabulary {
  /// The keys of a rotation about an axis.
  public static let turn = Vocabulary(
    owner: "a rotation about an axis", definition: "turn", [Key.turnAngle, Key.turnAxis],
    listsKeys: true)
}

/// The values of one step, collected during reading.
private struct StepDraft {
  var parts = TransformComponents()
  /// The angles for x and y, in radians.
  var skew = Point.zero
  /// In place of the rotations about x, y and z.
  var turn: Transform3D?
  var eye = Transform3D.identity

  var transform: Transform3D {
    guard skew != .zero || turn != nil else {
      return Transform3D(parts).concatenating(eye)
    }
    let scale = Transform3D(TransformComponents(scale: parts.scale))
    let rotation = turn ?? Transform3D(TransformComponents(rotation: parts.rotation))
    let translation = Transform3D(TransformComponents(translation: parts.translation))
    let slant = Transform3D(AffineTransform.skew(x: skew.x, y: skew.y))
    return [slant, rotation, translation, eye].reduce(scale) { $0.concatenating($1) }
  }
}

/// The parts of a transform that is written as a mapping, with their readers.
private enum TransformPart {
  static let number = Reader<Double>.coordinate
  static let m34 = Reader.number(.any, "a number, such as -0.002")
  static let perspective = Reader.number(.moreThanZero, "the eye's distance in points, above 0")
  static let vector = Reader<[Double]>.numbers([2, 3], "[x, y] or [x, y, z]")
  static let axis = Reader<[Double]>.numbers([3], "an axis: [x, y, z]")
  static let matrix = Reader<[Double]>.numbers([6, 16], "6 or 16 numbers")

  /// Two keys for the distance of the eye.
  static let eyes = ["perspective", "m34"]
  static let skews = ["skew", "skew.x", "skew.y"]

  static let names =
    TransformComponent.allCases.map(\.rawValue) + ["translation"] + skews + ["matrix"] + eyes

  static func reader(of component: TransformComponent) -> Reader<Double> {
    component.rawValue.hasPrefix("rotation") ? .angle : number
  }

  static var schema: JSONValue {
    let parts = TransformComponent.allCases.map { ($0.rawValue, reader(of: $0).schema) }
    let vector = SchemaPart.list(number.schema).merging(["minItems": 2, "maxItems": 3])
    var properties = Dictionary(parts) { first, _ in first }
    properties["translation"] = vector
    properties["perspective"] = perspective.schema
    properties["m34"] = number.schema
    properties["scale"] = ["anyOf": [number.schema, vector]]
    properties["rotation"] = [
      "anyOf": [Reader<Double>.angle.schema, Vocabulary.turn.reference]
    ]
    for name in skews { properties[name] = Reader<Double>.angle.schema }
    properties["skew"] = [
      "anyOf": [Reader<Double>.angle.schema, SchemaPart.list(of: 2, Reader<Double>.angle.schema)]
    ]
    properties["matrix"] = ["anyOf": [SchemaPart.list(of: 6), SchemaPart.list(of: 16)]]
    let described = Dictionary(
      uniqueKeysWithValues: properties.map { name, schema in
        (name, schema.merging(["description": .string(summary(of: name))]))
      })
    let step: JSONValue = [
      "type": "object", "additionalProperties": false, "properties": .object(described),
    ]
    return [
      "anyOf": [
        SchemaPart.none, SchemaPart.oneOf(["identity"]), step, SchemaPart.list(step),
        SchemaPart.list(of: 6),
        SchemaPart.list(of: 16),
      ]
    ]
  }

  private static func summary(of name: String) -> String {
    switch name {
    case "perspective": "How far in front of the layer's plane the eye is, in points."
    case "m34": "The matrix element of perspective: -1 over the eye's distance."
    case "matrix": "A step of its own: 6 numbers of a flat matrix, or all 16."
    case "scale": "The factor of both axes in the plane, or [x, y] or [x, y, z]."
    case "translation": "How far it moves, in points: [x, y] or [x, y, z]."
    case "rotation": "The angle about z, clockwise on screen; or {angle: ..., axis: [x, y, z]}."
    case "skew": "The slant of CSS's skew(): an angle for x, or two for x and y."
    default:
      "The part \(name.prefix { $0 != "." }) of \(name.split(separator: ".").last ?? "") alone."
    }
  }

  /// How a function of CSS's `transform` is written as a step; `nil` for anything else.
  static func step(ofCSS text: String) -> String? {
    guard let match = text.wholeMatch(of: /\s*([A-Za-z0-9]+)\((.*)\)\s*/) else { return nil }
    let word = ForeignNames.normalized(String(match.output.1))
    let own = names.contains(word) ? word : foreignNames[word]?.first
    guard let own, !["matrix3d", "rotate3d"].contains(word) else { return nil }
    let argument = match.output.2.trimmed
    return "write {\(own): \(argument.contains(",") ? "[\(argument)]" : argument)}"
  }

  /// Other libraries' words.
  static let foreignNames: [String: [String]] = [
    "rotate": ["rotation"], "angle": ["rotation"], "rotatex": ["rotation.x"],
    "rotatey": ["rotation.y"], "rotatez": ["rotation.z"], "translate": ["translation"],
    "x": ["translation.x"], "y": ["translation.y"], "position": ["translation"],
    "translatex": ["translation.x"], "translatey": ["translation.y"],
    "translatez": ["translation.z"], "z": ["translation.z"], "distance": ["perspective"],
    "eye": ["perspective"], "skewx": ["skew.x"], "skewy": ["skew.y"], "shear": ["skew"],
    "rotationx": ["rotation.x"], "rotationy": ["rotation.y"],
    "rotationz": ["rotation.z"], "rotate3d": ["rotation"], "translate3d": ["translation"],
    "scale3d": ["scale"],
    "matrix3d": ["matrix"], "scalex": ["scale.x"], "scaley": ["scale.y"], "scalez": ["scale.z"],
  ]
}

extension SceneContext {
  /// Like successive calls of `CATransform3DRotate` and the like: the last step acts first.
  fileprivate func transformSteps(_ items: [YAMLNode]) -> Transform3D? {
    let transforms = items.map(transformInList)
    guard transforms.allSatisfy({ $0 != nil }) else { return nil }
    return transforms.compactMap { $0 }.reduce(.identity) { $1.concatenating($0) }
  }

  private func transformInList(_ node: YAMLNode) -> Transform3D? {
    if node.entries != nil { return transformStep(node) }
    return mismatched(
      "a step of a transform, such as {rotation: 90deg}, {scale: 2} or {translation: [x, y]}",
      at: node, hint: node.scalar.flatMap { TransformPart.step(ofCSS: $0.text) })
  }

  /// The step of a list that makes the transform exceed the limit: the first after the last step
  /// within the limit.
  fileprivate func stepBeyondLimit(_ node: YAMLNode) -> YAMLNode? {
    guard let items = node.items, items.contains(where: { $0.entries != nil }) else { return nil }
    var product = Transform3D.identity
    var lastWithin = -1
    for (index, item) in items.enumerated() {
      guard let step = withoutWarnings.transformStep(item) else { return nil }
      product = step.concatenating(product)
      if product.isWithinLimit { lastWithin = index }
    }
    return lastWithin + 1 < items.count ? items[lastWithin + 1] : nil
  }

  /// A matrix; or scale, then skew, then rotation about x, y and z or about an axis, then
  /// translation, then perspective, regardless of the order of the keys.
  fileprivate func transformStep(_ node: YAMLNode) -> Transform3D? {
    let entries = node.entries ?? []
    if let entry = entries.first(where: { $0.name == "matrix" }) {
      return matrixStep(entry, alone: entries.count == 1)
    }
    var step = StepDraft()
    var isComplete = true
    for entry in entries where !read(entry, into: &step, of: node) { isComplete = false }
    return isComplete ? step.transform : nil
  }

  private func matrixStep(_ entry: YAMLNode.Entry, alone: Bool) -> Transform3D? {
    guard alone else {
      return failure(
        .conflict, "a matrix is a step of its own", at: entry.key,
        hint: "write a list of steps, of which the last acts first: [{matrix: ...}, {...}]")
    }
    return read(entry.value, TransformPart.matrix).map(Transform3D.init(matrix:))
  }

  private func read(
    _ entry: YAMLNode.Entry, into step: inout StepDraft, of node: YAMLNode
  ) -> Bool {
    if TransformPart.eyes.contains(entry.name) { return read(entry, into: &step.eye, of: node) }
    if TransformPart.skews.contains(entry.name) { return readSkew(entry, into: &step.skew) }
    if entry.name == "rotation", entry.value.entries != nil {
      return readTurn(entry, into: &step, of: node)
    }
    return read(entry, into: &step.parts)
  }

  /// `{angle: 30deg, axis: [1, 1, 0]}`.
  private func readTurn(
    _ entry: YAMLNode.Entry, into step: inout StepDraft, of node: YAMLNode
  ) -> Bool {
    if let other = node.entries?.first(where: { $0.name.hasPrefix("rotation.") }) {
      return failure(
        .conflict, "a rotation about an axis stands instead of \(other.name.quoted)", at: other.key,
        hint: "write a list of steps: [{rotation: {...}}, {\(other.name): ...}]")
    }
    let turn = Vocabulary.turn
    guard let fields = MappingReader(entry.value, turn, self) else { return false }
    fields.reportUnknownKeys()
    let (angle, axis) = (fields[Key.turnAngle], fields[Key.turnAxis])
    guard let angle, let axis else { return false }
    guard axis.contains(where: { $0 != 0 }) else {
      return failure(
        .outOfRange, "the axis [0, 0, 0] has no direction", at: fields.node(Key.turnAxis) ?? node)
    }
    step.turn = .rotation(angle, about: Vector3(x: axis[0], y: axis[1], z: axis[2]))
    return true
  }

  /// One angle for x, or two for x and y.
  private func readSkew(_ entry: YAMLNode.Entry, into skew: inout Point) -> Bool {
    let nodes = entry.name == "skew" ? entry.value.items ?? [entry.value] : [entry.value]
    guard (1...2).contains(nodes.count) else {
      return failure(
        .wrongCount, "expected an angle or two, for x and y; found \(entry.value.description)",
        at: entry.value)
    }
    for (index, node) in nodes.enumerated() {
      guard let angle = read(node, .angle) else { return false }
      guard AffineTransform.skew(x: angle, y: 0).c.magnitude < 1e6 else {
        return failure(.outOfRange, "a skew of 90deg reaches to infinity", at: node)
      }
      if entry.name == "skew.y" || index == 1 { skew.y = angle } else { skew.x = angle }
    }
    return true
  }

  private func read(
    _ entry: YAMLNode.Entry, into eye: inout Transform3D, of node: YAMLNode
  ) -> Bool {
    if entry.name == "m34", node.entries?.contains(where: { $0.name == "perspective" }) == true {
      return failure(.conflict, "perspective sets m34; give either one", at: entry.key)
    }
    guard entry.name == "perspective" else {
      guard let value = read(entry.value, TransformPart.m34) else { return false }
      eye.m34 = value
      return true
    }
    let distance = read(entry.value, TransformPart.perspective)
    if let distance { eye = .perspective(distance: distance) }
    return distance != nil
  }

  private func read(_ entry: YAMLNode.Entry, into parts: inout TransformComponents) -> Bool {
    if entry.name == "translation" { return set(\.translation, of: &parts, entry.value) }
    if entry.name == "scale", entry.value.items != nil {
      return set(\.scale, of: &parts, entry.value)
    }
    guard let component = TransformComponent(rawValue: entry.name) else {
      reportUnknownPart(entry)
      return false
    }
    let value = read(entry.value, TransformPart.reader(of: component))
    if let value { parts[component] = value }
    return value != nil
  }

  /// Two numbers for x and y, or three.
  private func set(
    _ part: WritableKeyPath<TransformComponents, Vector3>, of parts: inout TransformComponents,
    _ node: YAMLNode
  ) -> Bool {
    guard let list = read(node, TransformPart.vector) else { return false }
    (parts[keyPath: part].x, parts[keyPath: part].y) = (list[0], list[1])
    if list.count == 3 { parts[keyPath: part].z = list[2] }
    return true
  }

  private func reportUnknownPart(_ entry: YAMLNode.Entry) {
    let names = TransformPart.names
    let foreign = ForeignNames.match(entry.name, in: TransformPart.foreignNames) {
      names.contains($0)
    }
    error(
      .unknownKey, "unknown part \(entry.name.quoted) of a transform", at: entry.key,
      hint: (foreign ?? closest(to: entry.name, among: names)).map { "did you mean '\($0)'?" })
  }
}

extension YAMLNode {
  /// Whether the node is a number, or meant as one.
  fileprivate var isNumberLike: Bool { numberText.map { $0 != .none } ?? false }
}

extension Transform3D {
  fileprivate var isWithinLimit: Bool { elements.allSatisfy { abs($0) <= Limit.number } }
}

extension Transform3D {
  /// From the 6 numbers of an affine transform, or all 16.
  fileprivate init(matrix: [Double]) {
    guard matrix.count == 6 else {
      self.init(elements: matrix)
      return
    }
    self.init(
      AffineTransform(
        a: matrix[0], b: matrix[1], c: matrix[2], d: matrix[3], tx: matrix[4], ty: matrix[5]))
  }
}
