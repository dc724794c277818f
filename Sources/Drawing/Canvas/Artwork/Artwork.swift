public import RostrumGeometry

/// A vector picture as a list of marks, from which SVG, PDF or PNG is made.
///
/// All three show the same marks in the same order. Lengths are in points (1/72 inch); y grows
/// downwards.
public struct Artwork: Sendable {
  public var size: Size
  /// The colour behind the marks; `nil` is transparent.
  public var background: Color?
  public var marks: [Mark]
  /// A short name, for screen readers and a page's properties.
  public var title: String?
  /// A description in sentences, with the numbers shown.
  public var summary: String?
  /// How a page changes the colours of an SVG; `nil` for colours that stay.
  public var pageColors: PageColors?
  /// The fonts of its letters.
  public var fonts = FontBook()

  public init(size: Size, background: Color? = nil, marks: [Mark] = []) {
    self.size = size
    self.background = background
    self.marks = marks
  }

  /// One thing that is drawn.
  public indirect enum Mark: Sendable {
    /// The inside of a path, by the non-zero rule.
    case fill(Path, Color)
    /// A line along a path.
    case stroke(Path, Color, StrokeStyle)
    case text(Lettering)
    /// A picture stretched into a rectangle.
    case image(Bitmap, in: Rect)
    /// Several marks as one: cut to the inside of `clip`, then laid over the rest at `opacity`
    /// (0...1).
    case group([Mark], clip: Path?, opacity: Double)
    /// Marks in colours of their own, which no page changes: a scene's.
    case fixedColors([Mark])
    /// Marks that move. Outputs without time leave them out.
    case moving([Mark], Motion)
  }

  /// One line of text with its outlines.
  public struct Lettering: Sendable {
    public var string: String
    /// The name of the family that the outlines are from; of several, the first letter's.
    public var family: String
    /// The runs of the line from left to right, each in one font family.
    public var pieces: [Piece]
    /// As in CSS: 400 is regular, 700 bold.
    public var weight: Int
    public var isItalic: Bool
    /// The height of an em.
    public var size: Double
    public var color: Color
    /// The point of the line that is placed at `origin`: 0 is its left end, 0.5 its middle, 1 its
    /// right end.
    public var anchor: Double
    /// On the baseline.
    public var origin: Point
    /// From the first letter's origin to the end of the last one's advance.
    public var width: Double
    /// In place.
    public var outlines: Path

    /// A part of a line that is set in one family.
    public struct Piece: Hashable, Sendable {
      public var string: String
      public var family: String

      public init(_ string: String, family: String) {
        (self.string, self.family) = (string, family)
      }
    }

    /// `pieces` are needed where the line has several families.
    public init(
      _ string: String, family: String, weight: Int = 400, isItalic: Bool = false, size: Double,
      color: Color, anchor: Double = 0, origin: Point, layout: TextLayout, pieces: [Piece] = []
    ) {
      self.pieces = pieces.isEmpty ? [Piece(string, family: family)] : pieces
      let line = layout.lines.first
      let left = origin.x - anchor * (line?.width ?? 0)
      let offset = Point(x: left - (line?.x ?? 0), y: origin.y - (line?.baseline ?? 0))
      (self.string, self.family, self.weight, self.size) = (string, family, weight, size)
      self.isItalic = isItalic
      (self.color, self.anchor, self.origin) = (color, anchor, origin)
      width = line?.width ?? 0
      outlines = layout.path.map { $0 + offset }
    }

    /// The box of the line: from its left end to its right, with a height that follows from the
    /// font size only.
    public var bounds: Rect {
      Rect(x: origin.x - anchor * width, y: origin.y - 0.8 * size, width: width, height: size)
    }
  }
}

extension Artwork.Mark {
  /// The same mark elsewhere.
  public func moved(by offset: Point) -> Artwork.Mark {
    switch self {
    case .fill(let path, let color): .fill(path.map { $0 + offset }, color)
    case .stroke(let path, let color, let style): .stroke(path.map { $0 + offset }, color, style)
    case .text(let text): .text(text.moved(by: offset))
    case .image(let bitmap, let rect):
      .image(bitmap, in: Rect(origin: rect.origin + offset, size: rect.size))
    case .group(let marks, let clip, let opacity):
      .group(
        marks.map { $0.moved(by: offset) }, clip: clip.map { $0.map { $0 + offset } },
        opacity: opacity)
    case .fixedColors(let marks): .fixedColors(marks.map { $0.moved(by: offset) })
    case .moving(let marks, let motion): .moving(marks.map { $0.moved(by: offset) }, motion)
    }
  }
}

extension Artwork.Lettering {
  fileprivate func moved(by offset: Point) -> Self {
    var moved = self
    moved.origin = origin + offset
    moved.outlines = outlines.map { $0 + offset }
    return moved
  }
}

extension FontBook {
  /// Draws a line with the fonts themselves, so that a page has letters in it and not shapes.
  /// `context` is one of Cairo's, in points.
  func show(_ text: Artwork.Lettering, on context: OpaquePointer) throws(TextError) {
    try withCache { cache throws(TextError) in
      let fonts = try cache.system()
      var x = text.origin.x - text.anchor * text.width
      for piece in text.pieces {
        let font = FontDescription(
          family: piece.family, weight: text.weight, isItalic: text.isItalic)
        let shaped = try fonts.shaped(TextRequest(piece.string, font: font, size: 1))
        x += shaped.show(at: Point(x: x, y: text.origin.y), size: text.size, on: context)
      }
    }
  }
}
