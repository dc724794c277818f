import RostrumBase
import RostrumCSceneTexts
import RostrumLayerTree
import RostrumSource

extension Reader where Content == String {
  /// A locale of the table.
  static let locale = known(
    "a language and a country, such as de_DE", example: "de_DE", kind: "locale"
  ) { LocaleTable.shared.identifiers }

  /// The code of a currency by ISO 4217.
  static let currency = known(
    "the code of a currency, such as EUR", example: "EUR", kind: "currency"
  ) { LocaleTable.shared.currencies }

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
      return context.failure(
        .unknownWord, "there is no data for a \(kind) \(text.quoted)", at: node,
        hint: suggestion(for: text, among: words)
          ?? "write \(expectation)")
    }
  }
}

extension NumberSymbols {
  /// The symbols of a locale, and its pattern for a currency; without a locale, the symbols of the
  /// C locale and the pattern of the United States.
  init(locale: String?, currency: String?) {
    self.init()
    self.locale = locale
    if let locale, let row = LocaleTable.shared.row(of: locale) { read(row.symbols) }
    if let currency {
      self.currency = LocaleTable.shared.currency(currency, in: locale ?? "en_US")
    }
  }

  /// From the row's seven symbols.
  private mutating func read(_ symbols: [String]) {
    groupingSeparator = symbols[0]
    groupingSize = Int(symbols[1]) ?? 3
    secondaryGroupingSize = Int(symbols[2]) ?? groupingSize
    minimumGroupedDigits = Int(symbols[3]) ?? 4
    decimalSeparator = symbols[4]
    minusSign = symbols[5]
    zero = symbols[6].unicodeScalars.first ?? "0"
  }
}

/// How locales spell numbers and amounts of money, by the Unicode Common Locale Data Repository, as
/// ICU gives it back. `.ci/locales.swift` writes the file.
struct LocaleTable: Decodable {
  struct Row: Decodable {
    /// The locales that it is for, with blanks between them.
    let ids: String
    /// The separator of groups, the last group's size and that of the others, the fewest digits
    /// that are grouped, the point, the minus and the zero.
    let symbols: [String]
    /// The texts before and after a positive amount, then before and after a negative one, with ¤
    /// for the sign of a currency that ends in a symbol.
    let signs: [String]
    /// The same for a sign that ends in a letter, where it differs.
    let letters: [String]?
    /// The index of a row with mostly the same signs.
    let like: Int?
    /// Signs that are not the currency's code, and not as in the row `like`; an empty one is the
    /// code.
    let money: [String: String]?
    /// The texts of currencies that keep to no pattern.
    let exact: [String: [String]]?
  }

  /// The codes of currencies, by the digits after the point.
  private let digits: [String: String]
  private let locales: [Row]

  private enum CodingKeys: String, CodingKey {
    case digits = "currencies"
    case locales
  }

  static let shared: LocaleTable = {
    let data = Data(embeddedText("Locales.json", cscenetexts_text).utf8)
    guard let table = try? JSONDecoder().decode(LocaleTable.self, from: data) else {
      preconditionFailure("Locales.json is a part of the program, and right")
    }
    return table
  }()

  var identifiers: [String] {
    locales.flatMap { $0.ids.split(separator: " ").map(String.init) }.sorted()
  }

  var currencies: [String] {
    digits.values.flatMap { $0.split(separator: " ").map(String.init) }.sorted()
  }

  func row(of locale: String) -> Row? {
    locales.first { $0.ids.split(separator: " ").contains { $0 == locale } }
  }

  func currency(_ code: String, in locale: String) -> NumberSymbols.Currency? {
    guard let row = row(of: locale) else { return nil }
    let sign = sign(of: code, in: row)
    let edge =
      row.signs[0].contains("¤") ? sign.unicodeScalars.last : sign.unicodeScalars.first
    let isSymbol = [.currencySymbol, .mathSymbol, .modifierSymbol, .otherSymbol]
      .contains(edge?.properties.generalCategory)
    let pattern = isSymbol ? row.signs : row.letters ?? row.signs
    let texts = row.exact?[code] ?? pattern.map { $0.replacing("¤", with: sign) }
    var currency = NumberSymbols.Currency(code: code)
    (currency.positivePrefix, currency.positiveSuffix) = (texts[0], texts[1])
    (currency.negativePrefix, currency.negativeSuffix) = (texts[2], texts[3])
    let found = digits.first { $0.value.split(separator: " ").contains { $0 == code } }
    currency.fractionDigits = found.flatMap { Int($0.key) } ?? 2
    return currency
  }

  private func sign(of code: String, in row: Row) -> String {
    if let own = row.money?[code] { return own.isEmpty ? code : own }
    return row.like.map { sign(of: code, in: locales[$0]) } ?? code
  }
}
