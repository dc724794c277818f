import Foundation
import Testing

@testable import RostrumPreviewServer

@Suite("Heads of requests")
struct RequestHeadTests {
  private static let line = "GET /?token=\(Exchange.token) HTTP/1.1\r\n"
  private static let host = "Host: 127.0.0.1:8000\r\n"

  private static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  @Test(
    "Heads of requests are read strictly, up to their limits",
    arguments: [
      (line + host + "\r\n", 200),
      (line + host + "A: \u{e9} b\tc \r\n\r\n", 200),
      // The request line has 8 KiB.
      (
        "GET /?token=\(Exchange.token)&\(repeated("a", 8192 - 38)) HTTP/1.1\r\n" + host + "\r\n",
        200
      ),
      (
        "GET /?token=\(Exchange.token)&\(repeated("a", 8193 - 38)) HTTP/1.1\r\n" + host + "\r\n",
        431
      ),
      ("GET /?" + repeated("a", 1 << 20), 431),
      // There are 64 headers.
      (line + host + (1..<64).map { "A\($0): b\r\n" }.joined() + "\r\n", 200),
      (line + host + (1..<65).map { "A\($0): b\r\n" }.joined() + "\r\n", 431),
      // All of it has less than 32 KiB.
      (line + host + "A: \(repeated("b", 32_600))\r\n\r\n", 200),
      (line + host + "A: \(repeated("b", 32_768))\r\n\r\n", 431),
      (line + host + repeated("\r\n", 1), 200),
      // Other ends of lines, other spaces, other versions.
      (line + host + "A: b\n\r\n", 400), (line.replacing("\r\n", with: "\n") + host + "\r\n", 400),
      ("\r\n" + line + host + "\r\n", 403), (line.replacing(" ", with: "  ") + host + "\r\n", 403),
      (line.replacing("1.1", with: "2.0") + host + "\r\n", 403),
      (line.replacing("1.1", with: "1.0") + host + "\r\n", 200),
      (line.replacing(" HTTP/1.1", with: "") + host + "\r\n", 403),
      (line.replacing("GET /", with: "GET http://127.0.0.1:8000/") + host + "\r\n", 403),
      (line.replacing("GET", with: "G\u{0}T") + host + "\r\n", 403),
      (line.replacing("&", with: "\u{e9}").replacing("?", with: "?\u{e9}&") + host + "\r\n", 403),
      // Invalid headers, or ambiguous ones (request smuggling).
      (line + host + " folded\r\n\r\n", 400), (line + host + "A : b\r\n\r\n", 400),
      (line + host + ": b\r\n\r\n", 400), (line + host + "A\r\n\r\n", 400),
      (line + host + "A: \u{0}\r\n\r\n", 400), (line + host + "A: b\rc\r\n\r\n", 400),
      (line + host + host + "\r\n", 400), (line + "\r\n", 403),
      (line + host + "Content-Length: 0\r\n\r\n", 200),
      (line + host + "Content-Length: 5\r\n\r\nabcde", 400),
      (line + host + "Content-Length: -1\r\n\r\n", 400),
      (line + host + "Content-Length: 0\r\nContent-Length: 0\r\n\r\n", 400),
      (line + host + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
      // A second request in the same connection is not read.
      (line + host + "\r\n" + line + host + "\r\n", 200),
      // Halves.
      (String(line.prefix(10)), 400), (line + host, 400), (line, 400), ("", nil), ("\r\n", 403),
    ] as [(String, Int?)])
  func limits(_ text: String, _ status: Int?) throws {
    #expect(try Exchange(Array(text.utf8)).status == status, "\(text.prefix(200).debugDescription)")
  }

  @Test("Bytes that are no text are no reason to end", arguments: [UInt8(0x80), 0xFF, 0xC0, 0])
  func bytes(_ byte: UInt8) throws {
    let line = Array(Self.line.utf8)
    #expect(try Exchange([byte] + line + Array("\r\n".utf8)).status == 403)
    let value = Array((Self.line + Self.host + "A: ").utf8) + [byte] + Array("\r\n\r\n".utf8)
    #expect(try Exchange(value).status == (byte == 0 ? 400 : 200))
  }

  @Test("Heads of requests are refused without the token before their end is there")
  func early() throws {
    let line = Self.line.replacing("token=", with: "Token=")
    #expect(try Exchange(Array(line.utf8), isSilent: true).status == 403)
  }

  @Test(
    "Heads of requests are not waited for longer than the server's patience",
    arguments: ["", "G", line, line + host + "A: "])
  func patience(_ text: String) throws {
    let start = ContinuousClock.now
    let answer = try Exchange(Array(text.utf8), isSilent: true, patience: .milliseconds(200))
    #expect(answer.status == 408)
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test("Each byte is looked at once, whatever the pieces")
  func pieces() throws {
    let bytes = Array((Self.line + Self.host + "A: b\r\n\r\nrest").utf8)
    for size in 1..<bytes.count {
      var reader = HeadReader()
      var end: Int?
      for start in stride(from: 0, to: bytes.count, by: size) where end == nil {
        end = try reader.add(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      #expect(end == bytes.count - 4)
      #expect(reader.lines.count == 3)
    }
  }
}
