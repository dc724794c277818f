import RostrumBase
import RostrumLayerTree
import RostrumSource
import RostrumTiming

extension ListedFunction {
  /// The functions that make texts.
  static let texts = [
    ListedFunction("text(a, ...)", 1...100, "The values as one text.") {
      (call, values) throws(CalculationError) in
      var size = 0
      return try call.each(values) { (values) throws(CalculationError) in
        var result = ""
        for value in values { result += try call.text(value) }
        size += result.utf8.count
        try call.check(textSize: size)
        return .text(result, isPlain: false)
      }
    },
    ListedFunction("join(list, separator)", 2...2, "The values of a list as one text.") {
      (call, values) throws(CalculationError) in
      var parts: [String] = []
      for value in try call.list(values[0]) { parts.append(try call.text(value)) }
      let separator = try call.text(values[1])
      try call.check(
        textSize: parts.reduce(0) { $0 + $1.utf8.count + separator.utf8.count })
      return .text(parts.joined(separator: separator), isPlain: false)
    },
    ListedFunction("lines(text)", 1...1, "The lines of a text, as a list.") {
      (call, values) throws(CalculationError) in
      var lines = try call.text(values[0]).split(
        separator: "\n", omittingEmptySubsequences: false)
      if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
      return CalculatedValue(list: lines.map { .text(String($0), isPlain: false) })
    },
    ListedFunction(
      "code(text, language)", 2...2,
      "The parts of code, as rows with `text` and `kind`: keyword, type, function, name, string, number, comment or plain."
    ) { (call, values) throws(CalculationError) in
      try call.code(try call.text(values[0]), try call.text(values[1]))
    },
    ListedFunction(
      "format(number, format[, locale[, currency]])", 2...4,
      "The number as a text: by `thousands`, `percent`, `sign`, `short` (1.2M) or `plain` (never 5e-05), or by a format as of a `follow`, such as '%.1f'."
    ) { (call, values) throws(CalculationError) in
      var words: [String] = []
      for value in values.dropFirst() { words.append(try call.text(value)) }
      return try call.each([values[0]]) { (value) throws(CalculationError) in
        .text(try call.formatted(try call.numbers(value)[0].0, words), isPlain: false)
      }
    },
    ListedFunction(
      "date(text)", 1...1, "The days from 1970-01-01 to a date in quotes, such as '2026-01-31'."
    ) {
      (call, values) throws(CalculationError) in
      try call.each(values) { (values) throws(CalculationError) in
        let text = try call.text(values[0])
        guard let date = CivilDate(text) else {
          throw call.error(
            "\(text.quoted) is no date", "write year-month-day in quotes: date('2026-01-31')")
        }
        return .number(Double(date.days), .none)
      }
    },
    ListedFunction(
      "labelStep(texts, width, fontSize)", 3...3,
      "The least n such that every nth text has room on a line of that width: as `mod(${i}, n) > 0` hides the others."
    ) { (call, values) throws(CalculationError) in
      let texts = try call.list(values[0])
      let (width, size) = (try call.number(values[1]), try call.number(values[2]))
      var longest = 1
      for text in texts { longest = max(longest, try call.text(text).count) }
      // The usual width of a letter, and room for one and a half between two labels.
      let each = width / Double(max(texts.count, 1))
      guard each > 0 else { throw call.error("\(call.name) takes a width above 0") }
      return .number((size * 0.56 * (Double(longest) + 1.5) / each).rounded(.up), .none)
    },
    ListedFunction(
      "numberFormat(values)", 1...1,
      "The format of a `follow` that shows each of the numbers with as many decimals as they have: '%d', '%.1f' to '%.3f', or '%g' for more."
    ) { (call, values) throws(CalculationError) in
      var decimals = 0
      for (number, _) in try call.numbers(values[0].leaves) {
        let fits = (decimals...3).first { digits in
          let scaled = number * [1, 10, 100, 1000][digits]
          return abs(scaled - scaled.rounded()) <= (digits == 0 ? 0 : 1e-6)
        }
        guard let fits else { return .text("%g", isPlain: false) }
        decimals = fits
      }
      return .text(decimals == 0 ? "%d" : "%.\(decimals)f", isPlain: false)
    },
    ListedFunction(
      "dateText(days, format)", 2...2,
      "Such a day as a text: `%Y` the year, `%m` and `%d` with two digits, `%e` the day, `%b` Jan, `%B` January."
    ) { (call, values) throws(CalculationError) in
      try call.each(values) { (values) throws(CalculationError) in
        let days = try call.number(values[0])
        guard abs(days) < 4_000_000 else { throw call.error("the day is too far away") }
        let date = CivilDate(days: Int(days.rounded(.down)))
        return .text(date.text(try call.text(values[1])), isPlain: false)
      }
    },
  ]

  /// The functions of chance.
  static let random = [
    ListedFunction(
      "random(seed[, i])", 1...2,
      "A number from 0 to below 1 that depends on the seed and on i alone."
    ) { (call, values) throws(CalculationError) in
      try call.each(values) { (values) throws(CalculationError) in
        let index = values.count == 2 ? try call.number(values[1]) : 0
        return .number(
          unitRandom(seed: try call.seed(values[0]) &+ index.bitPattern, index: 1), .none)
      }
    },
    ListedFunction(
      "noise(seed, t)", 2...2,
      "A smooth curve of t between -1 and 1 without a pattern; each whole t has a number of its own."
    ) { (call, values) throws(CalculationError) in
      let seed = try call.seed(values[0])
      return try call.each([values[1]]) { (value) throws(CalculationError) in
        .number(noise(seed, try call.number(value[0])), .none)
      }
    },
    ListedFunction("shuffle(list, seed)", 2...2, "The values in an order by chance.") {
      (call, values) throws(CalculationError) in
      let items = try call.list(values[0])
      let seed = try call.seed(values[1])
      let keys = items.indices.map { unitRandom(seed: seed, index: $0) }
      return CalculatedValue(
        list: items.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { items[$0] })
    },
  ]
}

