import RostrumBase
import RostrumSource

/// Replaces the placeholders of a scene file by values, evaluates its calculations, and expands its
/// repetitions.
///
/// A value takes the place of its placeholder, so that a mistake is shown in the scene; the value's
/// own place goes along as a note.
struct Substitution {
  /// How many bytes all texts with placeholders may have together.
  static let maximumTextSize = 16 << 20

  /// The parameters, and the names of the repetitions around.
  private var bindings: [String: BoundParameter]
  let context: SceneContext
  let components: Components
  private(set) var used: Set<String> = []
  /// The names whose value changes with each round of a repetition.
  private var changingNames: Set<String> = []
  /// The names of a `let` that have no value yet.
  private var laterNames: Set<String> = []
  /// The lists used by calculations, by names that do not change during a repetition.
  private var lists: [String: CalculatedValue] = [:]
  /// Branches that aliases share stay shared.
  private var done: [ObjectIdentifier: YAMLNode] = [:]
  private var nodeCount = 0
  private var textSize = 0

  /// The parameters and names of the file, which are visible in its components too.
  private var fileBindings: [String: BoundParameter]

  init(bindings: [String: BoundParameter], context: SceneContext, components: Components) {
    (self.bindings, self.context, self.components) = (bindings, context, components)
    fileBindings = bindings
  }

  /// The whole file except the values of some of its keys.
  mutating func apply(to root: YAMLNode, leaving keys: Set<String>) -> YAMLNode {
    guard root.needsSubstitution, let entries = root.entries else { return root }
    guard !isMisplaced(root) else { return root }
    bind(entries.first { $0.name == Key.letValues.name }?.value)
    fileBindings = bindings
    return YAMLNode(.mapping(withValues(in: entries, leaving: keys)), mark: root.mark)
  }

  mutating func apply(to node: YAMLNode) -> YAMLNode {
    guard node.needsSubstitution else { return node }
    if let known = done[ObjectIdentifier(node)] { return known }
    let result: YAMLNode
    switch node.content {
    case .scalar(let scalar): result = value(of: scalar.text, at: node)
    case .sequence(let items):
      result = YAMLNode(.sequence(items.flatMap { self.items(for: $0) }), mark: node.mark)
    case .mapping where isMisplaced(node): result = .broken
    case .mapping(let entries):
      let own = YAMLNode(.mapping(withValues(in: entries)), mark: node.mark)
      result = own.isUse ? layer(using: own) : own
    }
    done[ObjectIdentifier(node)] = result
    return result
  }

  // MARK: Repetitions

  /// The item itself, or all items of a repetition.
  private mutating func items(for item: YAMLNode) -> [YAMLNode] {
    guard item.isRepetition else { return [apply(to: item)] }
    // More would only be reported again.
    guard nodeCount <= context.options.maximumNodes else { return [] }
    let found = context.repetition(item, taken: { bindings[$0] != nil }) { apply(to: $0) }
    guard let found else {
      context.collector.markUnusable()
      return []
    }
    let (outerDone, outerNames) = (done, changingNames)
    changingNames.formUnion([found.name, found.indexName].compactMap(\.self))
    var result: [YAMLNode] = []
    for (index, value) in found.values.enumerated() where !value.isBroken {
      guard nodeCount <= context.options.maximumNodes else { break }
      nodeCount += found.items.reduce(0) { $0 + $1.weight }
      guard nodeCount <= context.options.maximumNodes else {
        _ = tooLarge("more than \(context.options.maximumNodes) values", at: item)
        break
      }
      done = [:]
      if let name = found.name {
        bindings[name] = BoundParameter(node: value, origin: origin(of: value, name))
      }
      if let name = found.indexName {
        let number = YAMLNode.Scalar(text: "\(index)", isPlain: true)
        bindings[name] = BoundParameter(
          node: YAMLNode(.scalar(number), mark: item.mark), origin: nil)
      }
      // Before they are bound: later ones are worked out from earlier ones.
      changingNames.formUnion(found.names?.entries?.map(\.name) ?? [])
      result += noting(found.names?.entries ?? []) { own in
        let names = own.bind(found.names)
        defer { for name in names { own.bindings[name] = nil } }
        guard own.holds(found.condition) else {
          for item in found.items { own.noteNames(in: item) }
          return []
        }
        return found.items.flatMap { own.items(for: $0) }
      }
    }
    for name in [found.name, found.indexName].compactMap(\.self) { bindings[name] = nil }
    (done, changingNames) = (outerDone, outerNames)
    return nodeCount > context.options.maximumNodes ? [] : result
  }

