import RostrumImportedDocument
import RostrumBase
import RostrumGeometry
import RostrumSource

/// Values that a Lottie keeps in one place, by names, for properties all over the file; by these
/// names they are the parameters of the scene.
struct LottieSlots {
  /// In the order of the file.
  private(set) var names: [String] = []
  private var values: [String: JSONValue] = [:]
  /// How many colours each gradient of a theme has.
  private var stopCounts: [String: Int] = [:]

  init(_ root: JSONValue) {
    for member in root["slots"]?.members ?? [] {
      guard let value = member.value["p"] else { continue }
      if values.updateValue(value, forKey: member.name) == nil { names.append(member.name) }
    }
  }

  var isEmpty: Bool { names.isEmpty }

  /// A slot's value as a scene would write it; only its kind where it has no short form.
  func text(of name: String) -> String {
    guard let value = values[name] else { return "" }
    if let text = value.document?["t"]?.string { return text }
    if let path = value["p"]?.string { return path }
    guard let numbers = value.stillNumbers else { return "animated" }
    if numbers.count == 1 { return JSONValue.number(numbers[0]).line(isCompact: true) }
    if value.isColor { return Color.lottie(numbers).css }
    return "[\(numbers.map { JSONValue.number($0).line(isCompact: true) }.joined(separator: ", "))]"
  }

  /// Gives a slot a value that a person wrote. Returns the expected kind, where the value is not
  /// valid.
  mutating func set(_ name: String, to text: String) -> String? {
    guard let value = values[name] else { return nil }
    if value.document != nil {
      values[name] = value.replacingText(text)
    } else if value["p"]?.string != nil {
      values[name] = value.replacing("p", with: .string(text)).replacing("u", with: .string(""))
    } else if value.isColor {
      // Lottie's colours are opaque; opacity is a property of its own.
      guard let color = Color(css: text), color.alpha == 1 else { return "an opaque colour" }
      values[name] = value.still([color.red, color.green, color.blue, 1])
    } else {
      let count = value.firstNumbers?.count ?? 1
      let numbers = Self.numbers(text)
      guard let numbers, numbers.count == count else {
        return count == 1 ? "a number" : "\(count) numbers, such as [1, 2]"
      }
      values[name] = value.still(numbers)
    }
    return nil
  }

  private static func numbers(_ text: String) -> [Double]? {
    let parts = text.split { "[], ".contains($0) }
    let numbers = parts.compactMap { Double($0) }
    return numbers.count == parts.count && numbers.allSatisfy(\.isFinite) ? numbers : nil
  }

  /// Gives a slot what a theme's rule says. Returns whether the rule is of a kind that is known.
  mutating func apply(_ rule: JSONValue) -> Bool {
    guard let name = rule["id"]?.string, let value = values[name] else { return true }
    switch rule["type"]?.string {
    case "Color", "Scalar", "Position", "Vector":
      if let still = rule["value"] {
        values[name] = value.still(still)
      } else if let keys = rule["keyframes"]?.array {
        values[name] = value.animated(keys.map(\.asKeyFrame))
      } else {
        return false
      }
    case "Text":
      guard let text = rule["value"]?["text"]?.string ?? rule["value"]?.string else {
        return false
      }
      values[name] = value.replacingText(text)
    case "Gradient": return applyGradient(rule, to: name, value)
    case "Image":
      guard let image = rule["value"], let path = image["path"] ?? image["url"] else {
        return false
      }
      var picture = value.replacing("p", with: path.content).replacing("u", with: .string(""))
      for (key, name) in [("width", "w"), ("height", "h")] {
        if let size = image[key] { picture = picture.replacing(name, with: size.content) }
      }
      values[name] = picture
    default: return false
    }
    return true
  }

  private mutating func applyGradient(
    _ rule: JSONValue, to name: String, _ value: JSONValue
  ) -> Bool {
    if let stops = rule["value"]?.array {
      stopCounts[name] = stops.count
      values[name] = value.still(JSONValue.gradient(stops))
    } else if let keys = rule["keyframes"]?.array {
      stopCounts[name] = keys.first?["value"]?.array?.count
      values[name] = value.animated(
        keys.map { key in
          let numbers = JSONValue.gradient(key["value"]?.array ?? [])
          return key.replacing("value", with: value.list(numbers).content).asKeyFrame
        })
    } else {
      return false
    }
    return true
  }

