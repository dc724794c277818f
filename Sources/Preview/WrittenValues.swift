import RostrumBase
import RostrumFigures
import RostrumGeometry
import RostrumLayerTree
import RostrumSceneFile
import RostrumTiming

extension EditableText {
  /// The values that the file gives a layer or the scene, each with what the page needs to change
  /// it: an object with `layer`, `reading`, `owner`, `refusal` and `values`.
  func description(of owner: SourcePlace?, layer: Int?, reading: Int) -> JSONText {
    .object([
      ("layer", .integer(layer)), ("reading", .integer(reading)),
      ("owner", owner?.json ?? .null), ("refusal", .null),
      ("values", .array(offered(in: owner).map(\.json))),
    ])
  }

  /// The values written in the file, and the unwritten values of springs, which are shown with
  /// their defaults and can be changed like the others.
  private func offered(in owner: SourcePlace?) -> [OfferedValue] {
    let written = values(in: owner)
    var offered = written.map { OfferedValue(value: $0, isDefault: false) }
    let spring = Spring.default
    let defaults = [
      ("mass", spring.mass), ("stiffness", spring.stiffness), ("damping", spring.damping),
      ("initialVelocity", spring.initialVelocity),
    ]
    for type in written {
      guard type.steps.last == .key("type"), case .scalar("spring", _) = type.content else {
        continue
      }
      let mapping = type.steps.dropLast()
      let names = written.filter { $0.steps.dropLast() == mapping }.compactMap(\.steps.last?.name)
      guard Self.otherSprings.isDisjoint(with: names) else { continue }
      for (name, number) in defaults {
        let steps = mapping + [.key(name)]
        guard !written.contains(where: { $0.steps.starts(with: steps) }) else { continue }
        let text = JSONText.number(number).line(isCompact: true)
        let value = WrittenValue(
          steps: Array(steps), content: .scalar(text, isPlain: true), line: type.line,
          refusal: type.refusal)
        let place = offered.lastIndex { $0.value.steps.starts(with: mapping) } ?? 0
        offered.insert(OfferedValue(value: value, isDefault: true), at: place + 1)
      }
    }
    return offered
  }

  /// Keys that describe a spring in other words than mass, stiffness and damping.
  private static let otherSprings: Set = [
    "perceptualDuration", "bounce", "bounciness", "springSpeed",
  ]
}

/// A value that the page shows to be changed.
private struct OfferedValue {
  let value: WrittenValue
  /// Whether the file does not have it.
  let isDefault: Bool

  var json: JSONText {
    .object(value.entries + [("isDefault", .flag(isDefault))])
  }
}

extension SourcePlace {
  /// Line and column.
  var json: JSONText { .array([.integer(line), .integer(column)]) }
}

extension WrittenValue {
  /// `kind` is `numbers`, with their `texts`, or `number`, `color`, `timing` or `text`, with one
  /// `text`. A colour has its `hex`, a timing function that is a Bézier curve its `points`.
  fileprivate var entries: [(key: String, value: JSONText)] {
    var entries: [(key: String, value: JSONText)] = [
      ("steps", .array(steps.map(\.json))), ("line", .integer(line)),
      ("refusal", .string(refusal?.description)),
    ]
    switch content {
    case .numbers(let texts):
      entries.append(("kind", .string(isTimingFunction ? "timing" : "numbers")))
      entries.append(("texts", .array(texts.map { .string($0) })))
      if isTimingFunction { entries.append(("points", points(texts.compactMap { Double($0) }))) }
    case .scalar(let text, let isPlain):
      entries.append(("text", .string(text)))
      if isTimingFunction {
        entries.append(("kind", .string("timing")))
        entries.append(("points", points(Self.controlPoints(of: text))))
      } else if isColor, let color = Color(css: text) {
        entries.append(("kind", .string("color")))
        entries.append(("hex", .string(color.hex)))
      } else {
        let isNumber = isPlain && Double(text)?.isFinite == true
        entries.append(("kind", .string(isNumber ? "number" : "text")))
      }
    }
    return entries
  }

  /// The nearest key around the value.
  private var key: String { steps.compactMap(\.name).last ?? "" }

  private var isTimingFunction: Bool { key.hasPrefix("timingFunction") }

  private var isColor: Bool {
    steps.compactMap(\.name).contains { $0.lowercased().contains("color") || $0 == "background" }
      || ["fromValue", "toValue", "byValue", "values"].contains(key)
  }

  private func points(_ numbers: [Double]) -> JSONText {
    numbers.count == 4 ? .array(numbers.map { .number($0) }) : .null
  }

  private static func controlPoints(of text: String) -> [Double] {
    if case .bezier(let curve) = TimingFunction(name: text) {
      return [curve.x1, curve.y1, curve.x2, curve.y2]
    }
    let call = text.firstMatch(of: /^cubic-bezier\((.*)\)$/)?.output.1
    return (call ?? "").split(separator: ",").compactMap {
      Double($0.trimmed)
    }
  }
}

extension ValueStep {
  fileprivate var json: JSONText {
    switch self {
    case .key(let name): .string(name)
    case .index(let index): .integer(index)
    }
  }
}

/// A colour of CSS as `#rrggbb`; `nil` for any other text.
func hexOfColor(_ text: String) -> String? { Color(css: text)?.hex }

extension Color {
  /// `#rrggbb`, with alpha where it is not 1.
  fileprivate var hex: String {
    let channels = [red, green, blue] + (alpha < 1 ? [alpha] : [])
    return "#"
      + channels.map { channel in
        let byte = Int((channel * 255).rounded())
        return (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined()
  }
}
