import Foundation
import Geometry
import LayerTree

/// How sampled values are written. Numbers read back to exactly the same value.
public enum SampleFormat: String, CaseIterable, Sendable {
  /// A time column, then one column for each component, named `layer.keyPath.component`.
  case csv
  /// `[{"layer": …, "keyPath": …, "times": […], "values": […]}]`; a value is a number, or an array
  /// of its components.
  case json

  /// The whole text. Throws `CancellationError` when the task is cancelled.
  public func text(_ series: [SampledSeries]) throws -> String {
    switch self {
    case .csv: try csv(series)
    case .json: try json(series)
    }
  }

  private func csv(_ series: [SampledSeries]) throws -> String {
    let names = series.map(\.columnNames)
    var lines = [(["time"] + names.joined()).map(quoted).joined(separator: ",")]
    for (row, time) in (series.first?.times ?? []).enumerated() {
      try Task.checkCancellation()
      let cells = zip(series, names).flatMap { one, names in
        one.values[row].cells(count: names.count).map(quoted)
      }
      lines.append(([exact(time)] + cells).joined(separator: ","))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func quoted(_ cell: String) -> String {
    guard cell.contains(where: { ",\"\n\r".contains($0) }) else { return cell }
    return "\"" + cell.replacing("\"", with: "\"\"") + "\""
  }

  private func json(_ series: [SampledSeries]) throws -> String {
    let objects = try series.map { one in
      let times = one.times.map(exact).joined(separator: ", ")
      let values = try one.values.map { value in
        try Task.checkCancellation()
        return value.json
      }.joined(separator: ", ")
      return "{\"layer\": \(jsonString(one.layer)), \"keyPath\": \(jsonString(one.keyPath.name)), "
        + "\"times\": [\(times)], \"values\": [\(values)]}"
    }
    return "[" + objects.joined(separator: ",\n ") + "]\n"
  }
}

extension SampledSeries {
  /// One name for each component of the values.
  fileprivate var columnNames: [String] {
    let widest = values.map(\.components).max { $0.count < $1.count } ?? []
    let name = "\(layer).\(keyPath.name)"
    return widest.isEmpty ? [name] : widest.map { $0.name.isEmpty ? name : "\(name).\($0.name)" }
  }
}

extension Value {
  /// The numbers that the value consists of, with the names that key paths use where there are any.
  /// Empty for values that are not made of numbers.
  var components: [(name: String, number: Double)] {
    switch self {
    case .number(let n): [("", n)]
    case .boolean(let flag): [("", flag ? 1 : 0)]
    case .point(let p): [("x", p.x), ("y", p.y)]
    case .size(let s): [("width", s.width), ("height", s.height)]
    case .rect(let r):
      [
        ("origin.x", r.minX), ("origin.y", r.minY),
        ("size.width", r.width), ("size.height", r.height),
      ]
    case .color(let c):
      [("red", c.red), ("green", c.green), ("blue", c.blue), ("alpha", c.alpha)]
    case .transform(let m):
      zip(0..., m.elements).map { ("m\($0 / 4 + 1)\($0 % 4 + 1)", $1) }
    case .numbers(let list): zip(0..., list).map { ("\($0)", $1) }
    case .colors(let colors):
      zip(0..., colors).flatMap { index, color in
        Value.color(color).components.map { ("\(index).\($0.name)", $0.number) }
      }
    case .path, .image, .font, .text, .attributedText, .emitterCells, .filters: []
    case .words, .particles, .none: []
    }
  }

  /// The word for a value that is not made of numbers.
  var word: String {
    switch self {
    case .path(let path): path.svg
    case .image(let image): image.path
    case .text(let text): text
    case .words(let words): words.joined(separator: " ")
    case .attributedText(let text): text.string
    case .font(let font): font.name
    case .emitterCells(let cells): cells.map(\.name).joined(separator: " ")
    case .filters(let filters): filters.map(\.text).joined(separator: " ")
    default: ""
    }
  }

  fileprivate func cells(count: Int) -> [String] {
    let numbers = components.map { exact($0.number) }
    if numbers.isEmpty { return [word] + Array(repeating: "", count: count - 1) }
    return numbers + Array(repeating: "", count: count - numbers.count)
  }

  /// A number, an array of components, a text, or null.
  var json: String {
    let numbers = components.map { exact($0.number) }
    switch self {
    case .none: return "null"
    case .number, .boolean: return numbers[0]
    case .path, .image, .text, .attributedText, .font, .emitterCells, .filters:
      return jsonString(word)
    case .words(let words): return "[" + words.map(jsonString).joined(separator: ", ") + "]"
    default: return "[" + numbers.joined(separator: ", ") + "]"
    }
  }
}

extension LayerFilter {
  /// The name with the inputs that are set: `blur(inputRadius: 4)`.
  fileprivate var text: String {
    let inputs = kind.inputs.filter(values.sets).map { input in
      let parts = values[any: input].components.map { exact($0.number) }
      return "\(input.name): " + parts.joined(separator: ",")
    }
    return "\(name)(" + inputs.joined(separator: ", ") + ")"
  }
}

extension FontReference {
  fileprivate var name: String {
    switch source {
    case .family(let family): family
    case .file(let path): path
    }
  }
}

/// The shortest text that reads back to exactly this number; whole numbers without a fraction,
/// except -0, whose sign readers of JSON would lose.
func exact(_ number: Double) -> String {
  let text = number.description
  return text.hasSuffix(".0") && text != "-0.0" ? String(text.dropLast(2)) : text
}

/// A JSON string literal.
func jsonString(_ text: String) -> String {
  // Most texts stand for themselves.
  if text.utf8.allSatisfy({
    0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
  }) {
    return "\"" + text + "\""
  }
  let encoder = JSONEncoder()
  encoder.outputFormatting = .withoutEscapingSlashes
  return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
}
