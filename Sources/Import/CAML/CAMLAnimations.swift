import RostrumSceneImport
import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import RostrumTiming

/// Reads the animations of an archive.
struct CAMLAnimations {
  let context: ImportContext
  let values: CAMLValues

  /// An animation of one key path, with the name under which it is added.
  struct Read {
    let animation: any PropertyAnimation
    let key: String?
  }

  /// The animations that an element adds to a layer: a group is one.
  func attached(_ element: XMLElement, of layerClass: LayerClass) -> [any Animation] {
    let type = element["type"] ?? element.name
    guard type == "CAAnimationGroup" else {
      return animations(element, of: layerClass).map(\.animation)
    }
    reportUnknown(element)
    let children = element.first("animations")?.children ?? []
    let inner = children.flatMap { attached($0, of: layerClass) }
    guard !inner.isEmpty else { return [] }
    return [
      AnimationGroup(
        animations: inner, timing: timing(element), timingFunction: timingFunction(element))
    ]
  }

  /// The attributes of animations, including attributes that only editors use.
  private static let known: Set = [
    "type", "key", "keyPath", "duration", "beginTime", "speed", "timeOffset", "repeatCount",
    "repeatDuration", "autoreverses", "fillMode", "removedOnCompletion", "timingFunction",
    "additive", "cumulative", "calculationMode", "mass", "stiffness", "damping", "velocity",
    "initialVelocity", "mica_autorecalculatesDuration", "path", "rotationMode", "fromValue",
    "toValue", "byValue", "enabled", "name", "id",
  ]

  private static let knownChildren: Set = [
    "", "values", "keyTimes", "timingFunctions", "fromValue", "from", "toValue", "to", "byValue",
    "by", "path", "animations",
  ]

  private func reportUnknown(_ element: XMLElement) {
    for (name, _) in element.attributes
    where !Self.known.contains(name) && !name.hasPrefix("caplay") && !name.hasPrefix("mica") {
      context.unsupported(.keyPaths, name, at: context.place(of: name, in: element))
    }
    for child in element.children where !Self.knownChildren.contains(child.name) {
      context.unsupported(.elements, child.name, at: child.bytes)
    }
  }

  /// The word of an attribute; an error for one that is none of them.
  private func word<Word: RawRepresentable & CaseIterable>(
    _ element: XMLElement, _ name: String, _ type: Word.Type
  ) -> Word? where Word.RawValue == String {
    guard let text = element[name] else { return nil }
    if let word = Word(rawValue: text) { return word }
    let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
    return context.failure(
      .unknownWord,
      "expected one of \(words) for '\(name)'; found \(String(text.prefix(40)).quoted)",
      at: context.place(of: name, in: element))
  }

  /// The animations that an element comes to: two where it moves two components.
  func animations(_ element: XMLElement, of layerClass: LayerClass) -> [Read] {
    let type = element["type"] ?? (element.name.hasPrefix("CA") ? element.name : "")
    guard ["CABasicAnimation", "CAKeyframeAnimation", "CASpringAnimation"].contains(type) else {
      return context.leavingOut(
        .animationTypes, type.isEmpty ? element.name : type, at: element.bytes)
    }
    reportUnknown(element)
    guard let path = element["keyPath"] else {
      return context.failure(
        .missingKey, "expected the 'keyPath' of an animation", at: element.bytes)
    }
    return values.keyPaths(path, of: layerClass, in: element).compactMap { keyPath in
      guard keyPath.property.isAnimatable else {
        return context.leavingOut(.keyPaths, path, at: context.place(of: "keyPath", in: element))
      }
      let animation: (any PropertyAnimation)? =
        type == "CAKeyframeAnimation" ? keyframes(element, keyPath) : basic(element, keyPath, type)
      return animation.map { Read(animation: $0, key: element["key"]) }
    }
  }

  // MARK: Timing

