import RostrumBase
import RostrumMedia

/// How often a player shows an animated picture. Films do not say; they are shown once.
enum PlayCount: Equatable, Sendable, CustomStringConvertible {
  case times(Int)
  case forever

  /// Reads the mark in the first 64 KiB of a PNG or a GIF; `nil` for other files. Sources: PNG
  /// specification, third edition, section 11.3.6.1 (`acTL`); the extension `NETSCAPE2.0` of
  /// GIF89a, which counts repetitions.
  init?(ofFile path: String) {
    guard let start = FileContent.start(of: path) else { return nil }
    if start.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      let mark = Array("acTL".utf8)
      guard let place = start.firstRange(of: mark)?.upperBound, place + 8 <= start.count else {
        return nil
      }
      self.init(start.number(at: place + 4, count: 4, .bigEndian))
    } else if start.starts(with: "GIF8".utf8) {
      let mark = Array("NETSCAPE2.0".utf8) + [3, 1]
      guard let place = start.firstRange(of: mark)?.upperBound, place + 2 <= start.count else {
        self = .times(1)
        return
      }
      let repetitions = start.number(at: place, count: 2)
      self = repetitions == 0 ? .forever : .times(repetitions + 1)
    } else {
      return nil
    }
  }

  private init(_ count: Int) { self = count == 0 ? .forever : .times(count) }

  var description: String {
    switch self {
    case .forever: "for ever"
    case .times(1): "once"
    case .times(let count): "\(count) times"
    }
  }
}
