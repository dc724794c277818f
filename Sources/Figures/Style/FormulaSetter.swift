import RostrumCanvas
import RostrumGeometry

/// Marks of a formula at their places from the left end of its baseline, before they have a colour.
struct FormulaBox: Sendable {
  var width = 0.0
  /// How far it reaches above and below the baseline.
  var (top, bottom) = (0.0, 0.0)
  var texts: [(label: Label, origin: Point)] = []
  var strokes: [(path: Path, lineWidth: Double)] = []
  var fills: [Path] = []

  /// Puts another box with its baseline's left end at a point; does not change the width.
  mutating func add(_ other: FormulaBox, at origin: Point) {
    texts += other.texts.map { ($0.label, $0.origin + origin) }
    strokes += other.strokes.map { stroke in (stroke.path.map { $0 + origin }, stroke.lineWidth) }
    fills += other.fills.map { path in path.map { $0 + origin } }
    top = max(top, other.top - origin.y)
    bottom = max(bottom, other.bottom + origin.y)
  }

  mutating func append(_ other: FormulaBox) {
    add(other, at: Point(x: width, y: 0))
    width += other.width
  }

  func marks(at origin: Point, _ color: Color) -> [Artwork.Mark] {
    let marks =
      texts.map { $0.label.placed(at: $0.origin, color: color) }
      + strokes.map { .stroke($0.path, color, StrokeStyle(lineWidth: $0.lineWidth)) }
      + fills.map { .fill($0, color) }
    return marks.map { $0.moved(by: origin) }
  }
}

/// Sets formulas. The proportions follow "The TeXbook" (Knuth, 1986), appendix G, with one size for
/// scripts and one for the parts of fractions.
struct FormulaSetter {
  let setter: Typesetter
  let weight: Int

  /// Parts of the font size.
  private enum Part {
    static let script = 0.7
    static let fraction = 0.75
    static let leastSize = 0.5
    static let raise = 0.38
    static let drop = 0.17
    /// The height of the middle of a minus sign.
    static let axis = 0.3
    static let bar = 0.05
    static let gap = 0.12
    static let signSpace = 0.22
    static let capital = Label.capHeight
    static let descent = 0.21
  }

  func box(_ math: MathText, size: Double) throws(TextError) -> FormulaBox {
    var box = FormulaBox()
    for part in math.parts {
      switch part {
      case .plain(let text): box.append(try letters(text, isItalic: false, size))
      case .formula(let atoms): box.append(try self.box(atoms, size, whole: size))
      }
    }
    return box
  }

  private func box(
    _ atoms: [MathText.Atom], _ size: Double, whole: Double
  ) throws(TextError) -> FormulaBox {
    var box = FormulaBox()
    var last = FormulaBox()
    for atom in atoms {
      if case .scripts(let upper, let lower) = atom {
        last = try scripts(upper, lower, after: last, size, whole)
      } else {
        last = try self.box(atom, size, whole)
      }
      box.append(last)
    }
    return box
  }

  private func box(
    _ atom: MathText.Atom, _ size: Double, _ whole: Double
  ) throws(TextError) -> FormulaBox {
    switch atom {
    case .letters(let text, let isItalic): return try letters(text, isItalic: isItalic, size)
    case .sign(let text):
      var box = FormulaBox()
      box.width = Part.signSpace * size
      box.append(try letters(text, isItalic: false, size))
      box.width += Part.signSpace * size
      return box
    case .scripts(let upper, let lower):
      return try scripts(upper, lower, after: FormulaBox(), size, whole)
    case .fraction(let above, let below): return try fraction(above, below, size, whole)
    case .root(let inner): return try root(inner, size, whole)
    case .accent(let accent, let inner): return try accented(accent, inner, size, whole)
    }
  }

  private func letters(
    _ text: String, isItalic: Bool, _ size: Double
  ) throws(TextError) -> FormulaBox {
    let label = try setter.plainLabel(text, size: size, weight: weight, isItalic: isItalic)
    var box = FormulaBox()
    box.width = label.width
    box.top = Part.capital * size
    box.bottom = text.contains(where: "gjpqyQ()[],;|μβγηρφχψζξ".contains) ? Part.descent * size : 0
    if !text.isEmpty { box.texts = [(label, .zero)] }
    return box
  }