  /// The file with the values of slots in their places.
  func filled(_ value: JSONValue) -> JSONValue {
    switch value.content {
    case .array(let items): return value.with(.array(items.map(filled)))
    case .object(let members):
      if let name = value["sid"]?.string, let slot = values[name] {
        let own = members.filter { $0.name != "sid" && slot[$0.name] == nil }
        return value.with(.object(own + (slot.members ?? [])))
      }
      let count = value["k"]?["sid"]?.string.flatMap { stopCounts[$0] }
      return value.with(
        .object(
          members.map { member in
            guard member.name == "p", let count else {
              return JSONValue.Member(name: member.name, value: filled(member.value))
            }
            return JSONValue.Member(name: "p", value: value.with(.number(Double(count))))
          }))
    default: return value
    }
  }
}

// MARK: Values

extension JSONValue {
  fileprivate func with(_ content: Content) -> JSONValue {
    JSONValue(content: content, bytes: bytes)
  }

  fileprivate func replacing(_ name: String, with content: Content) -> JSONValue {
    let others = (members ?? []).filter { $0.name != name }
    return with(.object(others + [Member(name: name, value: with(content))]))
  }

  /// A property that does not move.
  fileprivate func still(_ value: JSONValue) -> JSONValue {
    with(
      .object([
        Member(name: "a", value: with(.number(0))), Member(name: "k", value: value),
      ]))
  }

  fileprivate func still(_ numbers: [Double]) -> JSONValue {
    still(numbers.count == 1 ? with(.number(numbers[0])) : list(numbers))
  }

  fileprivate func list(_ numbers: [Double]) -> JSONValue {
    with(.array(numbers.map { with(.number($0)) }))
  }

  /// The numbers of a gradient: the place and colour of each stop, then, where one is not opaque,
  /// the place and opacity of each.
  fileprivate static func gradient(_ stops: [JSONValue]) -> [Double] {
    let places = stops.map { $0["offset"]?.number ?? 0 }
    let colors = stops.map { stop -> [Double] in
      let numbers = (stop["color"]?.array ?? []).map { $0.number ?? 0 }
      return numbers + [0, 0, 0, 1].dropFirst(numbers.count)
    }
    let opaque = zip(places, colors).flatMap { [$0] + $1.prefix(3) }
    guard colors.contains(where: { $0[3] != 1 }) else { return opaque }
    return opaque + zip(places, colors).flatMap { [$0, $1[3]] }
  }

  fileprivate func animated(_ keys: [JSONValue]) -> JSONValue {
    with(
      .object([
        Member(name: "a", value: with(.number(1))), Member(name: "k", value: with(.array(keys))),
      ]))
  }

  /// A key frame of a theme in the words of an animation.
  fileprivate var asKeyFrame: JSONValue {
    let words = [
      "frame": "t", "value": "s", "inTangent": "i", "outTangent": "o", "hold": "h",
    ]
    return with(
      .object(
        (members ?? []).map { member in
          var value = member.value
          if member.name == "value", value.array == nil { value = value.with(.array([value])) }
          if case .boolean(let flag) = value.content { value = value.with(.number(flag ? 1 : 0)) }
          return Member(name: words[member.name] ?? member.name, value: value)
        }))
  }

  /// The first of a text's documents; `nil` for other kinds.
  fileprivate var document: JSONValue? {
    guard let document = self["k"]?.array?.first?["s"], document["t"]?.string != nil else {
      return nil
    }
    return document
  }

  fileprivate func replacingText(_ text: String) -> JSONValue {
    let keys = (self["k"]?.array ?? []).map { key -> JSONValue in
      guard let document = key["s"] else { return key }
      return key.replacing("s", with: document.replacing("t", with: .string(text)).content)
    }
    return replacing("k", with: .array(keys))
  }

  fileprivate var stillNumbers: [Double]? {
    guard let content = self["k"] else { return nil }
    if let number = content.number { return [number] }
    guard let items = content.array else { return nil }
    let numbers = items.compactMap { $0.number }
    return numbers.count == items.count ? numbers : nil
  }

  /// The value, or the one that it begins with.
  fileprivate var firstNumbers: [Double]? {
    if let numbers = stillNumbers { return numbers }
    guard let first = self["k"]?.array?.first?["s"] else { return nil }
    if let number = first.number { return [number] }
    guard let items = first.array else { return nil }
    return items.compactMap { $0.number }
  }

  /// Whether it may be a colour: three or four numbers from 0 to 1.
  fileprivate var isColor: Bool {
    guard let numbers = firstNumbers else { return false }
    return (3...4).contains(numbers.count) && numbers.allSatisfy { (0...1).contains($0) }
  }
}
