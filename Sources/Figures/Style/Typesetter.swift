public import RostrumBase
import RostrumCanvas
import RostrumGeometry

/// Sets labels, and measures them before anything is placed.
///
/// A letter that the theme's first font lacks is set in the next font that has it; the others keep
/// the first font, as in scenes.
struct Typesetter: Sendable {
  let book: FontBook
  let theme: Theme
  /// The words of the figure itself.
  let words: FigureWords

  init(_ book: FontBook, _ theme: Theme, _ words: FigureWords = FigureWords()) {
    (self.book, self.theme, self.words) = (book, theme, words)
  }

  /// A label of one line; line breaks become spaces, and mathematics between dollar signs is set as
  /// such. Throws the first font's error when no font has all the letters.
  func label(
    _ string: String, size: Double? = nil, weight: Int = 400
  ) throws(TextError) -> Label {
    let line = String(string.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    let size = size ?? theme.fontSize
    guard MathText.isPossible(in: line), let math = try? MathText(line) else {
      return try plainLabel(line, size: size, weight: weight)
    }
    guard math.hasFormulas else {
      return try plainLabel(MathText.plain(line), size: size, weight: weight)
    }
    let box = try FormulaSetter(setter: self, weight: weight).box(math, size: size)
    var label = try plainLabel("", size: size, weight: weight)
    label.compose(box, string: MathText.plain(line))
    return label
  }

  /// A label without mathematics.
  func plainLabel(
    _ line: String, size: Double, weight: Int, isItalic: Bool = false
  ) throws(TextError) -> Label {
    var problem: TextError?
    if let family = theme.fonts.first {
      do throws(TextError) {
        return try label(line, family: family, size: size, weight: weight, isItalic: isItalic)
      } catch {
        problem = error
      }
    }
    let installed = try book.families()
    let others = installed.filter { !theme.fonts.contains($0) }
    let runs = runs(of: line, theme.fonts + (theme.takesOtherFonts ? others : []))
    guard let runs, let first = runs.first else {
      throw missing(in: line, installed, others) ?? problem ?? .missingFamily("", suggestions: [])
    }
    var whole = try label(
      first.string, family: first.family, size: size, weight: weight, isItalic: isItalic)
    for run in runs.dropFirst() {
      whole.append(
        try label(
          run.string, family: run.family, size: size, weight: weight, isItalic: isItalic))
    }
    return whole
  }

  /// A text in lines of at most `width`, if single letters fit: broken at spaces, and inside
  /// words wider than `width`. Line breaks of the text are kept. Returns at least one line.
  func lines(
    _ text: String, size: Double, weight: Int, width: Double
  ) throws(TextError) -> [Label] {
    var lines: [Label] = []
    for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      var line = ""
      for word in MathText.words(of: String(paragraph)) {
        let longer = line.isEmpty ? String(word) : "\(line) \(word)"
        if try label(longer, size: size, weight: weight).width <= width {
          line = longer
          continue
        }
        if !line.isEmpty { lines.append(try label(line, size: size, weight: weight)) }
        line = String(word)
        while let count = try lettersFitting(line, size, weight, width) {
          lines.append(try label(String(line.prefix(count)), size: size, weight: weight))
          line = String(line.dropFirst(count))
        }
      }
      lines.append(try label(line, size: size, weight: weight))
    }
    return lines
  }

  /// How many letters at the front fit into the width, at least one; `nil` when all do, or when the
  /// word is not to be broken.
  private func lettersFitting(
    _ word: String, _ size: Double, _ weight: Int, _ width: Double
  ) throws(TextError) -> Int? {
    guard !MathText.isPossible(in: word) else { return nil }
    func fits(_ count: Int) throws(TextError) -> Bool {
      try label(String(word.prefix(count)), size: size, weight: weight).width <= width
    }
    let letters = word.count
    // Doubling search, so that only a few lines' worth of a very long word is shaped.
    var (low, high) = (1, 2)
    while high < letters, try fits(high) { (low, high) = (high, 2 * high) }
    high = min(high, letters)
    guard low < high, try !fits(high) else { return nil }
    while high - low > 1 {
      let middle = (low + high) / 2
      if try fits(middle) { low = middle } else { high = middle }
    }
    return low
  }

  /// The line in runs, each with the first family that has its letters; blanks belong to the run
  /// before them. `nil` for a letter that no font has. Runs are placed from left to right, so a
  /// line of several fonts should be written in that direction.
  private func runs(of line: String, _ families: [String]) -> [(string: String, family: String)]? {
    var runs: [(string: String, family: String)] = []
    for character in line {
      if character == " ", let last = runs.indices.last {
        runs[last].string.append(character)
        continue
      }
      guard let family = families.first(where: { canSet(character, in: $0) }) else { return nil }
      if runs.last?.family == family {
        runs[runs.count - 1].string.append(character)
      } else {
        runs.append((String(character), family))
      }
    }
    return runs
  }

