public import RostrumGeometry

/// A text turned into outlines and coloured glyphs, in points. The origin is the top left corner of
/// the first line, or of the space of the requested width; y grows downwards.
public struct TextLayout: Hashable, Sendable {
  /// One line of the text.
  public struct Line: Hashable, Sendable {
    /// Where the line begins on the left.
    public var x: Double
    /// The y coordinate of the baseline.
    public var baseline: Double
    /// From the first letter's origin to the end of the last one's advance.
    public var width: Double
    /// How far the font reaches above the baseline.
    public var ascent: Double
    /// How far the font reaches below the baseline.
    public var descent: Double
    /// Where its text begins, in bytes of the whole in UTF-8.
    public var start: Int
  }

  /// The shapes that are drawn for one run of the request, to be filled by the non-zero rule.
  public struct Run: Hashable, Sendable {
    /// The outlines of the letters.
    public var glyphs = Path()
    /// The letters that their fonts draw in colours, above the outlines.
    public var colorGlyphs: [ColorGlyph] = []
    public var underline = Path()
    public var strikethrough = Path()
    /// The boxes of the run's letters, as high as their lines.
    public var boxes = Path()

    /// A run that shows nothing.
    public init() {}

    /// Adds the shapes of another run.
    public mutating func append(_ other: Run) {
      glyphs.elements += other.glyphs.elements
      colorGlyphs += other.colorGlyphs
      underline.elements += other.underline.elements
      strikethrough.elements += other.strikethrough.elements
      boxes.elements += other.boxes.elements
    }

    /// The run where `transform` puts it.
    public func transformed(by transform: AffineTransform) -> Run {
      var run = Run()
      run.glyphs = glyphs.transformed(by: transform)
      run.colorGlyphs = colorGlyphs.map { $0.transformed(by: transform) }
      run.underline = underline.transformed(by: transform)
      run.strikethrough = strikethrough.transformed(by: transform)
      run.boxes = boxes.transformed(by: transform)
      return run
    }

    /// The run with every point moved.
    public func moved(by offset: Point) -> Run {
      transformed(by: .translation(x: offset.x, y: offset.y))
    }

    mutating func add(_ glyph: Glyph) {
      switch glyph {
      case .outline(let path): glyphs.elements += path.elements
      case .colored(let glyph): colorGlyphs.append(glyph)
      }
    }

    /// The bounding box of the drawing without the letters' backgrounds; `nil` for nothing.
    var inkBounds: Rect? {
      let boxes = [glyphs, underline, strikethrough].compactMap(\.hull) + colorGlyphs.map(\.bounds)
      return boxes.reduce(nil) { $0?.union($1) ?? $1 }
    }
  }

  /// A part of the text, such as a letter.
  public struct Piece: Hashable, Sendable {
    /// The number of its line, from 0.
    public let line: Int
    /// Where it begins in the text, in UTF-8 bytes.
    public let start: Int
    /// From its first letter's origin to the end of its last one's advance, as high as its line.
    /// Blanks count only where there is nothing else.
    public fileprivate(set) var box: Rect
    /// The runs of the request that show something in it, by their indices.
    public fileprivate(set) var runs: [Int: Run] = [:]
  }

  /// One for each run of the request, in its order.
  public var runs: [Run]
  /// The width of the longest line, and the height of all lines together.
  public var size: Size
  public var lines: [Line]
  /// The bounding box of the drawing; `zero` when there is nothing.
  public var inkBounds: Rect
  /// The requested pieces, in the order of the text. Blanks between letters are pieces too; blanks
  /// between words belong to the word before.
  public var pieces: [Piece] = []

  /// The outlines of all letters, to be filled by the non-zero rule.
  public var path: Path {
    runs.count == 1 ? runs[0].glyphs : Path(runs.flatMap(\.glyphs.elements))
  }

  static let empty = TextLayout(runs: [], size: .zero, lines: [], inkBounds: .zero)

  /// The layout with every length multiplied.
  func scaled(by k: Double) -> TextLayout {
    TextLayout(
      runs: runs.map { $0.transformed(by: .scale(x: k, y: k)) },
      size: Size(width: size.width * k, height: size.height * k),
      lines: lines.map {
        Line(
          x: $0.x * k, baseline: $0.baseline * k, width: $0.width * k, ascent: $0.ascent * k,
          descent: $0.descent * k, start: $0.start)
      },
      inkBounds: Rect(
        x: inkBounds.minX * k, y: inkBounds.minY * k, width: inkBounds.width * k,
        height: inkBounds.height * k),
      pieces: pieces.map { piece in
        let box = piece.box
        return Piece(
          line: piece.line, start: piece.start,
          box: Rect(x: box.minX * k, y: box.minY * k, width: box.width * k, height: box.height * k),
          runs: piece.runs.mapValues { $0.transformed(by: .scale(x: k, y: k)) })
      })
  }
}

// MARK: Taking apart

extension TextLayout {
  /// The index of the piece that begins there; letters that are apart on the screen make several,
  /// until the pieces are finished.
  mutating func piece(startingAt start: Int, onLine line: Int) -> Int {
    if pieces.last?.line != line || pieces.last?.start != start {
      pieces.append(Piece(line: line, start: start, box: .zero))
    }
    return pieces.count - 1
  }

  /// Adds a letter to a piece.
  mutating func add(
    _ glyph: Glyph, to piece: Int, run: Int, from minX: Double, to maxX: Double, in line: Line
  ) {
    pieces[piece].runs[run, default: Run()].add(glyph)
    if case .outline(let path) = glyph, path.isEmpty { return }
    let box = Rect(
      x: min(minX, maxX), y: line.baseline - line.ascent, width: abs(maxX - minX),
      height: line.ascent + line.descent)
    let old = pieces[piece].box
    pieces[piece].box = old == .zero ? box : old.union(box)
  }

  /// Merges the parts of each piece, and sorts the pieces in the order of the text.
  mutating func finishPieces() {
    let sorted = pieces.filter { $0.box != .zero }
      .sorted { ($0.line, $0.start) < ($1.line, $1.start) }
    pieces = []
    for piece in sorted {
      guard let last = pieces.last, (last.line, last.start) == (piece.line, piece.start) else {
        pieces.append(piece)
        continue
      }
      pieces[pieces.count - 1].box = last.box.union(piece.box)
      for (index, run) in piece.runs {
        pieces[pieces.count - 1].runs[index, default: Run()].append(run)
      }
    }
  }

  /// Lets `change` add lines and boxes to a run of a piece, the only drawing of a blank.
  mutating func decorate(
    _ piece: Int, run: Int, from minX: Double, to maxX: Double, in line: Line,
    _ change: (inout Run) -> Void
  ) {
    change(&pieces[piece].runs[run, default: Run()])
    guard pieces[piece].box == .zero else { return }
    let box = Rect(
      x: minX, y: line.baseline - line.ascent, width: maxX - minX,
      height: line.ascent + line.descent)
    pieces[piece].box = box
  }
}
