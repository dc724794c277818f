import RostrumSceneImport
import RostrumImportedDocument
import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

/// Reads the values of Core Animation's archives: text in attributes, or elements with a type.
struct CAMLValues {
  let context: ImportContext
  let resources: any ImportResources

  /// The key paths that a text names; none after a report. `transform.scale.xy` is two.
  func keyPaths(
    _ text: String, of layerClass: LayerClass, in element: XMLElement
  ) -> [AnimationKeyPath] {
    let names = text == "transform.scale.xy" ? ["transform.scale.x", "transform.scale.y"] : [text]
    let found = names.compactMap { name in layerClass.keyPaths.first { $0.name == name } }
    if found.isEmpty {
      context.unsupported(.keyPaths, text, at: context.place(of: "keyPath", in: element))
    }
    return found
  }

  /// The value in an attribute's text; `nil` after a report.
  func value(
    _ text: String, _ type: ValueType, _ attribute: String, in element: XMLElement
  ) -> Value? {
    if case .image = type { return image(text, attribute, in: element).map(Value.image) }
    if let value = Self.value(text, type) {
      if case .transform = type, let other = Self.transform(text, isReversed: true),
        zip(other.elements, value.transform.elements).contains(where: { abs($0 - $1) > 1e-9 })
      {
        context.warning(
          .programsDiffer,
          "of \(String(text.prefix(40)).quoted) the first function acts first here; Core Animation "
            + "publishes no order, and the other one gives another transform",
          at: context.place(of: attribute, in: element))
      }
      return value
    }
    return context.failure(
      .wrongType, "expected \(Self.expectation(type)); found \(String(text.prefix(40)).quoted)",
      at: context.place(of: attribute, in: element))
  }

  /// The value of an element such as `<real value="1"/>` or `<CGImage src="a.png"/>`.
  func value(of element: XMLElement, _ type: ValueType) -> Value? {
    if case .image = type {
      let holder = element.first("CGImage") ?? element
      return image(holder["src"] ?? "", "src", in: holder).map(Value.image)
    }
    switch type {
    case .numbers, .locations, .fixedNumbers:
      guard !element.children.isEmpty else { break }
      let numbers = element.children.compactMap { value(of: $0, .number())?.number }
      return numbers.count == element.children.count ? .numbers(numbers) : nil
    case .colors:
      let colors = element.children.compactMap { value(of: $0, .color)?.color }
      return colors.count == element.children.count ? .colors(colors) : nil
    default: break
    }
    var text = element["value"] ?? element.text.trimmed
    if case .path = type { text = element["d"] ?? element["path"] ?? text }
    // A filter is written as an object, which has its kind or its name.
    if case .word = type, text.isEmpty { text = element["filter"] ?? element["name"] ?? "" }
    if case .color = type, let opacity = element["opacity"] { text += " " + opacity }
    return value(text, type, "value", in: element)
  }

  private static func value(_ text: String, _ type: ValueType) -> Value? {
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { number(String($0)) }
    func exactly(_ count: Int) -> Bool {
      numbers.count == count && numbers.allSatisfy(\.isFinite)
        && text.split(whereSeparator: \.isWhitespace).count == count
    }
    switch type {
    case .number(let rule):
      guard exactly(1) else { return nil }
      return allows(numbers[0], rule) ? .number(numbers[0]) : nil
    case .angle: return exactly(1) ? .number(numbers[0]) : nil
    case .boolean:
      return ["1": true, "0": false, "true": true, "false": false][text].map(Value.boolean)
    case .point: return exactly(2) ? .point(Point(x: numbers[0], y: numbers[1])) : nil
    case .size: return exactly(2) ? .size(Size(width: numbers[0], height: numbers[1])) : nil
    case .rect:
      guard exactly(4) else { return nil }
      return .rect(Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    case .color: return color(numbers).map { .color($0) }
    case .transform: return transform(text).map(Value.transform)
    case .path: return path(text).map(Value.path)
    case .text, .attributedText: return .text(text)
    case .word(let words): return words.contains(text) ? .text(text) : nil
    case .words(let words):
      // CACornerMask has a bit for each corner.
      if let mask = Int(text), (0..<16).contains(mask), words == Corner.allCases.map(\.rawValue) {
        return .words(words.indices.filter { mask >> $0 & 1 == 1 }.map { words[$0] })
      }
      let found = text.split(whereSeparator: \.isWhitespace).map(String.init)
      return found.allSatisfy(words.contains) ? .words(words.filter(found.contains)) : nil
    case .numbers, .locations: return numbers.allSatisfy(\.isFinite) ? .numbers(numbers) : nil
    case .fixedNumbers(let count): return exactly(count) ? .numbers(numbers) : nil
    default: return nil
    }
  }

  /// A path as Core Graphics prints it, with the numbers before the letters m, l, q, c and h, or as
  /// SVG writes it.
  static func path(_ text: String) -> Path? {
    if let first = text.trimmed.first, "Mm".contains(first) { return try? Path(svg: text) }
    var svg = ""
    var numbers: [String] = []
    let counts: [Substring: Int] = ["m": 2, "l": 2, "q": 4, "c": 6, "h": 0, "z": 0]
    for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
      if Double(word) != nil {
        numbers.append(String(word))
        continue
      }
      guard counts[word] == numbers.count else { return nil }
      svg += (word == "h" ? "Z" : word.uppercased()) + numbers.joined(separator: " ")
      numbers = []
    }
    return numbers.isEmpty ? try? Path(svg: svg) : nil
  }

