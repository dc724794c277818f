import Algorithms
import RostrumBase
import RostrumSceneImport
import RostrumImportedDocument
import RostrumSource

/// Replaces the expressions of a file with their values: a constant, or key frames at each frame,
/// linear between them.
struct ExpressionBaking {
  private typealias Key = (time: Double, value: ExpressionEngine.Value)

  private let context: LottieContext
  /// The most samples of a file.
  private static let maximumSamples = 2_000_000
  static let maximumExpressions = 20_000

  private let texts: ExpressionTexts?

  private let program: String?
  private let limits: ExpressionScript.Limits

  init(
    _ context: LottieContext, texts: ExpressionTexts? = nil,
    program: String? = WorkerProcess.program,
    limits: ExpressionScript.Limits = ExpressionScript.Limits()
  ) {
    (self.context, self.texts) = (context, texts)
    (self.program, self.limits) = (program, limits)
  }

  func baked(_ root: JSONValue) -> JSONValue {
    guard ExpressionFile.mayBe(in: context.source.bytes) else { return root }
    let file = ExpressionFile(root)
    guard !file.expressions.isEmpty else { return root }
    guard file.expressions.count <= Self.maximumExpressions else {
      context.unsupported(
        .expressions, "more than \(Self.maximumExpressions)", at: file.expressions[0].text)
      return Replacing([:], file).root(root)
    }
    let engine = ExpressionEngine(
      file, root, texts: texts, program: program, limits: limits)
    let values = sampled(file, engine, ExpressionTimes(file, root))
    report(file, engine)
    return Replacing(values, file).root(root)
  }

  // MARK: Sampling

  /// The values of each expression that has some, frame by frame: of those that need each other
  /// each is evaluated once.
  private func sampled(
    _ file: ExpressionFile, _ engine: ExpressionEngine, _ times: ExpressionTimes
  ) -> [Int: [(time: Double, value: ExpressionEngine.Value)]] {
    var keys: [Int: [Key]] = [:]
    var spans: [(number: Int, first: Int, last: Int, phase: Double)] = []
    for (number, expression) in file.expressions.enumerated() where !expression.isControl {
      guard let span = times.frames(ofLayer: expression.layer, file) else { continue }
      spans.append((number, span.first, span.last, span.phase))
    }
    spans.sort { ($0.first, $0.number) < ($1.first, $1.number) }
    var (active, next, count) = ([Int](), 0, 0)
    var frame = spans.first?.first ?? 0
    var constants: Set<Int> = []
    while next < spans.count || !active.isEmpty {
      if active.isEmpty { frame = max(frame, spans[next].first) }
      while next < spans.count, spans[next].first <= frame {
        active.append(next)
        next += 1
      }
      active.removeAll { frame > spans[$0].last }
      count += active.count
      if count > Self.maximumSamples {
        for index in active { engine.fail(spans[index].number, "they have too many frames") }
      }
      for chunk in active.chunked(by: { spans[$0].phase == spans[$1].phase }) {
        let time = Double(frame) + spans[chunk[chunk.startIndex]].phase
        let numbers = chunk.map { spans[$0].number }
        for (index, sample) in zip(chunk, engine.samples(numbers, at: time)) {
          guard case .value(let value, let isConstant) = sample else { continue }
          Self.add((time, value), to: &keys[spans[index].number, default: []])
          if isConstant { constants.insert(index) }
        }
      }
      active.removeAll { constants.contains($0) || engine.failures[spans[$0].number] != nil }
      frame += 1
    }
    return keys.filter { engine.failures[$0.key] == nil }
  }

  /// Adds a key frame; the one before is left out where it lies on the way.
  private static func add(_ key: Key, to keys: inout [Key]) {
    if keys.count >= 2, isBetween(keys[keys.count - 2], keys[keys.count - 1], key) {
      keys.removeLast()
    }
    keys.append(key)
  }

  private static func isBetween(_ a: Key, _ b: Key, _ c: Key) -> Bool {
    if a.value == b.value { return b.value == c.value }
    guard let x = a.value.numbers, let y = b.value.numbers, let z = c.value.numbers,
      x.count == y.count, y.count == z.count
    else { return false }
    let part = (b.time - a.time) / (c.time - a.time)
    return y.indices.allSatisfy { index in
      let expected = x[index] + (z[index] - x[index]) * part
      return abs(expected - y[index]) <= 1e-9 * max(1, abs(y[index]))
    }
  }

  // MARK: Failures

  /// One message for each kind of failure, at its first place.
  private func report(_ file: ExpressionFile, _ engine: ExpressionEngine) {
    var kinds: [ExpressionEngine.Failure: [Int]] = [:]
    for (number, failure) in engine.failures { kinds[failure, default: []].append(number) }
    for (failure, numbers) in kinds {
      guard let first = numbers.min() else { continue }
      let expression = file.expressions[first]
      var place = "\(expression.name) of layer \(layerName(expression, file))"
      if numbers.count > 1 { place += ", and \(numbers.count - 1) more" }
      if failure.isUnsupported {
        context.unsupported(
          .expressions, "\(failure.message.prefix(60)): \(place)", at: expression.text)
      } else {
        context.warning(
          UnsupportedFeature.expressions.name,
          "the expression of \(place) fails, and the key frames play as they are: "
            + failure.message,
          at: expression.text.bytes)
      }
    }
  }

  private func layerName(_ expression: ExpressionFile.Expression, _ file: ExpressionFile) -> String
  {
    let layer = file.layers[expression.layer].json
    return (layer["nm"]?.string ?? "\(layer["ind"]?.number ?? 0)").prefix(40).description.quoted
  }
}

