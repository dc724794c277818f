import RostrumBase
import RostrumFigures
import RostrumGeometry
import RostrumLayerTree
import RostrumSceneFile
import RostrumTiming
import RostrumSceneEditing

extension EditableText {
  /// The values that the file gives a layer or the scene, each with what the page needs to change
  /// it: an object with `layer`, `reading`, `owner`, `refusal`, `values` and a `remark` about all
  /// of them.
  func description(
    of owner: SourcePlace?, layer: Int?, reading: Int, values: [WrittenValue]? = nil,
    remark: String? = nil, link: String? = nil
  ) -> JSONValue {
    let written = values ?? self.values(in: owner)
    let all = offered(written) + (owner.map { parameters(in: $0, besides: written) } ?? [])
    return .object([
      ("layer", .integer(layer)), ("reading", .integer(reading)),
      ("owner", owner?.json ?? .null), ("refusal", .null), ("remark", .string(remark)),
      ("link", .string(link)), ("values", .array(all.map(\.json))),
    ])
  }

  /// The parameters of the component that a layer uses, as far as the layer leaves them out.
  private func parameters(
    in owner: SourcePlace, besides written: [WrittenValue]
  ) -> [OfferedValue] {
    guard let component = component(usedAt: owner) else { return [] }
    return component.parameters.compactMap { parameter in
      let steps: [ValueStep] = [.key("parameters"), .key(parameter.name)]
      guard let text = parameter.standard,
        !written.contains(where: { $0.steps.starts(with: steps) })
      else { return nil }
      let isPlain = ["number", "integer", "boolean"].contains(parameter.type)
      let value = WrittenValue(
        steps: steps, content: .scalar(text, isPlain: isPlain), line: owner.line, refusal: nil)
      return OfferedValue(value: value, isDefault: true, isColor: parameter.type == "color")
    }
  }

  /// The values written in the file, and the unwritten values of springs, which are shown with
  /// their defaults and can be changed like the others.
  private func offered(_ written: [WrittenValue]) -> [OfferedValue] {
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
        let text = JSONValue.number(number).line(isCompact: true)
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
  private static let otherSprings: Set = ["perceptualDuration", "bounce"]
}

/// A value that the page shows to be changed.
private struct OfferedValue {
  let value: WrittenValue
  /// Whether the file does not have it.
  let isDefault: Bool
  /// Whether it is known to be a colour, whatever its key is.
  var isColor = false

  var json: JSONValue {
    .object(value.entries(isColor: isColor) + [("isDefault", .flag(isDefault))])
  }
}

extension SourcePlace {
  /// Line and column.
  var json: JSONValue { .array([.integer(line), .integer(column)]) }
}

extension WrittenValue {
  /// `kind` is `numbers`, with their `texts`, or `number`, `color`, `timing` or `text`, with one
  /// `text`. A colour has its `hex`, a timing function that is a Bézier curve its `points`.
  fileprivate func entries(isColor isKnown: Bool) -> [(key: String, value: JSONValue)] {
    var entries: [(key: String, value: JSONValue)] = [
      ("steps", .array(steps.map(\.json))), ("line", .integer(line)),
      ("refusal", .string(refusal?.description)), ("note", .string(note)),
      ("shown", .string(shown)), ("source", source?.json ?? .null),
    ]
    if let formula { entries.append(("formula", .string(formula))) }
    switch offered {
    case .numbers(let texts):
      entries.append(("kind", .string(isTimingFunction ? "timing" : "numbers")))
      entries.append(("texts", .array(texts.map { .string($0) })))
      if isTimingFunction { entries.append(("points", points(texts.compactMap { Double($0) }))) }
    case .scalar(let text, let isPlain):
      entries.append(("text", .string(text)))
      if isTimingFunction {
        entries.append(("kind", .string("timing")))
        entries.append(("points", points(Self.controlPoints(of: text))))
      } else if isColor || isKnown, let color = Color(css: text) {
        entries.append(("kind", .string("color")))
        entries.append(("hex", .string(color.hex)))
      } else {
        let isNumber = isPlain && Double(text)?.isFinite == true
        entries.append(("kind", .string(isNumber ? "number" : "text")))
      }
    }
    return entries
  }

  /// The text of the file, where the value that can be changed is another one.
  private var formula: String? {
    guard refusal != nil, case .scalar(let text, _) = content, shown != text else { return nil }
    return text
  }

  /// The value that a page changes: the placeholder's own, where it is known.
  private var offered: Content {
    switch source {
    case .file?, .cell?:
      if case .scalar = content {
        shown.map { .scalar($0, isPlain: true) } ?? content
      } else {
        content
      }
    default: content
    }
  }

  /// The nearest key around the value.
  private var key: String { steps.compactMap(\.name).last ?? "" }

  private var isTimingFunction: Bool { key.hasPrefix("timingFunction") }

  private var isColor: Bool {
    steps.compactMap(\.name).contains { $0.lowercased().contains("color") || $0 == "background" }
      || ["fromValue", "toValue", "byValue", "values"].contains(key)
  }

  private func points(_ numbers: [Double]) -> JSONValue {
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

extension ValueSource {
  /// `where` in words, and with `steps` or `cell` what can be changed from the page.
  fileprivate var json: JSONValue {
    switch self {
    case .file(let steps, let line):
      .object([
        ("where", .string("line \(line)")), ("line", .integer(line)),
        ("steps", .array(steps.map(\.json))),
      ])
    case .cell(let path, let line, let column):
      .object([
        ("where", .string("\(path.lastPathComponent), line \(line), column \(column)")),
        ("cell", .flag(true)),
      ])
    case .words(let text): .object([("where", .string(text))])
    }
  }
}

extension ValueStep {
  var json: JSONValue {
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
      + channels.map { Int(($0 * 255).rounded()).digits(2, radix: 16) }.joined()
  }
}
