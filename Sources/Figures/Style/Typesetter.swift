public import Canvas
import Geometry

/// Sets labels, and measures them before anything is placed.
///
/// A label that the theme's first font cannot set, in another script, is set in the next font that has all of its letters.
public struct Typesetter: Sendable {
  let book: FontBook
  let theme: Theme

  public init(_ book: FontBook, _ theme: Theme) {
    (self.book, self.theme) = (book, theme)
  }

  /// A label of one line; line breaks become spaces. Throws the first font's reason when no font has all the letters.
  func label(
    _ string: String, size: Double? = nil, weight: Int = 400
  ) throws(TextError) -> Label {
    let line = String(string.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    let size = size ?? theme.fontSize
    var problem: TextError?
    for family in theme.fonts {
      do throws(TextError) {
        return try label(line, family: family, size: size, weight: weight)
      } catch {
        problem = problem ?? error
      }
    }
    for family in try book.families() where !theme.fonts.contains(family) {
      if let label = try? label(line, family: family, size: size, weight: weight) { return label }
    }
    throw problem ?? .missingFamily("", suggestions: [])
  }

  private func label(
    _ string: String, family: String, size: Double, weight: Int
  ) throws(TextError) -> Label {
    let font = FontDescription(family: family, weight: weight)
    let layout = try book.layout(TextRequest(string, font: font, size: size))
    return Label(string: string, family: family, weight: weight, size: size, layout: layout)
  }
}

/// A label that was set, but not placed yet.
struct Label: Sendable {
  let string: String
  let family: String
  let weight: Int
  let size: Double
  let layout: TextLayout

  var width: Double { layout.size.width }

  /// The height of most capitals and digits, as a part of the size.
  static let capHeight = 0.72

  /// The mark with `anchor` (0 left, 0.5 middle, 1 right) of its baseline at `origin`.
  func placed(at origin: Point, anchor: Double = 0, color: Color) -> Artwork.Mark {
    .text(
      Artwork.Lettering(
        string, family: family, weight: weight, size: size, color: color, anchor: anchor,
        origin: origin, layout: layout))
  }
}
