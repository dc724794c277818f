import RostrumCPango

/// One line of a shaped text, valid as long as that is.
struct ShapedLine {
  var place: TextLayout.Line
  let line: UnsafeMutablePointer<PangoLayoutLine>
  /// The room that the line's height adds above the letters, and as much below; may be negative.
  var leading = 0.0

  /// The line as high as its letters.
  var letterBox: TextLayout.Line {
    var box = place
    box.ascent -= leading
    box.descent -= leading
    return box
  }

  /// Where its text begins, in bytes of the whole.
  var start: Int { Int(line.pointee.start_index) }

  var bottom: Double { place.baseline + place.descent }

  private var isRightToLeft: Bool {
    pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL
  }

  /// From left to right.
  var runs: [PangoGlyphItem] {
    var runs: [PangoGlyphItem] = []
    var node = line.pointee.runs
    while let link = node {
      if let run = link.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self) {
        runs.append(run.pointee)
      }
      node = link.pointee.next
    }
    return runs
  }

  func indent(spare: Double, alignment: TextAlignment) -> Double {
    switch alignment {
    case .left: 0
    case .right: spare
    case .center: spare / 2
    case .natural, .justified: isRightToLeft ? spare : 0
    }
  }
}

extension PangoGlyphItem {
  /// The width that Pango adds to the advance of an ellipsis so that the line fills its width, in
  /// Pango's units; 0 for all other items.
  var ellipsisPadding: Int32 {
    guard let analysis = item?.pointee.analysis, let glyphs = glyphs?.pointee,
      analysis.flags & UInt8(PANGO_ANALYSIS_FLAG_IS_ELLIPSIS) != 0, glyphs.num_glyphs > 0
    else { return 0 }
    let last = glyphs.glyphs[Int(glyphs.num_glyphs) - 1]
    var logical = PangoRectangle()
    pango_font_get_glyph_extents(analysis.font, last.glyph, nil, &logical)
    return max(0, last.geometry.width - logical.width)
  }
}