extension ExpressionEngine.Value {
  /// The numbers of a value that is blended number by number.
  fileprivate var numbers: [Double]? {
    switch self {
    case .number(let number): [number]
    case .list(let numbers): numbers
    case .path, .text: nil
    }
  }
}

extension ExpressionFile.Expression {
  /// The property in After Effects' words.
  var name: String {
    let keys = path.compactMap { step in
      if case .name(let name) = step { name } else { nil }
    }
    let names = [
      "a": "anchorPoint", "p": "position", "s": "scale", "r": "rotation", "o": "opacity",
    ]
    guard let last = keys.last else { return "" }
    return keys.first == "ks" ? names[last] ?? last : keys.joined(separator: ".")
  }
}

// MARK: Replacing

/// A file with values in the places of expressions.
private struct Replacing {
  private let values: [Int: [(time: Double, value: ExpressionEngine.Value)]]
  private let file: ExpressionFile

  init(
    _ values: [Int: [(time: Double, value: ExpressionEngine.Value)]], _ file: ExpressionFile
  ) {
    (self.values, self.file) = (values, file)
  }

  func root(_ root: JSONValue) -> JSONValue {
    var layer = 0
    let changed = withLayers(root, &layer)
    return changed.changingMembers { member in
      guard member.name == "assets", let assets = member.value.array else { return member.value }
      let items = assets.map { $0["layers"]?.array == nil ? $0 : withLayers($0, &layer) }
      return JSONValue(content: .array(items), bytes: member.value.bytes)
    }
  }

  private func withLayers(_ composition: JSONValue, _ next: inout Int) -> JSONValue {
    let list = composition["layers"]?.array ?? []
    let layers = list.map { layer in
      defer { next += 1 }
      let own = file.layers[next]
      return layer.changingMembers { member in
        guard var number = own.firstExpressions[member.name] else { return member.value }
        return replaced(member.value, &number)
      }
    }
    return composition.changingMembers { member in
      guard member.name == "layers" else { return member.value }
      return JSONValue(content: .array(layers), bytes: member.value.bytes)
    }
  }

  private func replaced(_ value: JSONValue, _ number: inout Int) -> JSONValue {
    switch value.content {
    case .array(let items):
      return JSONValue(
        content: .array(items.map { replaced($0, &number) }), bytes: value.bytes)
    case .object(let members):
      let own = value.expression == nil ? nil : number
      if own != nil { number += 1 }
      var kept: [JSONValue.Member] = []
      for member in members {
        if own != nil, member.name == "x" { continue }
        let isVisited = member.isForExpressions
        kept.append(
          .init(
            name: member.name, value: isVisited ? replaced(member.value, &number) : member.value))
      }
      let plain = JSONValue(content: .object(kept), bytes: value.bytes)
      guard let own, let keys = values[own], let first = keys.first else { return plain }
      return plain.holding(keys, isConstant: keys.count == 1, first.value)
    default: return value
    }
  }
}

extension JSONValue {
  fileprivate func changingMembers(_ change: (Member) -> JSONValue) -> JSONValue {
    let changed = (members ?? []).map { Member(name: $0.name, value: change($0)) }
    return JSONValue(content: .object(changed), bytes: bytes)
  }

  private func with(_ content: Content) -> JSONValue { JSONValue(content: content, bytes: bytes) }

  /// A property with other values.
  fileprivate func holding(
    _ keys: [(time: Double, value: ExpressionEngine.Value)], isConstant: Bool,
    _ first: ExpressionEngine.Value
  ) -> JSONValue {
    let others = (members ?? []).filter { $0.name != "k" && $0.name != "a" }
    var content = still(first, at: keys[0].time)
    if !isConstant || first.isText {
      content = with(
        .array(
          keys.map { key in
            let value = still(key.value, at: key.time)
            return with(
              .object([
                Member(name: "t", value: with(.number(key.time))),
                Member(name: "s", value: key.value.isText ? value : with(.array(value.listed))),
              ]))
          }))
    }
    return with(
      .object(
        others + [
          Member(name: "a", value: with(.number(isConstant ? 0 : 1))),
          Member(name: "k", value: content),
        ]))
  }

  /// Numbers as a list of them; an outline in a list.
  private var listed: [JSONValue] { array ?? [self] }

  private func still(_ value: ExpressionEngine.Value, at time: Double) -> JSONValue {
    switch value {
    case .number(let number): return with(.number(number))
    case .list(let numbers): return with(.array(numbers.map { with(.number($0)) }))
    case .path(let isClosed, let count, let numbers):
      func points(_ list: Int) -> JSONValue {
        with(
          .array(
            (0..<count).map { index in
              let start = 2 * (list * count + index)
              return with(.array(numbers[start..<start + 2].map { with(.number($0)) }))
            }))
      }
      return with(
        .object([
          Member(name: "c", value: with(.boolean(isClosed))), Member(name: "v", value: points(0)),
          Member(name: "i", value: points(1)), Member(name: "o", value: points(2)),
        ]))
    case .text(let text):
      let keys = self["k"]?.array ?? []
      let key = keys.last { ($0["t"]?.number ?? 0) <= time } ?? keys.first
      let document = (key?["s"]?.members ?? []).filter { $0.name != "t" }
      return with(.object(document + [Member(name: "t", value: with(.string(text)))]))
    }
  }
}

extension ExpressionEngine.Value {
  fileprivate var isText: Bool {
    if case .text = self { true } else { false }
  }
}
