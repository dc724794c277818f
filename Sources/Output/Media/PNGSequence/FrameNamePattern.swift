import RostrumBase

/// A pattern for file names of a sequence: "name_%05d.png" or "name_#####.png". There is exactly
/// one counter; `%%` is a percent sign.
public struct FrameNamePattern: Hashable, Sendable, CustomStringConvertible {
  public let description: String
  private let prefix: String
  private let suffix: String
  /// The least number of digits; smaller numbers get zeros in front.
  private let digits: Int

  /// "frame_%05d.png".
  public static let standard = FrameNamePattern(prefix: "frame_", digits: 5, suffix: ".png")

  private init(prefix: String, digits: Int, suffix: String) {
    self.prefix = prefix
    self.digits = digits
    self.suffix = suffix
    description = "\(prefix)%0\(digits)d\(suffix)"
  }

  /// Reads a pattern; throws an error that describes the mistake.
  public init(_ pattern: String) throws(MediaError) {
    func invalid(_ reason: String) -> MediaError { .invalidPattern(pattern, reason: reason) }
    guard !pattern.utf8.contains(UInt8(ascii: "/")), !pattern.utf8.contains(0) else {
      throw invalid("it is a file's name, without a folder")
    }
    guard pattern.lowercased().hasEnding(".png") else { throw invalid("it does not end in .png") }
    var scanner = PatternScanner(pattern)
    if let reason = scanner.scan() { throw invalid(reason) }
    guard let digits = scanner.digits else {
      throw invalid("it has no counter such as %05d or #####")
    }
    self.digits = digits
    prefix = scanner.prefix
    suffix = scanner.suffix
    description = pattern
  }

  /// The name of frame `index`, which is not negative.
  public func fileName(for index: Int) -> String {
    let number = String(index)
    return prefix + String(repeating: "0", count: max(0, digits - number.count)) + number + suffix
  }

  public static func == (a: FrameNamePattern, b: FrameNamePattern) -> Bool {
    FilePath(a.description) == FilePath(b.description)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(FilePath(description)) }

  /// The number in `fileName`, or nil when the name is of another pattern.
  public func index(of fileName: String) -> Int? {
    guard fileName.hasBeginning(prefix), fileName.hasEnding(suffix),
      fileName.utf8.count > prefix.utf8.count + suffix.utf8.count
    else { return nil }
    let number = fileName.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
    guard number.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let index = Int(Substring(number)), FilePath(self.fileName(for: index)) == FilePath(fileName)
    else { return nil }
    return index
  }
}

/// Takes a pattern apart at its counter.
private struct PatternScanner {
  private var rest: Substring
  private(set) var digits: Int?
  private(set) var prefix = ""
  private(set) var suffix = ""

  init(_ pattern: String) { rest = pattern[...] }

  /// Returns the description of a mistake, or `nil`.
  mutating func scan() -> String? {
    while let character = rest.first {
      switch character {
      case "#": if let reason = count(hashes()) { return reason }
      case "%": if let reason = percent() { return reason }
      default:
        append(character)
        rest.removeFirst()
      }
    }
    return nil
  }

  private mutating func append(_ character: Character) {
    if digits == nil { prefix.append(character) } else { suffix.append(character) }
  }

  private mutating func hashes() -> Int {
    let run = rest.prefix { $0 == "#" }
    rest = rest.dropFirst(run.count)
    return run.count
  }

  private mutating func percent() -> String? {
    rest.removeFirst()
    if rest.first == "%" {
      append(rest.removeFirst())
      return nil
    }
    let width = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest.dropFirst(width.count)
    guard rest.first == "d" else { return "% is followed by neither %, d nor a width such as 05d" }
    rest.removeFirst()
    if width.isEmpty { return count(1) }
    guard width.first == "0", width.count > 1, let digits = Int(width) else {
      return "%\(width)d would pad with spaces: write %0\(width)d"
    }
    return count(digits)
  }

  private mutating func count(_ digits: Int) -> String? {
    guard self.digits == nil else { return "it has more than one counter" }
    guard 1...18 ~= digits else { return "a counter has 1 to 18 digits" }
    self.digits = digits
    return nil
  }
}