  /// Whether items are there; reports a condition that is none.
  private mutating func holds(_ condition: YAMLNode?) -> Bool {
    guard let condition else { return true }
    let value = apply(to: condition)
    if case .number(let number)? = value.numberText { return number != 0 }
    if let text = value.scalar?.text, ["true", "false"].contains(text) { return text == "true" }
    return context.mismatched(Key.itemCondition.expectation, at: value)
  }

  /// Counts the names in items that are not there as used.
  private mutating func noteNames(in node: YAMLNode) {
    switch node.content {
    case .scalar(let scalar):
      for case .parameter(let name, _) in PlaceholderText(scalar.text).pieces {
        used.insert(String(name.prefix { $0 != "." }))
      }
    case .sequence(let items): for item in items { noteNames(in: item) }
    case .mapping(let entries):
      for entry in entries {
        noteNames(in: entry.key)
        noteNames(in: entry.value)
      }
    }
  }

  private func origin(of value: YAMLNode, _ name: String) -> Diagnostic.Related? {
    if let origin = value.origins.first { return origin }
    let shown = value.scalar?.text.quoted ?? value.description
    return context.range(of: value).map { .init(message: "\(name) is \(shown)", range: $0) }
  }

  /// Whether a repetition is not an item of a list, which is reported.
  private func isMisplaced(_ node: YAMLNode) -> Bool {
    guard let entry = node.entries?.first(where: { $0.name == Key.forEach.name }) else {
      return false
    }
    context.error(
      .badPlaceholder, "\(Key.forEach.name) stands for items of a list, and this is none",
      at: entry.key, hint: "write '- ' before it")
    return true
  }

  // MARK: Components

  /// The layer of a component with the changes of its user; broken after reporting an error.
  private mutating func layer(using node: YAMLNode) -> YAMLNode {
    guard let use = components.use(node), let component = components.find(use) else {
      context.collector.markUnusable()
      return .broken
    }
    nodeCount += component.layer.weight
    guard nodeCount <= context.options.maximumNodes else {
      return tooLarge("more than \(context.options.maximumNodes) values", at: node)
    }
    return components.inside(component, use) { () -> YAMLNode? in
      guard let bindings = components.bindings(of: component, use) else { return nil }
      guard component.file == nil else {
        return components.layer(ofOtherFile: component, bindings, use)
      }
      return layer(component, bindings)
    }.map { $0.completed(by: use) } ?? .broken
  }

  /// The layer of a component of the same file; the file's parameters and the component's own are
  /// visible in it.
  private mutating func layer(
    _ component: Component, _ own: [String: BoundParameter]
  ) -> YAMLNode {
    let outer = (bindings, done, lists, changingNames)
    bindings = fileBindings.merging(own) { $1 }
    (done, lists, changingNames) = ([:], [:], [])
    defer { (bindings, done, lists, changingNames) = outer }
    return layer(component)
  }

  /// The layer of a component whose parameters are bound.
  mutating func layer(_ component: Component) -> YAMLNode {
    noting(component.names?.entries ?? [], component.parameters) { own in
      let names = own.bind(component.names)
      defer { for name in names { own.bindings[name] = nil } }
      return own.apply(to: component.layer)
    }
  }

  // MARK: Names for values

  /// Warns of names that the work, for which they are there, does not use.
  private mutating func noting<Result>(
    _ names: [YAMLNode.Entry], _ parameters: [ParameterDeclaration] = [],
    _ work: (inout Substitution) -> Result
  ) -> Result {
    let outer = used
    used.subtract(names.map(\.name) + parameters.map(\.name))
    defer { used.formUnion(outer) }
    let result = work(&self)
    if !context.isOfComponentFile { context.warnOfUnused(names, parameters, besides: used) }
    return result
  }

  /// Binds the names of a `let` one after the other, and returns them.
  @discardableResult
  private mutating func bind(_ node: YAMLNode?) -> [String] {
    guard let node, !node.isBroken else { return [] }
    guard let entries = context.read(node, Key.letValues.reader) else {
      context.collector.markUnusable()
      return []
    }
    var names: [String] = []
    let outer = laterNames
    defer { laterNames = outer }
    for (index, entry) in entries.enumerated() {
      laterNames = Set(entries[index...].map(\.name))
      guard context.isFree(entry, taken: { bindings[$0] != nil }) else { continue }
      let value = apply(to: entry.value)
      let shown = value.scalar?.text.quoted ?? value.description
      let origin = context.range(of: entry.value).map {
        Diagnostic.Related(message: "\(entry.name) is \(shown)", range: $0)
      }
      bindings[entry.name] = BoundParameter(node: value, origin: value.isBroken ? nil : origin)
      names.append(entry.name)
    }
    return names
  }

