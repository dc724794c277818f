import Algorithms
import RostrumSceneImport
import RostrumImportedDocument
import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import RostrumTiming

/// An animation of one property of an element, by SMIL or CSS.
struct SVGAnimation {
  /// A property or an attribute, `transform`, or `motion` for a way along a path.
  let name: String
  /// A property with values of the same type: another one for custom properties with a type.
  var valueName: String
  /// As the file writes them; `nil` means the value without the animation.
  var values: [String?] = []
  var keyTimes: [Double]?
  var functions: [TimingFunction] = []
  var mode = CalculationMode.linear
  var timing: MediaTiming
  var isAdditive = false
  var isCumulative = false
  /// The way of a motion, how the element turns on it, and which shares of it are reached.
  var path: Path?
  var rotationMode: RotationMode?
  var keyPoints: [Double]?
  /// A turn on the way, in degrees.
  var angle = 0.0
  /// When the next run of the same animation replaces it.
  var next = Double.infinity
  /// After how long it comes again, for ever; `nil` for one that comes once.
  var period: Double?
  /// Whether it is an animation of CSS, which lies above SMIL's.
  var isStyle = false
  /// The element that it animates.
  var owner: XMLElement?
  /// Where the file declares it.
  let place: Range<Int>

  init(_ name: String, _ timing: MediaTiming, at place: Range<Int>) {
    (self.name, valueName, self.timing, self.place) = (name, name, timing, place)
  }

  /// One of SMIL, without its values; each run sets its timing.
  fileprivate init(_ name: String, _ element: XMLElement) {
    self.init(name, MediaTiming(), at: element.bytes)
    isAdditive = element["additive"] == "sum"
    isCumulative = element["accumulate"] == "sum"
  }

  /// The animation of a key path through values, one for each of its own.
  func keyframes(_ keyPath: AnimationKeyPath, _ list: [Value]) -> KeyframeAnimation {
    let isMoving = list.count > 1
    let times = isMoving && list.count == values.count ? keyTimes : nil
    // A single value holds.
    let list = isMoving ? list : list + list
    return KeyframeAnimation(
      keyPath: keyPath, values: list,
      keyTimes: mode == .discrete ? times.map { $0 + [1] } : times, timingFunctions: functions,
      calculationMode: isMoving ? mode : .linear, timing: timing, isAdditive: isAdditive,
      isCumulative: isCumulative)
  }

  /// Whether an attribute is a list of transforms.
  static func isTransform(_ name: String) -> Bool {
    [
      "transform", "gradientTransform", "patternTransform", "translate", "rotate", "scale",
      "offset-transform",
    ]
    .contains(name)
  }

  private static let nativeNames: Set = [
    "transform", "motion", "opacity", "visibility", "display", "translate", "rotate", "scale",
    "offset-distance", "offset-rotate",
  ]

  /// Whether layers have such an animation.
  static func isNative(_ name: String, _ element: XMLElement) -> Bool {
    nativeNames.contains(name) || paintNames.contains(name)
      || outlineNames.contains(name) && shapeNames.contains(element.name)
  }

  /// The properties of lines and areas, which pass from an element to those inside.
  static let paintNames: Set = [
    "fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dashoffset",
    "stroke-dasharray",
  ]

  /// The attributes that make up a shape's outline.
  static let outlineNames: Set = [
    "x", "y", "width", "height", "r", "rx", "ry", "cx", "cy", "d", "points", "x1", "y1", "x2",
    "y2",
  ]

  static let shapeNames: Set = [
    "path", "rect", "circle", "ellipse", "line", "polyline", "polygon",
  ]
}

/// Reads the animations of SMIL (W3C SVG Animations 2; W3C SMIL 3, Timing and Animation).
struct SVGAnimationReader {
  let context: ImportContext
  let byID: [String: XMLElement]

  let times: SVGTimeGraph

  /// One for each run of an element of SMIL; none after a report.
  func animations(_ element: XMLElement, _ reader: SVGReader) -> [SVGAnimation] {
    let intervals = times.intervals(of: element)
    guard !intervals.isEmpty, let animation = animation(element, reader) else { return [] }
    return intervals.map { interval in
      var animation = animation
      animation.timing = timing(element, interval)
      (animation.next, animation.period) = (interval.next, interval.period)
      return animation
    }
  }

  private func animation(_ element: XMLElement, _ reader: SVGReader) -> SVGAnimation? {
    switch element.name {
    case "animateMotion": return motion(element, reader)
    case "animateTransform": return transform(element)
    default: break
    }
    guard let name = element["attributeName"]?.trimmed else {
      return refuse("\(element.name) without attributeName", element)
    }
    guard name != "transform" else { return refuse("\(element.name) of transform", element) }
    var animation = SVGAnimation(name, element)
    guard setFrames(of: &animation, element) else { return nil }
    settle(&animation, element)
    return animation
  }