  private static func allows(_ number: Double, _ rule: ValueType.NumberRule) -> Bool {
    switch rule {
    case .any: true
    case .zeroOrMore: number >= 0
    case .moreThanZero: number > 0
    case .unit: (0...1).contains(number)
    case .wholeNumber: number >= 0 && number == number.rounded()
    }
  }

  /// Also `inf`, limited to numbers that can be drawn otherwise.
  static func number(_ text: String) -> Double? {
    guard let number = Double(text), !number.isNaN else { return nil }
    return number.isInfinite ? number : min(max(number, -1e9), 1e9)
  }

  static func color(_ numbers: [Double]) -> Color? {
    guard numbers.count == 3 || numbers.count == 4, numbers.allSatisfy(\.isFinite) else {
      return nil
    }
    func part(_ index: Int) -> Double { min(max(numbers[index], 0), 1) }
    return Color(
      red: part(0), green: part(1), blue: part(2), alpha: numbers.count == 4 ? part(3) : 1)
  }

  /// A list of functions, of which the first acts first, or the 16 numbers of a matrix.
  private static func transform(_ text: String, isReversed: Bool = false) -> Transform3D? {
    let v = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    if v.count == 16, v.allSatisfy(\.isFinite) {
      return Transform3D(elements: v)
    }
    var scanner = TextScanner(text)
    var result = Transform3D.identity
    scanner.skipSpaces()
    while !scanner.isAtEnd {
      let name = scanner.takeWord()
      guard scanner.take("(") else { return name == "identity" && scanner.isAtEnd ? result : nil }
      var v: [Double] = []
      scanner.skipSpaces()
      while !scanner.take(")") {
        guard let number = scanner.takeNumber() else { return nil }
        let unit = scanner.takeWord()
        guard ["", "deg", "rad"].contains(unit) else { return nil }
        v.append(name == "rotate" && v.isEmpty && unit != "rad" ? number * .pi / 180 : number)
        scanner.skipSpaces()
        if scanner.take(",") { scanner.skipSpaces() }
      }
      guard let next = function(name, v) else { return nil }
      result = isReversed ? next.concatenating(result) : result.concatenating(next)
      scanner.skipSpaces()
    }
    return result.isFinite ? result : nil
  }

  private static func function(_ name: String, _ v: [Double]) -> Transform3D? {
    switch (name, v.count) {
    case ("rotate", 1): return .rotationZ(v[0])
    case ("rotate", 4): return .rotation(v[0], about: Vector3(x: v[1], y: v[2], z: v[3]))
    case ("scale", 1): return .scale(x: v[0], y: v[0], z: 1)
    case ("scale", 2): return .scale(x: v[0], y: v[1], z: 1)
    case ("scale", 3): return .scale(x: v[0], y: v[1], z: v[2])
    case ("translate", 2): return .translation(x: v[0], y: v[1], z: 0)
    case ("translate", 3): return .translation(x: v[0], y: v[1], z: v[2])
    case ("perspective", 1) where v[0] != 0:
      var transform = Transform3D.identity
      transform.m34 = -1 / v[0]
      return transform
    default: return nil
    }
  }

  private static func expectation(_ type: ValueType) -> String {
    switch type {
    case .number(.unit): "a number from 0 to 1"
    case .number, .angle: "a number"
    case .boolean: "0 or 1"
    case .point, .size: "two numbers"
    case .rect: "four numbers: x, y, width and height"
    case .color: "three numbers from 0 to 1: red, green and blue"
    case .path: "a path, such as 0 0 m 10 0 l h or M0 0L10 0Z"
    case .transform: "a list of transforms, such as rotate(90deg) scale(2, 2, 1)"
    case .word(let words): "one of \(words.joined(separator: ", "))"
    case .words(let words):
      "any of \(words.joined(separator: ", ")), between blanks, or for corners the sum of 1, 2, 4, 8"
    case .numbers, .locations: "numbers between blanks"
    case .fixedNumbers(let count): "\(count) numbers between blanks"
    default: "another value"
    }
  }

  private func image(
    _ path: String, _ attribute: String, in element: XMLElement
  ) -> ImageReference? {
    let isEmbedded = path.hasPrefix("data:")
    let image =
      isEmbedded
      ? Base64.content(ofDataURL: path).flatMap(resources.image(in:))
      : resources.image(atPath: path)
    if image == nil {
      context.unsupported(
        .pictures, isEmbedded ? "an embedded picture" : String(path.prefix(60)),
        at: context.place(of: attribute, in: element))
    }
    return image
  }
}
