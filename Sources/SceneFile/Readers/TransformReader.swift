import Base
import Geometry
import LayerTree

extension Reader where Content == Transform3D {
  /// `identity`, a mapping of components, a list of such mappings, or 6 or 16 numbers.
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
      context.error(
        .outOfRange, "the transform goes beyond the limit of 10000000", at: place)
      return nil
    }
  }()
}

/// The parts of a transform that is written as a mapping, with their readers.
private enum TransformPart {
  static let number = Reader<Double>.coordinate
  static let m34 = Reader.number(.any, "a number, such as -0.002")
  static let perspective = Reader.number(.moreThanZero, "the eye's distance in points, above 0")
  static let vector = Reader<[Double]>.numbers([2, 3], "[x, y] or [x, y, z]")

  /// Two ways to say how far away the eye is.
  static let eyes = ["perspective", "m34"]

  static let names = TransformComponent.allCases.map(\.rawValue) + ["translation"] + eyes

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
    let step: JSONValue = [
      "type": "object", "additionalProperties": false, "properties": .object(properties),
    ]
    return [
      "anyOf": [
        SchemaPart.none, SchemaPart.oneOf(["identity"]), step, SchemaPart.list(step),
        SchemaPart.list(of: 6),
        SchemaPart.list(of: 16),
      ]
    ]
  }

  /// Other libraries' words.
  static let foreignNames: [String: [String]] = [
    "rotate": ["rotation"], "angle": ["rotation"], "rotatex": ["rotation.x"],
    "rotatey": ["rotation.y"], "rotatez": ["rotation.z"], "translate": ["translation"],
    "x": ["translation.x"], "y": ["translation.y"], "position": ["translation"],
    "translatex": ["translation.x"], "translatey": ["translation.y"],
    "translatez": ["translation.z"], "z": ["translation.z"], "distance": ["perspective"],
    "eye": ["perspective"],
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
    mismatch(
      "a step of a transform, such as {rotation: 90deg}, {scale: 2} or {translation: [x, y]}",
      at: node)
    return nil
  }

  /// The first step of a list that takes the transform beyond the limit.
  fileprivate func stepBeyondLimit(_ node: YAMLNode) -> YAMLNode? {
    var product = Transform3D.identity
    return node.items?.first { item in
      guard item.entries != nil, let step = transformStep(item) else { return false }
      product = step.concatenating(product)
      return !product.isWithinLimit
    }
  }

  /// Scale, then rotation about x, y and z, then translation, then perspective, whatever the order
  /// of the keys.
  fileprivate func transformStep(_ node: YAMLNode) -> Transform3D? {
    var parts = TransformComponents()
    var eye = Transform3D.identity
    var isComplete = true
    for entry in node.entries ?? [] {
      let isRead =
        TransformPart.eyes.contains(entry.name)
        ? read(entry, into: &eye, of: node) : read(entry, into: &parts)
      if !isRead { isComplete = false }
    }
    return isComplete ? Transform3D(parts).concatenating(eye) : nil
  }

  private func read(
    _ entry: YAMLNode.Entry, into eye: inout Transform3D, of node: YAMLNode
  ) -> Bool {
    if entry.name == "m34", node.entries?.contains(where: { $0.name == "perspective" }) == true {
      error(.conflict, "perspective sets m34; give either one", at: entry.key)
      return false
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
