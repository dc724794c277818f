public import RostrumGeometry
public import RostrumLayerTree

/// Gives the files of other formats their pictures and letters.
public protocol ImportResources: Sendable {
  /// The picture in a file that the file contains, by its bytes: PNG, JPEG, WebP, AVIF, GIF or SVG;
  /// `nil` for none.
  func image(in bytes: [UInt8]) -> ImageReference?

  /// The picture in a file beside the file; `nil` when there is none that may be read.
  func image(atPath path: String) -> ImageReference?

  /// A whole SVG as a picture that another program draws, at any size; `nil` where none can. Throws
  /// nothing: a file that it cannot read is no picture.
  func drawing(ofSVG bytes: [UInt8]) -> ImageReference?

  /// The outlines of one line of text.
  func outlines(of text: String, _ font: ImportFont) -> Result<ImportLine, ImportTextProblem>
}

extension ImportResources {
  public func drawing(ofSVG bytes: [UInt8]) -> ImageReference? { nil }
}

/// A typeface and its size.
public struct ImportFont: Hashable, Sendable {
  /// The names of families, the preferred one first.
  public var families: [String]
  /// In points.
  public var size: Double
  /// As in CSS: 100 (thin) to 1000.
  public var weight = 400
  public var isItalic = false
  /// The places on the axes of a variable font, by the axes' tags.
  public var variations: [String: Double] = [:]
  /// Whether a family with the same widths may replace a missing one.
  public var takesSubstitutes = false

  public init(families: [String], size: Double, weight: Int = 400, isItalic: Bool = false) {
    (self.families, self.size, self.weight) = (families, size, weight)
    self.isItalic = isItalic
  }
}

/// A line of text that was set.
public struct ImportLine: Hashable, Sendable {
  /// From the origin of the first letter on the baseline.
  public let outline: Path
  /// From there to the end of the last letter's advance.
  public let width: Double

  /// How far the font reaches above the baseline.
  public let ascent: Double
  /// How far it reaches below.
  public let descent: Double
  /// The family that replaces the one that was asked for.
  public let substitute: String?

  public init(
    outline: Path, width: Double, ascent: Double = 0, descent: Double = 0, substitute: String? = nil
  ) {
    (self.outline, self.width, self.substitute) = (outline, width, substitute)
    (self.ascent, self.descent) = (ascent, descent)
  }
}

/// Why a line of text cannot be set.
public struct ImportTextProblem: Error, Hashable, Sendable {
  public let message: String
  public let hint: String?

  public init(message: String, hint: String? = nil) { (self.message, self.hint) = (message, hint) }
}