  // MARK: Mappings

  private mutating func withValues(
    in entries: [YAMLNode.Entry], leaving left: Set<String> = []
  ) -> [YAMLNode.Entry] {
    var names: [String: YAMLNode] = [:]
    return entries.compactMap { entry in
      if left.contains(entry.name) { return entry }
      guard let named = self.named(entry) else { return nil }
      guard entry.key.needsSubstitution || names[named.name] != nil else {
        names[named.name] = named.key
        return named
      }
      if let first = names.updateValue(named.key, forKey: named.name) {
        return context.failure(
          .duplicateKey, "duplicate key \(named.name.quoted)", at: named.key,
          related: [.init(message: "first given here", place: first.place())])
      }
      return named
    }
  }

  private mutating func named(_ entry: YAMLNode.Entry) -> YAMLNode.Entry? {
    let value = apply(to: entry.value)
    guard entry.key.needsSubstitution else {
      return YAMLNode.Entry(name: entry.name, key: entry.key, value: value)
    }
    let key = text(PlaceholderText(entry.name, calculating: true), at: entry.key)
    guard let name = key.scalar, !name.isBroken else { return nil }
    return YAMLNode.Entry(name: name.text, key: key, value: value)
  }

  // MARK: One scalar

  private mutating func value(of text: String, at node: YAMLNode) -> YAMLNode {
    let parts = PlaceholderText(text, calculating: true)
    if parts.pieces.count == 1, case .calculation = parts.pieces[0] {
      return calculated(text, at: node)
    }
    guard let name = parts.wholeName else { return self.text(parts, at: node) }
    guard let binding = binding(name, at: node, offset: nil), !binding.node.isBroken else {
      return .broken
    }
    nodeCount += binding.node.weight
    guard nodeCount <= context.options.maximumNodes else {
      return tooLarge("more than \(context.options.maximumNodes) values", at: node)
    }
    return binding.node.moved(to: node.mark, origins: binding.origin.map { [$0] } ?? [])
  }

  /// A text, even if the joined parts look like a number.
  private mutating func text(_ parts: PlaceholderText, at node: YAMLNode) -> YAMLNode {
    var result = ""
    var origins: [Diagnostic.Related] = []
    var isBroken = false
    for piece in parts.pieces {
      guard let text = text(of: piece, at: node, &origins) else {
        isBroken = true
        continue
      }
      result += text
      textSize += text.utf8.count
      guard textSize <= Self.maximumTextSize else {
        return tooLarge("texts of more than 16 MiB", at: node)
      }
    }
    guard !isBroken else { return .broken }
    return YAMLNode(
      .scalar(.init(text: result, isPlain: false)), mark: node.mark, origins: origins)
  }

  private mutating func text(
    of piece: PlaceholderText.Piece, at node: YAMLNode, _ origins: inout [Diagnostic.Related]
  ) -> String? {
    switch piece {
    case .text(let text): return text
    case .broken(let offset):
      report(
        .badPlaceholder, "expected the name of a parameter, as in ${title}", at: node,
        offset: offset,
        hint: node.adviceOnPlaceholder ?? "write $${ for the two characters themselves")
      return nil
    case .parameter(let name, let offset):
      guard let binding = binding(name, at: node, offset: offset) else { return nil }
      if let origin = binding.origin { origins.append(origin) }
      if let scalar = binding.node.scalar { return scalar.isBroken ? nil : scalar.shownText }
      report(
        .badPlaceholder,
        "\(binding.node.description) cannot stand inside a text; the parameter \(name.quoted) is one",
        at: node, offset: offset, hint: binding.node.followingHint)
      return nil
    case .calculation(let text, let offset):
      let value = calculated(text, at: node, from: offset)
      origins += value.origins
      if let scalar = value.scalar {
        return scalar.isBroken ? nil : scalar.shownText
      }
      report(
        .badCalculation,
        "\(value.description) cannot stand inside a text; the calculation makes one", at: node,
        offset: offset)
      return nil
    }
  }

