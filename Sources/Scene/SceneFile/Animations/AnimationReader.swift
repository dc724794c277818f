import RostrumBase
import RostrumLayerTree
import RostrumSource
import RostrumTiming

/// The kind of layer and list that animations are read for.
struct AnimationPlace: Hashable {
  let layerClass: LayerClass
  /// The latest time that an animation here can reach, before or after 0.
  let latestTime: Double
  /// The group's, for the animations in a group.
  var groupDuration: Double?
  /// The model of the layer, for checking texts that animations show.
  var values = LayerValues()

  /// The event's, for animations that are added at a time.
  var transaction: Transaction?

  /// The key path that is set, for a layer's action: its animation may leave out its key path and
  /// its values.
  var setKeyPath: AnimationKeyPath?

  var isInGroup: Bool { groupDuration != nil }

  /// The duration of an animation that names none, in seconds.
  var defaultDuration: Double {
    let inherited = groupDuration ?? transaction?.animationDuration ?? 0
    return inherited > 0 ? inherited : MediaTiming.defaultDuration
  }
}

/// Reads an animation of the file whose type is known.
struct AnimationReader {
  let fields: MappingReader
  let place: AnimationPlace
  /// The animation's begin time; for one added by an event possibly known only when the event
  /// happens.
  let begin: Event.BeginTime

  init(_ fields: MappingReader, _ place: AnimationPlace) {
    (self.fields, self.place) = (fields, place)
    guard let node = fields.entries.first(where: { $0.name == Key.beginTime.name })?.value,
      fields.vocabulary.key(named: Key.beginTime.name) != nil
    else {
      begin = place.transaction == nil ? .layerTime(0) : .now(delay: 0)
      return
    }
    begin =
      place.transaction == nil
      ? .layerTime(fields[Key.beginTime])
      : fields.context.read(node, .addedBeginTime) ?? .now(delay: 0)
  }

  var context: SceneContext { fields.context }

  /// In the layer's or group's time; 0 for one that an event settles.
  private var beginTime: Double {
    if case .layerTime(let time) = begin { time } else { 0 }
  }

  /// The timing keys that all types share.
  ///
  /// `holds`: by default the animation shows before its beginning and after its end.
  func timing(defaultDuration: Double, holds: Bool = false) -> MediaTiming? {
    let duration = fields.ifGiven(Key.duration)
    let isHeld = !holds && self.isHeld
    let timing = MediaTiming(
      beginTime: beginTime,
      duration: (duration ?? nil).flatMap { $0 == 0 ? nil : $0 } ?? defaultDuration,
      speed: fields[Key.speed], timeOffset: fields[Key.timeOffset],
      repeatCount: fields[Key.repeatCount], repeatDuration: fields[Key.repeatDuration],
      autoreverses: fields[Key.autoreverses],
      fillMode: isHeld ? .both : fields[holds ? Key.heldFillMode : Key.fillMode],
      isRemovedOnCompletion: !place.isInGroup && !isHeld
        && fields[holds ? Key.heldRemovedOnCompletion : Key.removedOnCompletion])
    guard duration != nil, check(timing) else { return nil }
    return timing
  }

  /// Whether it has the short form for filling before its beginning and after its end.
  private var isHeld: Bool {
    guard fields[Key.hold] else { return false }
    for field in [Key.fillMode.row, Key.removedOnCompletion.row] {
      guard let node = fields.keyNode(field) else { continue }
      context.error(
        .conflict, "both hold and \(field.name)", at: node, hint: "hold says both; remove one")
    }
    return true
  }

  /// `.some(nil)` if the key is missing, `nil` after reporting an error.
  func timingFunction() -> TimingFunction?? {
    fields.has(Key.timingFunction)
      ? fields.ifGiven(Key.timingFunction) : .some(place.transaction?.animationTimingFunction)
  }

  private func check(_ timing: MediaTiming) -> Bool {
    let isDurationUsable = checkDuration(timing)
    let isRepeatUsable = checkRepeats(timing)
    let isFastEnough = checkSpeed(timing)
    warnAboutFill(timing)
    return isDurationUsable && isRepeatUsable && isFastEnough
  }

  private func checkDuration(_ timing: MediaTiming) -> Bool {
    guard timing.duration < Limit.minimumDuration, let node = fields.node(Key.duration) else {
      return true
    }
    let found = timing.duration.sceneText
    let message =
      timing.duration < 0
      ? "a negative duration: \(found)" : "a duration below a microsecond: \(found)"
    return context.failure(.outOfRange, message, at: node)
  }

  private func checkRepeats(_ timing: MediaTiming) -> Bool {
    guard timing.repeatCount > 0, timing.repeatDuration > 0,
      let node = fields.keyNode(Key.repeatDuration)
    else { return true }
    return context.failure(
      .conflict,
      "both repeatCount and repeatDuration: Core Animation leaves undefined what happens", at: node,
      hint: "remove one of them")
  }

  func checkSpeed(_ timing: MediaTiming) -> Bool {
    let latest = (place.latestTime + abs(timing.beginTime)) * abs(timing.speed)
    guard latest > 1e15 else { return true }
    return context.failure(
      .outOfRange, "this animation and the clocks around it run too fast together",
      at: fields.keyNode(Key.speed) ?? fields.node)
  }

  private func warnAboutFill(_ timing: MediaTiming) {
    guard timing.isRemovedOnCompletion, timing.fillMode == .forwards || timing.fillMode == .both,
      let node = fields.node(Key.fillMode), !fields.hasUnknownKeys
    else { return }
    context.warning(
      .noEffect, "filling forwards has no effect while removedOnCompletion is true", at: node,
      hint: "add removedOnCompletion: false")
  }
}

