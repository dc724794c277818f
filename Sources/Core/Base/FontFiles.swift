/// Fonts that are used besides the system's.
public struct FontFiles: Hashable, Codable, Sendable, ExpressibleByArrayLiteral {
  /// A file that holds the fonts of a family, whatever the fonts in it are called.
  public struct Named: Hashable, Codable, Sendable {
    public let family: String
    public let file: String

    public init(family: String, file: String) { (self.family, self.file) = (family, file) }

    /// A family and a path, such as `Inter=Fonts/Inter.ttf`; `nil` for another text.
    public init?(_ text: String) {
      guard let sign = text.firstIndex(of: "=") else { return nil }
      let family = text[..<sign].trimmed
      let file = String(text[text.index(after: sign)...])
      guard !family.isEmpty, !file.isEmpty else { return nil }
      self.init(family: family, file: file)
    }
  }

  /// The paths of files whose fonts keep the names of their families.
  public var unnamed: [String]
  /// Several files may hold the weights of one family. They come before an installed family.
  public var named: [Named]

  public init(_ unnamed: [String] = [], named: [Named] = []) {
    (self.unnamed, self.named) = (unnamed, named)
  }

  public init(arrayLiteral paths: String...) { self.init(paths) }

  package var isEmpty: Bool { unnamed.isEmpty && named.isEmpty }

  package var paths: [String] { unnamed + named.map(\.file) }
}