  /// The first letter missing in all of the theme's fonts, with the installed families that have
  /// it.
  private func missing(
    in line: String, _ installed: [String], _ others: [String]
  ) -> TextError? {
    let letter = line.first { character in
      character != " " && !theme.fonts.contains { canSet(character, in: $0) }
    }
    guard let letter, let scalar = letter.unicodeScalars.first else { return nil }
    let found = others.filter { canSet(letter, in: $0) }
    let fonts = theme.fonts.filter(installed.contains)
    return .missingInFonts(
      scalar, fonts: fonts.isEmpty ? theme.fonts : fonts, others: Array(found.prefix(6)))
  }

  private func canSet(_ character: Character, in family: String) -> Bool {
    (try? label(String(character), family: family, size: 1, weight: 400)) != nil
  }

  private func label(
    _ string: String, family: String, size: Double, weight: Int, isItalic: Bool = false
  ) throws(TextError) -> Label {
    let font = FontDescription(family: family, weight: weight, isItalic: isItalic)
    let layout = try book.layout(TextRequest(string, font: font, size: size))
    return Label(
      string: string, family: family, weight: weight, isItalic: isItalic, size: size,
      layout: layout)
  }
}

/// A label that was set, but not placed yet.
struct Label: Sendable {
  private(set) var string: String
  let family: String
  let weight: Int
  let isItalic: Bool
  let size: Double
  private(set) var layout: TextLayout
  /// In place of the layout, of a text with mathematics.
  private var formula: FormulaBox?
  /// From left to right.
  private(set) var pieces: [Artwork.Lettering.Piece] = []

  init(
    string: String, family: String, weight: Int, isItalic: Bool = false, size: Double,
    layout: TextLayout
  ) {
    (self.string, self.family, self.weight) = (string, family, weight)
    (self.isItalic, self.size, self.layout) = (isItalic, size, layout)
    pieces = [Artwork.Lettering.Piece(string, family: family)]
  }

  var width: Double { formula?.width ?? layout.size.width }

  /// Makes this the label of a text with mathematics.
  mutating func compose(_ box: FormulaBox, string: String) {
    (formula, self.string) = (box, string)
  }

  /// Puts another label of the same size after this one.
  mutating func append(_ other: Label) {
    guard let line = layout.lines.first, let next = other.layout.lines.first else { return }
    let offset = Point(x: layout.size.width, y: line.baseline - next.baseline)
    string += other.string
    pieces += other.pieces
    layout.runs += other.layout.runs.map { $0.moved(by: offset) }
    layout.size.width += other.layout.size.width
    layout.lines[0].width = layout.size.width
  }

  /// The height of most capitals and digits, as a part of the size.
  static let capHeight = 0.72

  /// From one baseline to the next, as a part of the size.
  static let lineHeight = 1.25

  /// The mark with `anchor` (0 left, 0.5 middle, 1 right) of its baseline at `origin`.
  func placed(at origin: Point, anchor: Double = 0, color: Color) -> Artwork.Mark {
    if let formula {
      let start = Point(x: origin.x - anchor * formula.width, y: origin.y)
      return .group(formula.marks(at: start, color), clip: nil, opacity: 1)
    }
    return .text(
      Artwork.Lettering(
        string, family: family, weight: weight, isItalic: isItalic, size: size, color: color,
        anchor: anchor, origin: origin, layout: layout, pieces: pieces))
  }
}

// MARK: Languages

extension FigureLanguage {
  /// A sample of the language's letters.
  private var sample: String { self == .english ? "time" : FigureWords(self).time }

  /// Throws `MissingLanguageFont` when none of the label fonts has the language's letters.
  public func checkFonts(_ theme: Theme = .light) throws(MissingLanguageFont) {
    let setter = Typesetter(FontBook(), theme, FigureWords(self))
    if (try? setter.label(sample)) == nil { throw MissingLanguageFont(language: self) }
  }
}

/// A language of figures for whose letters there is no font.
public struct MissingLanguageFont: ExitStatusError, Hashable, Sendable, CustomStringConvertible {
  public let language: FigureLanguage

  public var exitStatus: ExitStatus { .inputMissing }

  public var description: String {
    let name = language == .chinese ? "Chinese" : "Latin"
    let advice = language == .chinese ? "fonts-noto-cjk or fonts-wqy-microhei" : "fonts-liberation"
    return
      "no installed font has \(name) letters, which the language '\(language.rawValue)' needs; "
      + "install one, such as Debian's \(advice)"
  }
}

// MARK: Numbers

/// At most three digits after the point.
func short(_ number: Double) -> String {
  abs(number) < 1e9 ? rounded(number, 3).withMinusSign : number.description
}

extension String {
  /// With a true minus sign.
  var withMinusSign: String { hasPrefix("-") ? "\u{2212}" + dropFirst() : self }
}
