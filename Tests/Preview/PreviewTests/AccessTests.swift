import Foundation
import Testing

@testable import RostrumPreview
@testable import RostrumPreviewServer

@Suite("Requests to a preview")
struct AccessTests {
  private static let token = Exchange.token

  private func status(_ request: [UInt8]) throws -> Int? { try Exchange(request).status }

  @Test("A token by chance has 32 digits, however small its numbers are")
  func digits() {
    for _ in 0..<100 {
      let token = PreviewOptions().token
      #expect(token.utf8.count == 32 && token.allSatisfy(\.isHexDigit), "\(token)")
    }
  }

  @Test(
    "Requests to a preview need the token",
    arguments: [
      (token, 200), (nil, 403), ("", 403), ("0123456789abcdeF", 403), ("0123456789abcde", 403),
      ("0123456789abcdef0", 403), ("x&token=0123456789abcdef", 200),
      ("%30123456789abcdef", 403), ("x&Token=0123456789abcdef", 403),
    ] as [(String?, Int)])
  func tokens(_ token: String?, _ expected: Int) throws {
    #expect(try status(Exchange.request(token: token)) == expected)
    #expect(
      try status(Exchange.request("/socket", token: token)) == (expected == 200 ? 400 : 403))
    #expect(
      try status(Exchange.request("/none", token: token)) == (expected == 200 ? 404 : 403))
    #expect(
      try status(Exchange.request(token: token, method: "POST")) == (expected == 200 ? 405 : 403))
  }

  @Test(
    "Requests to a preview do not bring the token in a header, which another port could get to know",
    arguments: ["Cookie: rostrum-8000=\(token)", "Authorization: Bearer \(token)"])
  func headers(_ header: String) throws {
    let answer = try Exchange(Exchange.request(token: nil, [header]))
    #expect(answer.status == 403)
    #expect(answer.header("Set-Cookie") == nil)
    #expect(try Exchange(Exchange.request()).header("Set-Cookie") == nil)
  }

  @Test(
    "Requests to a preview come to the address that is served, from its own page",
    arguments: [
      ([], "127.0.0.1:8000", 200), ([], "localhost:8000", 403), ([], "[::1]:8000", 403),
      ([], "127.0.0.1:8001", 403), ([], "127.0.0.1", 403), ([], "evil.example:8000", 403),
      ([], "", 403), ([], "127.0.0.1:8000 ", 200), ([], "127.1:8000", 403),
      (["Origin: http://127.0.0.1:8000"], "127.0.0.1:8000", 200),
      (["Origin: http://evil.example"], "127.0.0.1:8000", 403),
      (["Origin: http://localhost:8000"], "127.0.0.1:8000", 403),
      (["Origin: null"], "127.0.0.1:8000", 403),
      (["Origin: https://127.0.0.1:8000"], "127.0.0.1:8000", 403),
      (["Sec-Fetch-Site: same-origin"], "127.0.0.1:8000", 200),
      (["Sec-Fetch-Site: none"], "127.0.0.1:8000", 200),
      (["Sec-Fetch-Site: same-site"], "127.0.0.1:8000", 403),
      (["Sec-Fetch-Site: cross-site"], "127.0.0.1:8000", 403),
      (
        ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"],
        "127.0.0.1:8000", 200
      ),
      (
        ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"],
        "127.0.0.1:8000", 403
      ),
      (["Host: 127.0.0.1:8000"], "127.0.0.1:8000", 400),
      (["Host: evil.example"], "127.0.0.1:8000", 400),
    ] as [([String], String, Int)])
  func origins(_ headers: [String], _ host: String, _ expected: Int) throws {
    #expect(try status(Exchange.request(host: host, headers)) == expected)
  }

  @Test("A link from elsewhere opens the page, and no more than that")
  func links() throws {
    let headers = [
      "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document",
    ]
    #expect(try status(Exchange.request("/render/1", headers)) == 403)
    #expect(try status(Exchange.request("/socket", headers)) == 403)
  }

  @Test(
    "Requests to a preview may come to any address of numbers where all of this machine are served, and to no name",
    arguments: [
      ("0.0.0.0", "127.0.0.1:8000", 200), ("0.0.0.0", "192.168.1.20:8000", 200),
      ("::", "[::1]:8000", 200), ("0.0.0.0", "evil.example:8000", 403),
      ("0.0.0.0", "192.168.1.20:80", 403), ("0.0.0.0", "127.0.0.1.evil.example:8000", 403),
      ("192.168.1.20", "127.0.0.1:8000", 403), ("192.168.1.20", "192.168.1.20:8000", 200),
      ("::1", "[::1]:8000", 200),
    ])
  func wildcards(_ served: String, _ host: String, _ expected: Int) throws {
    #expect(try Exchange(Exchange.request(host: host), host: served).status == expected)
  }

  @Test(
    "Requests to a preview get the page and nothing else",
    arguments: [
      ("/", 200), ("/preview.js", 404), ("/none.yaml", 404), ("/../none.yaml", 404),
      ("/%2e%2e/etc/passwd", 404), ("/etc/passwd", 404), ("//", 404), ("/render/", 404),
      ("/render/1", 404), ("/render/../1", 404), ("/render/99999999999999999999", 404),
    ])
  func files(_ path: String, _ expected: Int) throws {
    #expect(try status(Exchange.request(path)) == expected)
  }

  @Test("The page may load nothing from elsewhere, and no other page may show it")
  func policy() throws {
    let answer = try Exchange(Exchange.request())
    let policy = try #require(answer.header("Content-Security-Policy"))
    for part in [
      "default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'",
      "script-src 'sha256-",
    ] {
      #expect(policy.contains(part))
    }
    #expect(!policy.contains("unsafe") && !policy.contains("*"))
    #expect(answer.header("Referrer-Policy") == "no-referrer")
    #expect(answer.header("Cache-Control") == "no-store")
    #expect(answer.header("X-Content-Type-Options") == "nosniff")
  }

  @Test("The page without a token says where to find it, and tells nobody what the token is")
  func forbiddenPage() throws {
    let answer = try Exchange(Exchange.request(token: nil))
    let text = String(decoding: answer.answer, as: UTF8.self)
    #expect(text.contains("Open the address that 'rostrum preview' has printed"))
    #expect(!text.contains(Self.token) && !text.contains("none.yaml"))
    #expect(answer.header("Content-Security-Policy")?.contains("unsafe") == false)
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
