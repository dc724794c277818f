import Foundation
import TestSupport
import Testing

@testable import RostrumLayerTree

@Suite("Number formats")
struct NumberFormatTests {
  /// Ties, numbers close to whole ones, the least and the greatest.
  private static let numbers: [Double] = [
    0, -0.0, 1, -1, 0.5, 1.5, 2.5, 0.125, 0.375, 0.1, 0.005, 0.015, -0.004, 0.0001, 0.00001, 2.675,
    9.9999999, 999.995, 99999.95, 123456.789, 1_234_567, -250.03, 1e21, .leastNonzeroMagnitude,
    .greatestFiniteMagnitude,
  ]

  /// A number as the C library prints it.
  private static func printed(_ number: Double, _ format: String) -> String {
    let isWhole = format.hasSuffix("d")
    return withVaList(isWhole ? [Int(number)] : [number]) { list in
      var buffer = [CChar](repeating: 0, count: 2000)
      vsnprintf(&buffer, buffer.count, isWhole ? format.dropLast() + "ld" : format, list)
      return String(
        decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }

  @Test(
    "Numbers are written as C writes them",
    arguments: [
      "%d", "%05d", "%.3d", "%.0f", "%5.1f|", "%+.2f", "%.10f", "%.3e", "%g", "%G", "%.15g",
    ])
  func numbers(format: String) throws {
    for number in Self.numbers where !format.hasSuffix("d") || abs(number) < 1e18 {
      #expect(
        try NumberFormat(format).text(for: number) == Self.printed(number, format), "\(number)")
    }
  }

  @Test(
    "Words stand around a number",
    arguments: [
      ("slide: %.2f pt", 272.956, "slide: 272.96 pt"), ("%d%%", 42.9, "42%"),
      ("100%% %g", 0.5, "100% 0.5"), ("%i", -0.9, "0"), ("%F", 1, "1.000000"),
      ("\u{4F4D}\u{7F6E} %.1f", 2.25, "\u{4F4D}\u{7F6E} 2.2"),
    ])
  func words(format: String, number: Double, expected: String) throws {
    #expect(try NumberFormat(format).text(for: number) == expected)
  }

  @Test("Generated numbers and formats come out as the C library's", arguments: 0..<20)
  func cLibrary(seed: Int) throws {
    var random = RandomSource(seed: UInt64(seed))
    for _ in 0..<300 {
      let (format, number) = (Self.format(&random), Self.number(&random))
      #expect(
        try NumberFormat(format).text(for: number) == Self.printed(number, format),
        "\(format) of \(number)")
    }
  }

  private static func format(_ random: inout RandomSource) -> String {
    var text = "%"
    for flag in "-+ #0" where Int.random(in: 0..<4, using: &random) == 0 { text.append(flag) }
    if Bool.random(using: &random) { text += String(Int.random(in: 1...20, using: &random)) }
    if Bool.random(using: &random) { text += ".\(Int.random(in: 0...25, using: &random))" }
    return text + (["f", "F", "e", "E", "g", "G"].randomElement(using: &random) ?? "f")
  }

