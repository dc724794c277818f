import Geometry
import LayerTree

extension Resolution {
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

  /// Scale, then rotation about x, y and z, then translation, whatever the order of the keys.
  private func components(_ node: YAMLNode) -> Transform3D? {
    var parts = TransformParts()
    var isComplete = true
    for entry in node.entries ?? [] {
      if !read(entry, into: &parts) { isComplete = false }
    }
    return isComplete ? parts.transform : nil
  }

  private func read(_ entry: YAMLNode.Entry, into parts: inout TransformParts) -> Bool {
    guard let component = TransformComponent(rawValue: entry.name) else {
      let names = TransformComponent.allCases.map(\.rawValue)
      let foreign = ForeignNames.match(entry.name, in: Self.foreignComponents) {
        names.contains($0)
      }
      error(
        .unknownKey, "unknown part \(entry.name.quoted) of a transform", at: entry.key,
        hint: (foreign ?? closest(to: entry.name, among: names)).map { "did you mean '\($0)'?" })
      return false
    }
    guard let numbers = numbers(entry.value, for: component) else { return false }
    parts.set(component, numbers)
    return true
  }

  private static let foreignComponents: [String: [String]] = [
    "rotate": ["rotation"], "angle": ["rotation"], "rotatex": ["rotation.x"],
    "rotatey": ["rotation.y"], "rotatez": ["rotation.z"], "translate": ["translation"],
    "x": ["translation.x"], "y": ["translation.y"], "position": ["translation"],
    "translatex": ["translation.x"], "translatey": ["translation.y"],
  ]

  /// One number, or for `scale` and `translation` one for each axis.
  private func numbers(_ node: YAMLNode, for component: TransformComponent) -> [Double]? {
    switch component {
    case .translation: return numbers(node, counts: [2, 3], "a translation: [x, y]")
    case .scale where node.items != nil:
      return numbers(node, counts: [2, 3], "a scale: a number or [x, y]")
    case _ where component.isAngle: return angle(node).map { [$0] }
    default: return number(node, expectation: "a number").map { [$0] }
    }
  }

  private func isUsable(_ transform: Transform3D, at node: YAMLNode) -> Bool {
    if transform.hasPerspective {
      error(.notAvailable, "perspective is not available yet", at: node)
      return false
    }
    guard transform.elements.allSatisfy({ abs($0) <= Self.maximumNumber }) else {
      error(.outOfRange, "the transform goes beyond the limit of 10000000", at: node)
      return false
    }
    return true
  }
}

/// What a mapping of components says so far.
private struct TransformParts {
  var scale = [1.0, 1.0, 1.0]
  var rotation = [0.0, 0.0, 0.0]
  var translation = [0.0, 0.0, 0.0]

  mutating func set(_ component: TransformComponent, _ numbers: [Double]) {
    switch component {
    case .scale where numbers.count == 1: scale = [numbers[0], numbers[0], numbers[0]]
    case .scale: scale.replaceSubrange(0..<numbers.count, with: numbers)
    case .scaleXY: scale.replaceSubrange(0..<2, with: [numbers[0], numbers[0]])
    case .scaleX: scale[0] = numbers[0]
    case .scaleY: scale[1] = numbers[0]
    case .scaleZ: scale[2] = numbers[0]
    case .rotation, .rotationZ: rotation[2] = numbers[0]
    case .rotationX: rotation[0] = numbers[0]
    case .rotationY: rotation[1] = numbers[0]
    case .translation: translation.replaceSubrange(0..<numbers.count, with: numbers)
    case .translationX: translation[0] = numbers[0]
    case .translationY: translation[1] = numbers[0]
    case .translationZ: translation[2] = numbers[0]
    }
  }

  var transform: Transform3D {
    Transform3D.scale(x: scale[0], y: scale[1], z: scale[2])
      .concatenating(.rotationX(rotation[0])).concatenating(.rotationY(rotation[1]))
      .concatenating(.rotationZ(rotation[2]))
      .concatenating(.translation(x: translation[0], y: translation[1], z: translation[2]))
  }
}
