import Base
import Foundation
import LayerTree

extension Reader where Content == String {
  /// A locale that the platform's library has data for: ICU's, which Foundation brings.
  static let locale = known(
    "a language and a country, such as de_DE", example: "de_DE", kind: "locale"
  ) { Locale.availableIdentifiers }

  /// The code of a currency by ISO 4217.
  static let currency = known(
    "the code of a currency, such as EUR", example: "EUR", kind: "currency"
  ) { Locale.Currency.isoCurrencies.map(\.identifier) }

  /// One of many words. `-` and `_` are the same, and so are capital letters and small ones.
  private static func known(
    _ expectation: String, example: String, kind: String,
    words: @escaping @Sendable () -> [String]
  ) -> Reader {
    Reader(
      expectation, example: example, schema: ["type": "string"], text: { $0 }
    ) { node, context in
      guard let text = Reader.text(expectation).read(node, context) else { return nil }
      let words = words()
      let wanted = text.replacing("-", with: "_").lowercased()
      if let word = words.first(where: { $0.lowercased() == wanted }) { return word }
      context.error(
        .unknownWord, "there is no data for a \(kind) \(text.quoted)", at: node,
        hint: closest(to: text, among: words).map { "did you mean '\($0)'?" }
          ?? "write \(expectation)")
      return nil
    }
  }
}

extension NumberSymbols {
  /// The symbols of a locale, and the pattern of a currency in it; without a locale those of C, and
  /// the currency's pattern in the United States.
  init(locale: String?, currency: String?) {
    self.init()
    self.locale = locale
    if let locale { readSymbols(of: locale) }
    if let currency { self.currency = Currency(currency, in: locale ?? "en_US") }
  }

  /// All is read from samples, so that it is what Foundation writes.
  private mutating func readSymbols(of locale: String) {
    func text(_ number: Double) -> String {
      number.formatted(.number.locale(Locale(identifier: locale)))
    }
    let large = text(1_234_567_890)
    let groups = large.split { !$0.isNumber }
    groupingSeparator = large.first { !$0.isNumber }.map(String.init) ?? ""
    groupingSize = groups.last?.count ?? 3
    secondaryGroupingSize = groups.dropLast().last?.count ?? groupingSize
    minimumGroupedDigits = text(1234).allSatisfy(\.isNumber) ? 5 : 4
    decimalSeparator = text(1.5).filter { !$0.isNumber }
    minusSign = String(text(-1).prefix { !$0.isNumber })
    zero = text(0).unicodeScalars.first ?? "0"
  }
}

extension NumberSymbols.Currency {
  fileprivate init(_ code: String, in locale: String) {
    self.init(code: code)
    func text(_ amount: Decimal) -> String {
      amount.formatted(.currency(code: code).locale(Locale(identifier: locale)))
    }
    let (positive, negative) = (text(1), text(-1))
    (positivePrefix, positiveSuffix) = Self.ends(of: positive)
    (negativePrefix, negativeSuffix) = Self.ends(of: negative)
    fractionDigits = positive.count(where: \.isNumber) - 1
  }

  /// The text before the first digit, and after the last.
  private static func ends(of text: String) -> (String, String) {
    let suffix = text.reversed().prefix { !$0.isNumber }.reversed()
    return (String(text.prefix { !$0.isNumber }), String(suffix))
  }
}
