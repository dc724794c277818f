import RostrumBase
import RostrumCExpressions
import RostrumCScript
import RostrumGeometry
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

  /// The limits of one evaluation, with all that it needs, and of all.
  static let maximumSteps: Int64 = 300_000
  static let maximumTotalSteps: Int64 = 200_000_000
  /// The most expressions that may reach a limit; then nothing else runs.
  static let maximumExcesses = 8
  static let maximumSeconds = 20.0
  static let maximumTotalSeconds = 60.0
  static let maximumMemory = 64 << 20

  private let host: Host
  private let script: OpaquePointer
  private var stepsLeft = maximumTotalSteps
  private let start = ContinuousClock.now

  /// By the numbers of expressions.
  var failures: [Int: Failure] { host.failures }

  /// The answers to scripts.
  private final class Host {
    let file: ExpressionFile
    let texts: ExpressionTexts?
    var failures: [Int: Failure] = [:]

    init(_ file: ExpressionFile, _ texts: ExpressionTexts?) {
      (self.file, self.texts) = (file, texts)
    }

    func rectangle(ofLayer layer: Int, at frame: Double, _ text: String) -> Rect? {
      guard file.layers.indices.contains(layer) else { return nil }
      return texts?.rectangle(of: file.layers[layer].json, at: frame, text)
    }
  }

  /// `nil` when the file does not fit into the memory.
  init?(_ file: ExpressionFile, setup: String, texts: ExpressionTexts?) {
    host = Host(file, texts)
    let callbacks = CScriptHost(
      owner: Unmanaged.passUnretained(host).toOpaque(),
      part: { owner, layer, name in
        guard let owner, let name else { return nil }
        let host = Unmanaged<Host>.fromOpaque(owner).takeUnretainedValue()
        return host.file.part(String(cString: name), ofLayer: Int(layer)).flatMap { strdup($0) }
      },
      code: { _, text in
        guard let text, let code = try? ExpressionCode(String(cString: text)) else { return nil }
        return strdup(code.text)
      },
      measure: { owner, layer, frame, text, result in
        guard let owner, let text, let result else { return false }
        let host = Unmanaged<Host>.fromOpaque(owner).takeUnretainedValue()
        let rectangle = host.rectangle(ofLayer: Int(layer), at: frame, String(cString: text))
        guard let rectangle else { return false }
        let numbers = [rectangle.minX, rectangle.minY, rectangle.width, rectangle.height]
        for (index, number) in numbers.enumerated() { result[index] = number }
        return true
      },
      report: { owner, expression, isUnsupported, message in
        guard let owner, let message else { return }
        let host = Unmanaged<Host>.fromOpaque(owner).takeUnretainedValue()
        host.failures[Int(expression)] = Failure(
          isUnsupported: isUnsupported, message: String(cString: message))
      })
    guard let script = CScriptCreate(Self.maximumMemory, callbacks) else { return nil }
    self.script = script
    CScriptAllow(script, Self.maximumTotalSteps, Self.maximumSeconds)
    guard CScriptStart(script, Self.library, Self.library.utf8.count, setup) else { return nil }
  }

  deinit { CScriptDestroy(script) }

  /// One text, whose parts share their names and show none of them.
  private static let library: String = {
    let parts = ["Guards", "Standard", "Values", "Properties", "Objects", "Spaces", "Start"]
    let texts = parts.map { embeddedText("\($0).js", cexpressions_text) }
    return "(function (global) {\n\(texts.joined(separator: "\n"))\n})(this)"
  }()

  /// Gives an expression its code. An error of syntax is a failure.
  func define(_ number: Int, _ code: String) {
    CScriptAllow(script, Self.maximumSteps, Self.maximumSeconds)
    guard !CScriptDefine(script, Int32(number), code, code.utf8.count) else { return }
    host.failures[number] = Failure(isUnsupported: true, message: reason)
  }

  func fail(_ number: Int, _ message: String, isUnsupported: Bool = true) {
    host.failures[number] = Failure(isUnsupported: isUnsupported, message: message)
  }

  /// The value at a frame of the expression's composition.
  func sample(_ number: Int, at frame: Double) -> Sample {
    guard failures[number] == nil else { return .failed }
    // Of expressions that need each other one may reach a limit, and the others go on.
    for _ in 0..<8 {
      let steps = min(Self.maximumSteps, stepsLeft)
      guard steps > 0 else {
        fail(number, "all expressions together take too many steps")
        return .failed
      }
      CScriptAllow(script, steps, min(Self.maximumSeconds, secondsLeft))
      let isDone = CScriptCall(script, "sample", [Double(number), frame], 2)
      stepsLeft -= steps - CScriptStepsLeft(script)
      let limit = CScriptReached(script)
      if isDone { return decoded(number) }
      if limit != CScriptLimitNone { excesses += 1 }
      if limit == CScriptLimitTime || excesses >= Self.maximumExcesses { stepsLeft = 0 }
      name(limit)
      if failures[number] != nil { return .failed }
      if limit == CScriptLimitNone { break }
    }
    fail(number, reason)
    return .failed
  }

  private var secondsLeft: Double {
    Self.maximumTotalSeconds - (ContinuousClock.now - start) / .seconds(1)
  }

  /// Says of the failures that a limit caused which it was.
  private func name(_ limit: CScriptLimit) {
    let names: [CScriptLimit.RawValue: String] = [
      CScriptLimitSteps.rawValue: "it takes more than \(Self.maximumSteps) steps",
      CScriptLimitMemory.rawValue: "it takes more than \(Self.maximumMemory >> 20) MiB of memory",
      CScriptLimitTime.rawValue: "it takes more than \(Int(Self.maximumSeconds)) seconds",
    ]
    guard let name = names[limit.rawValue] else { return }
    for (number, _) in host.failures where !named.contains(number) {
      host.failures[number] = Failure(isUnsupported: true, message: name)
    }
    named.formUnion(host.failures.keys)
  }

  private var named: Set<Int> = []
  private var excesses = 0

  private var reason: String {
    let message = String(cString: CScriptMessage(script))
    return message.isEmpty ? "it cannot be run" : message
  }

  /// The engine's characters are units of UTF-16, and some above them.
  private static func text(_ codes: [Double]) -> String {
    let units = codes.flatMap { code -> [UInt16] in
      guard let code = UInt32(exactly: code) else { return [] }
      if let unit = UInt16(exactly: code) { return [unit] }
      return Unicode.Scalar(code).map { Array(String($0).utf16) } ?? [0xFFFD]
    }
    return String(decoding: units, as: UTF16.self)
  }

  private func decoded(_ number: Int) -> Sample {
    named.formUnion(host.failures.keys)
    var count = 0
    let start = CScriptNumbers(script, &count)
    let numbers = Array(UnsafeBufferPointer(start: start, count: count))
    guard count >= 2, numbers[0] < 2 else { return .failed }
    let rest = Array(numbers.dropFirst(2))
    let value: Value =
      switch numbers[1] {
      case 0: .number(rest.first ?? 0)
      case 1: .list(rest)
      case 2: .path(isClosed: rest[0] != 0, count: Int(rest[1]), numbers: Array(rest.dropFirst(2)))
      default: .text(Self.text(rest))
      }
    return .value(value, isConstant: numbers[0] == 1)
  }
}