extension SceneContext {
  /// Reads the animations of a list; one with an error is reported and left out.
  func animations(_ nodes: [YAMLNode], in place: AnimationPlace) -> [AttachedAnimation] {
    additions(nodes, in: place).map(\.animation)
  }

  /// The same with when each begins.
  func additions(_ nodes: [YAMLNode], in place: AnimationPlace) -> [Event.Addition] {
    var keys: [String: YAMLNode] = [:]
    return nodes.compactMap { node in
      guard let type = animationType(of: node),
        let fields = MappingReader(
          symbols.styles.completing(node, ofType: type), type.vocabulary, self)
      else { return nil }
      allowWarnings(fields)
      checkKey(fields, type, &keys, place)
      let reader = AnimationReader(fields, place)
      let animation = type.read(reader)
      fields.reportUnknownKeys { explain($0, type) }
      return animation.map {
        let attached = AttachedAnimation(
          $0, key: type.fixedKey ?? fields.node(Key.animationKey)?.scalar?.text,
          place: SourcePlace(node.mark))
        return Event.Addition(attached, begin: reader.begin)
      }
    }
  }

  private func animationType(of node: YAMLNode) -> AnimationType? {
    guard let entries = node.entries else {
      return mismatched("an animation: a mapping with keys", at: node, hint: node.hintOnWord)
    }
    guard let value = entries.first(where: { $0.name == Key.animationType.name })?.value else {
      return failure(
        .missingKey, "an animation needs 'type'", at: node,
        hint: node.hintOnWord
          ?? entries.first { $0.name == "keyPath" }?.value.scalar.map {
            "write type: basic, or animations: {\($0.text): {toValue: ...}}"
          } ?? "type: \(Key.animationType.expectation)")
    }
    guard let name = read(value, Key.animationType.reader) else { return nil }
    return AnimationType.named(name) ?? guessUnknownType(name, at: value)
  }

  /// After reporting an unknown type, the most likely type, so that more errors are found; or
  /// `nil`.
  private func guessUnknownType(_ name: String, at node: YAMLNode) -> AnimationType? {
    let known = AnimationType.all.first { $0.coreAnimationName == name }
    let guess =
      known ?? closest(to: name, among: AnimationType.all.map(\.name)).flatMap(AnimationType.named)
    error(
      .unknownType,
      "unknown animation type \(name.quoted); expected \(Key.animationType.expectation)",
      at: node, hint: guess.map { "did you mean '\($0.name)'?" })
    return guess
  }

  /// Core Animation replaces an animation when another one is added under its key.
  private func checkKey(
    _ fields: MappingReader, _ type: AnimationType, _ keys: inout [String: YAMLNode],
    _ place: AnimationPlace
  ) {
    let given = fields[Key.animationKey]
    guard let key = type.fixedKey ?? given, !place.isInGroup else { return }
    let node = given == nil ? fields.node : fields.node(Key.animationKey) ?? fields.node
    if let given, given != key {
      warning(
        .noEffect, "an animation of type '\(type.name)' has the key '\(key)' always", at: node)
    }
    guard let first = keys[key] else { return keys[key] = node }
    let mark = DiagnosticCollector.Place(mark: first.mark, extent: .value)
    error(
      .duplicateName,
      "duplicate animation key \(key.quoted): it would replace the earlier animation",
      at: node, related: [.init(message: "first given here", place: mark)])
  }

  private func explain(_ entry: YAMLNode.Entry, _ type: AnimationType) -> Bool {
    if entry.name == "delegate" {
      error(
        .notAvailable, "an animation of a scene has no \(entry.name.quoted)", at: entry.key,
        hint: ForeignNames.followingEnd)
      return true
    }
    let owners = AnimationType.all.filter { $0.vocabulary.key(named: entry.name) != nil }
    guard !owners.isEmpty else { return false }
    let names = owners.map { "'\($0.name)'" }.joined(separator: ", ")
    error(
      .unknownKey,
      "\(entry.name.quoted) belongs to animations of type \(names); this one is a '\(type.name)'",
      at: entry.key)
    return true
  }
}

// MARK: When an animation begins that an event adds

extension Reader where Content == Event.BeginTime {
  /// The key of a begin time that is a time of the layer's clock.
  static var layerTimeName: String { "layerTime" }

  /// Seconds after the event, also as `now + 0.2`; or `{layerTime: 3}`, a time of the layer's
  /// clock.
  static let addedBeginTime: Reader = {
    let expectation = "seconds after the event, now + SECONDS, or {layerTime: SECONDS}"
    let seconds = Reader<Double>.number(.any, expectation, limit: Limit.seconds)
    return Reader(
      expectation, example: "now",
      schema: [
        "anyOf": [
          seconds.schema, ["type": "string", "pattern": "^now *([+-] *[0-9.]+ *)?$"],
          [
            "type": "object", "properties": [layerTimeName: seconds.schema],
            "required": [.string(layerTimeName)], "additionalProperties": false,
          ],
        ]
      ]
    ) { node, context in
      if let entries = node.entries {
        guard entries.count == 1, entries[0].name == layerTimeName else {
          return context.mismatched(expectation, at: node)
        }
        return seconds.read(entries[0].value, context).map { .layerTime($0) }
      }
      guard let text = node.scalar?.text, text.hasPrefix("now") else {
        return seconds.read(node, context).map { .now(delay: $0) }
      }
      let rest = String(text.dropFirst(3).filter { $0 != " " })
      if rest.isEmpty { return .now(delay: 0) }
      if rest.hasPrefix("+") || rest.hasPrefix("-"), case .number(let delay) = NumberText(rest),
        abs(delay) <= Limit.seconds
      {
        return .now(delay: delay)
      }
      return context.mismatched(expectation, at: node)
    }
  }()
}
