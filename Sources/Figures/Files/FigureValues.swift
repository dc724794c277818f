import RostrumLayerTree
import RostrumSceneFile

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
    ) { node, context in text.read(node, context) }
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
      context.mismatch(expectation, at: node)
      return nil
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
      context.mismatch(expectation, at: node)
      return nil
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
        context.mismatch(expectation, at: node)
        return nil
      }
      if limits.contains(points) { return points }
      context.error(
        .outOfRange, "a figure is \(least.sceneText) to \(most.sceneText) points \(direction)",
        at: node)
      return nil
    }
  }
}

extension Reader where Content == ClosedRange<Double> {
  /// Two numbers, the lower first.
  static let numberRange: Reader = {
    let expectation = "a range of numbers, the lower first: [0, 1]"
    let number = Reader<Double>.number()
    return Reader(
      expectation, example: "[0, 1]",
      schema: ["type": "array", "items": number.schema, "minItems": 2, "maxItems": 2]
    ) { node, context in
      guard let items = node.items, items.count == 2 else {
        context.mismatch(expectation, at: node)
        return nil
      }
      let ends = items.compactMap { number.read($0, context) }
      guard ends.count == 2 else { return nil }
      if ends[0] < ends[1] { return ends[0]...ends[1] }
      context.error(.outOfRange, "the range is empty; expected \(expectation)", at: node)
      return nil
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
        context.mismatch(expectation, at: node)
        return nil
      }
      let ticks = items.compactMap { item -> (value: Double, text: String?)? in
        guard let parts = item.items else { return number.read(item, context).map { ($0, nil) } }
        guard parts.count == 2 else {
          context.mismatch("a number and its text: [0.5, half]", at: item)
          return nil
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
      guard items.count == 2 else {
        context.mismatch(expectation, at: node)
        return nil
      }
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
      guard let entries = node.entries else {
        context.mismatch(expectation, at: node)
        return nil
      }
      let all = entries.compactMap { entry -> String? in
        guard let text = entry.value.scalar?.text else {
          context.mismatch("a number or a word", at: entry.value)
          return nil
        }
        return "\(entry.name)=\(text)"
      }
      return all.count == entries.count ? all : nil
    }
  }()
}

extension Reader where Content == [TimeTrack] {
  /// A word, or a list of words.
  static let timeTracks: Reader = {
    let words = TimeTrack.allCases.map(\.rawValue)
    let expectation = "one or several of \(words.joined(separator: ", "))"
    let word = Reader<String>.word(of: words)
    return Reader(
      expectation, example: "[]",
      schema: ["anyOf": [word.schema, ["type": "array", "items": word.schema]]]
    ) { node, context in
      let items = node.items ?? [node]
      let tracks = items.compactMap { word.read($0, context).flatMap(TimeTrack.init) }
      return tracks.count == items.count ? tracks : nil
    }
  }()
}
