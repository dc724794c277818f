import RostrumBase
import RostrumGeometry
import RostrumImportedDocument
import RostrumSource

/// Runs the expressions of a file, within limits.
final class ExpressionEngine {
  /// The value of an expression at a frame.
  enum Value: Equatable {
    case number(Double)
    case list([Double])
    /// Vertices, then tangents, each a point of two numbers.
    case path(isClosed: Bool, count: Int, numbers: [Double])
    case text(String)
  }

  enum Sample {
    case value(Value, isConstant: Bool)
    case failed
  }

  struct Failure: Hashable {
    let isUnsupported: Bool
    /// On one line, without control characters.
    let message: String

    init(isUnsupported: Bool, message: String) {
      self.isUnsupported = isUnsupported
      self.message = message.prefix(200).map { $0.isPrintable ? String($0) : " " }.joined()
    }
  }

  /// The most bytes of one expression.
  static let maximumLength = 50_000
  /// The most expressions that may reach a limit, and the time of all; then nothing else runs.
  static let maximumExcesses = 8
  static let maximumTotalSeconds = 60.0
  private let file: ExpressionFile
  private let root: JSONValue
  private let texts: ExpressionTexts?
  private let program: String?
  private let limits: ExpressionScript.Limits
  private var script: ExpressionScript?
  private var excesses = 0
  private let start = ContinuousClock.now

  /// By the numbers of expressions.
  private(set) var failures: [Int: Failure] = [:]

  /// `program` is a `rostrum` that runs them in a process of its own.
  init(
    _ file: ExpressionFile, _ root: JSONValue, texts: ExpressionTexts?, program: String?,
    limits: ExpressionScript.Limits
  ) {
    (self.file, self.root, self.texts) = (file, root, texts)
    (self.program, self.limits) = (program, limits)
    for (number, expression) in file.expressions.enumerated() {
      guard expression.text.string?.utf8.count ?? 0 > Self.maximumLength else { continue }
      fail(number, "it is longer than \(Self.maximumLength) bytes")
    }
  }

  func fail(_ number: Int, _ message: String, isUnsupported: Bool = true) {
    failures[number] = Failure(isUnsupported: isUnsupported, message: message)
  }

  // MARK: Samples

  /// The values at a frame of the expressions' composition. Where a limit is reached, or the engine
  /// ends, each is evaluated alone, so that only one is to blame.
  func samples(_ numbers: [Int], at frame: Double) -> [Sample] {
    let running = numbers.filter { failures[$0] == nil }
    if running.count < numbers.count {
      var found = samples(running, at: frame)[...]
      return numbers.map { running.contains($0) ? found.removeFirst() : .failed }
    }
    if numbers.isEmpty { return [] }
    let isOver = excesses >= Self.maximumExcesses || isLate
    do throws(ExpressionScript.Failure) {
      if isOver { throw .other("all expressions together take too long") }
      let answer = try opened().answer("{\"frame\":\(frame),\"of\":\(numbers)}")
      return try decoded(answer, numbers)
    } catch {
      script = nil
      if !isOver, numbers.count > 1 { return numbers.flatMap { samples([$0], at: frame) } }
      excesses += 1
      for number in numbers { fail(number, message(error)) }
      return numbers.map { _ in .failed }
    }
  }

  private var isLate: Bool {
    (ContinuousClock.now - start) / .seconds(1) > Self.maximumTotalSeconds
  }

  private func opened() throws(ExpressionScript.Failure) -> ExpressionScript {
    if let script { return script }
    let opened = try ExpressionScript(limits, program: program) { [unowned self] in answer($0) }
    script = opened
    return opened
  }

  private func message(_ failure: ExpressionScript.Failure) -> String {
    switch failure {
    case .late(let seconds): "it takes more than \(exact(seconds)) seconds"
    case .tooMuchMemory: "it takes more than \(limits.memory >> 20) MiB of memory"
    case .mistake(let message): message
    case .other(let message): message
    }
  }

  // MARK: Questions of the library

  private func answer(_ question: String) -> String? {
    let words = (try? JSONParser.parse(Array(question.utf8)))?.array ?? []
    func number(_ index: Int) -> Double { words.count > index ? words[index].number ?? 0 : 0 }
    guard let layer = Int(exactly: number(1)) else { return nil }
    switch words.first?.string {
    case "setup": return file.setup(root, failed: failures.keys)
    case "part" where words.count > 2: return file.part(words[2].string ?? "", ofLayer: layer)
    case "measure" where words.count > 3 && file.layers.indices.contains(layer):
      let rectangle = texts?.rectangle(
        of: file.layers[layer].json, at: number(2), words[3].string ?? "")
      return rectangle.map { "[\($0.minX),\($0.minY),\($0.width),\($0.height)]" }
    default: return nil
    }
  }

  // MARK: Answers

  /// The answer, of which nothing is taken for granted.
  private func decoded(
    _ answer: String, _ numbers: [Int]
  ) throws(ExpressionScript.Failure) -> [Sample] {
    let root = try? JSONParser.parse(Array(answer.utf8))
    for failure in root?["failures"]?.array ?? [] {
      guard let facts = failure.array, facts.count == 3, let number = facts[0].number,
        let number = Int(exactly: number), file.expressions.indices.contains(number)
      else { continue }
      fail(number, facts[2].string ?? "it fails", isUnsupported: facts[1].content == .boolean(true))
    }
    let values = root?["values"]?.array ?? []
    guard values.count == numbers.count else { throw .mistake("it has no value") }
    return zip(numbers, values).map { number, value in
      guard let facts = value.array, facts.count == 2, let value = Value(facts[1]) else {
        if failures[number] == nil { fail(number, "it has no value") }
        return .failed
      }
      return .value(value, isConstant: facts[0].content == .boolean(true))
    }
  }
}

extension ExpressionEngine.Value {
  init?(_ json: JSONValue) {
    func numbers(_ list: JSONValue?, _ count: Int? = nil) -> [Double]? {
      guard let items = list?.array, count == nil || items.count == count else { return nil }
      let numbers = items.compactMap { $0.number }.filter(\.isFinite)
      return numbers.count == items.count ? numbers : nil
    }
    func points(_ name: String) -> [Double]? {
      let points = (json[name]?.array ?? []).map { numbers($0, 2) }
      return points.contains { $0 == nil } ? nil : points.flatMap { $0 ?? [] }
    }
    if let number = json.number, number.isFinite {
      self = .number(number)
    } else if let text = json.string {
      self = .text(text)
    } else if json.array != nil {
      guard let list = numbers(json) else { return nil }
      self = .list(list)
    } else {
      guard let v = points("v"), let i = points("i"), let o = points("o"), v.count == i.count,
        v.count == o.count
      else { return nil }
      let isClosed = json["c"]?.content == .boolean(true) || json["c"]?.number == 1
      self = .path(isClosed: isClosed, count: v.count / 2, numbers: v + i + o)
    }
  }
}
