import Foundation
import TestSupport
import Testing

@testable import RostrumLayerTree

@Suite("Number formats")
struct NumberFormatTests {
  /// Printed by glibc 2.36's printf.
  private static let golden: [(String, Double, String)] = [
    ("%d", 0, "0"),
    ("%d", 1, "1"),
    ("%d", 0.5, "0"),
    ("%d", 2.5, "2"),
    ("%d", 0.375, "0"),
    ("%d", 0.014999999999999999, "0"),
    ("%d", -0.0040000000000000001, "0"),
    ("%d", 9.9999999000000006, "9"),
    ("%d", 123456.789, "123456"),
    ("%d", 0.0001, "0"),
    ("%d", -250.03, "-250"),
    ("%05d", -0.0, "00000"),
    ("%05d", -1, "-0001"),
    ("%05d", 1.5, "00001"),
    ("%05d", 0.125, "00000"),
    ("%05d", 0.0050000000000000001, "00000"),
    ("%05d", 2.6749999999999998, "00002"),
    ("%05d", 999.995, "00999"),
    ("%05d", 99999.949999999997, "99999"),
    ("%05d", 1234567, "1234567"),
    ("%05d", 1.0000000000000001e-05, "00000"),
    ("%05d", Double.leastNonzeroMagnitude, "00000"),
    ("%05d", 0.10000000000000001, "00000"),
    ("%.3d", 0, "000"),
    ("%.3d", 1, "001"),
    ("%.3d", 0.5, "000"),
    ("%.3d", 2.5, "002"),
    ("%.3d", 0.375, "000"),
    ("%.3d", 0.014999999999999999, "000"),
    ("%.3d", -0.0040000000000000001, "000"),
    ("%.3d", 9.9999999000000006, "009"),
    ("%.3d", 123456.789, "123456"),
    ("%.3d", 0.0001, "000"),
    ("%.3d", -250.03, "-250"),
    ("%.0f", -0.0, "-0"),
    ("%.0f", -1, "-1"),
    ("%.0f", 1.5, "2"),
    ("%.0f", 0.125, "0"),
    ("%.0f", 0.0050000000000000001, "0"),
    ("%.0f", 2.6749999999999998, "3"),
    ("%.0f", 999.995, "1000"),
    ("%.0f", 99999.949999999997, "100000"),
    ("%.0f", 1234567, "1234567"),
    ("%.0f", 1.0000000000000001e-05, "0"),
    ("%.0f", Double.leastNonzeroMagnitude, "0"),
    ("%.0f", 0.10000000000000001, "0"),
    ("%5.1f|", 0, "  0.0|"),
    ("%5.1f|", 1, "  1.0|"),
    ("%5.1f|", 0.5, "  0.5|"),
    ("%5.1f|", 2.5, "  2.5|"),
    ("%5.1f|", 0.375, "  0.4|"),
    ("%5.1f|", 0.014999999999999999, "  0.0|"),
    ("%5.1f|", -0.0040000000000000001, " -0.0|"),
    ("%5.1f|", 9.9999999000000006, " 10.0|"),
    ("%5.1f|", 123456.789, "123456.8|"),
    ("%5.1f|", 0.0001, "  0.0|"),
    ("%5.1f|", 1e+21, "1000000000000000000000.0|"),
    ("%5.1f|", -250.03, "-250.0|"),
    ("%+.2f", -0.0, "-0.00"),
    ("%+.2f", -1, "-1.00"),
    ("%+.2f", 1.5, "+1.50"),
    ("%+.2f", 0.125, "+0.12"),
    ("%+.2f", 0.0050000000000000001, "+0.01"),
    ("%+.2f", 2.6749999999999998, "+2.67"),
    ("%+.2f", 999.995, "+1000.00"),
    ("%+.2f", 99999.949999999997, "+99999.95"),
    ("%+.2f", 1234567, "+1234567.00"),
    ("%+.2f", 1.0000000000000001e-05, "+0.00"),
    ("%+.2f", Double.leastNonzeroMagnitude, "+0.00"),
    ("%+.2f", 0.10000000000000001, "+0.10"),
    ("%.10f", 0, "0.0000000000"),
    ("%.10f", 1, "1.0000000000"),
    ("%.10f", 0.5, "0.5000000000"),
    ("%.10f", 2.5, "2.5000000000"),
    ("%.10f", 0.375, "0.3750000000"),
    ("%.10f", 0.014999999999999999, "0.0150000000"),
    ("%.10f", -0.0040000000000000001, "-0.0040000000"),
    ("%.10f", 9.9999999000000006, "9.9999999000"),
    ("%.10f", 123456.789, "123456.7890000000"),
    ("%.10f", 0.0001, "0.0001000000"),
    ("%.10f", 1e+21, "1000000000000000000000.0000000000"),
    ("%.10f", -250.03, "-250.0300000000"),
    ("%.3e", -0.0, "-0.000e+00"),
    ("%.3e", -1, "-1.000e+00"),
    ("%.3e", 1.5, "1.500e+00"),
    ("%.3e", 0.125, "1.250e-01"),
    ("%.3e", 0.0050000000000000001, "5.000e-03"),
    ("%.3e", 2.6749999999999998, "2.675e+00"),
    ("%.3e", 999.995, "1.000e+03"),
    ("%.3e", 99999.949999999997, "1.000e+05"),
    ("%.3e", 1234567, "1.235e+06"),
    ("%.3e", 1.0000000000000001e-05, "1.000e-05"),
    ("%.3e", Double.leastNonzeroMagnitude, "4.941e-324"),
    ("%.3e", 0.10000000000000001, "1.000e-01"),
    ("%g", 0, "0"),
    ("%g", 1, "1"),
    ("%g", 0.5, "0.5"),
    ("%g", 2.5, "2.5"),
    ("%g", 0.375, "0.375"),
    ("%g", 0.014999999999999999, "0.015"),
    ("%g", -0.0040000000000000001, "-0.004"),
    ("%g", 9.9999999000000006, "10"),
    ("%g", 123456.789, "123457"),
    ("%g", 0.0001, "0.0001"),
    ("%g", 1e+21, "1e+21"),
    ("%g", 1.7976931348623157e+308, "1.79769e+308"),
    ("%g", -250.03, "-250.03"),
    ("%G", -0.0, "-0"),
    ("%G", -1, "-1"),
    ("%G", 1.5, "1.5"),
    ("%G", 0.125, "0.125"),
    ("%G", 0.0050000000000000001, "0.005"),
    ("%G", 2.6749999999999998, "2.675"),
    ("%G", 999.995, "999.995"),
    ("%G", 99999.949999999997, "99999.9"),
    ("%G", 1234567, "1.23457E+06"),
    ("%G", 1.0000000000000001e-05, "1E-05"),
    ("%G", Double.leastNonzeroMagnitude, "4.94066E-324"),
    ("%G", 0.10000000000000001, "0.1"),
    ("%.15g", 0, "0"),
    ("%.15g", 1, "1"),
    ("%.15g", 0.5, "0.5"),
    ("%.15g", 2.5, "2.5"),
    ("%.15g", 0.375, "0.375"),
    ("%.15g", 0.014999999999999999, "0.015"),
    ("%.15g", -0.0040000000000000001, "-0.004"),
    ("%.15g", 9.9999999000000006, "9.9999999"),
    ("%.15g", 123456.789, "123456.789"),
    ("%.15g", 0.0001, "0.0001"),
    ("%.15g", 1e+21, "1e+21"),
    ("%.15g", 1.7976931348623157e+308, "1.79769313486232e+308"),
    ("%.15g", -250.03, "-250.03"),
    ("slide: %.2f pt", 272.956, "slide: 272.96 pt"), ("%d%%", 42.9, "42%"),
    ("100%% %g", 0.5, "100% 0.5"),
    ("%i", -0.9, "0"), ("%F", 1, "1.000000"),
    ("\u{4F4D}\u{7F6E} %.1f", 2.25, "\u{4F4D}\u{7F6E} 2.2"),
  ]

  @Test("Numbers are written as C writes them", arguments: golden)
  func table(format: String, number: Double, expected: String) throws {
    #expect(try NumberFormat(format).text(for: number) == expected)
  }

  @Test("Generated numbers and formats come out as the C library's", arguments: 0..<20)
  func cLibrary(seed: Int) throws {
    var random = RandomSource(seed: UInt64(seed))
    for _ in 0..<300 {
      let (format, number) = (Self.format(&random), Self.number(&random))
      let expected = withVaList([number]) { list in
        var buffer = [CChar](repeating: 0, count: 2000)
        vsnprintf(&buffer, buffer.count, format, list)
        return String(
          decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      }
      #expect(try NumberFormat(format).text(for: number) == expected, "\(format) of \(number)")
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
