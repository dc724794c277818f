import RostrumBase
import RostrumImportedDocument
import RostrumSource

/// The places of a file's expressions, and the engine's facts about its compositions and layers.
struct ExpressionFile {
  /// A layer of a composition: the file's own, or one among the assets.
  struct Layer {
    let composition: Int
    let json: JSONValue
    /// The composition that it shows.
    var shown: Int?
    /// The number of the first expression of each part.
    var firstExpressions: [String: Int] = [:]
  }

  struct Composition {
    let name: String
    let json: JSONValue
    var layers: [Int] = []
  }

  /// An expression, with the place of its property in the layer.
  struct Expression {
    let layer: Int
    let path: [Step]
    let property: JSONValue
    let text: JSONValue
    /// Whether it is of a control, which draws nothing.
    let isControl: Bool
  }

  enum Step {
    case name(String), index(Int)
  }

  private(set) var compositions: [Composition] = []
  private(set) var layers: [Layer] = []
  private(set) var expressions: [Expression] = []
  let frameRate: Double
  /// Among the assets, by their names.
  private let assets: [String: JSONValue]
  /// A layer that shows a composition, whose size it has.
  private var showing: [Int: JSONValue] = [:]

  /// The parts of a layer that have properties.
  static let parts = ["ks", "shapes", "ef", "masksProperties", "t", "tm", "sy", "pe"]

