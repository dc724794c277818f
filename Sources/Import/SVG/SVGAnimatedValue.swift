import RostrumBase
import RostrumGeometry

/// A value of an attribute that moves: its numbers between texts, a colour, or a word.
struct SVGAnimatedValue {
  private var numbers: [Double] = []
  /// The text before each number, and after the last one.
  private var texts: [String] = []
  private let isColor: Bool
  private let isFilter: Bool
  /// As it was written, for one that was not worked out.
  private var original: String?

  static let colorNames: Set = ["fill", "stroke", "stop-color", "color", "flood-color"]

  init(_ text: String, of name: String) {
    let color = Self.colorNames.contains(name) ? Color(css: text) : nil
    isColor = color != nil
    original = text
    isFilter = name == "filter"
    if let color {
      numbers = [color.red, color.green, color.blue, color.alpha]
      texts = ["", "", "", "", ""]
      return
    }
    // Without a type the animation of a custom property is discrete.
    guard !name.hasPrefix("--") else { return }
    if let length = SVGLength(text), length.terms.contains(where: { $0.unit != .user }) {
      (numbers, texts) = ([length.terms[0].number], ["length", ""])
      return
    }
    read(text)
    if name == "transform" { complete() }
    if name == "clip-path", texts[0].lowercased().hasPrefix("inset(") { completeSides() }
  }

  /// Gives an inset all of its sides, where it says no more than them.
  private mutating func completeSides() {
    let marks = texts.dropFirst().dropLast()
    guard (1...3).contains(numbers.count), texts.last == ")",
      marks.allSatisfy({ $0.allSatisfy(\.isWhitespace) })
    else { return }
    numbers = [0, 1, 2, 3].map { side in
      numbers[side < numbers.count ? side : side == 3 && numbers.count > 1 ? 1 : 0]
    }
    texts = [texts[0], " ", " ", " ", ")"]
  }

  private mutating func read(_ text: String) {
    var scanner = TextScanner(text)
    var between = ""
    while let next = scanner.peek {
      var rest = scanner
      let isName = rest.take("3") && rest.take("d") && rest.take("(")
      if !isName, let number = scanner.takeNumber() {
        numbers.append(number)
        texts.append(between)
        between = ""
        skipUsualUnit(&scanner)
        continue
      }
      scanner.skip()
      between.unicodeScalars.append(next)
    }
    texts.append(between)
  }

  /// Numbers without a unit are pixels and degrees.
  private func skipUsualUnit(_ scanner: inout TextScanner) {
    let start = scanner
    if !["px", "deg"].contains(scanner.takeWord()) { scanner = start }
  }

  /// Gives a function all the numbers that it may have.
  private mutating func complete() {
    let name = texts[0].lowercased()
    if name == "scale(", numbers.count == 1 { numbers.append(numbers[0]) }
    if name == "translate(", numbers.count == 1 { numbers.append(0) }
    if name == "rotate(", numbers.count == 1 { numbers += [0, 0] }
    guard texts.count == 2 else { return }
    while texts.count <= numbers.count { texts.insert("", at: 1) }
  }

  var text: String {
    if let original { return original }
    if isColor {
      let parts = numbers.prefix(3).map { "\(min(max($0, 0), 1) * 255)" }
      return "rgba(\(parts.joined(separator: ", ")), \(min(max(numbers[3], 0), 1)))"
    }
    var result = ""
    for (text, number) in zip(texts, numbers) {
      let isApart = text.isEmpty && !result.isEmpty
      result += "\(isApart ? " " : text)\(number)"
    }
    return result + (texts.last ?? "")
  }

  /// Whether there is something between two values.
  func isLike(_ other: SVGAnimatedValue) -> Bool {
    guard isColor == other.isColor, numbers.count == other.numbers.count, !numbers.isEmpty else {
      return false
    }
    return isZero || other.isZero || (isLength && other.isLength)
      || texts.elementsEqual(other.texts) { Self.marks($0) == Self.marks($1) }
  }

  /// Whether numbers on the way are the way: colours are mixed by their coverage.
  func isStraight(to other: SVGAnimatedValue) -> Bool {
    isLike(other) && !(isColor && numbers[3] != other.numbers[3])
  }

