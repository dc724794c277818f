import RostrumBase
import RostrumSceneFile

/// A name of a scene file that other places refer to.
package enum SceneSymbol: Hashable, Sendable {
  /// A parameter, a name of a `let`, or that of a repetition.
  case value(String)
  case component(String)
  case layer(String)
  /// A YAML anchor.
  case anchor(String)

  package var name: String {
    switch self {
    case .value(let name), .component(let name), .layer(let name), .anchor(let name): name
    }
  }
}

/// The names of a scene file: where they are declared, and where they are used.
extension SceneOutline {
  /// Where the symbol at a place is declared.
  package func definition(_ line: Int, _ column: Int) -> TextSpan? {
    symbol(line, column).flatMap { symbol, _ in
      occurrences(of: symbol, near: line).first { $0.isDeclaration }?.span
    }
  }

  /// All places of the symbol at a place, in the order of the file.
  package func references(_ line: Int, _ column: Int) -> [TextSpan] {
    symbol(line, column).map { symbol, _ in
      occurrences(of: symbol, near: line).map(\.span).sorted()
    } ?? []
  }

  /// The name at a place that can be changed everywhere.
  package func symbol(_ line: Int, _ column: Int) -> (SceneSymbol, TextSpan)? {
    if let found = (placeholders + anchors).first(where: { $0.span.contains(line, column) }) {
      return (found.symbol, found.span)
    }
    guard let element = element(line, column) else { return nil }
    if let symbol = declared(by: element) ?? used(by: element, layerNames) {
      return (symbol, element.span)
    }
    return nil
  }

  struct Occurrence: Hashable {
    let symbol: SceneSymbol
    let span: TextSpan
    var isDeclaration = false
  }

  func occurrences(of symbol: SceneSymbol, near line: Int) -> [Occurrence] {
    let scope = scope(of: symbol, near: line)
    let layers = layerNames
    let named = elements.flatMap { element -> [Occurrence] in
      if let own = declared(by: element) {
        return [Occurrence(symbol: own, span: element.span, isDeclaration: true)]
      }
      return used(by: element, layers).map { [Occurrence(symbol: $0, span: element.span)] } ?? []
    }
    var seen: Set<TextSpan> = []
    return (named + placeholders + anchors).filter {
      $0.symbol == symbol && scope($0.span.line) && seen.insert($0.span).inserted
    } + arguments(of: symbol, near: line)
  }

  // MARK: Declarations and uses

  private func declared(by element: Element) -> SceneSymbol? {
    if element.isKey {
      switch element.key(1) {
      case "parameters" where !isUse(element), "let": return .value(element.text)
      case "components" where element.path.count == 2: return .component(element.text)
      default: return nil
      }
    }
    switch element.key() {
    case "forEach", "index":
      let around = element.nodes.dropLast().last
      return around?.isRepetition == true ? .value(element.text) : nil
    case "name" where isOfLayer(element): return .layer(element.text)
    default: return nil
    }
  }

  private func used(by element: Element, _ layers: Set<String>) -> SceneSymbol? {
    if element.key() == "use", !element.isKey { return .component(element.text) }
    guard layers.contains(element.text) else { return nil }
    let keys: Set = ["layer", "layers", "target", "set", "remove", "add", "after", "animate"]
    let key = element.isKey ? element.key(1) : element.key()
    if element.key(1) == "connect", ["from", "to"].contains(key) {
      return .layer(element.text)
    }
    return key.map(keys.contains) == true && !element.text.isEmpty ? .layer(element.text) : nil
  }

  /// Whether a key of `parameters` gives a value to a component or a scene inside.
  private func isUse(_ element: Element) -> Bool {
    guard element.path.count > 2 else { return false }
    let owner = element.nodes.dropLast().last?.entries ?? []
    return owner.contains { ["use", "scene"].contains($0.name) }
  }

  private func isOfLayer(_ element: Element) -> Bool {
    let keys: Set = ["layers", "sublayers", "do", "mask", "layer"]
    return element.key(1).map(keys.contains) ?? false
  }

  package var layerNames: Set<String> {
    Set(
      elements.filter { !$0.isKey && $0.key() == "name" && isOfLayer($0) && !$0.text.contains("$") }
        .map(\.text))
  }

  package var componentNames: [String] {
    root?.entries?.first { $0.name == "components" }?.value.entries?.map(\.name) ?? []
  }

  // MARK: Scopes

  private struct Body {
    let name: String
    let lines: Range<Int>
    let values: Set<String>
  }

