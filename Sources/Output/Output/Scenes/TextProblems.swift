import RostrumBase
public import RostrumCanvas
import RostrumLayerTree
public import RostrumSceneFile
import RostrumSource

extension AssetProblem {
  package init(_ error: TextError) {
    switch error {
    case .missingFamily(let family, let suggestions):
      self.init(
        id: "missing-font", message: "there is no font family '\(family)'",
        hint: Self.otherWriting(of: family) ?? SystemPackage(fontFamily: family).map {
          "install \($0.allNames)"
        }
          ?? suggestions.first.map { "did you mean '\($0)'?" }
          ?? "'rostrum fonts' lists those that are installed")
    case .unreadableFontFile, .tooLargeFontFile:
      self.init(id: "unreadable-font", message: error.description)
    case .missingGlyph(let character, let offset, _):
      self.init(
        id: "missing-glyph", message: error.description,
        hint: Self.hint(for: character), offset: offset)
    case .missingInFonts(_, _, let others):
      self.init(
        id: "missing-glyph", message: error.description,
        hint: others.first.map { "add '\($0)' to the list" })
    case .glyphWithoutOutline(let offset, _), .coloredGlyph(let offset, _):
      self.init(id: "missing-glyph", message: error.description, offset: offset)
    case .tooLong: self.init(id: "too-large", message: error.description)
    }
  }

  /// How to write a font that is no family: a file, several families, or a generic name of CSS.
  private static func otherWriting(of name: String) -> String? {
    if name.wholeMatch(of: /(?i).+\.(ttf|otf|ttc|woff2?)/) != nil {
      return "write font: {file: \(name)}"
    }
    if name.contains(",") { return "write a list: font: [\(name)]" }
    return FontReference.genericFamilies[name.lowercased()].map { "write font: \($0)" }
  }

  private static func hint(for character: Unicode.Scalar) -> String {
    let name =
      character.properties.isEmoji || character.properties.isAlphabetic
      ? "\(character)" : "U+" + String(character.value, radix: 16, uppercase: true)
    return "give a list of fonts, such as font: [Lato, A FONT THAT HAS IT];"
      + " 'rostrum fonts --having \(name)' finds one"
  }
}

extension LoadResult {
  /// The same with a text that cannot be drawn, at the first line that has its letter.
  public func failing(_ error: TextError) -> LoadResult {
    let problem = AssetProblem(error)
    let line = error.letter.flatMap { letter in
      (1...source.lineCount).first { source.line($0).unicodeScalars.contains(letter) }
    }
    return failing(
      problem.id, problem.message, at: SourcePlace(line: line ?? 1), hint: problem.hint)
  }
}
