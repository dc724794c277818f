import RostrumBase
import RostrumLayerTree
import RostrumSource

extension Key {
  package static let forEach = Field(
    "forEach", .text(),
    "The name of the value: ${name} is replaced by it in `do`, ${name.column} by one of its columns."
  )
  static let forEachValues = Field(
    "in",
    Reader.anything(
      "a list of values, a table, a count, or {from: ..., to: ...}", example: "[1, 2]",
      schema: ["anyOf": [["type": ["string", "number", "array"]], Vocabulary.range.reference]]),
    "The values of forEach. A count n means 0 to n - 1.")
  static let itemCondition = Field(
    "if",
    Reader.anything(
      "true, false or a calculation, such as calc(${i} > 2)", example: "true",
      schema: ["type": ["boolean", "number", "string"]]),
    "Whether the items are there, for each value of forEach by itself.")
  static let forEachIndex = Field(
    "index", .text(), "The name of the value's number, from 0.")
  package static let letValues = Field(
    "let",
    Reader<[YAMLNode.Entry]>.entries("a mapping from names to values", of: SchemaPart.anyValue),
    "Names for values: ${name} is replaced by the value, also in later ones."
  )
  package static let forEachBody = Field(
    "do",
    Reader.anything(
      "an item of the list, or a list of items", example: "{}",
      schema: SchemaPart.anyValue),
    isRequired: true, "The item, or the items, of the list for each value.")
  static let rangeStart = Field("from", .number(), isRequired: true, "The first number.")
  static let rangeEnd = Field(
    "to", .number(), isRequired: true, "The last number, when the steps reach it.")
  static let rangeStep = DefaultedField(
    "step", .number(), default: 1, "The difference from one number to the next; not 0.")
}

extension Vocabulary {
  /// The keys of a list item that is repeated.
  public static let forEach = Vocabulary(
    owner: "a repetition", definition: "forEach",
    [
      Key.forEach, Key.forEachValues, Key.forEachIndex, Key.itemCondition, Key.letValues,
      Key.forEachBody,
    ],
    listsKeys: true)
  /// The keys of the numbers from one to another.
  public static let range = Vocabulary(
    owner: "a range of numbers", definition: "range",
    [Key.rangeStart, Key.rangeEnd, Key.rangeStep], listsKeys: true)
}

extension YAMLNode {
  /// Whether a list item is repeated, or is there on a condition.
  package var isRepetition: Bool {
    entries?.contains { [Key.forEach.name, Key.itemCondition.name].contains($0.name) } ?? false
  }
}

/// A list item that is repeated, once for each of several values.
struct Repetition {
  /// `nil` for one that is there once.
  let name: String?
  let indexName: String?
  let values: [YAMLNode]
  /// Whether the items are there.
  let condition: YAMLNode?
  let items: [YAMLNode]
  /// The names for values of each round.
  let names: YAMLNode?

  /// How many values there may be.
  static let maximumCount = 1_000_000
}

extension SceneContext {
  /// Reads a repetition; `nil` after reporting an error. `resolved` inserts values where `in` names
  /// parameters; `taken` returns whether a name is in use.
  func repetition(
    _ node: YAMLNode, taken: (String) -> Bool, resolved: (YAMLNode) -> YAMLNode
  ) -> Repetition? {
    guard let fields = MappingReader(node, .forEach, self) else { return nil }
    fields.reportUnknownKeys()
    let condition = fields.node(Key.itemCondition)
    guard fields.has(Key.forEach) else {
      for key in [fields.keyNode(Key.forEachValues), fields.keyNode(Key.forEachIndex)] {
        guard let key else { continue }
        return failure(
          .missingKey, "'\(key.scalar?.text ?? "")' is for values, and forEach names none", at: key,
          hint: "write forEach: NAME")
      }
      return fields.required(Key.forEachBody).map {
        Repetition(
          name: nil, indexName: nil, values: [node], condition: condition, items: $0.items ?? [$0],
          names: fields.node(Key.letValues))
      }
    }
    let name = self.name(fields, Key.forEach, taken)
    let index = self.name(fields, Key.forEachIndex, taken)
    let source = fields.required(Key.forEachValues).map(resolved)
    let values = source.flatMap { $0.isBroken ? nil : self.values(of: $0) }
    let body = fields.required(Key.forEachBody)
    if let index, index == name, let node = fields.node(Key.forEachIndex) {
      return failure(.duplicateName, "the value is called \(index.quoted) already", at: node)
    }
    guard let name, let values, let body, !fields.has(Key.forEachIndex) || index != nil else {
      return nil
    }
    return Repetition(
      name: name, indexName: index, values: values, condition: condition,
      items: body.items ?? [body],
      names: fields.node(Key.letValues))
  }

  private func name(
    _ fields: MappingReader, _ field: Field<String>, _ taken: (String) -> Bool
  ) -> String? {
    guard let name = fields[field], let node = fields.node(field) else { return nil }
    return isFree(name, at: node, taken) ? name : nil
  }

  /// Whether the name of a value in a `let` may stand for it; reports why not.
  func isFree(_ entry: YAMLNode.Entry, taken: (String) -> Bool) -> Bool {
    isFree(entry.name, at: entry.key, taken)
  }

  private func isFree(_ name: String, at node: YAMLNode, _ taken: (String) -> Bool) -> Bool {
    guard name.isParameterName else {
      return failure(
        .badName, "a name is a letter or _, then letters, digits, _ and -; found \(name.quoted)",
        at: node)
    }
    guard !taken(name) else {
      return failure(.duplicateName, "\(name.quoted) stands for something else already", at: node)
    }
    return true
  }

  private func values(of node: YAMLNode) -> [YAMLNode]? {
    if let items = node.items { return items }
    if node.entries != nil { return range(node) }
    guard case .number(let count) = node.numberText, let whole = Int(exactly: count), whole >= 0
    else { return mismatched(Key.forEachValues.expectation, at: node) }
    return numbers(whole, at: node) { Double($0) }
  }

  private func range(_ node: YAMLNode) -> [YAMLNode]? {
    guard let fields = MappingReader(node, .range, self) else { return nil }
    fields.reportUnknownKeys()
    let (start, end) = (fields[Key.rangeStart], fields[Key.rangeEnd])
    guard let step = fields.checked(Key.rangeStep), let start, let end else { return nil }
    guard step != 0 else {
      return failure(
        .outOfRange, "expected a step that is not 0", at: fields.node(Key.rangeStep) ?? node)
    }
    // A last number that is beyond the end only by rounding is included.
    let steps = ((end - start) / step + 1e-9).rounded(.down)
    guard steps < Double(Repetition.maximumCount) else {
      return numbers(Repetition.maximumCount + 1, at: node) { Double($0) }
    }
    if steps < 0 {
      warning(
        .noEffect, "no step leads from \(start.sceneText) to \(end.sceneText)", at: node,
        hint: step < 0 ? "write from and to the other way round" : "write step: -1")
    }
    return numbers(steps < 0 ? 0 : Int(steps) + 1, at: node) { start + Double($0) * step }
  }

  private func numbers(
    _ count: Int, at node: YAMLNode, _ number: (Int) -> Double
  ) -> [YAMLNode]? {
    guard count <= Repetition.maximumCount else {
      return failure(.tooLarge, "more than \(Repetition.maximumCount) values", at: node)
    }
    return (0..<count).map {
      YAMLNode(.scalar(.init(text: number($0).sceneText, isPlain: true)), mark: node.mark)
    }
  }
}
