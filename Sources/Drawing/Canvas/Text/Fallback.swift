import RostrumCPango

extension FontSet {
  /// The stretches of a run that are set in one of its fonts each: every letter in the first one
  /// that has it. A run without letters is one stretch.
  func stretches(
    of run: TextRun, index: Int, from start: Int
  ) throws(TextError) -> [ShapedRun] {
    var fonts: [LoadedFont] = []
    for font in run.font.withFallbacks {
      let family = try family(for: font)
      fonts.append(
        LoadedFont(
          description: font, family: family, shownName: shownName(of: font, family),
          font: load(font, family)))
    }
    defer { for font in fonts { g_object_unref(font.font) } }
    var stretches: [(font: Int, string: String)] = []
    for letter in run.string {
      guard let font = Self.font(for: letter, of: fonts) else { throw missing(letter, in: fonts) }
      if stretches.last?.font == font {
        stretches[stretches.count - 1].string.append(letter)
      } else {
        stretches.append((font, String(letter)))
      }
    }
    var end = start
    return (stretches.isEmpty ? [(0, "")] : stretches).map { number, string in
      let font = fonts[number]
      var part = run
      (part.string, part.font) = (string, font.description)
      defer { end += string.utf8.count }
      return ShapedRun(
        run: part, index: index, family: font.family, shownName: font.shownName,
        bytes: end..<end + string.utf8.count)
    }
  }

  /// The first font that has the letter. A variation selector prefers a colour font, or one without
  /// colours, if there is one (Unicode Technical Standard #51, 2.1).
  private static func font(for letter: Character, of fonts: [LoadedFont]) -> Int? {
    let having = fonts.indices.filter { fonts[$0].has(letter) }
    let wantsColor: Bool? =
      letter.unicodeScalars.contains("\u{FE0F}")
      ? true : letter.unicodeScalars.contains("\u{FE0E}") ? false : nil
    return having.first { wantsColor == nil || fonts[$0].isColored == wantsColor } ?? having.first
  }

  private func missing(_ letter: Character, in fonts: [LoadedFont]) -> TextError {
    let scalar = letter.unicodeScalars.first { !fonts[0].has(Character($0)) }
    return .missingInFonts(
      scalar ?? letter.unicodeScalars[letter.unicodeScalars.startIndex],
      fonts: fonts.map(\.shownName), others: Array(families(having: String(letter)).prefix(6)))
  }

  /// Owned by the caller.
  private func load(_ font: FontDescription, _ family: String) -> UnsafeMutablePointer<PangoFont>? {
    let run = TextRun("", font: font, size: 1)
    let description = ShapedRun(
      run: run, index: 0, family: family, shownName: family, bytes: 0..<0
    ).description(unitsPerEm: Double(1000 * PANGO_SCALE))
    defer { pango_font_description_free(description) }
    return pango_font_map_load_font(map, context, description)
  }
}

/// One of the fonts of a run.
private struct LoadedFont {
  let description: FontDescription
  let family: String
  let shownName: String
  let font: UnsafeMutablePointer<PangoFont>?

  var isColored: Bool {
    guard let font,
      let pattern = pango_fc_font_get_pattern(
        UnsafeMutableRawPointer(font).assumingMemoryBound(to: PangoFcFont.self))
    else { return false }
    return FontPattern(pattern: pattern).isColored
  }

  /// Whether the font has the letter with all its marks. Line breaks and invisible characters need
  /// no glyph.
  func has(_ letter: Character) -> Bool {
    letter.unicodeScalars.allSatisfy { scalar in
      scalar.properties.generalCategory == .control
        || scalar.properties.isDefaultIgnorableCodePoint
        || pango_font_has_char(font, scalar.value) != 0
    }
  }
}