  private func refuse<Value>(_ what: String, _ element: XMLElement) -> Value? {
    return context.leavingOut(.animations, what, at: element.bytes)
  }

  /// An animation with mistakes has no effect (W3C SMIL 3, Animation).
  private func ignored(_ name: String, _ text: String, _ element: XMLElement) -> Bool {
    return context.warned(
      .wrongType,
      "\(name.quoted) cannot be \(String(text.prefix(40)).quoted); the animation has no effect",
      at: context.place(of: name, in: element))
  }

  // MARK: Timing

  private func timing(_ element: XMLElement, _ interval: SVGTimeGraph.Interval) -> MediaTiming {
    let time = SVGActiveTime(element)
    let holds = element["fill"] == "freeze"
    let active = min(time.seconds, interval.end - interval.begin)
    // One that stays at its first value is a pass that is too long to be seen.
    let once = time.once.isFinite ? time.once : Self.longest
    var timing = MediaTiming(
      beginTime: interval.begin, duration: once, fillMode: holds ? .forwards : .removed,
      isRemovedOnCompletion: !holds)
    if active == .infinity {
      if time.once.isFinite { timing.repeatCount = .infinity }
    } else if active != once {
      timing.repeatDuration = active
    }
    return timing
  }

  /// In seconds, about as long as people live.
  static let longest = 3e9

  // MARK: Values

  private static let modes: [String: CalculationMode] = [
    "discrete": .discrete, "linear": .linear, "paced": .paced, "spline": .linear,
  ]

  /// Values, key times and easing; `false` after a report.
  private func setFrames(of animation: inout SVGAnimation, _ element: XMLElement) -> Bool {
    if element.name == "set" {
      guard let text = element["to"] else { return refuse("set without to", element) ?? false }
      animation.values = [text.trimmed]
      return true
    }
    if let text = element["values"] {
      animation.values = text.split(separator: ";").map(\.trimmed).filter { !$0.isEmpty }
    } else if let to = element["to"]?.trimmed {
      animation.values = [element["from"]?.trimmed, to]
    } else if let by = element["by"]?.trimmed {
      let step = SVGAnimatedValue(by, of: animation.name)
      if let from = element["from"]?.trimmed {
        animation.values = [from, SVGAnimatedValue(from, of: animation.name).added(step).text]
      } else {
        animation.values = [step.zero.text, by]
        animation.isAdditive = true
      }
    }
    guard !animation.values.isEmpty else {
      return refuse("\(element.name) without values", element) ?? false
    }
    let isTo = animation.values.first == .some(nil)
    if isTo { (animation.isAdditive, animation.isCumulative) = (false, false) }
    return setTimes(of: &animation, element)
  }

  /// Gives the values of a pace the times of their distances, and those with nothing in between
  /// their steps.
  private func settle(_ animation: inout SVGAnimation, _ element: XMLElement) {
    let values = animation.values.compactMap { text in
      text.map { SVGAnimatedValue($0, of: animation.name) }
    }
    guard values.count == animation.values.count, values.count > 1 else {
      if animation.mode == .paced { animation.mode = .linear }
      return
    }
    let pairs = zip(values, values.dropFirst())
    if animation.mode == .linear, !pairs.contains(where: { $0.isLike($1) }) {
      animation.mode = .discrete
    }
    guard animation.mode == .paced else { return }
    animation.mode = .linear
    // The places of letters are lists, which have no distance.
    guard !["text", "tspan"].contains(element.parent?.name) else { return }
    let steps = pairs.compactMap { $0.distance(to: $1) }
    let total = steps.reduce(0, +)
    guard steps.count == values.count - 1, total > 0 else { return }
    animation.keyTimes = steps.reductions(0) { $0 + $1 / total }
  }

  private func setTimes(of animation: inout SVGAnimation, _ element: XMLElement) -> Bool {
    let isMotion = element.name == "animateMotion"
    let word = element["calcMode"] ?? (isMotion ? "paced" : "linear")
    guard let mode = Self.modes[word] else {
      return refuse("calcMode: \(word.prefix(40))", element) ?? false
    }
    animation.mode = mode
    if let text = element["keyTimes"], mode != .paced {
      let times = text.split(separator: ";").map { Double($0.trimmed) ?? -1 }
      let count = isMotion ? times.count : animation.values.count
      guard times.count == count, times.first == 0, times == times.sorted(),
        times.allSatisfy({ (0...1).contains($0) }), times.count > 1 || mode == .discrete
      else { return ignored("keyTimes", text, element) }
      animation.keyTimes = times.count > 1 ? times : nil
    }
    guard word == "spline", let text = element["keySplines"] else { return true }
    for part in text.split(separator: ";").map(\.trimmed) where !part.isEmpty {
      guard let v = SVGReader.numbers(part), v.count == 4,
        let curve = CubicBezier(x1: v[0], y1: v[1], x2: v[2], y2: v[3])
      else { return ignored("keySplines", part, element) }
      animation.functions.append(.bezier(curve))
    }
    let count = (animation.keyTimes?.count ?? animation.values.count) - 1
    guard isMotion || animation.functions.count == count else {
      return ignored("keySplines", text, element)
    }
    return true
  }

