/// Why a text is not SVG path data.
public struct SVGPathError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where in the text, in UTF-8 bytes from 0.
  public let offset: Int
  /// What was expected there, in plain English.
  public let message: String

  public var description: String { "\(message) (at offset \(offset))" }
}
