public import RostrumBase

/// Splits a stream of bytes into the messages of the Language Server Protocol: a header with
/// `Content-Length`, an empty line, and that number of bytes.
public struct MessageStream {
  /// Longer messages are not taken.
  static let maximumLength = 64 << 20
  private static let longestHeader = 10_000

  private var bytes: [UInt8] = []

  public init() {}

  /// The messages that are complete with these bytes; `nil` when the stream makes no sense.
  public mutating func messages(adding data: some Sequence<UInt8>) -> [Data]? {
    bytes += data
    var found: [Data] = []
    while let end = bytes.prefix(Self.longestHeader).firstRange(of: Array("\r\n\r\n".utf8)) {
      let header = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
      let lengths = header.split(separator: "\r\n").compactMap { line -> Int? in
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "content-length" else { return nil }
        return Int(parts[1].drop { $0 == " " })
      }
      guard let length = lengths.first, 0...Self.maximumLength ~= length else { return nil }
      guard bytes.count - end.upperBound >= length else { return found }
      found.append(Data(bytes[end.upperBound..<(end.upperBound + length)]))
      bytes.removeFirst(end.upperBound + length)
    }
    return bytes.count < Self.longestHeader ? found : nil
  }

  /// A message with its header.
  public static func framed(_ message: Data) -> Data {
    Data("Content-Length: \(message.count)\r\n\r\n".utf8) + message
  }
}
