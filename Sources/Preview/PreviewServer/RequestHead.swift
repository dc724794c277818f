import RostrumBase

/// The reason why a request gets no answer but a status.
enum Refusal: Int, Error {
  case badRequest = 400
  case forbidden = 403
  case notFound = 404
  case wrongMethod = 405
  /// The head did not come in time.
  case tooSlow = 408
  case tooLarge = 431
  /// The other end has closed the connection: no answer is possible.
  case gone = 0

  /// The reason phrase (RFC 9110, section 15).
  var phrase: String {
    switch self {
    case .badRequest: "Bad Request"
    case .forbidden: "Forbidden"
    case .notFound: "Not Found"
    case .wrongMethod: "Method Not Allowed"
    case .tooSlow: "Request Timeout"
    case .tooLarge: "Request Header Fields Too Large"
    case .gone: ""
    }
  }
}

/// The head of a request (RFC 9112, sections 3 and 5). It is read as strictly as the standard lets,
/// with limits, and each byte is looked at a fixed number of times.
struct RequestHead {
  let method: String
  /// The target up to its query, as it came.
  let path: String
  /// Values by lower-case names. No name comes twice.
  let headers: [String: String]

  /// In bytes, of the request line.
  static let maximumLine = 8 << 10
  /// In bytes, of the request line and all headers.
  static let maximumSize = 32 << 10
  static let maximumHeaders = 64
  /// From the first byte that is waited for to the last of the head.
  static let patience = Duration.seconds(10)

  /// Reads the head of a request, and returns it with what came after it. `isAllowed` gets the
  /// request line as soon as it is there: where it is refused, nothing more of the request is
  /// looked at.
  static func read(
    from connection: Connection, patience: Duration = patience,
    isAllowed: (ArraySlice<UInt8>) -> Bool
  ) throws(Refusal) -> (head: RequestHead, rest: ArraySlice<UInt8>) {
    let end = ContinuousClock.now + patience
    var reader = HeadReader()
    while true {
      guard let bytes = connection.read(limit: maximumSize - reader.count, until: end) else {
        throw .tooSlow
      }
      guard !bytes.isEmpty else { throw reader.count == 0 ? .gone : .badRequest }
      let hadLine = reader.line != nil
      let size = try reader.add(bytes)
      if !hadLine, let line = reader.line, !isAllowed(line) { throw .forbidden }
      if let size { return (try RequestHead(reader.lines), reader.bytes[size...]) }
    }
  }

  /// Reads whole lines, without their ends.
  init(_ lines: [ArraySlice<UInt8>]) throws(Refusal) {
    guard let first = lines.first, let line = RequestLine(first) else { throw .badRequest }
    guard lines.count <= Self.maximumHeaders + 1 else { throw .tooLarge }
    (method, path) = (line.method, line.path)
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let (name, value) = Self.header(line), headers.updateValue(value, forKey: name) == nil
      else { throw .badRequest }
    }
    self.headers = headers
    // No body is accepted, and an unread body must not be parsed as another request.
    guard headers["transfer-encoding"] == nil, ["0", nil].contains(headers["content-length"]) else {
      throw .badRequest
    }
  }

  /// A name is a token, and no space comes between it and the colon; a value has no control
  /// characters but tabs.
  private static func header(_ line: ArraySlice<UInt8>) -> (name: String, value: String)? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let (name, value) = (line[..<colon], line[(colon + 1)...])
    guard !name.isEmpty, name.allSatisfy(isTokenByte),
      value.allSatisfy({ $0 == 9 || $0 >= 32 && $0 != 127 })
    else { return nil }
    return (
      String(decoding: name, as: UTF8.self).lowercased(),
      String(decoding: value, as: UTF8.self).trimmed
    )
  }

  /// RFC 9110, section 5.6.2.
  static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}

/// A request line, such as `GET /path?query HTTP/1.1`.
struct RequestLine {
  let method: String
  let path: String
  /// The parts between `&`.
  let query: [ArraySlice<UInt8>]

  /// `nil` for anything but a method, a target that begins with a slash, and a version 1 of HTTP,
  /// with one space in between and nothing but visible characters of ASCII.
  init?(_ line: ArraySlice<UInt8>) {
    let parts = line.split(separator: 32, maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(RequestHead.isTokenByte),
      parts[1].first == UInt8(ascii: "/"), parts[1].allSatisfy({ (33...126).contains($0) }),
      parts[2].elementsEqual("HTTP/1.1".utf8) || parts[2].elementsEqual("HTTP/1.0".utf8)
    else { return nil }
    let target = parts[1].split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    method = String(decoding: parts[0], as: UTF8.self)
    path = String(decoding: target[0], as: UTF8.self)
    query = target.count > 1 ? target[1].split(separator: UInt8(ascii: "&")) : []
  }
}

/// Lines of a head as their bytes come. Each byte is looked at once.
struct HeadReader {
  private(set) var bytes: [UInt8] = []
  /// The lines that are complete, without their ends.
  var lines: [ArraySlice<UInt8>] { ranges.map { bytes[$0] } }
  private var ranges: [Range<Int>] = []
  private var start = 0

  var count: Int { bytes.count }
  /// The request line, once it is complete.
  var line: ArraySlice<UInt8>? { ranges.first.map { bytes[$0] } }

  /// Takes some bytes. Returns the size of the head once it is complete. Throws for a head that is
  /// too large, and for a line that does not end in CR and LF.
  mutating func add(_ more: [UInt8]) throws(Refusal) -> Int? {
    let first = bytes.count
    bytes += more
    for index in first..<bytes.count where bytes[index] == 10 {
      guard index > start, bytes[index - 1] == 13 else { throw .badRequest }
      defer { start = index + 1 }
      if index - 1 == start, !ranges.isEmpty { return index + 1 }
      ranges.append(start..<index - 1)
      guard ranges[0].count <= RequestHead.maximumLine,
        ranges.count <= RequestHead.maximumHeaders + 1
      else { throw .tooLarge }
    }
    let isTooLong = ranges.isEmpty && bytes.count > RequestHead.maximumLine
    guard !isTooLong, bytes.count < RequestHead.maximumSize else { throw .tooLarge }
    return nil
  }
}
