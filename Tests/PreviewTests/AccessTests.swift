import FlyingFox
import Foundation
import Testing

@testable import Preview
@testable import rostrum_preview

@Suite("Whoever may look at a preview")
struct AccessTests {
  private static let token = "0123456789abcdef"

  /// A site with one scene that is never read.
  private func site() -> PreviewSite {
    let site = PreviewSite([PreviewScene(path: "none.yaml", options: PreviewOptions())])
    site.open(by: AccessRule(host: "127.0.0.1", port: 8000, token: Self.token))
    return site
  }

  private func status(
    _ path: String, token: String? = token, _ headers: [HTTPHeader: String] = [:],
    method: HTTPMethod = .GET
  ) async throws -> Int {
    let request = HTTPRequest(
      method: method, version: .http11, path: path,
      query: token.map { [.init(name: "token", value: $0)] } ?? [],
      headers: [.host: "127.0.0.1:8000"].merging(headers) { $1 }, body: Data())
    return try await site().handleRequest(request).statusCode.code
  }

  @Test("A token by chance has 32 digits, however small its numbers are")
  func digits() {
    for _ in 0..<100 {
      let token = PreviewOptions().token
      #expect(token.utf8.count == 32 && token.allSatisfy(\.isHexDigit), "\(token)")
    }
  }

  @Test(
    "needs the token",
    arguments: [
      (token, 200), (nil, 403), ("", 403), ("0123456789abcdeF", 403), ("0123456789abcde", 403),
      ("0123456789abcdef0", 403),
    ] as [(String?, Int)])
  func tokens(_ token: String?, _ expected: Int) async throws {
    #expect(try await status("/", token: token) == expected)
    #expect(try await status("/player.js", token: token) == expected)
    #expect(try await status("/socket", token: token) == (expected == 200 ? 400 : 403))
  }

  @Test(
    "may bring the token as this port's cookie",
    arguments: [
      ("rostrum-8000=\(token)", 200), ("a=b; rostrum-8000=\(token)", 200),
      ("rostrum-8001=\(token)", 403), ("rostrum-8000=", 403), ("rostrum-8000=x", 403),
    ])
  func cookies(_ cookie: String, _ expected: Int) async throws {
    #expect(try await status("/preview.css", token: nil, [.cookie: cookie]) == expected)
  }

  @Test(
    "comes by the server's own name, from its own page",
    arguments: [
      (["Host": "localhost:8000"], 200), (["Host": "[::1]:8000"], 200),
      (["Host": "127.0.0.1:8001"], 403), (["Host": "evil.example:8000"], 403), (["Host": ""], 403),
      (["Origin": "http://127.0.0.1:8000"], 200), (["Origin": "http://evil.example"], 403),
      (["Origin": "http://localhost:8000"], 403), (["Origin": "null"], 403),
      (["Sec-Fetch-Site": "same-origin"], 200), (["Sec-Fetch-Site": "none"], 200),
      (["Sec-Fetch-Site": "same-site"], 403), (["Sec-Fetch-Site": "cross-site"], 403),
    ])
  func origins(_ headers: [String: String], _ expected: Int) async throws {
    let pairs = headers.map { (HTTPHeader($0.key), $0.value) }
    #expect(
      try await status("/", Dictionary(uniqueKeysWithValues: pairs)) == expected)
  }

  @Test(
    "gets the page's files and nothing else",
    arguments: [
      ("/", 200), ("/preview.js", 200), ("/preview.html", 404), ("/none.yaml", 404),
      ("/../none.yaml", 404), ("/%2e%2e/etc/passwd", 404), ("/etc/passwd", 404), ("//", 404),
      ("/player.js/", 404), ("", 404),
    ])
  func files(_ path: String, _ expected: Int) async throws {
    #expect(try await status(path) == expected)
    #expect(try await status(path, method: .POST) == 405)
  }

  @Test("and never before the server knows its port")
  func closed() async throws {
    let site = PreviewSite([PreviewScene(path: "none.yaml", options: PreviewOptions())])
    let request = HTTPRequest(
      method: .GET, version: .http11, path: "/", query: [],
      headers: [.host: "127.0.0.1:8000"], body: Data())
    #expect(try await site.handleRequest(request).statusCode == .forbidden)
  }

  @Test("The page may load nothing from elsewhere, and no other page may show it")
  func policy() async throws {
    let request = HTTPRequest(
      method: .GET, version: .http11, path: "/", query: [.init(name: "token", value: Self.token)],
      headers: [.host: "127.0.0.1:8000"], body: Data())
    let headers = try await site().handleRequest(request).headers
    let policy = try #require(headers[HTTPHeader("Content-Security-Policy")])
    #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; "))
    #expect(policy.contains("frame-ancestors 'none'"))
    #expect(!policy.contains("unsafe"))
    #expect(headers[.setCookie] == "rostrum-8000=\(Self.token); HttpOnly; SameSite=Strict; Path=/")
  }

  @Test(
    "An editor's address names the place, and runs nothing",
    arguments: [
      ("vscode://file{path}:{line}:{column}", "vscode://file/a%20b/c%3Ad.yaml:3:7"),
      ("zed://file{path}", "zed://file/a%20b/c%3Ad.yaml"), ("javascript:alert('{path}')", nil),
      ("JavaScript:{path}", nil), ("data:text/html,{path}", nil), ("no address {path}", nil),
      ("vscode://file", nil),
    ] as [(String, String?)])
  func editors(_ template: String, _ expected: String?) {
    let link = EditorLink(template)
    #expect(link?.address(path: "/a b/c:d.yaml", line: 3, column: 7) == expected)
  }
}
