import RostrumBase
package import RostrumGeometry
import RostrumLayerTree
import RostrumSource

// MARK: Lists of numbers

extension Reader where Content == [Double] {
  /// The numbers of a list of any length.
  static func numbers(_ rule: ValueType.NumberRule = .any) -> Reader {
    let item = rule == .any ? Reader<Double>.coordinate : .number(rule)
    return item.list("a list of numbers")
  }

  /// The numbers of a list of one of these lengths.
  static func numbers(_ counts: [Int], _ expectation: String) -> Reader {
    Reader(
      expectation,
      example: "[" + Array(repeating: "1", count: counts[0]).joined(separator: ", ") + "]",
      schema: SchemaPart.list(of: counts[0])
    ) { node, context in
      guard let items = node.items else { return context.mismatched(expectation, at: node) }
      guard counts.contains(items.count) else {
        return context.failure(
          .wrongCount, "expected \(expectation); found \(node.description)", at: node)
      }
      let values = items.map { Reader<Double>.coordinate.read($0, context) }
      let found = values.compactMap { $0 }
      return found.count == items.count ? found : nil
    }
  }

  /// The places of a gradient's colours, which do not fall.
  static let locations: Reader = {
    let list = Reader<Double>.number(.unit).list("a list of numbers")
    return Reader(
      "a list of numbers from 0 to 1 that do not fall", example: "[0, 1]", schema: list.schema
    ) { node, context in
      guard let found = list.read(node, context) else { return nil }
      for (index, pair) in zip(found, found.dropFirst()).enumerated() where pair.1 < pair.0 {
        return context.failure(
          .outOfRange, "the locations fall from \(pair.0.sceneText) to \(pair.1.sceneText)",
          at: node.items?[index + 1] ?? node, hint: "sort them, and the colors with them")
      }
      return found
    }
  }()
}

// MARK: Points, sizes and rectangles

extension Reader where Content == Point {
  static let point: Reader = {
    let numbers = Reader<[Double]>.numbers([2], "a point: [x, y]")
    return Reader(
      numbers.expectation, example: "[10, 10]", schema: numbers.schema, definition: "point",
      text: { "[\($0.x.sceneText), \($0.y.sceneText)]" }
    ) { node, context in
      numbers.read(node, context).map { Point(x: $0[0], y: $0[1]) }
    }
  }()
}

extension Reader where Content == Size {
  /// `isNatural`: whether negative sides are refused.
  static func size(isNatural: Bool) -> Reader {
    let numbers = Reader<[Double]>.numbers([2], "a size: [width, height]")
    return Reader(
      numbers.expectation, example: "[10, 10]",
      schema: isNatural
        ? SchemaPart.rectangle(.zeroOrMore, counts: [2]) : Reader<Point>.point.schema
    ) { node, context in
      guard let list = numbers.read(node, context) else { return nil }
      let size = Size(width: list[0], height: list[1])
      return !isNatural || context.isNatural(size, at: node) ? size : nil
    }
  }
}

extension Reader where Content == Rect {
  /// `[width, height]` or `[x, y, width, height]`.
  static let rectangle = rectangle(
    [2, 4], "a rectangle: [width, height] or [x, y, width, height]", isNatural: true,
    definition: "rectangle")

  /// A difference that is added to a rectangle; its width and height may be negative.
  static let rectangleDifference = rectangle(
    [2, 4], rectangle.expectation, isNatural: false)

  /// A rectangle with its origin.
  static let frame = rectangle([4], "a rectangle: [x, y, width, height]", isNatural: true)

  private static func rectangle(
    _ counts: [Int], _ expectation: String, isNatural: Bool, definition: String? = nil
  ) -> Reader {
    let numbers = Reader<[Double]>.numbers(counts, expectation)
    return Reader(
      expectation, example: "[1, 2, 10, 10]",
      schema: SchemaPart.rectangle(isNatural ? .zeroOrMore : .any, counts: counts),
      definition: definition
    ) { node, context in
      guard let list = numbers.read(node, context) else { return nil }
      let origin = list.count == 4 ? Point(x: list[0], y: list[1]) : .zero
      let size = Size(width: list[list.count - 2], height: list[list.count - 1])
      guard !isNatural || context.isNatural(size, at: node) else { return nil }
      return Rect(origin: origin, size: size)
    }
  }
}

extension SceneContext {
  /// Reports a negative side, at the number.
  fileprivate func isNatural(_ size: Size, at node: YAMLNode) -> Bool {
    guard size.width < 0 || size.height < 0 else { return true }
    let word = size.width < 0 ? "width" : "height"
    let place = node.items?.suffix(2).dropFirst(size.width < 0 ? 0 : 1).first ?? node
    return failure(
      .outOfRange, "a negative \(word): \(min(size.width, size.height).sceneText)", at: place)
  }
}

// MARK: Paths

