import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSceneFile
import RostrumSource

// The kinds of value that only figure files have.

extension Reader where Content == String {
  /// A text of the author's, or one for each language. When it is read, a language has been chosen.
  static let figureText: Reader = {
    let languages = FigureLanguage.allCases.map(\.rawValue)
    let shown = languages.map { "\($0): TEXT" }.joined(separator: ", ")
    let expectation = "a string, or one for each language: {\(shown)}"
    let text = text(expectation)
    let choice: JSONValue = [
      "type": "object", "minProperties": 1, "additionalProperties": false,
      "properties": .object(Dictionary(uniqueKeysWithValues: languages.map { ($0, text.schema) })),
    ]
    return Reader(
      expectation, example: "a", schema: ["anyOf": [text.schema, choice]]
    ) { node, context in
      guard let string = text.read(node, context) else { return nil }
      do throws(MathText.Mistake) {
        _ = try MathText(string)
      } catch {
        return context.failure(
          .badFormat, "a formula: \(error.message)", at: node, hint: error.hint)
      }
      return string
    }
  }()
}

extension Reader where Content == [YAMLNode] {
  /// A list with something in it, of mappings or of another kind of value.
  static func figureItems(
    _ expectation: String, of vocabulary: @autoclosure @escaping @Sendable () -> Vocabulary
  ) -> Reader {
    figureItems(expectation, vocabulary().reference)
  }

  static func figureItems<Other>(
    _ expectation: String, of vocabulary: @autoclosure @escaping @Sendable () -> Vocabulary,
    or other: Reader<Other>
  ) -> Reader {
    figureItems(expectation, ["anyOf": [other.schema, vocabulary().reference]])
  }

  static func figureItems(
    _ expectation: String, _ schema: @autoclosure @escaping @Sendable () -> JSONValue
  ) -> Reader {
    Reader(
      expectation, example: "[]", schema: ["type": "array", "items": schema(), "minItems": 1]
    ) { node, context in
      if let items = node.items, !items.isEmpty { return items }
      return context.mismatched(expectation, at: node)
    }
  }
}

extension Reader where Content == [String] {
  /// Families of fonts: a name, or a list of names.
  static let fontFamilies: Reader = {
    let expectation = "the name of a family, or a list of names"
    let name = Reader<String>.text(expectation)
    return Reader(
      expectation, example: "[]",
      schema: ["anyOf": [name.schema, ["type": "array", "items": name.schema, "minItems": 1]]]
    ) { node, context in
      let items = node.items ?? [node]
      let names = items.compactMap { name.read($0, context) }
      if names.count < items.count { return nil }
      if !names.isEmpty { return names }
      return context.mismatched(expectation, at: node)
    }
  }()
}

extension Reader where Content == Double {
  /// A length of a whole figure, in points.
  static func length(
    _ example: String, _ limits: ClosedRange<Double>, _ direction: String
  ) -> Reader {
    let expectation = "a length such as \(example), 120mm, 12cm or 4.5in"
    let (least, most) = (limits.lowerBound, limits.upperBound)
    let schema: JSONValue = [
      "anyOf": [
        ["type": "number", "minimum": .number(least), "maximum": .number(most)],
        ["type": "string", "pattern": "^ *[0-9.]+ *(mm|cm|in|pt) *$"],
      ]
    ]
    return Reader(expectation, example: example, schema: schema) { node, context in
      guard let points = node.scalar.flatMap({ FigureLength.points($0.text) }) else {
        return context.mismatched(expectation, at: node)
      }
      if limits.contains(points) { return points }
      return context.failure(
        .outOfRange, "a figure is \(least.sceneText) to \(most.sceneText) points \(direction)",
        at: node)
    }
  }
}

extension Reader {
  /// Two numbers in a list, and the content that they make; `nil` after a report.
  fileprivate static func pair(
    _ expectation: String,
    _ content: @escaping @Sendable (Double, Double, YAMLNode, SceneContext) -> Content?
  ) -> Reader {
    let number = Reader<Double>.number()
    return Reader(
      expectation, example: "[0, 1]",
      schema: ["type": "array", "items": number.schema, "minItems": 2, "maxItems": 2]
    ) { node, context in
      guard let items = node.items, items.count == 2 else {
        return context.mismatched(expectation, at: node)
      }
      let numbers = items.compactMap { number.read($0, context) }
      return numbers.count == 2 ? content(numbers[0], numbers[1], node, context) : nil
    }
  }
}