  private func smaller(_ size: Double, _ part: Double, _ whole: Double) -> Double {
    max(size * part, whole * Part.leastSize)
  }

  private func scripts(
    _ upper: [MathText.Atom], _ lower: [MathText.Atom], after base: FormulaBox, _ size: Double,
    _ whole: Double
  ) throws(TextError) -> FormulaBox {
    let small = smaller(size, Part.script, whole)
    let (above, below) = (try box(upper, small, whole: whole), try box(lower, small, whole: whole))
    var scripts = FormulaBox()
    let start = 0.04 * size
    let raise = max(Part.raise * size, base.top - 0.35 * size)
    let drop = max(Part.drop * size, base.bottom - 0.05 * size)
    scripts.add(above, at: Point(x: start + 0.03 * size, y: -raise))
    scripts.add(below, at: Point(x: start, y: drop))
    scripts.width = max(above.width, below.width) + start * 2
    return scripts
  }

  private func fraction(
    _ above: [MathText.Atom], _ below: [MathText.Atom], _ size: Double, _ whole: Double
  ) throws(TextError) -> FormulaBox {
    let small = smaller(size, Part.fraction, whole)
    let (upper, lower) = (try box(above, small, whole: whole), try box(below, small, whole: whole))
    let (margin, axis) = (0.08 * size, Part.axis * size)
    let width = max(upper.width, lower.width) + 2 * margin
    var box = FormulaBox()
    box.add(
      upper,
      at: Point(
        x: margin + (width - 2 * margin - upper.width) / 2,
        y: -(axis + Part.gap * size + upper.bottom)))
    box.add(
      lower,
      at: Point(
        x: margin + (width - 2 * margin - lower.width) / 2,
        y: -(axis - Part.gap * size - lower.top)))
    box.strokes.append((line(from: 0.04 * size, to: width - 0.04 * size, y: -axis), bar(size)))
    box.width = width
    return box
  }

  private func root(
    _ inner: [MathText.Atom], _ size: Double, _ whole: Double
  ) throws(TextError) -> FormulaBox {
    let content = try box(inner, size, whole: whole)
    let (start, gap) = (0.55 * size, 0.1 * size)
    let top = -(content.top + gap)
    var box = FormulaBox()
    box.add(content, at: Point(x: start, y: 0))
    box.width = start + content.width + 0.06 * size
    box.top = content.top + gap + bar(size)
    let corners = [
      Point(x: 0.05 * size, y: -0.3 * size), Point(x: 0.16 * size, y: -0.36 * size),
      Point(x: 0.32 * size, y: content.bottom), Point(x: start - 0.04 * size, y: top),
      Point(x: box.width, y: top),
    ]
    box.strokes.append(
      (Path(corners.enumerated().map { $0 == 0 ? .move($1) : .line($1) }), bar(size)))
    return box
  }

  private func accented(
    _ accent: MathText.Accent, _ inner: [MathText.Atom], _ size: Double, _ whole: Double
  ) throws(TextError) -> FormulaBox {
    var box = try box(inner, size, whole: whole)
    let text = box.texts.map(\.label.string).joined()
    let isLow = text.allSatisfy { "acegmnopqrsuvwxyzαγεηικμνοπρστυφχψω".contains($0) }
    let y = -(isLow ? 0.53 : box.top / size) * size - 0.14 * size
    // Italic letters lean to the right.
    let middle = box.width / 2 + 0.06 * size
    switch accent {
    case .bar:
      let half = max(box.width / 2 - 0.04 * size, 0.15 * size)
      box.strokes.append((line(from: middle - half, to: middle + half, y: y), bar(size)))
    case .dot, .ddot:
      let shift = accent == .dot ? 0 : 0.12 * size
      for x in Set([middle - shift, middle + shift]).sorted() {
        box.fills.append(.circle(center: Point(x: x, y: y), radius: 0.06 * size))
      }
    }
    box.top = max(box.top, -y + 0.08 * size)
    return box
  }

  private func bar(_ size: Double) -> Double { Part.bar * size }

  private func line(from start: Double, to end: Double, y: Double) -> Path {
    Path([.move(Point(x: start, y: y)), .line(Point(x: end, y: y))])
  }
}
