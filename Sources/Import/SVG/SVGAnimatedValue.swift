import RostrumBase
import RostrumGeometry

/// A value of an attribute that moves: its numbers between texts, a colour, or a word.
struct SVGAnimatedValue {
  private var numbers: [Double] = []
  /// What stands before each number, and after the last one.
  private var texts: [String] = []
  private let isColor: Bool
  /// As it was written, for one that was not worked out.
  private var original: String?

  static let colorNames: Set = ["fill", "stroke", "stop-color", "color", "flood-color"]

  init(_ text: String, of name: String) {
    let color = Self.colorNames.contains(name) ? SVGProperties.color(text) : nil
    isColor = color != nil
    original = text
    if let color {
      numbers = [color.red, color.green, color.blue, color.alpha]
      texts = ["", "", "", "", ""]
      return
    }
    var scanner = TextScanner(text)
    var between = ""
    while let next = scanner.peek {
      if let number = scanner.takeNumber() {
        numbers.append(number)
        texts.append(between)
        between = ""
        skipUsualUnit(&scanner)
        continue
      }
      scanner.skip()
      let isSpace = next == "," || next.properties.isWhitespace
      if !isSpace { between.unicodeScalars.append(next) }
    }
    texts.append(between)
    if name == "transform" { complete() }
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
    var result = texts[0]
    for (number, text) in zip(numbers, texts.dropFirst()) {
      result += "\(number)\(text) "
    }
    return result.trimmed
  }

  /// Whether there is something between two values.
  func isLike(_ other: SVGAnimatedValue) -> Bool {
    guard isColor == other.isColor, numbers.count == other.numbers.count, !numbers.isEmpty else {
      return false
    }
    return texts == other.texts || isZero || other.isZero || (isLength && other.isLength)
  }

  private var isLength: Bool { numbers.count == 1 && SVGLength(text) != nil }

  /// Whether nobody sees a difference.
  func isNear(_ other: SVGAnimatedValue) -> Bool {
    isLike(other) && zip(numbers, other.numbers).allSatisfy { abs($0 - $1) < 1e-4 }
  }

  /// A zero has any unit; lengths of different units are a calculation.
  private func weighted(
    _ own: Double, _ other: SVGAnimatedValue, _ share: Double
  ) -> SVGAnimatedValue {
    var result = isZero ? other : self
    result.original = nil
    if texts != other.texts, !isZero, !other.isZero {
      result.original = "calc(\(own) * (\(text)) + \(share) * (\(other.text)))"
    }
    result.numbers = zip(numbers, other.numbers).map { own * $0 + share * $1 }
    return result
  }

  func mixed(with other: SVGAnimatedValue, _ share: Double) -> SVGAnimatedValue {
    guard isLike(other) else { return share < 0.5 ? self : other }
    return weighted(1 - share, other, share)
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

  /// How far it is to another value, for a pace; a list of many numbers has none.
  func distance(to other: SVGAnimatedValue) -> Double? {
    guard isLike(other), numbers.count <= 4 else { return nil }
    // The turn alone counts, not its centre.
    let count = texts[0] == "rotate(" ? 1 : numbers.count
    return zip(numbers, other.numbers).prefix(count).reduce(0) {
      $0 + ($1.0 - $1.1) * ($1.0 - $1.1)
    }
    .squareRoot()
  }
}