  /// Round ones, ties, ordinary ones, and any bits at all.
  private static func number(_ random: inout RandomSource) -> Double {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return Double(Int.random(in: -200_000...200_000, using: &random)) / 1000
    case 1: return Double(Int.random(in: -2000...2000, using: &random)) / 16
    case 2: return Double.random(in: -1e7...1e7, using: &random)
    default:
      let number = Double(bitPattern: random.next())
      return number.isFinite ? number : 0
    }
  }

  @Test("Every character that a number brings is announced", arguments: 0..<10)
  func characters(seed: Int) throws {
    var random = RandomSource(seed: UInt64(50 + seed))
    for _ in 0..<200 {
      let format = try NumberFormat(Self.format(&random))
      let text = format.text(for: Self.number(&random))
      // Numbers are padded with spaces; every font with digits has a space, but spaces are listed
      // when a width requires them.
      #expect(Set(text).subtracting(" ").isSubset(of: Set(format.everyCharacter)), "\(text)")
    }
  }

  @Test(
    "What is no format of one number says why, and where",
    arguments: [
      ("no number", NumberFormatError.Reason.missing, 0), ("100%%", .missing, 0),
      ("%d and %d", .second, 7), ("%s", .unknown("%s"), 0), ("a %n", .unknown("%n"), 2),
      ("%", .unknown("%"), 0), ("%*d", .unknown("%*"), 0), ("%.2lf", .unknown("%.2l"), 0),
      ("%1$d", .unknown("%1$"), 0), ("%101d", .tooWide, 0), ("\u{E9}%.200f", .tooWide, 2),
      ("%99999999999999999999d", .tooWide, 0), ("", .missing, 0),
    ])
  func problems(text: String, problem: NumberFormatError.Reason, offset: Int) {
    #expect(throws: NumberFormatError(reason: problem, offset: offset)) {
      try NumberFormat(text)
    }
  }

  @Test(
    "Thousands are grouped, and seconds become times",
    arguments: [
      ("%'d", 1_234_567, "1,234,567"), ("%'d", 999, "999"), ("%'d", -1000, "-1,000"),
      ("%'.2f €", 1234.5, "1,234.50 €"), ("%'9d", 1234, "    1,234"), ("%'g", 0, "0"),
      ("%t", 0, "0:00"), ("%t", 59.99, "0:59"), ("%t", 60, "1:00"), ("%t", 3725, "62:05"),
      ("%.1t", 65.38, "1:05.3"), ("%.2t", 2.9999999999, "0:03.00"), ("%05t", 65, "01:05"),
      ("%T", 3725, "1:02:05"), ("%T", 59.9, "0:00:59"), ("%08T", 3725, "01:02:05"),
      ("%t", -0.4, "0:00"), ("%t", -61.5, "-1:01"), ("%+t", 5, "+0:05"),
      ("left %t.", 5, "left 0:05."),
    ])
  func groupsAndTimes(format: String, number: Double, text: String) throws {
    let format = try NumberFormat(format)
    #expect(format.text(for: number) == text)
    #expect(Set(text).isSubset(of: Set(format.everyCharacter + " ")))
  }

  @Test(
    "Symbols spell digits, point, groups and sign; money has its currency's pattern",
    arguments: [
      ("%'.2f", 1_234_567.5, "12.34.567,50"), ("%'d", 1234, "1.234"), ("%.1f", -2.5, "\u{2212}2,5"),
      ("%'d", 123, "123"), ("%m", 1234.5, "1.234,50 kr"), ("%m", -0.126, "\u{2212}0,13 kr"),
      ("%.0m", 99.6, "100 kr"), ("%m", -0.001, "0,00 kr"), ("%12m", 5, "     5,00 kr"),
      ("%+m", 5, "+5,00 kr"), ("%t", 61, "1:01"), ("due: %m!", 0, "due: 0,00 kr!"),
    ])
  func symbols(format: String, number: Double, text: String) throws {
    var symbols = NumberSymbols()
    (symbols.decimalSeparator, symbols.groupingSeparator) = (",", ".")
    (symbols.minusSign, symbols.secondaryGroupingSize) = ("\u{2212}", 2)
    var currency = NumberSymbols.Currency(code: "SEK")
    (currency.positiveSuffix, currency.negativeSuffix) = (" kr", " kr")
    currency.negativePrefix = "\u{2212}"
    symbols.currency = currency
    var format = try NumberFormat(format)
    format.symbols = symbols
    #expect(format.text(for: number) == text)
    #expect(Set(text).isSubset(of: Set(format.everyCharacter)))
  }

  @Test("Other digits, and numbers too short to be grouped")
  func otherDigits() throws {
    var format = try NumberFormat("%'d")
    format.symbols.zero = "\u{0660}"
    format.symbols.groupingSeparator = "\u{066C}"
    format.symbols.minimumGroupedDigits = 5
    #expect(format.text(for: 1234) == "\u{0661}\u{0662}\u{0663}\u{0664}")
    #expect(format.text(for: 12_345) == "\u{0661}\u{0662}\u{066C}\u{0663}\u{0664}\u{0665}")
  }

  @Test(
    "A number is rounded in the direction that is asked for, at the last digit that is shown",
    arguments: [
      ("%d", NumberFormat.Rounding.floor, 2.9, "2"), ("%d", .floor, -2.1, "-3"),
      ("%d", .ceiling, 2.1, "3"), ("%d", .ceiling, -2.9, "-2"), ("%d", .nearest, 2.6, "3"),
      ("%.1f", .floor, 0.99, "0.9"), ("%.1f", .ceiling, 0.91, "1.0"), ("%.0f", .floor, 2.5, "2"),
      ("%d", .ceiling, 3.0000000001, "3"), ("%d", .floor, 2.9999999999, "3"),
      ("%t", .ceiling, 59.2, "1:00"), ("%t", .nearest, 59.4, "0:59"),
      ("%.1f", .ceiling, -0.04, "0.0"),
    ])
  func rounding(
    format: String, rounding: NumberFormat.Rounding, number: Double, text: String
  ) throws {
    var format = try NumberFormat(format)
    format.rounding = rounding
    #expect(format.text(for: number) == text)
  }
}
