/// Where letters stand in relation to the line (SVG 2, section 11.10.2; CSS Inline Layout 3).
struct SVGBaseline: Hashable {
  /// The word that all letters follow.
  private var dominant = "auto"
  /// The element's own word.
  var alignment: String?
  /// How far the letters stand above the line, in user units.
  var shift = 0.0

  mutating func setDominant(_ word: String?) {
    if let word, word != "no-change" { dominant = word }
  }

  /// How far down the letters move.
  func offset(_ font: SVGFontExtent) -> Double {
    let own = alignment.map { $0 == "auto" || $0 == "baseline" ? dominant : $0 } ?? dominant
    let offsets = [
      "before-edge": font.ascent, "text-before-edge": font.ascent, "text-top": font.ascent,
      "middle": font.xHeight / 2, "central": (font.ascent - font.descent) / 2,
      "after-edge": -font.descent, "text-after-edge": -font.descent, "text-bottom": -font.descent,
      "ideographic": -font.descent, "hanging": font.ascent * 0.8,
      "mathematical": font.ascent / 2,
    ]
    return (offsets[own] ?? 0) - shift
  }
}

/// How high and how deep the letters of a font reach, in user units.
struct SVGFontExtent: Hashable {
  var ascent = 0.0
  var descent = 0.0
  var xHeight = 0.0
}
