import RostrumBase
import RostrumMedia
import RostrumPreview

/// An answer, after which the connection ends.
struct Answer: Sendable {
  let status: Int
  let phrase: String
  var headers: [(name: String, value: String)]
  var body: [UInt8]

  init(
    _ status: Int, _ phrase: String, type: String, policy: String = Answer.emptyPolicy,
    _ body: [UInt8] = []
  ) {
    (self.status, self.phrase, self.body) = (status, phrase, body)
    headers = [
      ("Content-Type", type), ("Cache-Control", "no-store"), ("Connection", "close"),
      ("Content-Security-Policy", policy), ("X-Content-Type-Options", "nosniff"),
      ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
    ]
  }

  /// The page.
  static let page = Answer(
    200, "OK", type: "text/html; charset=utf-8", policy: PageFile.live.policy,
    Array(PageFile.live.text.utf8))

  init(_ refusal: Refusal) {
    switch refusal {
    case .forbidden: self = Self.forbidden
    case .wrongMethod:
      self.init(refusal, "Only GET.")
      headers.append(("Allow", "GET"))
    default: self.init(refusal, refusal.phrase + ".")
    }
  }

  private init(_ refusal: Refusal, _ text: String) {
    self.init(
      refusal.rawValue, refusal.phrase, type: "text/plain; charset=utf-8",
      Array((text + "\n").utf8))
  }

  private static let emptyPolicy = PagePolicy(
    scripts: [], styles: [], ["frame-ancestors 'none'"]
  ).text

  /// A page for requests without the token: a reloaded tab that had it before is led back, others
  /// see where to find the address.
  private static let forbidden: Answer = {
    let script = """

      const [key, isWrong] = ["rostrum-token", location.search !== ""];
      try {
        const token = sessionStorage.getItem(key);
        if (isWrong) sessionStorage.removeItem(key);
        else if (token) location.replace(`/?token=${encodeURIComponent(token)}`);
        if (isWrong) history.replaceState(null, "", "/");
      } catch {
        // A browser that keeps nothing needs the address.
      }

      """
    let policy = PagePolicy(
      scripts: [script], styles: [], ["img-src data:", "frame-ancestors 'none'"])
    let page = """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <title>Rostrum preview</title>
      <link rel="icon" href="data:,">
      <p>Open the address that 'rostrum preview' has printed, with its token.</p>
      <script>\(script)</script>
      </html>

      """
    return Answer(
      403, Refusal.forbidden.phrase, type: "text/html; charset=utf-8", policy: policy.text,
      Array(page.utf8))
  }()

  /// The lines before a body of `bodySize` bytes.
  func head(bodySize: Int) -> [UInt8] {
    let lines =
      ["HTTP/1.1 \(status) \(phrase)", "Content-Length: \(bodySize)"]
      + headers.map { "\($0.name): \($0.value)" }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  func send(to connection: Connection) {
    if connection.write(head(bodySize: body.count) + body) { connection.finish() }
  }
}
