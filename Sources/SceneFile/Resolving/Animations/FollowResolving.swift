import LayerTree
import Timing

extension AnimationType {
  static let follow = AnimationType(
    "follow", "a block that is called with every value",
    "Gives a property or a text what one of the scene's values is.",
    keys: [
      .animationType, .animationKey, .keyPath, .followed, .followScale, .followOffset, .format,
    ]
  ) { $0.follow() }
}

extension AnimationFields {
  fileprivate func follow() -> (any Animation)? {
    let followed = fields.required(.followed).flatMap {
      resolution.find($0, in: resolution.followedValues, kind: "value")
    }
    let scale = fields.node(.followScale) == nil ? 1 : fields.number(.followScale)
    let offset = fields.node(.followOffset) == nil ? 0 : fields.number(.followOffset)
    let format = numberFormat()
    guard let keyPath = followedKeyPath(), let followed, let scale, let offset,
      checkSpeed(followed.timing)
    else { return nil }
    guard keyPath.type == .text || keyPath.type == .attributedText else {
      guard takesNumber(keyPath) else { return nil }
      return FollowAnimation(
        keyPath: keyPath, followed: followed, form: .number(scale: scale, offset: offset))
    }
    guard let format, isShown(format) else { return nil }
    return FollowAnimation(
      keyPath: keyPath, followed: followed, form: .text(format, scale: scale, offset: offset))
  }

  /// Also the string of a text layer, which nothing else animates.
  private func followedKeyPath() -> AnimationKeyPath? {
    let name = fields.node(.keyPath)?.scalar?.text
    if name == Property.string.name, place.layerClass.property(named: Property.string.name) != nil {
      return AnimationKeyPath(.string)
    }
    return keyPath()
  }

  private func takesNumber(_ keyPath: AnimationKeyPath) -> Bool {
    let parts = ValueComponent.components(of: keyPath.type)
      .map { AnimationKeyPath(keyPath.property, $0).name }
    switch keyPath.type {
    case .number, .angle: break
    default:
      resolution.error(
        .conflict,
        "a followed value is a number; \(keyPath.name.quoted) takes \(keyPath.type.expectation)",
        at: fields.node(.keyPath) ?? fields.node,
        hint: parts.isEmpty ? nil : "follow it with \(parts.joined(separator: ", "))")
      return false
    }
    guard let key = fields.keyNode(.format) else { return true }
    resolution.error(.conflict, "a format is for texts: for the key path 'string'", at: key)
    return false
  }

  // MARK: Formats

  /// `nil` after reporting.
  private func numberFormat() -> NumberFormat? {
    guard let node = fields.node(.format) else { return .shortest }
    guard let text = resolution.text(node, Grammar.numberFormat.expectation) else { return nil }
    do {
      return try NumberFormat(text)
    } catch {
      let place = DiagnosticCollector.Place(
        mark: node.mark, extent: .offset(error.offset, in: text))
      resolution.collector.add(
        .error, DiagnosticID.badFormat.rawValue, error.description, at: place,
        hint: error.reason == .missing
          ? "write %.2f or the like where the number goes, and %% for a percent sign" : nil)
      return nil
    }
  }

  /// Reports a font that lacks a character which the text can have. What is wrong with the layer's own text, such as a
  /// font that does not exist, was reported there.
  private func isShown(_ format: NumberFormat) -> Bool {
    guard problem(of: place.values) == nil else { return false }
    var values = place.values
    values[.string] = AttributedText(format.everyCharacter)
    guard let problem = problem(of: values) else { return true }
    resolution.error(
      .badFormat, "the text of this format cannot be shown: \(problem.message)",
      at: fields.node(.format) ?? fields.node, hint: problem.hint)
    return false
  }

  private func problem(of values: LayerValues) -> AssetProblem? {
    do throws(AssetProblem) {
      try resolution.inspectText(values)
      return nil
    } catch {
      return error
    }
  }
}
