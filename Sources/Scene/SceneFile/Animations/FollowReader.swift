import RostrumBase
package import RostrumLayerTree
import RostrumSource
import RostrumTiming

extension Key {
  static let followed = Field(
    "value", .followedValue,
    "The number to follow, a mapping; `let` gives it a name where several follow it. Either this or audio."
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
    "How a text shows the number, as C's printf writes it: %d, %.2f, %e or %g; %'d puts commas between thousands, %t shows minutes and seconds, %T hours too, %m money."
  )
  static let rounding = Field(
    "rounding", Reader<NumberFormat.Rounding>.word,
    "Where a number goes that lies between two that the format can show. Default: %d towards 0, %t and %T down, others to the nearest."
  )
  static let locale = Field(
    "locale", Reader<String>.locale,
    "By whose habits the format spells numbers. Default: a point, and commas between thousands."
  )
  static let currency = Field(
    "currency", Reader<String>.currency,
    "The currency that %m shows, in the pattern of the locale.")
}

extension AnimationType {
  static let follow = AnimationType(
    "follow", "a block that is called with every value",
    "Gives a property or a text a number that changes over time.",
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
    let followed = fields[Key.followed]
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
      return context.failure(
        .conflict,
        "a followed value is a number; \(keyPath.name.quoted) takes \(keyPath.type.reader().expectation)",
        at: fields.node(Key.keyPath) ?? fields.node,
        hint: parts.isEmpty ? nil : "follow it with \(parts.joined(separator: ", "))")
    }
    let keys = [
      fields.keyNode(Key.format), fields.keyNode(Key.rounding), fields.keyNode(Key.locale),
      fields.keyNode(Key.currency),
    ]
    guard let key = keys.lazy.compactMap(\.self).first else { return true }
    return context.failure(
      .conflict, "'\(key.scalar?.text ?? "format")' is for texts: for the key path 'string'",
      at: key)
  }

  // MARK: Formats

  /// Reports an amount of money without a currency, and a currency that is not shown.
  private func hasCurrency(_ format: NumberFormat) -> Bool {
    if format.isMoney, !fields.has(Key.currency) {
      return context.failure(
        .missingKey, "'%m' shows an amount of money, so 'currency' is needed",
        at: fields.node(Key.format) ?? fields.node, hint: "such as currency: EUR, locale: de_DE")
    }
    guard !format.isMoney, let key = fields.keyNode(Key.currency) else { return true }
    return context.failure(
      .conflict, "the format shows no amount of money, so 'currency' has no effect", at: key,
      hint: "write %m in the format where the amount goes")
  }

  /// Reports a font that lacks a character which the text can have. Problems of the layer's own
  /// text, such as a missing font, were reported with the layer.
  private func isShown(_ format: NumberFormat) -> Bool {
    guard problem(of: place.values) == nil else { return false }
    var values = place.values
    values[.string] = AttributedText(format.everyCharacter)
    guard let problem = problem(of: values) else { return true }
    return context.failure(
      .badFormat, "the text of this format cannot be shown: \(problem.message)",
      at: fields.node(Key.format) ?? fields.node, hint: problem.hint)
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

// MARK: Values

extension Reader where Content == FollowedValue {
  fileprivate static let followedValue = Reader(
    "a value: {toValue: 42, duration: 1}", example: "{toValue: 42}",
    schema: Vocabulary.followedValue.reference
  ) { node, context in
    guard node.entries != nil else {
      let hint =
        "let gives it a name: let: {done: {toValue: 42, duration: 1}}, and value: \"${done}\""
      return context.mismatched("a value: {toValue: 42, duration: 1}", at: node, hint: hint)
    }
    guard let fields = MappingReader(node, .followedValue, context) else { return nil }
    fields.reportUnknownKeys()
    let place = AnimationPlace(layerClass: .plain, latestTime: Limit.seconds)
    let animation = AnimationReader(fields, place)
    let timing = animation.timing(defaultDuration: MediaTiming.defaultDuration, holds: true)
    let function = animation.timingFunction()
    guard let (values, times) = fields.followedKeys(), let timing, let function else { return nil }
    return FollowedValue(values, keyTimes: times, timing: timing, timingFunction: function)
  }
}

extension MappingReader {
  /// The numbers of a followed value with their times; `nil` after reporting an error.
  fileprivate func followedKeys() -> (values: [Double], times: [Double]?)? {
    guard let list = node(Key.followedKeys) else {
      guard let from = checked(Key.followedFrom), required(Key.followedTo) != nil,
        let to = self[Key.followedTo]
      else { return nil }
      if let key = keyNode(Key.followedTimes) {
        return context.failure(
          .conflict, "keyTimes are those of values", at: key, hint: "give values: [0, 10, 42]")
      }
      return ([from, to], nil)
    }
    if let key = keyNode(Key.followedFrom) ?? keyNode(Key.followedTo) {
      return context.failure(
        .conflict, "values take the place of fromValue and toValue", at: key,
        hint: "give one or the other")
    }
    guard let values = self[Key.followedKeys], let times = ifGiven(Key.followedTimes) else {
      return nil
    }
    guard values.count >= 2 else {
      return context.mismatched(Key.followedKeys.expectation, at: list)
    }
    guard let times else { return (values, nil) }
    let rises = zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
    guard times.count == values.count, rises, times.first == 0, times.last == 1 else {
      return context.failure(
        .wrongCount,
        "expected \(values.count) rising times from 0 to 1, one for each value; found \(times.count)",
        at: node(Key.followedTimes) ?? list)
    }
    return (values, times)
  }
}
