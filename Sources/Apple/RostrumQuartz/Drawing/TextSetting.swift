package import RostrumCanvas
package import Foundation
package import RostrumLayerTree

/// The fonts of the computer, for text that code draws and for letters that a font does not have.
enum Fonts {
  static let book = FontBook()

  /// A font with others behind it for the letters of a text that it does not have, as Core Text
  /// takes the system's. Letters that no font has are reported when the film is opened.
  static func font(_ font: FontReference, for text: String) -> FontReference {
    guard case .family(let family) = font.source, !text.utf8.allSatisfy({ $0 < 128 }) else {
      return font
    }
    var chosen = [family] + font.fallbacks.compactMap(\.familyName)
    var added: [FontReference] = []
    for letter in text where !letter.isASCII {
      let families = families(having: letter)
      if families.isEmpty || families.contains(where: chosen.contains) { continue }
      let isEmoji = letter.unicodeScalars.contains { $0.properties.isEmojiPresentation }
      let family = families.first { isEmoji == $0.contains("Emoji") } ?? families[0]
      chosen.append(family)
      added.append(FontReference(.family(family)))
    }
    guard !added.isEmpty else { return font }
    return FontReference(
      font.source, weight: font.weight, isItalic: font.isItalic, fallbacks: font.fallbacks + added)
  }

  private static func families(having letter: Character) -> [String] {
    let visible = letter.unicodeScalars.filter { scalar in
      !scalar.properties.isDefaultIgnorableCodePoint
        && scalar.properties.generalCategory != .control
    }
    guard !visible.isEmpty else { return [] }
    return (try? book.families(having: String(String.UnicodeScalarView(visible)))) ?? []
  }

  static func description(_ font: FontReference) -> FontDescription {
    let source: FontDescription.Source =
      switch font.source {
      case .family(let name): .family(name)
      case .file(let path): .file(path)
      }
    return FontDescription(
      source, weight: font.weight, isItalic: font.isItalic,
      fallbacks: font.fallbacks.map(description))
  }
}

extension FontReference {
  fileprivate var familyName: String? {
    if case .family(let name) = source { name } else { nil }
  }
}

extension LayerValues {
  /// Text whose fonts have fallbacks for letters that they do not have.
  var withFallbackFonts: LayerValues {
    let text = self[.string]
    guard !text.string.utf8.allSatisfy({ $0 < 128 }) else { return self }
    var values = self
    values[.font] = Fonts.font(self[.font], for: text.string)
    guard text.runs.contains(where: { $0.font != nil }) else { return values }
    values[.string] = AttributedText(
      text.runs.map { run in
        var run = run
        run.font = run.font.map { Fonts.font($0, for: run.text) }
        return run
      })
    return values
  }
}

extension AttributedText {
  /// The set text, in lines as wide as given; `nil` for letters that no font has, with a warning.
  package func layout(width: CGFloat?) -> TextLayout? {
    let runs = runs.map { run in
      TextRun(
        run.text, font: Fonts.description(Fonts.font(run.font ?? .standard, for: run.text)),
        size: run.fontSize ?? 12, kern: run.kern, baselineOffset: run.baselineOffset)
    }
    var request = TextRequest(
      runs: runs, width: width.map(Double.init), isWrapped: width != nil)
    request.allowsColor = true
    do {
      return try Fonts.book.layout(request)
    } catch {
      FilmWarnings.tell(.other("a text is not drawn: \(error)"))
      return nil
    }
  }
}