/// Value noise: numbers by chance at whole times, with Perlin's curve between them (Perlin,
/// "Improving noise", 2002: 6t^5 - 15t^4 + 10t^3).
private func noise(_ seed: UInt64, _ time: Double) -> Double {
  let whole = max(-1e15, min(1e15, time.rounded(.down)))
  let part = max(0, min(1, time - whole))
  func value(_ time: Double) -> Double { 2 * unitRandom(seed: seed, index: Int(time)) - 1 }
  let weight = part * part * part * (part * (part * 6 - 15) + 10)
  return value(whole) * (1 - weight) + value(whole + 1) * weight
}

extension Double {
  /// The number in a text without the noise of binary fractions; without an exponent unless it is
  /// very large or small.
  var shownText: String {
    guard self == 0 || (1e-9..<1e15).contains(magnitude) else { return sceneText }
    let decimals = decimalCount
    return decimals == 0 ? (self + 0).fixed(0) : RostrumBase.rounded(self, decimals)
  }

  /// How many decimals a number has, to twelve digits of it.
  var decimalCount: Int {
    var (decimals, factor) = (0, 1.0)
    while decimals < 15, abs((self * factor).rounded() / factor - self) > 1e-12 * abs(self) {
      (decimals, factor) = (decimals + 1, factor * 10)
    }
    return decimals
  }
}

extension CalculationFunction {
  /// FNV-1a of the text (Fowler, Noll and Vo), so that words are seeds too.
  fileprivate func seed(_ value: CalculatedValue) throws(CalculationError) -> UInt64 {
    try exactText(value).utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  fileprivate func code(
    _ text: String, _ name: String
  ) throws(CalculationError) -> CalculatedValue {
    var runs = [CodeRun(kind: .plain, text: text)]
    if name != "none" {
      guard let language = CodeLanguage.named(name) else {
        throw error("unknown language \(name.quoted)", "one of \(CodeLanguage.words), or none")
      }
      runs = CodeRun.runs(of: text, in: language)
    }
    return CalculatedValue(
      list: runs.map {
        Self.row([
          ("text", .text($0.text, isPlain: false)),
          ("kind", .text($0.kind.rawValue, isPlain: false)),
        ])
      })
  }

  fileprivate func formatted(
    _ number: Double, _ words: [String]
  ) throws(CalculationError) -> String {
    let locale = words.count > 1 && words[1] != "none" ? words[1] : nil
    if let locale, LocaleTable.shared.row(of: locale) == nil {
      throw error(
        "unknown locale \(locale.quoted)", "a language and a country, such as de_DE")
    }
    let symbols = NumberSymbols(locale: locale, currency: words.count > 2 ? words[2] : nil)
    func text(_ number: Double, _ format: String) throws(CalculationError) -> String {
      var made: NumberFormat
      do throws(NumberFormatError) {
        made = try NumberFormat(format)
      } catch {
        throw self.error("\(error.description): \(format.quoted)")
      }
      made.symbols = symbols
      guard !made.isMoney || symbols.currency != nil else {
        throw error("%m needs a currency", "such as format(5, '%m', de_DE, EUR)")
      }
      return made.text(for: number)
    }
    switch words[0] {
    case "thousands": return try text(number, "%'.0f")
    case "percent": return try text(number * 100, "%.0f%%")
    case "plain": return try text(number, "%.\(number.decimalCount)f")
    case "sign": return try text(number, "%+g")
    case "short":
      let short = Self.short(number)
      return try text(short.number, short.format)
    default: return try text(number, words[0])
    }
  }

  /// With three digits at most, and a letter for thousands, millions and so on.
  private static func short(_ number: Double) -> (number: Double, format: String) {
    var (value, letter) = (number, "")
    for next in ["K", "M", "B", "T"] where abs(value) >= 999.5 {
      (value, letter) = (value / 1000, next)
    }
    let tenths = (value * 10).rounded() / 10
    let isWhole = abs(value) >= 99.95 || tenths == tenths.rounded()
    return (value, (isWhole ? "%.0f" : "%.1f") + letter)
  }
}

/// A day of the Gregorian calendar. Source of the formulas: Howard Hinnant, "chrono-compatible
/// low-level date algorithms".
private struct CivilDate {
  let year: Int
  let month: Int
  let day: Int
  let days: Int

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
      0...9999 ~= year, 1...12 ~= month, 1...31 ~= day
    else { return nil }
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let ofEra = shifted - era * 400
    let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let days = era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    self.init(days: days)
    guard self.month == month, self.day == day else { return nil }
  }

  init(days: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let ofEra = shifted - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let part = (5 * ofYear + 2) / 153
    self.days = days
    day = ofYear - (153 * part + 2) / 5 + 1
    month = part < 10 ? part + 3 : part - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  func text(_ format: String) -> String {
    let name = Self.months[month - 1]
    let parts = [
      ("%Y", "\(year)"), ("%m", month.digits(2)), ("%d", day.digits(2)), ("%e", "\(day)"),
      ("%b", String(name.prefix(3))), ("%B", name),
    ]
    return parts.reduce(format) { $0.replacing($1.0, with: $1.1) }
  }
}

extension CalculationFunction {
  /// Throws for more bytes than the texts of a scene may have together.
  fileprivate func check(textSize: Int) throws(CalculationError) {
    guard textSize <= Substitution.maximumTextSize else {
      throw error("\(name) makes a text of more than \(Substitution.maximumTextSize >> 20) MB")
    }
  }
}
