import Foundation
import Testing

@testable import RostrumPreviewServer

@Suite("Frames of a WebSocket")
struct SocketFrameTests {
  /// A frame as a browser sends it, masked.
  static func frame(
    _ first: UInt8, _ payload: [UInt8], isMasked: Bool = true, size: [UInt8]? = nil
  ) -> [UInt8] {
    let count = payload.count
    let short: [UInt8] =
      count < 126 ? [UInt8(count)] : count < 65536 ? [126] : [127]
    let wide = count < 126 ? 0 : count < 65536 ? 2 : 8
    var length = size ?? short + (0..<wide).reversed().map { UInt8(count >> ($0 * 8) & 255) }
    length[0] |= isMasked ? 0x80 : 0
    let mask: [UInt8] = [1, 2, 3, 4]
    let masked = payload.enumerated().map { isMasked ? $1 ^ mask[$0 & 3] : $1 }
    return [first] + length + (isMasked ? mask : []) + masked
  }

  private static func text(_ text: String) -> [UInt8] { frame(0x81, Array(text.utf8)) }

  /// The events read, and how the connection ends.
  private func events(_ bytes: [UInt8], by size: Int) -> ([SocketReader.Event], SocketEnd?) {
    var reader = SocketReader()
    var events: [SocketReader.Event] = []
    do throws(SocketEnd) {
      for start in stride(from: 0, to: bytes.count, by: size) {
        reader.add(bytes[start..<min(start + size, bytes.count)])
        while let event = try reader.next() { events.append(event) }
      }
    } catch {
      return (events, error)
    }
    return (events, nil)
  }

  @Test(
    "Frames of a WebSocket become messages, in whatever pieces they come",
    arguments: [
      (text("a"), [.text("a")]), (text(""), [.text("")]),
      (text(String(repeating: "é", count: 63)), [.text(String(repeating: "é", count: 63))]),
      (text(String(repeating: "a", count: 70_000)), [.text(String(repeating: "a", count: 70_000))]),
      (frame(0x01, [97]) + frame(0x00, []) + frame(0x80, [98]), [.text("ab")]),
      // A control frame may come in the middle of a message.
      (frame(0x01, [0xC3]) + frame(0x89, [1]) + frame(0x80, [0xA9]), [.ping([1]), .text("é")]),
      (frame(0x82, [255]), [.binary]), (frame(0x8A, [1, 2]) + text("b"), [.text("b")]),
      (frame(0x88, []), [.close]), (frame(0x88, [3, 232] + Array("bye".utf8)), [.close]),
    ] as [([UInt8], [SocketReader.Event])])
  func messages(_ bytes: [UInt8], _ expected: [SocketReader.Event]) {
    for size in [1, 2, 7, 4096, bytes.count] {
      let (events, end) = events(bytes, by: size)
      #expect(events == expected && end == nil)
    }
  }

  @Test(
    "Frames of a WebSocket end the conversation where they break the rules",
    arguments: [
      (frame(0xC1, [97]), .protocolError), (frame(0xA1, [97]), .protocolError),
      (frame(0x91, [97]), .protocolError), (frame(0x83, []), .protocolError),
      (frame(0x8B, []), .protocolError), (frame(0x81, [97], isMasked: false), .protocolError),
      // A continuation of nothing, and a message in the middle of another.
      (frame(0x80, [97]), .protocolError), (frame(0x01, [97]) + frame(0x81, [98]), .protocolError),
      // Control frames are whole and short.
      (frame(0x09, []), .protocolError),
      (frame(0x89, [UInt8](repeating: 0, count: 126)), .protocolError),
      (frame(0x88, [3]), .protocolError), (frame(0x88, [0, 1]), .protocolError),
      // A length in a longer form than necessary, or negative.
      (frame(0x81, [97], size: [126, 0, 1]), .protocolError),
      (frame(0x81, [97], size: [127, 0, 0, 0, 0, 0, 0, 0, 1]), .protocolError),
      (frame(0x81, [97], size: [127, 255, 255, 255, 255, 255, 255, 255, 255]), .protocolError),
      (frame(0x81, [0xFF]), .notText), (frame(0x81, [0xED, 0xA0, 0x80]), .notText),
      // One byte more than a message may have: declared, and in fragments.
      (frame(0x82, [], size: [127, 0, 0, 0, 0, 0, 16, 0, 1]), .tooLarge),
      (frame(0x82, [], size: [127, 127, 255, 255, 255, 255, 255, 255, 255]), .tooLarge),
      (
        frame(0x02, [UInt8](repeating: 0, count: 1 << 20)) + frame(0x80, [0]), .tooLarge
      ),
    ] as [([UInt8], SocketEnd)])
  func mistakes(_ bytes: [UInt8], _ expected: SocketEnd) {
    for size in [1, 4096, bytes.count] where size > 1 || bytes.count < 1000 {
      #expect(events(bytes, by: size).1 == expected)
    }
  }

  @Test("Frames of a WebSocket may have as much as a message may have")
  func largest() {
    let bytes = Self.frame(0x82, [UInt8](repeating: 7, count: SocketReader.maximumMessage))
    #expect(events(bytes, by: 16384) == ([.binary], nil))
  }

  @Test(
    "Frames of a WebSocket are written with the shortest length",
    arguments: [
      (0, [0x81, 0]), (125, [0x81, 125]), (126, [0x81, 126, 0, 126]),
      (65535, [0x81, 126, 255, 255]), (65536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]),
    ]
      as [(Int, [UInt8])])
  func lengths(_ count: Int, _ head: [UInt8]) {
    let frame = SocketMessage.text(String(repeating: "a", count: count)).frame
    #expect(Array(frame.prefix(head.count)) == head && frame.count == head.count + count)
  }

  @Test("Frames of a WebSocket follow a handshake, as in RFC 6455, section 1.3")
  func handshake() {
    let answer = SocketHandshake.answer(to: "dGhlIHNhbXBsZSBub25jZQ==")
    #expect(
      String(decoding: answer, as: UTF8.self).contains(
        "\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
  }

  private static let upgrade = [
    "Upgrade: websocket", "Connection: keep-alive, Upgrade", "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  ]

  @Test("Frames of a WebSocket begin only after a whole handshake", arguments: -1..<4)
  func incomplete(_ missing: Int) throws {
    var headers = Self.upgrade
    if missing >= 0 { headers.remove(at: missing) }
    #expect(try Exchange(Exchange.request("/socket", headers)).status == (missing < 0 ? 101 : 400))
    if missing == 3 {
      let short = headers + ["Sec-WebSocket-Key: c2hvcnQ="]
      #expect(try Exchange(Exchange.request("/socket", short)).status == 400)
    }
  }

  @Test(
    "Frames of a WebSocket that break a rule are answered with a close that says which",
    arguments: [
      (frame(0x88, []), 1000), (frame(0xC1, []), 1002), (frame(0x81, [0xFF]), 1007),
      (frame(0x82, [], size: [127, 0, 0, 0, 1, 0, 0, 0, 0]), 1009), ([], 1000),
    ] as [([UInt8], Int)])
  func closing(_ bytes: [UInt8], _ code: Int) throws {
    let request = Exchange.request("/socket", Self.upgrade)
    let answer = try Exchange(request + Self.frame(0x89, [5, 6]) + bytes).answer
    #expect(answer.suffix(4) == [0x88, 2, UInt8(code >> 8), UInt8(code & 255)])
    #expect(answer.firstRange(of: [0x8A, 2, 5, 6]) != nil, "the ping is answered")
  }
}