  private func timing(_ element: XMLElement) -> MediaTiming {
    let isEndless = number(element, "repeatCount") == .infinity
    let whole = number(element, "repeatDuration") ?? 0
    var timing = MediaTiming(
      beginTime: number(element, "beginTime") ?? 0,
      duration: duration(element),
      speed: number(element, "speed") ?? 1, timeOffset: number(element, "timeOffset") ?? 0,
      // Both at once are endless in real files.
      repeatCount: isEndless || whole == .infinity
        ? .infinity : max(number(element, "repeatCount") ?? 0, 0),
      repeatDuration: whole.isFinite && !isEndless ? max(whole, 0) : 0,
      autoreverses: flag(element, "autoreverses") ?? false,
      fillMode: word(element, "fillMode", FillMode.self) ?? .removed,
      isRemovedOnCompletion: flag(element, "removedOnCompletion") ?? true)
    // A number used for 0, which means now.
    if abs(timing.beginTime) < 1e-50 { timing.beginTime = 0 }
    if timing.duration == 0 { timing.duration = MediaTiming.defaultDuration }
    return timing
  }

  private func duration(_ element: XMLElement) -> Double {
    guard let duration = number(element, "duration") else { return MediaTiming.defaultDuration }
    if duration < 0 {
      context.warning(
        .outOfRange, "a duration below 0 counts as none",
        at: context.place(of: "duration", in: element))
    }
    return max(duration, 0)
  }

  private func number(_ element: XMLElement, _ name: String) -> Double? {
    guard let text = element[name] else { return nil }
    guard let number = CAMLValues.number(text) else {
      return context.failure(
        .wrongType, "expected a number for '\(name)'; found \(String(text.prefix(40)).quoted)",
        at: context.place(of: name, in: element))
    }
    return number
  }

  private func flag(_ element: XMLElement, _ name: String) -> Bool? {
    guard let text = element[name] else { return nil }
    let flag = ["1": true, "true": true, "0": false, "false": false][text]
    if flag == nil {
      context.error(
        .wrongType, "expected 0 or 1 for '\(name)'; found \(String(text.prefix(40)).quoted)",
        at: context.place(of: name, in: element))
    }
    return flag
  }

  private func timingFunction(_ element: XMLElement) -> TimingFunction? {
    guard let text = element["timingFunction"] else { return nil }
    return timingFunction(text, at: context.place(of: "timingFunction", in: element))
  }