  private func transform(_ element: XMLElement) -> SVGAnimation? {
    let name = element["attributeName"]?.trimmed ?? "transform"
    var animation = SVGAnimation(name, element)
    guard setFrames(of: &animation, element) else { return nil }
    let type = element["type"]?.trimmed ?? "translate"
    animation.values = animation.values.map { "\(type)(\($0 ?? "0"))" }
    settle(&animation, element)
    return animation
  }

  // MARK: Motion

  private func motion(_ element: XMLElement, _ reader: SVGReader) -> SVGAnimation? {
    var animation = SVGAnimation("motion", element)
    if let reference = element.first("mpath")?["href"] {
      guard let target = byID[String(reference.dropFirst())],
        !target.children.contains(where: { SVGConversion.animationNames.contains($0.name) }),
        let path = reader.outline(of: target)
      else { return refuse("mpath: \(reference.prefix(40))", element) }
      animation.path = path
    } else if let text = element["path"] {
      animation.path = Path.upToMistake(svg: text.trimmed).path
    }
    let isAlongPath = animation.path != nil
    guard isAlongPath ? setTimes(of: &animation, element) : setFrames(of: &animation, element)
    else { return nil }
    if !isAlongPath {
      let points = animation.values.compactMap { SVGReader.numbers($0 ?? "0 0") }
      guard points.count == animation.values.count, points.allSatisfy({ $0.count <= 2 }),
        let first = points.first
      else { return refuse("values of animateMotion", element) }
      func point(_ v: [Double]) -> Point { Point(x: v.first ?? 0, y: v.count > 1 ? v[1] : 0) }
      animation.path = Path(
        [.move(point(first))] + points.dropFirst().map { .line(point($0)) })
    }
    if let text = element["keyPoints"], animation.keyTimes != nil || animation.mode == .linear {
      let points = text.split(separator: ";").compactMap { Double($0.trimmed) }
      guard points.count == animation.keyTimes?.count ?? points.count, points.count > 1,
        points.allSatisfy({ (0...1).contains($0) })
      else { return refuse("keyPoints: \(text.prefix(40))", element) }
      if points != [0, 1] { animation.keyPoints = points }
    }
    let count = animation.path?.segments.count ?? 0
    guard count > 0 else { return refuse("animateMotion without a way", element) }
    if isAlongPath, animation.keyPoints == nil { setPace(of: &animation) }
    if animation.keyPoints == nil, animation.mode == .linear, let times = animation.keyTimes,
      times.count != count + 1, element["keyPoints"] == nil
    {
      return refuse("keyTimes that are not one for each point", element)
    }
    if animation.keyPoints == nil, element["keyPoints"] != nil { animation.keyTimes = nil }
    switch element["rotate"]?.trimmed ?? "0" {
    case "auto": animation.rotationMode = .auto
    case "auto-reverse": animation.rotationMode = .autoReverse
    case let text: animation.angle = SVGReader.numbers(text)?.first ?? 0
    }
    return animation
  }

  /// Along a path only key points have times: without them it is one way from end to end, or a jump
  /// from point to point.
  private func setPace(of animation: inout SVGAnimation) {
    animation.keyTimes = nil
    if animation.mode == .discrete {
      let segments = animation.path?.segments ?? []
      let points = segments.map(\.start) + segments.suffix(1).map(\.end)
      animation.values = points.map { "translate(\($0.x) \($0.y))" }
      animation.path = nil
    } else {
      animation.mode = .paced
    }
  }
}

/// Times in seconds, as SMIL and CSS write them.
enum SVGTime {
  private static let units = ["": 1.0, "s": 1, "ms": 0.001, "min": 60, "h": 3600]

  /// `2s`, `500ms`, `1.5min`, `-1s`, `02:30`; `nil` for anything else.
  static func seconds(_ text: String) -> Double? {
    let text = text.trimmed
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 2 || parts.count == 3 {
      let numbers = parts.compactMap { Double($0) }
      guard numbers.count == parts.count else { return nil }
      return numbers.reduce(0) { $0 * 60 + $1 }
    }
    var scanner = TextScanner(text)
    guard let number = scanner.takeNumber(), number.isFinite, abs(number) < 1e6,
      let unit = units[scanner.takeWord()], scanner.isAtEnd
    else { return nil }
    return number * unit
  }
}