extension Reader where Content == ClosedRange<Double> {
  /// Two numbers, the lower first.
  static let numberRange: Reader = {
    let expectation = "a range of numbers, the lower first: [0, 1]"
    return pair(expectation) { low, high, node, context in
      if low < high { return low...high }
      return context.failure(.outOfRange, "the range is empty; expected \(expectation)", at: node)
    }
  }()
}

extension Reader where Content == [(value: Double, text: String?)] {
  /// Numbers at an axis, with or without texts of their own.
  static let ticks: Reader = {
    let expectation = "a list of numbers, or of numbers with texts: [0, [0.5, half], 1]"
    let (number, text) = (Reader<Double>.number(), Reader<String>.figureText)
    let pair: JSONValue = [
      "type": "array", "items": [number.schema, text.schema], "minItems": 2, "maxItems": 2,
    ]
    return Reader(
      expectation, example: "[0, 1]",
      schema: [
        "type": "array", "items": ["anyOf": [number.schema, pair]], "minItems": 1, "maxItems": 100,
      ]
    ) { node, context in
      guard let items = node.items, (1...100).contains(items.count) else {
        return context.mismatched(expectation, at: node)
      }
      let ticks = items.compactMap { item -> (value: Double, text: String?)? in
        guard let parts = item.items else { return number.read(item, context).map { ($0, nil) } }
        guard parts.count == 2 else {
          return context.mismatched("a number and its text: [0.5, half]", at: item)
        }
        guard let value = number.read(parts[0], context),
          let words = text.read(parts[1], context)
        else { return nil }
        return (value, words)
      }
      return ticks.count == items.count ? ticks : nil
    }
  }()
}

extension Reader where Content == Point {
  /// A time and a value.
  static let plotPoint = pair("a time and a value: [0.5, 1]") { time, value, _, _ in
    Point(x: time, y: value)
  }
}

/// The place of a legend, and the number of its columns.
struct LegendLayout: Sendable {
  var place = FigureDeclaration.LegendPlace.automatic
  var columns: Int?
}

extension Reader where Content == LegendLayout {
  /// The place alone, or a mapping.
  static let legend: Reader = {
    let place = Reader<FigureDeclaration.LegendPlace>.word
    let expectation = place.expectation + ", or {place: below, columns: 2}"
    return Reader(
      expectation, example: "below",
      schema: ["anyOf": [place.schema, Vocabulary.figureLegend.reference]]
    ) { node, context in
      guard node.entries != nil else {
        guard node.scalar != nil else { return context.mismatched(expectation, at: node) }
        return place.read(node, context).map { LegendLayout(place: $0) }
      }
      guard let fields = MappingReader(node, .figureLegend, context) else { return nil }
      fields.reportUnknownKeys()
      var legend = LegendLayout(place: fields[FigureKey.legendPlace])
      legend.columns = fields[FigureKey.legendColumns]
      guard legend.columns != nil, ![.automatic, .below].contains(legend.place) else {
        if legend.columns != nil { legend.place = .below }
        return legend
      }
      return context.failure(
        .conflict, "a legend of several columns stands below the plot",
        at: fields.keyNode(FigureKey.legendColumns) ?? node, hint: "leave out 'columns'")
    }
  }()
}

/// The theme that a figure file names, refers to or declares.
enum ThemeChoice: Sendable {
  case named(String)
  case file(String)
  case own(ThemeDeclaration)
}

extension Reader where Content == ThemeChoice {
  /// A word, the path of a file, or a mapping.
  static let figureTheme: Reader = {
    let words = Theme.named.map(\.name) + ["auto"]
    let word = Reader<String>.word(of: words)
    let expectation =
      word.expectation + ", a theme file such as theme.yaml, or a mapping with a theme's keys"
    let file: JSONValue = ["type": "string", "pattern": "\\.(yaml|yml|json)$"]
    return Reader(
      expectation, example: "light",
      schema: ["anyOf": [word.schema, file, Vocabulary.theme.reference]]
    ) { node, context in
      if node.entries != nil { return context.theme(node).map(ThemeChoice.own) }
      guard let text = node.scalar?.text else { return context.mismatched(expectation, at: node) }
      if ["yaml", "yml", "json"].contains(text.pathExtension) { return .file(text) }
      return word.read(node, context).map(ThemeChoice.named)
    }
  }()
}

extension Reader where Content == (time: Double, value: Double?) {
  /// A time, or a time and a value.
  static let annotationPlace: Reader = {
    let expectation = "a time, or a time and a value: [0.5, 1]"
    let number = Reader<Double>.number()
    let pair: JSONValue = [
      "type": "array", "items": number.schema, "minItems": 2, "maxItems": 2,
    ]
    return Reader(
      expectation, example: "0", schema: ["anyOf": [number.schema, pair]]
    ) { node, context in
      guard let items = node.items else { return number.read(node, context).map { ($0, nil) } }
      guard items.count == 2 else { return context.mismatched(expectation, at: node) }
      guard let time = number.read(items[0], context), let value = number.read(items[1], context)
      else { return nil }
      return (time, value)
    }
  }()
}

