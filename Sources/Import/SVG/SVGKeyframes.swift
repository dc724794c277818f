import RostrumSceneImport
import RostrumImportedDocument
import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import RostrumTiming

/// The frames of an `@keyframes` rule (W3C CSS Animations 1).
struct SVGKeyframes {
  private(set) var frames: [(offset: Double, values: [SVGDeclaration])] = []

  init(_ body: String) {
    var text = CSSText(body)
    while let rule = text.takeRule() {
      guard let inside = rule.body else { continue }
      let values = CSSText.declarations(inside)
      for selector in rule.head.split(separator: ",").map({ $0.trimmed.lowercased() }) {
        let words = ["from": 0.0, "to": 1]
        let share = selector.hasSuffix("%") ? SVGProperties.share(selector) : nil
        guard let offset = words[selector] ?? share, (0...1).contains(offset) else { continue }
        frames.append((offset, values))
      }
    }
  }

  /// The frames of each property, by time; of two at one time the later one counts.
  fileprivate func frames(of name: String) -> [(offset: Double, value: String, easing: String?)] {
    var found: [Double: (value: String, easing: String?)] = [:]
    for frame in frames {
      let isOwn = { (item: SVGDeclaration) in item.name == name && !item.isImportant }
      guard let value = frame.values.last(where: isOwn)?.value else { continue }
      let easing = frame.values.last { $0.name == "animation-timing-function" }?.value
      found[frame.offset] = (value, easing)
    }
    return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value.value, $0.value.easing) }
  }

  fileprivate var names: [String] {
    var seen: Set<String> = ["animation-timing-function", "animation-composition"]
    return frames.flatMap(\.values).filter { !$0.isImportant }.map(\.name).filter {
      ($0.hasPrefix("--") || !$0.hasPrefix("-")) && seen.insert($0).inserted
    }
  }
}

/// One animation that an element's declarations ask for.
struct SVGAnimationRun {
  var name = ""
  var duration = 0.0
  var delay = 0.0
  var count = 1.0
  var direction = "normal"
  var fill = "none"
  var easing = "ease"
  var isPaused = false
  var isAdditive = false

  private static let directions: Set = ["normal", "reverse", "alternate", "alternate-reverse"]
  private static let fills: Set = ["forwards", "backwards", "both"]

  /// From one part of the shorthand.
  init(shorthand words: [String]) {
    var times = 0
    for word in words {
      let text = word.lowercased()
      if let seconds = SVGTime.css(text) {
        if times == 0 { duration = seconds } else { delay = seconds }
        times += 1
      } else if Self.directions.contains(text) {
        direction = text
      } else if Self.fills.contains(text) {
        fill = text
      } else if text == "infinite" {
        count = .infinity
      } else if let number = Double(text) {
        count = number
      } else if text == "paused" || text == "running" {
        isPaused = text == "paused"
      } else if SVGEasing.function(text) != nil {
        easing = text
      } else if text != "none" {
        name = word
      }
    }
  }

  /// With the word of a property of its own.
  mutating func set(_ property: String, _ word: String) {
    let text = word.lowercased()
    switch property {
    case "animation-name": name = text == "none" ? "" : word
    case "animation-duration": duration = SVGTime.css(text) ?? duration
    case "animation-delay": delay = SVGTime.css(text) ?? delay
    case "animation-iteration-count": count = text == "infinite" ? .infinity : Double(text) ?? count
    case "animation-direction": direction = text
    case "animation-fill-mode": fill = text
    case "animation-timing-function": easing = text
    case "animation-play-state": isPaused = text == "paused"
    case "animation-composition": isAdditive = text == "add" || text == "accumulate"
    default: break
    }
  }

  static let properties = [
    "animation-name", "animation-duration", "animation-delay", "animation-iteration-count",
    "animation-direction", "animation-fill-mode", "animation-timing-function",
    "animation-play-state", "animation-composition",
  ]

  /// The timing of the frames, which `reverseFrames` has turned round for the directions that begin
  /// at the end.
  var timing: MediaTiming {
    let fills: [String: FillMode] = [
      "forwards": .forwards, "backwards": .backwards, "both": .both,
    ]
    let mode = fills[fill] ?? .removed
    // A pass back is the second half of a round of Core Animation's.
    let returns = direction.hasPrefix("alternate") && count > 1
    if isPaused || duration == 0 { return held(mode) }
    return MediaTiming(
      beginTime: delay, duration: duration, repeatCount: returns ? count / 2 : count,
      autoreverses: returns, fillMode: mode,
      isRemovedOnCompletion: !mode.fillsForwards)
  }
}