  private func timingFunction(_ text: String, at place: Range<Int>) -> TimingFunction? {
    let name = text == "default" ? "default" : text
    if let function = TimingFunction(name: name) { return function }
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    if numbers.count == 4, (0...1).contains(numbers[0]), (0...1).contains(numbers[2]),
      let curve = CubicBezier(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
    {
      return .bezier(curve)
    }
    return context.failure(
      .badTimingFunction, "there is no timing function \(String(text.prefix(40)).quoted)", at: place
    )
  }

  // MARK: Types

  private func basic(
    _ element: XMLElement, _ keyPath: AnimationKeyPath, _ type: String
  ) -> (any PropertyAnimation)? {
    func end(_ names: [String]) -> Value? {
      if let holder = names.lazy.compactMap({ element.first($0) }).first {
        return values.value(of: holder.children.first ?? holder, keyPath.type)
      }
      return element[names[0]].flatMap {
        values.value($0, keyPath.type, names[0], in: element)
      }
    }
    var timing = timing(element)
    let ends = AnimationEnds(
      from: end(["fromValue", "from"]), to: end(["toValue", "to"]), by: end(["byValue", "by"]))
    func basic() -> BasicAnimation {
      BasicAnimation(
        keyPath: keyPath, ends: ends, timing: timing, timingFunction: timingFunction(element),
        isAdditive: flag(element, "additive") ?? false,
        isCumulative: flag(element, "cumulative") ?? false)
    }
    guard type == "CASpringAnimation" else { return basic() }
    let spring = Spring(
      mass: number(element, "mass") ?? 1, stiffness: number(element, "stiffness") ?? 100,
      damping: number(element, "damping") ?? 10,
      initialVelocity: number(element, "initialVelocity") ?? number(element, "velocity") ?? 0)
    guard let spring else {
      return context.failure(
        .badSpring, "a spring needs a mass and a stiffness above 0, and a damping of at least 0",
        at: element.bytes)
    }
    if flag(element, "mica_autorecalculatesDuration") == true, spring.settlingDuration < 1e4 {
      timing.duration = spring.settlingDuration
    }
    return SpringAnimation(basic(), spring: spring)
  }

  private func keyframes(
    _ element: XMLElement, _ keyPath: AnimationKeyPath
  ) -> KeyframeAnimation? {
    if keyPath.type == .point, element["path"] != nil || element.first("path") != nil {
      return along(element, keyPath)
    }
    var list = (element.first("values")?.children ?? []).compactMap {
      values.value(of: $0, keyPath.type)
    }
    guard !list.isEmpty else {
      return context.failure(
        .missingKey, "expected the values of a key-frame animation", at: element.bytes)
    }
    let mode = word(element, "calculationMode", CalculationMode.self) ?? .linear
    let times = keyTimes(element, &list, mode)
    return KeyframeAnimation(
      keyPath: keyPath, values: list, keyTimes: times, timingFunctions: functions(element),
      calculationMode: mode, timing: timing(element), timingFunction: timingFunction(element),
      isAdditive: flag(element, "additive") ?? false,
      isCumulative: flag(element, "cumulative") ?? false)
  }

  private func functions(_ element: XMLElement) -> [TimingFunction] {
    (element.first("timingFunctions")?.children ?? []).compactMap { child in
      (child["name"] ?? child["value"]).flatMap { timingFunction($0, at: child.bytes) }
    }
  }

  /// A point's way along a path; `nil` where there is none.
  private func along(_ element: XMLElement, _ keyPath: AnimationKeyPath) -> KeyframeAnimation? {
    let value =
      element["path"].map { values.value($0, .path, "path", in: element) }
      ?? element.first("path").map { values.value(of: $0, .path) }
    guard case .path(let path)?? = value else { return nil }
    guard !path.segments.isEmpty else {
      return context.failure(.badPath, "expected a path that draws something", at: element.bytes)
    }
    let times = (element.first("keyTimes")?.children ?? []).compactMap {
      values.value(of: $0, .number(.unit))?.number
    }
    let isWhole = times.count == path.segments.count + 1 && times == times.sorted()
    return KeyframeAnimation(
      keyPath: keyPath, path: path,
      rotationMode: word(element, "rotationMode", RotationMode.self),
      keyTimes: isWhole ? times : nil, timingFunctions: functions(element),
      calculationMode: word(element, "calculationMode", CalculationMode.self) ?? .linear,
      timing: timing(element), timingFunction: timingFunction(element),
      isAdditive: flag(element, "additive") ?? false,
      isCumulative: flag(element, "cumulative") ?? false)
  }

  /// As many times as the values need, from 0 to 1. Real files have too many, or end too early: the
  /// first of them count, and the last value holds.
  private func keyTimes(
    _ element: XMLElement, _ list: inout [Value], _ mode: CalculationMode
  ) -> [Double]? {
    var latest = 0.0
    var times = (element.first("keyTimes")?.children ?? []).compactMap { child -> Double? in
      guard let time = values.value(of: child, .number())?.number else { return nil }
      latest = min(max(time, latest), 1)
      return latest
    }
    guard times.count > 1, !mode.isPaced else { return nil }
    times[0] = 0
    if mode == .discrete {
      let count = min(list.count, times.count)
      list = Array(list.prefix(count))
      return Array(times.prefix(count)) + [1]
    }
    let count = min(list.count, times.count)
    (list, times) = (Array(list.prefix(count)), Array(times.prefix(count)))
    if let last = times.last, last < 1, let value = list.last {
      times.append(1)
      list.append(value)
    }
    return times
  }
}