extension Reader where Content == FigureDeclaration.PlotAxis {
  static let axis = mapping(.figureAxis, "an axis: a mapping such as {label: height, unit: m}") {
    fields in
    var axis = FigureDeclaration.PlotAxis()
    axis.label = fields[FigureKey.axisLabel]
    axis.unit = fields[FigureKey.axisUnit]
    axis.range = fields[FigureKey.axisRange]
    axis.ticks = fields[FigureKey.axisTicks]
    axis.step = fields[FigureKey.axisStep]
    axis.isLogarithmic = fields[FigureKey.axisScale] == "logarithmic"
    axis.format = fields[FigureKey.axisFormat]
    axis.showsGrid = fields[FigureKey.axisGrid]
    axis.isDownwards = fields[FigureKey.axisDirection].map { $0 == "down" }
    return axis
  }
}

extension Reader where Content == FigureDeclaration.PhaseNames {
  static let phaseNames = mapping(
    .figurePhases, "names of phases: {before: TEXT, active: TEXT, after: TEXT}"
  ) { fields in
    var names = FigureDeclaration.PhaseNames()
    names.before = fields[FigureKey.phaseBefore]
    names.active = fields[FigureKey.phaseActive]
    names.after = fields[FigureKey.phaseAfter]
    return names
  }
}

/// The scene, the layer and the key path of a subtracted number, where given.
struct Subtrahend: Sendable {
  let scene: String?
  let layer: String?
  let keyPath: String?
}

extension Reader where Content == Subtrahend {
  static let subtrahend = mapping(
    .figureMinus, "a number that is taken away: {layer: NAME, keyPath: PATH}"
  ) { fields in
    Subtrahend(
      scene: fields[FigureKey.minusScene], layer: fields[FigureKey.minusLayer],
      keyPath: fields[FigureKey.minusKeyPath])
  }
}

extension Reader where Content == [String] {
  /// Values of parameters, each as the command line gives it: `speed=2`.
  static let assignments: Reader = {
    let expectation = "values of parameters: {NAME: VALUE}"
    return Reader(expectation, example: "{}", schema: ["type": "object"]) { node, context in
      guard let entries = node.entries else { return context.mismatched(expectation, at: node) }
      let all = entries.compactMap { entry -> String? in
        guard let text = entry.value.scalar?.text else {
          return context.mismatched("a number or a word", at: entry.value)
        }
        return "\(entry.name)=\(text)"
      }
      return all.count == entries.count ? all : nil
    }
  }()
}

extension Reader where Content == [YAMLNode.Entry] {
  /// Texts by the names of layers and animations, which the caller knows.
  static let rowNames: Reader = {
    let expectation = "names of rows: {LAYER: TEXT, LAYER/KEY: TEXT}"
    let schema: JSONValue = [
      "type": "object", "additionalProperties": Reader<String>.figureText.schema,
      "minProperties": 1,
    ]
    return Reader(expectation, example: "{}", schema: schema) { node, context in
      if let entries = node.entries, !entries.isEmpty { return entries }
      return context.mismatched(expectation, at: node)
    }
  }()
}

extension Reader {
  /// A word, or a list of words.
  private static func someWords<Word: RawRepresentable & CaseIterable & Sendable>(
    of type: Word.Type
  ) -> Reader where Content == [Word], Word.RawValue == String {
    let words = Word.allCases.map(\.rawValue)
    let expectation = "one or several of \(words.joined(separator: ", "))"
    let word = Reader<String>.word(of: words)
    return Reader(
      expectation, example: "[]",
      schema: ["anyOf": [word.schema, ["type": "array", "items": word.schema]]]
    ) { node, context in
      let items = node.items ?? [node]
      let found = items.compactMap { word.read($0, context).flatMap(Word.init) }
      return found.count == items.count ? found : nil
    }
  }
}

extension Reader where Content == [TimeTrack] {
  static let timeTracks = someWords(of: TimeTrack.self)
}

extension Reader where Content == [FigureDeclaration.PlotPart] {
  static let plotParts = someWords(of: FigureDeclaration.PlotPart.self)
}

extension Reader where Content == [FigureDeclaration.AxisName] {
  static let axisNames = someWords(of: FigureDeclaration.AxisName.self)
}
