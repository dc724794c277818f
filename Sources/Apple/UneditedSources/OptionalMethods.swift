/// The optional methods and properties of one protocol of Objective-C's, in Swift.
///
/// A method `optional func done(_ view: V, at time: T) -> R` becomes one of a protocol that the
/// protocol refines, and throws: a class's own method fulfils it, and the default throws. Calls
/// keep their form: the protocol has a value `done`, so that `delegate?.done?(view, at: time)` is
/// `nil` where the class has no such method. The value is called without labels too.
struct OptionalMethods {
  /// A method's name, the text between its parentheses, and its result.
  struct Method {
    let name: String
    var parameters: String
    let result: String

    var names: [(label: String, value: String)] {
      parameters.inOneLine.parts.map { part in
        let words = part.prefix { $0 != ":" }.split(separator: " ").map(String.init)
        return (words.first ?? "_", words.last ?? "_")
      }
    }

    /// The name up to the first argument, as Objective-C has it.
    var nameInObjectiveC: String {
      guard let first = names.first?.label, first != "_" else { return name }
      let word = first.prefix(1).uppercased() + first.dropFirst()
      let isPreposition = ["at", "by", "for", "from", "in", "of", "on", "to", "with"].contains {
        first.hasPrefix($0)
      }
      return name + (isPreposition ? word : "With" + word)
    }

    fileprivate var hasLabels: Bool { names.contains { $0.label != "_" } }

    /// The same with parameters that have no labels.
    fileprivate var withoutLabels: Method {
      let types = parameters.inOneLine.parts.map { $0.drop { $0 != ":" } }
      var method = self
      method.parameters = zip(names, types).map { "_ \($0.value)\($1)" }.joined(separator: ", ")
      return method
    }
  }

  struct Property {
    let name: String
    let type: String
  }

  let name: String
  let access: String
  /// The number of braces that are open around the protocol.
  let depth: Int
  var methods: [Method] = []
  var properties: [Property] = []

  /// Code behind the protocol's end, in one line.
  var text: String {
    guard !methods.isEmpty || !properties.isEmpty else { return "" }
    let base = "\(name)_methods"
    let names = methods.map(\.name).reduce(into: [String]()) { known, name in
      if !known.contains(name) { known.append(name) }
    }
    let signatures = methods.map { method in
      "func \(method.name)(\(method.parameters.inOneLine)) throws"
        + (method.result.isEmpty ? "" : " -> \(method.result)")
    }
    // The compiler takes the optional value where both have a meaning.
    let getters = properties.map { "var \($0.name): \($0.type)" }
    let defaults =
      signatures.map { "\(access) \($0) { throw CancellationError() }" }
      + getters.map {
        "@_disfavoredOverload \(access) \($0) { get throws { throw CancellationError() } }"
      }
    let values =
      names.map { "\(access) var \($0): \(name)_\($0)? { \(name)_\($0)(receiver: self) }" }
      + properties.map {
        "\(access) var \($0.name): \($0.type.asOptional) "
          + "{ try? (self as any \(base)).\($0.name) }"
      }
    let requirements = signatures + getters.map { "@_disfavoredOverload \($0) { get throws }" }
    let types = names.map { method in
      let own = methods.filter { $0.name == method }
      let plain = own.count == 1 ? own.filter(\.hasLabels).map(\.withoutLabels) : []
      let calls = own.map { call($0, as: $0) } + zip(own, plain).map(call)
      return "\(access) struct \(name)_\(method) { fileprivate let receiver: any \(base); "
        + "\(calls.joined(separator: "; ")) }"
    }
    return [
      "; \(access) protocol \(base) { \(requirements.joined(separator: "; ")) }",
      "extension \(base) { \(defaults.joined(separator: "; ")) }",
      "extension \(name) { \(values.joined(separator: "; ")) }",
    ].joined(separator: "; ") + types.map { "; \($0)" }.joined()
  }

  /// A call of the value that calls a method.
  private func call(_ method: Method, as form: Method) -> String {
    let arguments = method.names.map { $0.label == "_" ? $0.value : "\($0.label): \($0.value)" }
    let result = method.result.isEmpty ? "" : " -> \(method.result.asOptional)"
    return "\(access) func callAsFunction(\(form.parameters.inOneLine))\(result) { "
      + "\(result.isEmpty ? "" : "return ")try? receiver.\(method.name)"
      + "(\(arguments.joined(separator: ", "))) }"
  }
}

extension String {
  fileprivate var inOneLine: String {
    split { $0.isNewline }.map { $0.drop { $0 == " " } }.joined(separator: " ")
  }

  fileprivate var asOptional: String {
    if hasSuffix("?") { return self }
    return hasSuffix("!") ? "\(dropLast())?" : "(\(self))?"
  }

  /// The parts between commas that are in no brackets.
  fileprivate var parts: [String] {
    var (parts, depth) = ([""], 0)
    for letter in self {
      if "([<{".contains(letter) { depth += 1 }
      if ")]}".contains(letter) || letter == ">" && parts.last?.last != "-" { depth -= 1 }
      if letter == ",", depth == 0 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(letter)
      }
    }
    return parts.filter { !$0.allSatisfy(\.isWhitespace) }
  }
}
