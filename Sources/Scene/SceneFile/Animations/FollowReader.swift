import RostrumBase
package import RostrumLayerTree
import RostrumSource
import RostrumTiming

extension Key {
  static let followed = Field(
    "value", Reader<FollowedNumber>.followedNumber,
    "The number to follow: the name of one of the scene's values, or a value of its own. Either this or audio."
  )
  static let followedTrack = Field(
    "audio", .text("the name of a track", example: "n"),
    "The sound whose level is followed, one of the scene's tracks: from 0 to 1, which is its loudest moment."
  )
  static let band = Field(
    "band",
    .numbers([2], "[lowest, highest], in hertz from 10 to 20000").describing(
      SchemaPart.list(of: 2, SchemaPart.number(.moreThanZero))),
    "The frequencies of the sound that count, such as [20, 120] for a drum. Default: all.")
  static let followScale = DefaultedField(
    "scale", .number(), default: 1, "What the number is multiplied by.")
  static let followOffset = DefaultedField(
    "offset", .number(), default: 0, "What is added to that.")
  static let followHold = DefaultedField(
    "hold", .boolean, default: true,
    "Whether the property has the level of silence, 0, before the sound and after it. A value has its own fillMode."
  )
  static let format = DefaultedField(
    "format", .numberFormat, default: .shortest,
    "How a text shows the number, as C's printf writes it: %d, %.2f, %e or %g, with text around it; %'d puts commas between thousands, %t shows seconds as minutes and seconds, %T hours too, %m an amount of money."
  )
  static let rounding = Field(
    "rounding", Reader<NumberFormat.Rounding>.word,
    "Where a number goes that lies between two that the format can show. Default: %d towards 0, %t and %T down, others to the nearest."
  )
  static let locale = Field(
    "locale", Reader<String>.locale,
    "The language and country by whose habits the format spells numbers. Default: a point, and commas between thousands."
  )
  static let currency = Field(
    "currency", Reader<String>.currency,
    "The currency that %m shows, in the pattern of the locale.")
}

extension AnimationType {
  static let follow = AnimationType(
    "follow", "a block that is called with every value",
    "Gives a property or a text what one of the scene's values is.",
    keys: [
      Key.animationType, Key.animationKey, Key.allow, Key.keyPath, Key.followed,
      Key.followedTrack, Key.band, Key.followScale,
      Key.followOffset, Key.format, Key.rounding, Key.locale,
      Key.currency, Key.followHold,
    ]
  ) { $0.follow() }
}

extension AnimationReader {
  fileprivate func follow() -> (any Animation)? {
    if fields.has(Key.followedTrack) { return followAudio() }
    if let key = fields.keyNode(Key.band), fields.ifGiven(Key.band) != nil {
      context.error(
        .conflict, "a band is one of a sound, so 'audio' is needed", at: key,
        hint: "name one of the scene's tracks with audio")
    }
    if let key = fields.keyNode(Key.followHold) {
      context.error(
        .conflict, "the value that is followed says how long it holds", at: key,
        hint: "write fillMode for the value")
    }
    if !fields.has(Key.followed) {
      context.error(
        .missingKey, "an animation of type 'follow' needs 'value' or 'audio'", at: fields.node,
        hint: "value: \(Key.followed.expectation)")
    }
    let followed = followedValue()
    let scale = fields.checked(Key.followScale)
    let offset = fields.checked(Key.followOffset)
    var format = fields.checked(Key.format)
    format?.rounding = fields[Key.rounding]
    format?.symbols = NumberSymbols(locale: fields[Key.locale], currency: fields[Key.currency])
    guard let keyPath = textKeyPath(), let followed, let scale, let offset,
      checkSpeed(followed.timing)
    else { return nil }
    guard keyPath.type == .text || keyPath.type == .attributedText else {
      guard takesNumber(keyPath) else { return nil }
      return FollowAnimation(
        keyPath: keyPath, followed: followed, form: .number(scale: scale, offset: offset))
    }
    guard let format, hasCurrency(format), isShown(format) else { return nil }
    return FollowAnimation(
      keyPath: keyPath, followed: followed, form: .text(format, scale: scale, offset: offset))
  }

