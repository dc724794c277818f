import Geometry
import LayerTree

extension SceneContext {
  /// `identity`, a mapping of components, a list of such mappings, or 6 or 16 numbers.
  func transform(_ node: YAMLNode) -> Transform3D? {
    let result: Transform3D?
    switch node.content {
    case .scalar(let scalar) where scalar.text == "identity" || isNone(node): result = .identity
    case .scalar:
      mismatch(ValueType.transform.expectation, at: node)
      result = nil
    case .mapping: result = components(node)
    case .sequence(let items):
      result = items.allSatisfy { $0.entries != nil } ? steps(items) : matrix(node, items)
    }
    return result.flatMap { isUsable($0, at: node) ? $0 : nil }
  }

  /// Like successive calls of `CATransform3DRotate` and the like: the last step acts first.
  private func steps(_ items: [YAMLNode]) -> Transform3D? {
    let transforms = items.map(components)
    guard transforms.allSatisfy({ $0 != nil }) else { return nil }
    return transforms.compactMap { $0 }.reduce(.identity) { $1.concatenating($0) }
  }

  private func matrix(_ node: YAMLNode, _ items: [YAMLNode]) -> Transform3D? {
    let expectation = ValueType.transform.expectation
    guard let list = numbers(node, counts: [6, 16], expectation) else { return nil }
    guard list.count == 6 else { return Transform3D(elements: list) }
    return Transform3D(
      AffineTransform(a: list[0], b: list[1], c: list[2], d: list[3], tx: list[4], ty: list[5]))
  }

  /// Scale, then rotation about x, y and z, then translation, then perspective, whatever the order of the keys.
  private func components(_ node: YAMLNode) -> Transform3D? {
    var parts = TransformComponents()
    var eye = Transform3D.identity
    var isComplete = true
    for entry in node.entries ?? [] {
      let isRead =
        Self.eyes.contains(entry.name)
        ? read(entry, into: &eye, of: node) : read(entry, into: &parts)
      if !isRead { isComplete = false }
    }
    return isComplete ? Transform3D(parts).concatenating(eye) : nil
  }

  /// Two ways to say how far away the eye is.
  private static let eyes = ["perspective", "m34"]

  private func read(
    _ entry: YAMLNode.Entry, into eye: inout Transform3D, of node: YAMLNode
  ) -> Bool {
    if entry.name == "m34", node.entries?.contains(where: { $0.name == "perspective" }) == true {
      error(.conflict, "perspective sets m34; give either one", at: entry.key)
      return false
    }
    guard entry.name == "perspective" else {
      guard let value = number(entry.value, expectation: "a number, such as -0.002") else {
        return false
      }
      eye.m34 = value
      return true
    }
    let distance = number(
      entry.value, .moreThanZero, expectation: "the eye's distance in points, above 0")
    if let distance { eye = .perspective(distance: distance) }
    return distance != nil
  }

  private func read(_ entry: YAMLNode.Entry, into parts: inout TransformComponents) -> Bool {
    if entry.name == "translation" { return set(\.translation, of: &parts, entry.value) }
    if entry.name == "scale", entry.value.items != nil {
      return set(\.scale, of: &parts, entry.value)
    }
    guard let component = TransformComponent(rawValue: entry.name) else {
      reportUnknownComponent(entry)
      return false
    }
    let isAngle = component.rawValue.hasPrefix("rotation")
    let value = isAngle ? angle(entry.value) : number(entry.value, expectation: "a number")
    if let value { parts[component] = value }
    return value != nil
  }

  /// Two numbers for x and y, or three.
  private func set(
    _ part: WritableKeyPath<TransformComponents, Vector3>, of parts: inout TransformComponents,
    _ node: YAMLNode
  ) -> Bool {
    guard let list = numbers(node, counts: [2, 3], "[x, y] or [x, y, z]") else { return false }
    (parts[keyPath: part].x, parts[keyPath: part].y) = (list[0], list[1])
    if list.count == 3 { parts[keyPath: part].z = list[2] }
    return true
  }

  private func reportUnknownComponent(_ entry: YAMLNode.Entry) {
    let names = TransformComponent.allCases.map(\.rawValue) + ["translation"] + Self.eyes
    let foreign = ForeignNames.match(entry.name, in: Self.foreignComponents) { names.contains($0) }
    error(
      .unknownKey, "unknown part \(entry.name.quoted) of a transform", at: entry.key,
      hint: (foreign ?? closest(to: entry.name, among: names)).map { "did you mean '\($0)'?" })
  }

  private static let foreignComponents: [String: [String]] = [
    "rotate": ["rotation"], "angle": ["rotation"], "rotatex": ["rotation.x"],
    "rotatey": ["rotation.y"], "rotatez": ["rotation.z"], "translate": ["translation"],
    "x": ["translation.x"], "y": ["translation.y"], "position": ["translation"],
    "translatex": ["translation.x"], "translatey": ["translation.y"],
    "translatez": ["translation.z"], "z": ["translation.z"], "distance": ["perspective"],
    "eye": ["perspective"],
  ]

  private func isUsable(_ transform: Transform3D, at node: YAMLNode) -> Bool {
    guard transform.elements.allSatisfy({ abs($0) <= Self.maximumNumber }) else {
      error(.outOfRange, "the transform goes beyond the limit of 10000000", at: node)
      return false
    }
    return true
  }
}
