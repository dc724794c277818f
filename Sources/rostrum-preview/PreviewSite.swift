import FlyingFox
import FlyingSocks
import Foundation
import Preview
import Synchronization

/// Who may look: whoever has the token, from this server's own page.
struct AccessRule: Sendable {
  /// To be opened in a browser.
  let address: URL
  private let hosts: Set<String>
  private let token: String
  private let cookie: String

  /// `host` is an IP address.
  init(host: String, port: UInt16, token: String) {
    let name = host.contains(":") ? "[\(host)]" : host
    self.token = token
    cookie = "rostrum-\(port)"
    hosts = Set([name, "localhost", "127.0.0.1", "[::1]"].map { "\($0):\(port)" })
    guard let address = URL(string: "http://\(name):\(port)/?token=\(token)") else {
      preconditionFailure("a token has no characters that an address cannot hold")
    }
    self.address = address
  }

  /// Whether a request may be answered. A page of another server may ask a browser to come here:
  /// the browser tells by `Origin` and `Sec-Fetch-Site`, and a name that leads here by `Host`.
  func allows(_ request: HTTPRequest) -> Bool {
    guard let host = request.headers[.host], hosts.contains(host) else { return false }
    if let origin = request.headers[HTTPHeader("Origin")] {
      guard origin == "http://" + host else { return false }
    }
    let site = request.headers[HTTPHeader("Sec-Fetch-Site")] ?? "none"
    guard ["none", "same-origin"].contains(site) else { return false }
    return given(in: request).contains(where: isToken)
  }

  /// Lets the browser have the page's other files without the token in their addresses.
  var cookieHeader: String { "\(cookie)=\(token); HttpOnly; SameSite=Strict; Path=/" }

  /// The tokens of the address and of the cookie.
  private func given(in request: HTTPRequest) -> [String] {
    let cookies = (request.headers[.cookie] ?? "").split(separator: ";").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    return request.query.filter { $0.name == "token" }.map(\.value)
      + cookies.filter { $0.hasPrefix(cookie + "=") }.map { String($0.dropFirst(cookie.count + 1)) }
  }

  /// Compares in a time that does not tell where two texts differ.
  private func isToken(_ text: String) -> Bool {
    let (a, b) = (Array(text.utf8), Array(token.utf8))
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// Answers requests: the page's own files, and the socket over which all else goes.
final class PreviewSite: HTTPHandler {
  private let socket: WebSocketHTTPHandler
  private let rule = Mutex<AccessRule?>(nil)
  private let renders: RenderQueue

  init(_ scenes: [PreviewScene], renders: RenderQueue = RenderQueue()) {
    self.renders = renders
    socket = WebSocketHTTPHandler(
      handler: MessageFrameWSHandler(
        handler: PreviewSocket(scenes: scenes, renders: renders),
        frameSize: Self.socketFrameSize))
  }

  /// Begins to answer.
  func open(by rule: AccessRule) { self.rule.withLock { $0 = rule } }

  /// In bytes; longer messages go in several frames.
  private static let socketFrameSize = 1 << 20

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let rule = rule.withLock(\.self), rule.allows(request) else {
      return answer(
        .forbidden, "Open the address that 'rostrum preview' has printed, with its token.\n")
    }
    guard request.method == .GET else { return answer(.methodNotAllowed, "Only GET.\n") }
    if request.path == "/socket" {
      let response = try await socket.handleRequest(request)
      return response
    }
    if request.path.hasPrefix(Self.outputs) {
      return try await answer(output: String(request.path.dropFirst(Self.outputs.count)))
    }
    guard let file = PageFile.all[request.path] else {
      return answer(.notFound, "There is no such file.\n")
    }
    var response = answer(.ok, HTTPBodySequence(data: Data(file.text.utf8)), type: file.type)
    if request.path == "/" {
      response.headers[.setCookie] = rule.cookieHeader
    }
    return response
  }

  /// The address of a render, without its number.
  private static let outputs = "/render/"

  /// A render's result, to be saved by the browser.
  private func answer(output number: String) async throws -> HTTPResponse {
    guard let id = Int(number), let output = await renders.output(id) else {
      return answer(.notFound, "There is no such render any more.\n")
    }
    let file = try HTTPBodySequence(file: URL(filePath: output.path))
    var response = answer(.ok, file, type: output.type)
    response.headers[.contentDisposition] = "attachment; filename=\"\(output.name)\""
    return response
  }

  private func answer(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
    answer(status, HTTPBodySequence(data: Data(text.utf8)), type: "text/plain; charset=utf-8")
  }

  private func answer(
    _ status: HTTPStatusCode, _ body: HTTPBodySequence, type: String
  ) -> HTTPResponse {
    HTTPResponse(
      statusCode: status,
      headers: [
        .contentType: type, .cacheControl: "no-store",
        HTTPHeader("Content-Security-Policy"): Self.policy,
        HTTPHeader("X-Content-Type-Options"): "nosniff",
        HTTPHeader("Referrer-Policy"): "no-referrer",
        HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
      ], body: body)
  }

  /// Nothing from elsewhere, nothing inline, nothing that shows the page in a frame.
  private static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob: data:",
    "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")
}