  // MARK: Calculations

  /// `start`: the place of the calculation in the node's text.
  private mutating func calculated(
    _ text: String, at node: YAMLNode, from start: Int = 0
  ) -> YAMLNode {
    do throws(CalculationError) {
      let calculation = try Calculation(text)
      guard CalculationText.isClosed(text) else {
        report(
          .badCalculation, "the calculation is not closed", at: node, offset: nil,
          hint: "a ')' is missing in the calculation; \\calc( writes these letters")
        return .broken
      }
      var values: [String: CalculatedValue] = [:]
      var origins: [Diagnostic.Related] = []
      for (name, offset) in calculation.names where values[name] == nil {
        if let list = lists[name] {
          used.insert(String(name.prefix { $0 != "." }))
          values[name] = list
          continue
        }
        guard let bound = binding(name, at: node, offset: start + offset), !bound.node.isBroken
        else {
          context.collector.markUnusable()
          return .broken
        }
        if let origin = bound.origin { origins.append(origin) }
        values[name] = try calculatedValue(of: bound.node, name, offset)
      }
      let result = try calculation.value(values).node(mark: node.mark, origins: origins)
      nodeCount += result.weight - 1
      textSize += result.scalar?.text.utf8.count ?? 0
      guard nodeCount <= context.options.maximumNodes, textSize <= Self.maximumTextSize else {
        return tooLarge("too many values", at: node)
      }
      return result
    } catch {
      report(
        .badCalculation, error.message, at: node, offset: start + error.offset, hint: error.hint)
      return .broken
    }
  }

  private mutating func calculatedValue(
    of node: YAMLNode, _ name: String, _ offset: Int
  ) throws(CalculationError) -> CalculatedValue {
    switch node.content {
    case .scalar: return CalculatedValue(node)
    case .mapping:
      throw CalculationError(
        message: "\(name.quoted) is a mapping, and no value", offset: offset,
        hint: node.entries?.first.map { "write ${\(name).\($0.name)} for one of its values" })
    case .sequence:
      let list = CalculatedValue(node)
      let first = name.prefix { $0 != "." }
      if !changingNames.contains(String(first)) { lists[name] = list }
      return list
    }
  }

  // MARK: Names

  /// The value of a name. After a point follows a column of a row, or of all rows of a list.
  private mutating func binding(
    _ name: String, at node: YAMLNode, offset: Int?
  ) -> BoundParameter? {
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let found = bound(String(parts[0]), at: node, offset: offset) else { return nil }
    guard parts.count == 2, !found.node.isBroken else { return found }
    var (owner, rest, cell) = (String(parts[0]), parts[1], found.node)
    while !rest.isEmpty {
      // A column's own name may have a point.
      let column = cell.column(String(rest)) == nil ? rest.prefix { $0 != "." } : rest
      guard let next = cell.column(String(column)) else {
        let (message, hint) = cell.withoutColumn(String(column), called: owner, context)
        let origins = found.origin.map { [$0] } ?? []
        report(.badPlaceholder, message, at: node, offset: offset, hint: hint, origins)
        return nil
      }
      (owner, rest, cell) = (owner + "." + column, rest.dropFirst(column.count + 1), next)
    }
    return BoundParameter(node: cell, origin: found.origin)
  }

  private mutating func bound(
    _ name: String, at node: YAMLNode, offset: Int?
  ) -> BoundParameter? {
    if let found = bindings[name] {
      used.insert(name)
      return found
    }
    report(
      .unknownParameter, "unknown parameter \(name.quoted)", at: node, offset: offset,
      hint: name.adviceAsParameter(
        later: laterNames, repeated: changingNames,
        similar: context.similar(to: name, among: bindings.keys.sorted())))
    return nil
  }

  // MARK: Reports

  private func report(
    _ id: DiagnosticID, _ message: String, at node: YAMLNode, offset: Int?,
    hint: @autoclosure () -> String? = nil, _ origins: [Diagnostic.Related] = []
  ) {
    var extent = DiagnosticCollector.Extent.value
    if let offset, let text = node.scalar?.text { extent = .offset(offset, in: text) }
    var place = node.place(extent)
    place.origins += origins
    context.collector.add(.error, id.rawValue, message, at: place, hint: hint())
  }

  private func tooLarge(_ what: String, at node: YAMLNode) -> YAMLNode {
    context.error(.tooLarge, "the parameters of this file make \(what)", at: node)
    return .broken
  }
}
