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
  /// As the file writes them; `nil` stands for the value without the animation.
  var values: [String?] = []
  var keyTimes: [Double]?
  var functions: [TimingFunction] = []
  var mode = CalculationMode.linear
  var timing: MediaTiming
  var isAdditive = false
  var isCumulative = false
  /// The way of a motion, and how the element turns on it.
  var path: Path?
  var rotationMode: RotationMode?
  /// Where the file declares it.
  let place: Range<Int>

  init(_ name: String, _ timing: MediaTiming, at place: Range<Int>) {
    (self.name, self.timing, self.place) = (name, timing, place)
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

  /// `nil` for one that never begins, and after a report.
  func animation(_ element: XMLElement, _ reader: SVGReader) -> SVGAnimation? {
    guard let timing = timing(element) else { return nil }
    switch element.name {
    case "animateMotion": return motion(element, timing, reader)
    case "animateTransform": return transform(element, timing)
    default: break
    }
    guard let name = element["attributeName"]?.trimmed else {
      return refuse("\(element.name) without attributeName", element)
    }
    guard name != "transform" else { return refuse("\(element.name) of transform", element) }
    var animation = SVGAnimation(name, timing, at: element.bytes)
    guard setFrames(of: &animation, element) else { return nil }
    return animation
  }

  private func refuse<Value>(_ what: String, _ element: XMLElement) -> Value? {
    context.unsupported(.animations, what, at: element.bytes)
    return nil
  }

  // MARK: Timing

  private func timing(_ element: XMLElement) -> MediaTiming? {
    for name in ["min", "max"] where element[name] != nil {
      return refuse("\(name) of \(element.name)", element)
    }
    guard let begin = begin(of: element, depth: 0), let active = active(element, begin),
      active > 0
    else { return nil }
    let once = SVGTime.seconds(element["dur"] ?? "")
    let holds = element["fill"] == "freeze"
    var timing = MediaTiming(
      beginTime: begin, duration: once ?? 1, fillMode: holds ? .forwards : .removed,
      isRemovedOnCompletion: !holds)
    if active == .infinity {
      timing.repeatCount = .infinity
    } else if active != once {
      timing.repeatDuration = active
    }
    return timing
  }

  /// The seconds from its beginning to its end, infinite for one that never ends.
  private func active(_ element: XMLElement, _ begin: Double) -> Double? {
    func seconds(_ name: String) -> Double? {
      guard let text = element[name]?.trimmed else { return nil }
      return text == "indefinite" ? .infinity : SVGTime.seconds(text)
    }
    if let text = element["dur"], seconds("dur") == nil, text.trimmed != "media" {
      return refuse("dur: \(text.prefix(40))", element)
    }
    let once = seconds("dur") ?? .infinity
    guard once > 0 else { return refuse("dur: 0", element) }
    let count = element["repeatCount"].map {
      $0.trimmed == "indefinite" ? .infinity : Double($0.trimmed) ?? 1
    }
    var active = once
    if let count { active = count == .infinity ? .infinity : once * count }
    if let whole = seconds("repeatDur") { active = count == nil ? whole : min(active, whole) }
    guard let end = element["end"]?.trimmed, end != "indefinite" else { return active }
    guard let end = SVGTime.seconds(end) else { return refuse("end: \(end.prefix(40))", element) }
    return min(active, end - begin)
  }

  /// The most animations that begin with each other.
  private static let longestChain = 100

  /// When it begins, in seconds; `nil` for never, and after a report.
  private func begin(of element: XMLElement, depth: Int) -> Double? {
    let text = element["begin"]?.trimmed ?? "0"
    guard text != "indefinite" else { return nil }
    if let seconds = SVGTime.seconds(text) { return seconds }
    for (word, isEnd) in [(".begin", false), (".end", true)] {
      guard !text.contains(";"), let range = text.range(of: word),
        let other = byID[text[..<range.lowerBound].trimmed], depth < Self.longestChain
      else { continue }
      let rest = text[range.upperBound...].filter { !$0.isWhitespace }
      guard let offset = rest.isEmpty ? 0 : SVGTime.seconds(rest) else { continue }
      guard let begin = begin(of: other, depth: depth + 1) else { return nil }
      guard isEnd else { return begin + offset }
      guard let active = active(other, begin) else { return nil }
      return active.isFinite ? begin + active + offset : nil
    }
    return refuse("begin: \(text.prefix(40))", element)
  }

  // MARK: Values

  private static let modes: [String: CalculationMode] = [
    "discrete": .discrete, "linear": .linear, "paced": .paced, "spline": .linear,
  ]

  /// Values, key times and easing; `false` after a report.
  private func setFrames(of animation: inout SVGAnimation, _ element: XMLElement) -> Bool {
    animation.isAdditive = element["additive"] == "sum"
    animation.isCumulative = element["accumulate"] == "sum"
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
      if let from = element["from"]?.trimmed {
        guard let sum = Self.sum(from, by) else { return refuse("by: \(by)", element) ?? false }
        animation.values = [from, sum]
      } else {
        animation.values = ["0", by]
        animation.isAdditive = true
      }
    }
    guard !animation.values.isEmpty else {
      return refuse("\(element.name) without values", element) ?? false
    }
    return setTimes(of: &animation, element)
  }

  private static func sum(_ from: String, _ by: String) -> String? {
    guard let a = SVGReader.numbers(from), let b = SVGReader.numbers(by), a.count == b.count else {
      return nil
    }
    return zip(a, b).map { "\($0 + $1)" }.joined(separator: " ")
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
      else { return refuse("keyTimes: \(text.prefix(40))", element) ?? false }
      animation.keyTimes = times.count > 1 ? times : nil
    }
    guard word == "spline", let text = element["keySplines"] else { return true }
    for part in text.split(separator: ";").map(\.trimmed) where !part.isEmpty {
      guard let v = SVGReader.numbers(part), v.count == 4,
        let curve = CubicBezier(x1: v[0], y1: v[1], x2: v[2], y2: v[3])
      else { return refuse("keySplines: \(part.prefix(40))", element) ?? false }
      animation.functions.append(.bezier(curve))
    }
    return true
  }

  private func transform(_ element: XMLElement, _ timing: MediaTiming) -> SVGAnimation? {
    var animation = SVGAnimation("transform", timing, at: element.bytes)
    guard setFrames(of: &animation, element) else { return nil }
    let type = element["type"]?.trimmed ?? "translate"
    if type == "scale", element["values"] == nil, element["to"] == nil {
      return refuse("scale by", element)
    }
    let zero = type == "scale" ? "1" : "0"
    animation.values = animation.values.map { "\(type)(\($0 ?? zero))" }
    return animation
  }

  // MARK: Motion

  private func motion(
    _ element: XMLElement, _ timing: MediaTiming, _ reader: SVGReader
  ) -> SVGAnimation? {
    var animation = SVGAnimation("motion", timing, at: element.bytes)
    if let reference = element.first("mpath")?["href"] {
      guard let target = byID[String(reference.dropFirst())],
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
    if let text = element["keyPoints"],
      text.split(separator: ";").compactMap({ Double($0.trimmed) }) != [0, 1]
    {
      return refuse("keyPoints: \(text.prefix(40))", element)
    }
    switch element["rotate"]?.trimmed ?? "0" {
    case "auto": animation.rotationMode = .auto
    case "auto-reverse": animation.rotationMode = .autoReverse
    case "0": break
    case let text: return refuse("rotate: \(text.prefix(40))", element)
    }
    return animation
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
