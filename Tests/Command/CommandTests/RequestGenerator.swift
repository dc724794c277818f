import TestSupport

/// Requests along the lines of HTTP's and WebSocket's grammars, with mistakes of every kind.
struct RequestGenerator {
  struct Sample {
    let bytes: [UInt8]
    /// Whether the request line has the token.
    let hasToken: Bool
  }

  private let host: String
  private let token: String
  private var random: RandomSource

  init(port: UInt16, token: String, seed: UInt64) {
    (host, self.token) = ("127.0.0.1:\(port)", token)
    random = RandomSource(seed: seed)
  }

  mutating func next() -> Sample {
    let hasToken = chance(5)
    var bytes = request(hasToken)
    if hasToken, chance(2) { bytes = upgrade() + frames() }
    if chance(8) { bytes += request(chance(2)) }
    if chance(6) { bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))) }
    if chance(10), !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      bytes[place] = UInt8.random(in: 0...255, using: &random)
    }
    return Sample(bytes: bytes, hasToken: hasToken)
  }

  private mutating func chance(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }

  private mutating func one(_ texts: [String]) -> String {
    texts.randomElement(using: &random) ?? ""
  }

  private mutating func line(_ start: String) -> [UInt8] {
    let end = chance(20) ? one(["\n", "\r", "", "\r\r\n", " \r\n"]) : "\r\n"
    return Array((start + end).utf8)
  }

  private mutating func request(_ hasToken: Bool) -> [UInt8] {
    let long = String(
      repeating: one(["a", "%", "/", "?", "&token="]),
      count: Int.random(in: 1...20_000, using: &random))
    let method =
      chance(3) ? one(["POST", "HEAD", "PUT", "get", "", "G T", "\u{0}", "CONNECT", long]) : "GET"
    let path = one([
      "/", "/socket", "/render/1", "/../a.yaml", "//", "*", "http://\(host)/", "/%00", "/é", "",
      "/a b", "/" + long, "/render/\(Int.min)", "/?a=\(long)",
    ])
    let query = one(["", "?", "?token=", "?token=\(token.dropLast())", "?Token=\(token)", "?x#y"])
    let version =
      chance(4) ? one(["HTTP/1.0", "HTTP/2.0", "HTTP/0.9", "HTTP/", "", "FTP/1.1"]) : "HTTP/1.1"
    let target =
      hasToken ? one(["/", "/socket", "/render/1", "/x"]) + "?token=\(token)" : path + query
    var bytes = line("\(hasToken ? "GET" : method) \(target) \(hasToken ? "HTTP/1.1" : version)")
    if !chance(5) { bytes += line("Host: \(host)") }
    for _ in 0..<(chance(20) ? Int.random(in: 60...3000, using: &random) : 0) {
      bytes += line("A\(bytes.count): b")
    }
    for _ in 0..<Int.random(in: 0...4, using: &random) { bytes += header() }
    return bytes + line("") + body()
  }

  private mutating func header() -> [UInt8] {
    if chance(10) {
      return [65, 58, 32] + (0..<50).map { _ in UInt8.random(in: 0...255, using: &random) } + [
        13, 10,
      ]
    }
    return line(
      one([
        "Host: evil.example", "Host: \(host)", "Content-Length: 5", "Content-Length: -1",
        "Content-Length: 99999999999999999999", "Transfer-Encoding: chunked",
        "Transfer-Encoding: gzip, chunked", "Origin: http://evil.example", "Origin: http://\(host)",
        "Sec-Fetch-Site: cross-site", "Cookie: a=\(token)", "Expect: 100-continue", " folded",
        "no colon", "A : b", ": b", "Upgrade: websocket", "Connection: Upgrade",
        "Upgrade: h2c", "Sec-WebSocket-Version: 12", "Sec-WebSocket-Key: x",
        "A: " + String(repeating: "b", count: Int.random(in: 0...40_000, using: &random)),
      ]))
  }

  private mutating func body() -> [UInt8] {
    guard chance(3) else { return [] }
    return Array(
      one([
        "abcde", "5\r\nabcde\r\n0\r\n\r\n", "ffffffffffffffff\r\n", "-1\r\n", "z\r\n",
        String(repeating: "1\r\na\r\n", count: 10_000),
      ]).utf8)
  }

  private func upgrade() -> [UInt8] {
    let lines = [
      "GET /socket?token=\(token) HTTP/1.1", "Host: \(host)", "Upgrade: websocket",
      "Connection: Upgrade", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", "",
    ]
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  /// Frames of which most are right.
  private mutating func frames() -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let first: UInt8 =
        chance(4)
        ? UInt8.random(in: 0...255, using: &random)
        : [0x81, 0x01, 0x80, 0x89].randomElement(using: &random) ?? 0x81
      let payload = Array(
        one([
          "", "{}", "[", #"{"type":"source"}"#, #"{"type":"frames","frames":[-1,0,99999999]}"#,
          #"{"type":"open","scene":-9}"#, #"{"type":"render","kind":"png","range":[9,-9]}"#,
          #"{"type":"inspect","frame":9223372036854775807}"#, "\u{0}",
          String(repeating: "[", count: 60),
        ]).utf8)
      let mask: UInt8 = chance(6) ? 0 : 0x80
      bytes += [first]
      if chance(6) {
        bytes += [mask | 127] + (0..<8).map { _ in UInt8.random(in: 0...255, using: &random) }
      } else {
        bytes += [mask | UInt8(payload.count)]
      }
      bytes += (mask > 0 ? [0, 0, 0, 0] : []) + payload
    }
    return bytes
  }
}