  private func followedValue() -> FollowedValue? {
    switch fields[Key.followed] {
    case .own(let value): return value
    case .named(let name):
      let node = fields.node(Key.followed) ?? fields.node
      return fields.find(name, at: node, in: context.symbols.followedValues, kind: "value")
    case nil: return nil
    }
  }

  /// Also the string of a text layer, which only changes by a value that is followed, or
  /// scrambles.
  func textKeyPath() -> AnimationKeyPath? {
    let name = fields.node(Key.keyPath)?.scalar?.text
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
      context.error(
        .conflict,
        "a followed value is a number; \(keyPath.name.quoted) takes \(keyPath.type.reader().expectation)",
        at: fields.node(Key.keyPath) ?? fields.node,
        hint: parts.isEmpty ? nil : "follow it with \(parts.joined(separator: ", "))")
      return false
    }
    let keys = [
      fields.keyNode(Key.format), fields.keyNode(Key.rounding), fields.keyNode(Key.locale),
      fields.keyNode(Key.currency),
    ]
    guard let key = keys.lazy.compactMap(\.self).first else { return true }
    context.error(
      .conflict, "'\(key.scalar?.text ?? "format")' is for texts: for the key path 'string'",
      at: key)
    return false
  }

  // MARK: Formats

  /// Reports an amount of money without a currency, and a currency that is not shown.
  private func hasCurrency(_ format: NumberFormat) -> Bool {
    if format.isMoney, !fields.has(Key.currency) {
      context.error(
        .missingKey, "'%m' shows an amount of money, so 'currency' is needed",
        at: fields.node(Key.format) ?? fields.node, hint: "such as currency: EUR, locale: de_DE")
      return false
    }
    guard !format.isMoney, let key = fields.keyNode(Key.currency) else { return true }
    context.error(
      .conflict, "the format shows no amount of money, so 'currency' has no effect", at: key,
      hint: "write %m in the format where the amount goes")
    return false
  }

  /// Reports a font that lacks a character which the text can have. Problems of the layer's own
  /// text, such as a missing font, were reported with the layer.
  private func isShown(_ format: NumberFormat) -> Bool {
    guard problem(of: place.values) == nil else { return false }
    var values = place.values
    values[.string] = AttributedText(format.everyCharacter)
    guard let problem = problem(of: values) else { return true }
    context.error(
      .badFormat, "the text of this format cannot be shown: \(problem.message)",
      at: fields.node(Key.format) ?? fields.node, hint: problem.hint)
    return false
  }

  func problem(of values: LayerValues) -> AssetProblem? {
    do throws(AssetProblem) {
      try context.files.inspector.inspectText(values)
      return nil
    } catch {
      return error
    }
  }
}

extension Reader where Content == NumberFormat {
  /// A text with a number in it, as C's printf writes it.
  package static let numberFormat: Reader<NumberFormat> = {
    let text = Reader<String>.text("a text with a number in it, as in C: \"%.2f\"")
    return Reader(
      text.expectation, example: "\"%d\"", schema: ["type": "string", "pattern": "%"],
      text: { "\"\($0.formatText)\"" }
    ) { node, context in
      guard let text = text.read(node, context) else { return nil }
      do throws(NumberFormatError) {
        return try NumberFormat(text)
      } catch {
        let place = DiagnosticCollector.Place(
          mark: node.mark, extent: .offset(error.offset, in: text))
        context.collector.add(
          .error, DiagnosticID.badFormat.rawValue, error.description, at: place,
          hint: error.reason == .missing
            ? "write %.2f or the like where the number goes, and %% for a percent sign" : nil)
        return nil
      }
    }
  }()
}
