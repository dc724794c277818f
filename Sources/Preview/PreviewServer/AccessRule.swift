import RostrumBase
import Foundation

/// The rule by which a request is answered: it has the token, and comes to the address that is
/// served, from its own page.
struct AccessRule: Sendable {
  /// To be opened in a browser.
  let address: URL
  private let host: String
  private let port: UInt16
  private let token: [UInt8]
  /// Whether every address of this machine is listened at.
  private let isWildcard: Bool

  /// `host` is an IP address.
  init(host: String, port: UInt16, token: String) {
    isWildcard = ["0.0.0.0", "::"].contains(host)
    let name = host == "0.0.0.0" ? "127.0.0.1" : host == "::" ? "::1" : host
    self.host = name.contains(":") ? "[\(name)]" : name
    (self.port, self.token) = (port, Array(token.utf8))
    guard let address = URL(string: "http://\(self.host):\(port)/?token=\(token)") else {
      preconditionFailure("a token has no characters that an address cannot hold")
    }
    self.address = address
  }

  /// Whether a request line has the token. Nothing else of it is looked at before.
  func hasToken(_ line: ArraySlice<UInt8>) -> Bool {
    guard let line = RequestLine(line) else { return false }
    let name = Array("token=".utf8)
    return line.query.contains { $0.starts(with: name) && isToken($0.dropFirst(name.count)) }
  }

  /// Whether a request that has the token may be answered. A page of another server may make a
  /// browser send requests here: `Origin` and `Sec-Fetch-Site` show that, and `Host` shows a
  /// foreign name that resolves to this address.
  func allows(_ head: RequestHead) -> Bool {
    guard let host = head.headers["host"], isOwn(host) else { return false }
    if let origin = head.headers["origin"], origin != "http://" + host { return false }
    let site = head.headers["sec-fetch-site"] ?? "none"
    // The page itself may be opened from anywhere, for example by a link.
    let opensPage =
      head.path == "/" && head.headers["sec-fetch-mode"] == "navigate"
      && head.headers["sec-fetch-dest"] == "document"
    return ["none", "same-origin"].contains(site) || opensPage
  }

  /// A numeric address cannot be redirected by DNS, so when listening on all addresses any of them
  /// is accepted.
  private func isOwn(_ host: String) -> Bool {
    if host == "\(self.host):\(port)" || port == 80 && host == self.host { return true }
    let ending = ":\(port)"
    guard isWildcard, host.hasSuffix(ending) else { return false }
    let name = host.dropLast(ending.count)
    var bytes = [UInt8](repeating: 0, count: 16)
    return name.hasPrefix("[") && name.hasSuffix("]")
      ? inet_pton(AF_INET6, String(name.dropFirst().dropLast()), &bytes) == 1
      : inet_pton(AF_INET, String(name), &bytes) == 1
  }

  /// Compares in a time that does not say where two texts differ.
  private func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count == token.count else { return false }
    return zip(bytes, token).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