  /// The components of the file with the names that each declares.
  private var bodies: [Body] {
    guard let root, let all = root.entries,
      let index = all.firstIndex(where: { $0.name == "components" })
    else { return [] }
    let entries = all[index].value.entries ?? []
    let ends =
      entries.dropFirst().map { $0.key.mark.line - 1 }
      + [all.dropFirst(index + 1).first.map { $0.key.mark.line - 1 } ?? lines.count]
    return zip(entries, ends).map { entry, end in
      let declared = (entry.value.entries ?? []).filter { ["parameters", "let"].contains($0.name) }
      return Body(
        name: entry.name, lines: (entry.key.mark.line - 1)..<max(end, entry.key.mark.line),
        values: Set(declared.flatMap { $0.value.entries ?? [] }.map(\.name)))
    }
  }

  /// The lines where a name means the same as at a line: a component's own names mean something
  /// else outside of it.
  private func scope(of symbol: SceneSymbol, near line: Int) -> (Int) -> Bool {
    guard case .value(let name) = symbol else { return { _ in true } }
    let owners = bodies.filter { $0.values.contains(name) }
    if let own = owners.first(where: { $0.lines.contains(line) }) { return own.lines.contains }
    return { line in !owners.contains { $0.lines.contains(line) } }
  }

  /// Where uses of a component give a value to its parameter.
  private func arguments(of symbol: SceneSymbol, near line: Int) -> [Occurrence] {
    guard case .value(let name) = symbol,
      let body = bodies.first(where: { $0.values.contains(name) && $0.lines.contains(line) })
    else { return [] }
    return elements.filter { element in
      element.isKey && element.text == name && element.key(1) == "parameters" && isUse(element)
        && element.nodes.dropLast().last?.entries?.contains {
          $0.name == "use" && $0.value.scalar?.text == body.name
        } == true
    }.map { Occurrence(symbol: symbol, span: $0.span) }
  }

  // MARK: Names in texts

  /// `${name}` everywhere, without its column.
  private var placeholders: [Occurrence] {
    found("${") { $0.isOfName && $0 != "." }.map { Occurrence(symbol: .value($0), span: $1) }
  }

  /// `&name` and `*name` before a value.
  private var anchors: [Occurrence] {
    ["&", "*"].flatMap { sign in
      found(sign) { $0.isOfName && $0 != "." }.filter { _, span in
        let before = lines[span.line].prefix(span.start - 1).last { $0 != " " }
        return before.map { ":-[,".unicodeScalars.contains($0) } ?? true
          && !isInCalculation(span.line, span.start)
      }.map { Occurrence(symbol: .anchor($0), span: $1, isDeclaration: sign == "&") }
    }
  }

  private func found(
    _ sign: String, _ isOfName: (Unicode.Scalar) -> Bool
  ) -> [(String, TextSpan)] {
    let sign = Array(sign.unicodeScalars)
    return lines.enumerated().flatMap { number, line -> [(String, TextSpan)] in
      guard line.count > sign.count else { return [] }
      return (0..<(line.count - sign.count)).compactMap { index in
        guard line[index] == sign[0], line[index...].starts(with: sign) else { return nil }
        let start = index + sign.count
        let name = line[start...].prefix(while: isOfName)
        guard !name.isEmpty else { return nil }
        return (
          String(String.UnicodeScalarView(name)),
          TextSpan(line: number, start: start, end: start + name.count)
        )
      }
    }
  }

  // MARK: Values

  /// The names that `${` may be followed by, with what each is.
  package func values(near line: Int) -> [(name: String, summary: String)] {
    let names = elements.compactMap { element -> String? in
      guard case .value(let name)? = declared(by: element),
        scope(of: .value(name), near: line)(element.span.line)
      else { return nil }
      return name
    }
    return Set(names).sorted().map { ($0, declaration(ofValue: $0, near: line) ?? "") }
  }

  /// The columns of a value that is a table written in the file.
  package func columns(ofValue name: String) -> [String] {
    let rows = elements.first { element in
      element.path.contains(.key(name)) && element.path.contains(.item(0)) && element.isKey
    }
    guard let rows else { return [] }
    return rows.nodes.last?.columnNames ?? []
  }

  func declaration(ofValue name: String, near line: Int) -> String? {
    let place = occurrences(of: .value(name), near: line).first { $0.isDeclaration }?.span
    guard let place, let element = elements.first(where: { $0.span == place }) else { return nil }
    let text = String(String.UnicodeScalarView(lines[place.line])).trimmed
    let kind =
      !element.isKey ? "repeated value" : element.key(1) == "let" ? "value of `let`" : "parameter"
    return "**\(name)**, \(kind)\n\n```yaml\n\(text)\n```"
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