extension Reader where Content == Path {
  /// SVG path data.
  static let path: Reader = {
    let expectation = "a path: SVG path data such as \"M 0 0 L 100 50\""
    return Reader(
      expectation, example: "M 0 0 L 1 1", schema: ["type": "string", "pattern": "^\\s*([mM]|$)"]
    ) { node, context in
      guard let text = node.scalar?.text else { return context.mismatched(expectation, at: node) }
      do throws(SVGPathError) {
        let path = try Path(svg: text)
        if path.isWithinLimit { return path }
        context.error(.outOfRange, "the path goes beyond the limit of 10000000 points", at: node)
      } catch {
        context.collector.add(
          .error, DiagnosticID.badPath.rawValue, error.message,
          at: node.place(.offset(error.offset, in: text)))
      }
      return nil
    }
  }()
}

extension Path {
  fileprivate var isWithinLimit: Bool {
    var isWithin = true
    _ = map { point in
      if max(abs(point.x), abs(point.y)) > Limit.number || !point.isFinite { isWithin = false }
      return point
    }
    return isWithin
  }
}

// MARK: Colours

extension Reader where Content == Color? {
  /// A CSS colour, or `none` for none at all.
  package static let color: Reader<Color?> = {
    let expectation = "a colour, as in CSS: a name, #rrggbb, rgb(...), hsl(...) or oklch(...)"
    return Reader(
      expectation, example: "red", schema: colorSchema, definition: "color",
      text: { $0 == nil ? "none" : $0 == .black ? "black" : $0 == .white ? "white" : nil }
    ) { node, context in
      if node.isNone { return .some(nil) }
      guard let text = node.scalar?.text, !node.isNull else {
        let hint = "in YAML '#' begins a comment; write colours like \"#ff8000\" in quotes"
        return context.mismatched(expectation, at: node, hint: node.isNull ? hint : node.colorHint)
      }
      if let color = Color(css: text), color.isFinite { return color }
      return context.failure(
        .badColor, "unknown colour \(text.quoted)", at: node,
        hint: text.contains("gradient(") ? Color.gradientHint : Color.hint(for: text))
    }
  }()

  /// CSS does not mind the case of letters; completion offers lower case.
  private static let colorSchema: JSONValue = [
    "anyOf": [
      SchemaPart.none, SchemaPart.oneOf(Color.names),
      ["type": "string", "pattern": "^\\s*#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\\s*$"],
      [
        "type": "string",
        "pattern": "^\\s*([rR][gG][bB]|[hH][sS][lL]|[hH][wW][bB]|[cC][oO]|[oO][kK])\\w*\\(",
      ],
      ["type": "string", "pattern": "^[a-zA-Z]*[A-Z][a-zA-Z]*$"],
    ]
  ]
}

extension YAMLNode {
  /// The colour that a list of its parts, up to 1 or up to 255, means.
  fileprivate var colorHint: String? {
    if entries != nil { return Color.gradientHint }
    let parts = (items ?? []).compactMap { item -> Double? in
      if case .number(let number) = item.numberText { number } else { nil }
    }
    guard parts.count == items?.count, parts.count == 3 else { return nil }
    let factor = parts.allSatisfy { $0 <= 1 } ? 255.0 : 1
    let bytes = parts.map { ($0 * factor).rounded().sceneText }
    return "write \"rgb(\(bytes.joined(separator: ", ")))\""
  }
}

extension Color {
  fileprivate static let gradientHint =
    "a gradient is a layer: write class: gradient, with colors: [red, blue]"
}

extension Reader where Content == [Color] {
  /// The colours of a gradient; every one a colour.
  static let colors: Reader = {
    let color = Reader<Color?>.color
    return Reader<Color>(color.expectation, example: "red", schema: color.schema) { node, context in
      guard node.isNone else { return color.read(node, context) ?? nil }
      return context.mismatched(
        color.expectation, at: node, hint: "write transparent, or rgb(... / 0)")
    }.list("a list of colours")
  }()
}

extension Color {
  fileprivate static func hint(for text: String) -> String {
    let isHex =
      [3, 4, 6, 8].contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && $0.isHexDigit }
    if isHex { return "did you mean '#\(text)'? In YAML it needs quotes: \"#\(text)\"" }
    if let name = closest(to: text, among: names) { return "did you mean '\(name)'?" }
    return "write a CSS name, \"#rrggbb\", \(example(for: text))"
  }

  /// An example with the arguments of the function in the text; without one, a list of functions.
  private static func example(for text: String) -> String {
    let forms = [
      "rgb": "rgb(255 128 0 / 50%)", "hsl": "hsl(30 100% 50%)", "hwb": "hwb(30 0% 0%)",
      "oklch": "oklch(0.7 0.15 60)", "oklab": "oklab(0.7 0.1 0.1)",
      "color": "color(srgb 1 0.5 0)",
    ]
    let name = text.prefix { $0.isLetter }.lowercased()
    return forms[name] ?? forms[String(name.dropLast())] ?? "rgb(...), hsl(...) or oklch(...)"
  }

  fileprivate var isFinite: Bool {
    red.isFinite && green.isFinite && blue.isFinite && alpha.isFinite
  }
}
