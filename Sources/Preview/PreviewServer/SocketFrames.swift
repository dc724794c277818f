import RostrumBase
import RostrumCanvas

/// The beginning of a conversation over a WebSocket (RFC 6455, section 4.2).
enum SocketHandshake {
  /// The key of a request that asks for a WebSocket; `nil` for any other.
  static func key(of head: RequestHead) -> String? {
    func has(_ name: String, _ word: String) -> Bool {
      (head.headers[name] ?? "").lowercased().split(separator: ",").contains {
        $0.trimmed == word
      }
    }
    guard has("upgrade", "websocket"), has("connection", "upgrade"),
      head.headers["sec-websocket-version"] == "13", let key = head.headers["sec-websocket-key"],
      Data(base64Encoded: key)?.count == 16
    else { return nil }
    return key
  }

  static func answer(to key: String) -> [UInt8] {
    let text = Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
    let accepted = Data(Checksum.sha1.bytes(of: text)).base64EncodedString()
    let lines = [
      "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Accept: \(accepted)", "", "",
    ]
    return Array(lines.joined(separator: "\r\n").utf8)
  }
}

/// The reason why a conversation ends (RFC 6455, section 7.4.1).
enum SocketEnd: UInt16, Error {
  case normal = 1000
  case protocolError = 1002
  case notText = 1007
  case tooLarge = 1009
}

/// Frames of a WebSocket (RFC 6455, section 5) as the bytes of a browser come, put together to
/// messages. Memory is bounded by the largest message, and each byte is looked at once.
struct SocketReader {
  enum Event: Equatable {
    case text(String)
    case binary
    case ping([UInt8])
    /// The browser wants to end.
    case close
  }

  /// In bytes, of all frames of a message.
  static let maximumMessage = 1 << 20

  private var bytes: [UInt8] = []
  /// The bytes before it have been read.
  private var start = 0
  /// The message that has begun, and whether it is text.
  private var message: (isText: Bool, bytes: [UInt8])?

  /// Appends received bytes.
  mutating func add(_ more: some Sequence<UInt8>) {
    if start > 0 {
      bytes.removeSubrange(..<start)
      start = 0
    }
    bytes += more
  }

  /// The next thing that is complete; `nil` when more bytes are needed. Throws how the conversation
  /// has to end.
  mutating func next() throws(SocketEnd) -> Event? {
    while let frame = try nextFrame() {
      if let event = try event(of: frame) { return event }
    }
    return nil
  }

  private struct Frame {
    let isLast: Bool
    let code: UInt8
    var isControl: Bool { code >= 8 }
    let payload: [UInt8]
  }

  private mutating func nextFrame() throws(SocketEnd) -> Frame? {
    let rest = bytes[start...]
    guard rest.count >= 2 else { return nil }
    let (first, second) = (rest[start], rest[start + 1])
    let (isLast, code) = (first & 0x80 != 0, first & 0x0F)
    // No extension was negotiated; a browser masks its frames (RFC 6455, section 5).
    guard first & 0x70 == 0, second & 0x80 != 0, [0, 1, 2, 8, 9, 10].contains(code) else {
      throw .protocolError
    }
    let short = Int(second & 0x7F)
    let wide = short == 126 ? 2 : short == 127 ? 8 : 0
    if code >= 8, !isLast || wide > 0 { throw .protocolError }
    let mask = start + 2 + wide
    guard bytes.count >= mask + 4 else { return nil }
    let number = bytes[(start + 2)..<mask].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    if wide > 0, number < (wide == 2 ? 126 : 65536) || number >> 63 != 0 { throw .protocolError }
    let count = wide > 0 ? number : UInt64(short)
    guard count <= UInt64(Self.maximumMessage - (code < 8 ? message?.bytes.count ?? 0 : 0)) else {
      throw .tooLarge
    }
    let end = mask + 4 + Int(count)
    guard bytes.count >= end else { return nil }
    let payload = (mask + 4..<end).map { bytes[$0] ^ bytes[mask + ($0 - mask) & 3] }
    start = end
    return Frame(isLast: isLast, code: code, payload: payload)
  }

  /// `nil` for what needs no answer, and for a part of a message.
  private mutating func event(of frame: Frame) throws(SocketEnd) -> Event? {
    switch frame.code {
    case 8:
      let code = frame.payload.number(at: 0, count: min(2, frame.payload.count), .bigEndian)
      guard frame.payload.isEmpty || frame.payload.count > 1 && (1000..<5000).contains(code) else {
        throw .protocolError
      }
      return .close
    case 9: return .ping(frame.payload)
    case 10: return nil
    default: return try event(ofData: frame)
    }
  }

  private mutating func event(ofData frame: Frame) throws(SocketEnd) -> Event? {
    // A continuation continues something, and nothing else comes in between.
    guard (frame.code == 0) == (message != nil) else { throw .protocolError }
    if message == nil { message = (frame.code == 1, []) }
    message?.bytes += frame.payload
    guard frame.isLast, let (isText, bytes) = message else { return nil }
    message = nil
    guard isText else { return .binary }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
    return .text(text)
  }
}

/// A message to a browser.
enum SocketMessage: Sendable {
  case text(String)
  case data(Data)
  case pong([UInt8])
  case close(SocketEnd)

  /// As one frame, which is not masked.
  var frame: [UInt8] {
    switch self {
    case .text(let text): Self.frame(1, Array(text.utf8))
    case .data(let data): Self.frame(2, Array(data))
    case .pong(let bytes): Self.frame(10, bytes)
    case .close(let end): Self.frame(8, [UInt8(end.rawValue >> 8), UInt8(end.rawValue & 255)])
    }
  }

  private static func frame(_ code: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let count = payload.count
    let size: [UInt8] =
      count < 126
      ? [UInt8(count)]
      : count < 65536 ? [126] + count.bytes(2, .bigEndian) : [127] + count.bytes(8, .bigEndian)
    return [0x80 | code] + size + payload
  }
}