  /// Whether a text may have expressions: it names an `x` that is a text.
  static func mayBe(in bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      guard bytes.count > 6 else { return false }
      func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 9
      }
      var index = 1
      while index < bytes.count - 4 {
        defer { index += 1 }
        guard bytes[index] == 0x78, bytes[index - 1] == 0x22, bytes[index + 1] == 0x22 else {
          continue
        }
        var next = index + 2
        while next < bytes.count, isBlank(bytes[next]) { next += 1 }
        guard next < bytes.count, bytes[next] == 0x3A else { continue }
        next += 1
        while next < bytes.count, isBlank(bytes[next]) { next += 1 }
        if next < bytes.count, bytes[next] == 0x22 { return true }
      }
      return false
    }
  }

  init(_ root: JSONValue) {
    frameRate = root["fr"]?.number ?? 30
    let all = root["assets"]?.array ?? []
    assets = Dictionary(
      all.map { ($0["id"]?.string ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    let inner = all.filter { $0["layers"]?.array != nil }
    for json in [root] + inner {
      let id = json["id"]?.string ?? ""
      let number = compositions.count
      compositions.append(Composition(name: json["nm"]?.string ?? id, json: json))
      for layer in json["layers"]?.array ?? [] {
        compositions[number].layers.append(layers.count)
        layers.append(Layer(composition: number, json: layer))
      }
    }
    let numbers = Dictionary(
      inner.enumerated().map { ($1["id"]?.string ?? "", $0 + 1) }, uniquingKeysWith: { $1 })
    for index in layers.indices {
      layers[index].shown = layers[index].json["refId"]?.string.flatMap { numbers[$0] }
      if let shown = layers[index].shown, showing[shown] == nil, layers[index].json["w"] != nil {
        showing[shown] = layers[index].json
      }
      for part in Self.parts {
        guard let value = layers[index].json[part] else { continue }
        layers[index].firstExpressions[part] = expressions.count
        var path = [Step.name(part)]
        collect(value, index, &path, isControl: false)
      }
    }
  }

  private mutating func collect(
    _ value: JSONValue, _ layer: Int, _ path: inout [Step], isControl: Bool
  ) {
    switch value.content {
    case .array(let items):
      for (index, item) in items.enumerated() {
        path.append(.index(index))
        collect(item, layer, &path, isControl: isControl)
        path.removeLast()
      }
    case .object(let members):
      if let text = value.expression {
        expressions.append(
          Expression(
            layer: layer, path: path, property: value, text: text, isControl: isControl))
      }
      // After Effects' controls, and groups of them.
      let isOfControl =
        isControl || value["ty"]?.number == 5 && value["ef"] != nil && path.isEffect
      for member in members where member.isForExpressions {
        path.append(.name(member.name))
        collect(member.value, layer, &path, isControl: isOfControl)
        path.removeLast()
      }
    default: break
    }
  }

  // MARK: For the engine

  /// The facts about the file that the engine has at first.
  func setup(_ root: JSONValue, failed: some Collection<Int>) -> String {
    let failed = Set(failed)
    var text = "{\"rate\":\(frameRate),\"compositions\":["
    text += compositions.enumerated().map { composition($0, $1, root) }.joined(separator: ",")
    text += "],\"layers\":["
    text += layers.enumerated().map { layer($0, $1, root) }.joined(separator: ",")
    text += "],\"expressions\":["
    text += expressions.enumerated().map { index, expression in
      let path = expression.path.map { step in
        switch step {
        case .name(let name): jsonString(name)
        case .index(let index): "\(index)"
        }
      }
      let code = failed.contains(index) ? "" : expression.text.string ?? ""
      return "{\"layer\":\(expression.layer),\"seed\":\(index + 1),"
        + "\"hasFailed\":\(failed.contains(index)),\"text\":\(jsonString(code)),"
        + "\"path\":[\(path.joined(separator: ","))]}"
    }.joined(separator: ",")
    return text + "]}"
  }

  private func size(_ json: JSONValue, _ root: JSONValue) -> String {
    "\"w\":\((json["w"] ?? root["w"])?.number ?? 0),\"h\":\((json["h"] ?? root["h"])?.number ?? 0)"
  }

  private func composition(_ index: Int, _ own: Composition, _ root: JSONValue) -> String {
    let ends = own.layers.map { layers[$0].json["op"]?.number ?? 0 }
    let frames =
      index == 0
      ? (root["op"]?.number ?? 0) - (root["ip"]?.number ?? 0)
      : own.json["op"]?.number ?? ends.max() ?? 0
    let markers = (own.json["markers"]?.array ?? []).map { marker in
      "{\"t\":\(marker["tm"]?.number ?? 0),\"d\":\(marker["dr"]?.number ?? 0),"
        + "\"c\":\(jsonString(marker["cm"]?.string ?? ""))}"
    }
    return "{\"nm\":\(jsonString(own.name)),\(size(showing[index] ?? own.json, root)),"
      + "\"duration\":\(frames / frameRate),\"markers\":[\(markers.joined(separator: ","))],"
      + "\"layers\":[\(own.layers.map(String.init).joined(separator: ","))]}"
  }

  private func layer(_ index: Int, _ own: Layer, _ root: JSONValue) -> String {
    let json = own.json
    func number(_ name: String, _ fallback: Double = 0) -> Double { json[name]?.number ?? fallback }
    let position = index - (compositions[own.composition].layers.first ?? index)
    let size = layerSize(own, root)
    var isHidden = false
    if case .boolean(true)? = json["hd"]?.content { isHidden = true }
    var parent = ""
    if let number = json["parent"]?.number { parent = ",\"parent\":\(number)" }
    return "{\"c\":\(own.composition),\"nm\":\(jsonString(json["nm"]?.string ?? "")),"
      + "\"ind\":\(number("ind", Double(position + 1))),\"ty\":\(number("ty")),"
      + "\"ip\":\(number("ip")),\"op\":\(number("op")),\"st\":\(number("st")),"
      + "\"sr\":\(number("sr", 1)),\"ddd\":\(number("ddd")),\"ref\":\(own.shown ?? -1),"
      + "\"hd\":\(isHidden),\(size)\(parent)}"
  }

  /// The size of a solid, of a composition or picture that the layer shows, or of its own
  /// composition.
  private func layerSize(_ own: Layer, _ root: JSONValue) -> String {
    let json = own.json
    for (width, height) in [("sw", "sh"), ("w", "h")] {
      guard let number = json[width]?.number else { continue }
      return "\"w\":\(number),\"h\":\(json[height]?.number ?? 0)"
    }
    if let name = json["refId"]?.string, let asset = assets[name], asset["w"] != nil {
      return size(asset, root)
    }
    return size(showing[own.composition] ?? compositions[own.composition].json, root)
  }

  /// A part of a layer as JSON in which each expression is its number.
  func part(_ name: String, ofLayer index: Int) -> String? {
    guard layers.indices.contains(index), let value = layers[index].json[name],
      var number = layers[index].firstExpressions[name]
    else { return nil }
    var text = ""
    value.write(to: &text, nextExpression: &number)
    return text
  }
}

extension [ExpressionFile.Step] {
  fileprivate var isEffect: Bool {
    if case .name("ef")? = first { true } else { false }
  }
}

extension JSONValue {
  /// The expression of a property.
  var expression: JSONValue? { self["x"].flatMap { $0.string == nil ? nil : $0 } }

  fileprivate func write(to text: inout String, nextExpression: inout Int) {
    switch content {
    case .null: text += "null"
    case .boolean(let flag): text += flag ? "true" : "false"
    case .number(let number): text += "\(number)"
    case .string(let string): text += jsonString(string)
    case .literal(let literal): text += literal
    case .array(let items):
      text += "["
      for (index, item) in items.enumerated() {
        if index > 0 { text += "," }
        item.write(to: &text, nextExpression: &nextExpression)
      }
      text += "]"
    case .object(let members):
      text += "{"
      let hasExpression = expression != nil
      if hasExpression {
        text += "\"$x\":\(nextExpression)"
        nextExpression += 1
      }
      var isFirst = !hasExpression
      for member in members where member.isForExpressions {
        if hasExpression, member.name == "x" { continue }
        if !isFirst { text += "," }
        isFirst = false
        text += jsonString(member.name) + ":"
        member.value.write(to: &text, nextExpression: &nextExpression)
      }
      text += "}"
    }
  }
}

extension JSONValue.Member {
  /// Names that begin with a dollar sign are the engine's own.
  var isForExpressions: Bool { !name.hasPrefix("$") && name != "__proto__" }
}