  private static func marks(_ text: String) -> String {
    text.filter { !$0.isWhitespace && $0 != "," }.lowercased()
  }

  private var isLength: Bool { numbers.count == 1 && SVGLength(text) != nil }

  /// Whether a difference is invisible.
  func isNear(_ other: SVGAnimatedValue) -> Bool {
    isLike(other) && zip(numbers, other.numbers).allSatisfy { abs($0 - $1) < 1e-4 }
  }

  /// A zero has any unit; lengths of different units are a calculation.
  private func weighted(
    _ own: Double, _ other: SVGAnimatedValue, _ share: Double
  ) -> SVGAnimatedValue {
    var result = isZero ? other : self
    result.original = nil
    if isLength, other.isLength, texts[0] == "length" || other.texts[0] == "length" {
      result.original = "calc(\(own) * (\(text)) + \(share) * (\(other.text)))"
    }
    if isColor, own + share == 1, numbers[3] != other.numbers[3] {
      return premultiplied(own, other, share)
    }
    result.numbers = zip(numbers, other.numbers).map { own * $0 + share * $1 }
    guard isFilter else { return result }
    // Beyond the ends of a curve numbers stay within what a function takes.
    for (index, name) in functions.enumerated() where !Self.signed.contains(name) {
      result.numbers[index] = max(result.numbers[index], 0)
    }
    return result
  }

  private static let signed: Set = ["hue-rotate", "drop-shadow"]

  private func premultiplied(
    _ own: Double, _ other: SVGAnimatedValue, _ share: Double
  ) -> SVGAnimatedValue {
    var result = self
    result.original = nil
    let (a, b) = (own * numbers[3], share * other.numbers[3])
    let alpha = a + b
    guard alpha > 0 else { return zero }
    for channel in 0..<3 {
      let sum = numbers[channel] * a + other.numbers[channel] * b
      result.numbers[channel] = sum / alpha
    }
    result.numbers[3] = alpha
    return result
  }

  func mixed(with other: SVGAnimatedValue, _ share: Double) -> SVGAnimatedValue {
    guard isLike(other) else {
      if isNone, let idle = other.idle { return idle.mixed(with: other, share) }
      if other.isNone, let idle { return mixed(with: idle, share) }
      return share < 0.5 ? self : other
    }
    return weighted(1 - share, other, share)
  }

  private var isNone: Bool { numbers.isEmpty && original == "none" }

  private static let factors: Set = ["brightness", "contrast", "saturate", "opacity"]

  /// Functions of the same names that do nothing; `nil` for other values, and for matrices.
  private var idle: SVGAnimatedValue? {
    guard texts.first?.contains("(") == true else { return nil }
    var result = self
    result.original = nil
    for (index, name) in functions.enumerated() {
      if name.hasPrefix("matrix") || name.hasPrefix("perspective") { return nil }
      result.numbers[index] = name.hasPrefix("scale") || Self.factors.contains(name) ? 1 : 0
    }
    return result
  }

  /// The name of the function that each number is in.
  private var functions: [String] {
    var name = ""
    return texts.prefix(numbers.count).map { text in
      if let open = text.lastIndex(of: "(") {
        name = String(text[..<open].reversed().prefix { $0.isLetter || $0 == "-" }.reversed())
          .lowercased()
      }
      return name
    }
  }

  /// With another value, as often as `times`.
  func added(_ other: SVGAnimatedValue, times: Double = 1) -> SVGAnimatedValue {
    isLike(other) ? weighted(1, other, times) : self
  }

  var isZero: Bool { numbers == [0] }

  var zero: SVGAnimatedValue {
    var result = self
    result.original = nil
    result.numbers = numbers.map { _ in 0 }
    return result
  }

  /// How far it is to another value, for a pace; outlines, lists and transforms have none.
  func distance(to other: SVGAnimatedValue) -> Double? {
    guard isLike(other), numbers.count == 1 || isColor, texts[0].isEmpty else { return nil }
    return zip(numbers, other.numbers).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
  }
}
