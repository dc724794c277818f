import RostrumBase
import RostrumCExpressions
import RostrumCScript

/// The library in this process.
final class OpenedScript {
  private let script: OpaquePointer
  private let host: Box

  private final class Box {
    let host: ExpressionScript.Host
    init(_ host: @escaping ExpressionScript.Host) { self.host = host }
  }

  init(_ host: @escaping ExpressionScript.Host) throws(ExpressionScript.Failure) {
    self.host = Box(host)
    let answer: CScriptHost = { owner, text in
      guard let owner, let text else { return nil }
      let host = Unmanaged<Box>.fromOpaque(owner).takeUnretainedValue().host
      return host(String(cString: text)).flatMap { strdup($0) }
    }
    guard CScriptIsThere() else {
      throw .other(
        "they need JavaScriptCore: install \(SystemPackage.javaScript.allNames)")
    }
    guard
      let script = CScriptCreate(
        Self.library, answer, Unmanaged.passUnretained(self.host).toOpaque())
    else { throw .other("JavaScriptCore cannot run them") }
    self.script = script
  }

  deinit { CScriptDestroy(script) }

  /// Has the engine reserve the memory that it needs itself, before memory is limited.
  static func prepare() {
    CScriptDestroy(CScriptCreate("(function () { return function () {}; })", nil, nil))
  }

  /// One text, whose parts share their names and show none of them.
  private static let library: String = {
    let parts = ["Language", "Values", "Properties", "Objects", "Spaces", "Start"]
    let texts = parts.map { embeddedText("\($0).js", cexpressions_text) }
    return
      "(function (global) { return function (host) {\n\(texts.joined(separator: "\n"))\n}; })(this)"
  }()

  func answer(
    _ question: String, seconds: Double
  ) throws(ExpressionScript.Failure) -> String {
    if let answer = CScriptCall(script, question, seconds) {
      defer { free(answer) }
      return String(cString: answer)
    }
    throw CScriptIsLate(script)
      ? .late(seconds) : .mistake(String(cString: CScriptMessage(script)))
  }
}
