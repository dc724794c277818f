import RostrumBase
import RostrumPreview

@testable import RostrumPreviewServer

/// A site's answer to the bytes of a connection.
struct Exchange {
  static let token = "0123456789abcdef"

  /// The whole answer.
  let answer: [UInt8]

  /// Sends some bytes to a site with one scene that is never read, over a connection that is then
  /// closed for writing, or stays open.
  init(
    _ bytes: [UInt8], isSilent: Bool = false, host: String = "127.0.0.1",
    patience: Duration = .seconds(10)
  ) throws {
    let site = PreviewSite(
      rule: AccessRule(host: host, port: 8000, token: Self.token),
      scenes: [PreviewScene(path: "none.yaml", options: PreviewOptions())],
      renders: RenderQueue(), patience: patience)
    var ends: [Int32] = [-1, -1]
    #if os(Linux)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Refusal.gone }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    let served = ends[0]
    startThread { site.serve(Connection(served)) }
    // More than the site reads stays where it is.
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(ends[1], $0.baseAddress, $0.count, Self.flags)
      }
      guard count > 0 else { break }
      sent += count
    }
    if !isSilent { shutdown(ends[1], Int32(SHUT_WR)) }
    var answer: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(ends[1], &chunk, chunk.count, 0)
      guard count > 0 else { break }
      answer += chunk[..<count]
    }
    close(ends[1])
    self.answer = answer
  }

  #if os(Linux)
    private static var flags: Int32 { Int32(MSG_NOSIGNAL) }
  #else
    private static var flags: Int32 { 0 }
  #endif

  /// The status; `nil` for no answer.
  var status: Int? {
    let line = answer.split(separator: 13, maxSplits: 1).first ?? []
    return String(decoding: line, as: UTF8.self).split(separator: " ").dropFirst().first
      .flatMap { Int($0) }
  }

  /// The lines before the body.
  var head: String {
    String(decoding: answer, as: UTF8.self).components(separatedBy: "\r\n\r\n").first ?? ""
  }

  /// The value of a header.
  func header(_ name: String) -> String? {
    head.components(separatedBy: "\r\n").first { $0.hasPrefix(name + ": ") }
      .map { String($0.dropFirst(name.count + 2)) }
  }

  /// A request with the token and the right host, as lines with their ends.
  static func request(
    _ path: String = "/", token: String? = token, host: String = "127.0.0.1:8000",
    method: String = "GET", _ headers: [String] = []
  ) -> [UInt8] {
    let query = token.map { "?token=\($0)" } ?? ""
    let lines = ["\(method) \(path)\(query) HTTP/1.1", "Host: \(host)"] + headers + ["", ""]
    return Array(lines.joined(separator: "\r\n").utf8)
  }
}