extension SVGAnimationRun {
  /// The timing of one that stays where it is, or that ends as it begins.
  fileprivate func held(_ mode: FillMode) -> MediaTiming {
    var timing = MediaTiming(
      beginTime: delay, duration: max(duration, 1e-5), fillMode: mode,
      isRemovedOnCompletion: !mode.fillsForwards)
    guard isPaused else { return timing }
    var (turns, share) = (0.0, 0.0)
    if duration > 0 { (turns, share) = ((-delay / duration).rounded(.down), (-delay / duration)) }
    share -= turns
    let isOdd = turns.truncatingRemainder(dividingBy: 2) != 0
    let isBack = direction.hasPrefix("alternate") && isOdd
    guard delay <= 0, turns < count else { return timing }
    timing.beginTime = 0
    timing.speed = 0
    timing.timeOffset = (isBack ? 1 - share : share) * timing.duration
    timing.repeatCount = .infinity
    return timing
  }
}

extension SVGTime {
  /// A time of CSS, which has a unit.
  fileprivate static func css(_ text: String) -> Double? {
    if text.hasPrefix("calc(") {
      let plain = text.replacing("ms", with: "*0.001").replacing("s", with: "")
      return SVGLength(plain)?.terms.reduce(0) { $0 + $1.number }
    }
    return text.hasSuffix("s") && !text.contains(":") ? seconds(text) : nil
  }
}

/// The easing functions of CSS (W3C CSS Easing 2).
enum SVGEasing {
  private static let names: [String: TimingFunction] = [
    "ease": .bezier(.default), "linear": .bezier(.linear), "ease-in": .bezier(.easeIn),
    "ease-out": .bezier(.easeOut), "ease-in-out": .bezier(.easeInEaseOut),
  ]
  private static let jumps: [String: StepFunction.Jump] = [
    "start": .start, "end": .end, "jump-start": .start, "jump-end": .end, "jump-none": .none,
    "jump-both": .both,
  ]

  static func function(_ text: String) -> TimingFunction? {
    let text = text.trimmed.lowercased()
    if let known = names[text] { return known }
    if text == "step-start" { return StepFunction(count: 1, jump: .start).map { .steps($0) } }
    if text == "step-end" { return StepFunction(count: 1, jump: .end).map { .steps($0) } }
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return nil }
    let parts = text[text.index(after: open)...].dropLast().split(separator: ",").map(\.trimmed)
    switch text[..<open] {
    case "cubic-bezier":
      let v = parts.compactMap { Double($0) }
      guard v.count == 4, parts.count == 4 else { return nil }
      return CubicBezier(x1: v[0], y1: v[1], x2: v[2], y2: v[3]).map { .bezier($0) }
    case "linear": return piecewise(parts)
    case "steps":
      guard let count = parts.first.flatMap({ Int($0) }), parts.count <= 2,
        let jump = parts.count == 2 ? jumps[parts[1]] : .end
      else { return nil }
      return StepFunction(count: count, jump: jump).map { .steps($0) }
    default: return nil
    }
  }

  /// Numbers with one or two percentages, before or after, or none.
  private static func piecewise(_ parts: [String]) -> TimingFunction? {
    var outputs: [(output: Double, input: Double?)] = []
    for part in parts {
      let words = part.split(whereSeparator: \.isWhitespace).map(String.init)
      let numbers = words.filter { !$0.hasSuffix("%") }.compactMap { Double($0) }
      let shares = words.filter { $0.hasSuffix("%") }.compactMap(SVGProperties.share)
      guard numbers.count == 1, shares.count <= 2, words.count == 1 + shares.count else {
        return nil
      }
      outputs += shares.isEmpty ? [(numbers[0], nil)] : shares.map { (numbers[0], $0) }
    }
    return PiecewiseFunction(outputs: outputs).map { .piecewise($0) }
  }
}

extension SVGAnimation {
  /// Turns the frames round in time: the last is the first.
  fileprivate mutating func reverseFrames() {
    keyTimes = keyTimes?.reversed().map { 1 - $0 }
    values.reverse()
    functions = functions.reversed().map(\.mirrored)
  }
}

extension TimingFunction {
  /// The function of the same change from its end to its start.
  fileprivate var mirrored: TimingFunction {
    switch self {
    case .bezier(let curve):
      return CubicBezier(x1: 1 - curve.x2, y1: 1 - curve.y2, x2: 1 - curve.x1, y2: 1 - curve.y1)
        .map { .bezier($0) } ?? self
    case .steps(let steps):
      let jump: StepFunction.Jump =
        steps.jump == .start ? .end : steps.jump == .end ? .start : steps.jump
      return StepFunction(count: steps.count, jump: jump).map { .steps($0) } ?? self
    case .piecewise(let lines):
      let stops = lines.stops.reversed().map {
        PiecewiseFunction.Stop(input: 1 - $0.input, output: 1 - $0.output)
      }
      return PiecewiseFunction(stops).map { .piecewise($0) } ?? self
    // CSS has no others.
    default: return self
    }
  }
}

extension SVGReader {
  /// The animations that an element's declarations ask for.
  func animations(_ own: SVGDeclarations) -> [SVGAnimation] {
    guard own["animation"] != nil || own["animation-name"] != nil else { return [] }
    return runs(own).flatMap { run -> [SVGAnimation] in
      guard let rule = sheet.keyframes[run.name] else { return [] }
      let isSeen = run.duration > 0 || run.isPaused || run.timing.fillMode.fillsForwards
      guard run.count > 0, isSeen else { return [] }
      // An important declaration wins over an animation.
      return rule.names.filter { !own.important.contains($0) }
        .compactMap { animation($0, rule, run, own) }
    }
  }

  private func runs(_ own: SVGDeclarations) -> [SVGAnimationRun] {
    var runs = Self.list(own["animation"] ?? "").map {
      SVGAnimationRun(shorthand: Self.list($0, separator: " "))
    }
    if let names = own["animation-name"].map({ Self.list($0) }) {
      let first = runs.first ?? SVGAnimationRun(shorthand: [])
      runs = names.indices.map { $0 < runs.count ? runs[$0] : first }
    }
    for property in SVGAnimationRun.properties {
      guard let words = own[property].map({ Self.list($0) }), !words.isEmpty else { continue }
      for index in runs.indices { runs[index].set(property, words[index % words.count]) }
    }
    return runs
  }

  /// Parts between commas, or between blanks, outside parentheses.
  static func list(_ text: String, separator: Character = ",") -> [String] {
    var parts: [String] = []
    var part = ""
    var depth = 0
    for character in text {
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
      let isEnd = separator == " " ? character.isWhitespace : character == separator
      if depth == 0, isEnd {
        parts.append(part)
        part = ""
      } else {
        part.append(character)
      }
    }
    return (parts + [part]).map(\.trimmed).filter { !$0.isEmpty }
  }

  private func animation(
    _ name: String, _ rule: SVGKeyframes, _ run: SVGAnimationRun, _ own: SVGDeclarations
  ) -> SVGAnimation? {
    let frames = rule.frames(of: name)
    var animation = SVGAnimation(name, run.timing, at: own.element.bytes)
    var times = frames.map(\.offset)
    animation.isStyle = true
    animation.valueName = sheet.registered[name]?.valueName ?? name
    animation.isAdditive = run.isAdditive
    animation.values = frames.map { value(of: name, $0.value, own) }
    var easing = frames.map { $0.easing ?? run.easing }
    // Without a frame at 0 or 1 the animation begins or ends with the value without it.
    if times.first != 0 {
      times.insert(0, at: 0)
      animation.values.insert(nil, at: 0)
      easing.insert(run.easing, at: 0)
    }
    if times.last != 1 {
      times.append(1)
      animation.values.append(nil)
      easing.append(run.easing)
    }
    animation.keyTimes = times
    animation.functions = easing.dropLast().compactMap(SVGEasing.function)
    guard animation.functions.count == times.count - 1 else {
      return context.leavingOut(.animations, easing.joined(separator: ", "), at: own.element.bytes)
    }
    if run.direction.hasSuffix("reverse") { animation.reverseFrames() }
    return animation
  }

  /// A value of a frame; `nil` for the value without the animation.
  private func value(of name: String, _ text: String, _ own: SVGDeclarations) -> String? {
    let text = SVGDeclarations.substituted(text, own.element, sheet, context)
    let isInherited = SVGProperties.inherited.contains(name)
    switch text?.lowercased() {
    case nil, "revert", "revert-layer": return nil
    case "initial": return base(of: name, nil)
    case "unset": return isInherited ? parentValue(of: name, own) : base(of: name, nil)
    case "inherit": return parentValue(of: name, own)
    default: return text.map { name == "d" ? Self.pathData($0) : Self.transformList(name, $0) }
    }
  }

  private func parentValue(of name: String, _ own: SVGDeclarations) -> String {
    own.element.parent.map { base(of: name, declarations(of: $0)) } ?? base(of: name, nil)
  }
}
