// Writes Sources/Scene/SceneFile/Readers/Locales.json: how the locales of ICU spell numbers and amounts
// of money. Rostrum has this table so that its programs need neither ICU nor its 34 MB of data.
//
// usage: swiftc -O .ci/locales.swift -o .build/locales
//        .build/locales >Sources/Scene/SceneFile/Readers/Locales.json
//
// All is read from samples, so that it is what Foundation writes.
import Foundation

struct Row {
  var ids: [String]
  /// Groups' separator and sizes, the fewest digits that are grouped, the point, the minus and the
  /// zero.
  var symbols: [String]
  /// Texts around amounts: before and after a positive one, then a negative one, with ¤ for the
  /// currency's sign. For signs that end in a symbol, and for those that end in a letter.
  var signs: [String]
  var letters: [String]
  /// Signs that are not the currency's code.
  var money: [String: String]
  /// Currencies that keep no pattern.
  var exact: [String: [String]]
}

func ends(_ text: String) -> [String] {
  let suffix = text.reversed().prefix { !$0.isNumber }.reversed()
  return [
    String(text.prefix { !$0.isNumber }),
    String(String.UnicodeScalarView(suffix.flatMap(\.unicodeScalars))),
  ]
}

let blanks: Set<Unicode.Scalar> = [" ", "\u{a0}", "\u{202f}"]
let marks: Set<Unicode.Scalar> = ["\u{200f}", "\u{200e}", "\u{61c}", "-", "\u{2212}"]

extension String {
  func dropping(_ set: Set<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(unicodeScalars.drop { set.contains($0) }))
  }
  func droppingLast(_ set: Set<Unicode.Scalar>) -> String {
    var scalars = unicodeScalars
    while let last = scalars.last, set.contains(last) { scalars.removeLast() }
    return String(scalars)
  }
  /// Scalar by scalar: a mark may join the sign into one character.
  func putting(_ other: String, for sign: String) -> String {
    let (all, part) = (Array(unicodeScalars), Array(sign.unicodeScalars))
    var result = String.UnicodeScalarView()
    var index = 0
    while index < all.count {
      if all[index...].starts(with: part) {
        result.append(contentsOf: other.unicodeScalars)
        index += part.count
      } else {
        result.append(all[index])
        index += 1
      }
    }
    return String(result)
  }
}

func sign(in affixes: [String]) -> String {
  affixes[1].dropping(blanks.union(marks)).isEmpty
    ? affixes[0].droppingLast(blanks.union(marks)).dropping(blanks.union(marks))
    : affixes[1].dropping(blanks)
}

func endsInSymbol(_ sign: String, inPrefix: Bool) -> Bool {
  let edge = inPrefix ? sign.unicodeScalars.last : sign.unicodeScalars.first
  return [.currencySymbol, .mathSymbol, .modifierSymbol, .otherSymbol]
    .contains(edge?.properties.generalCategory)
}

func mostFrequent(_ list: [[String]]) -> [String] {
  let counts = list.reduce(into: [[String]: Int]()) { $0[$1, default: 0] += 1 }
  return counts.max { ($0.value, $1.key.joined()) < ($1.value, $0.key.joined()) }?.key ?? []
}

let codes = Locale.Currency.isoCurrencies.map(\.identifier).sorted()
var digits: [String: [String]] = [:]

func row(_ id: String, noteDigits: Bool) -> Row {
  let locale = Locale(identifier: id)
  func text(_ number: Double) -> String { number.formatted(.number.locale(locale)) }
  let large = text(1_234_567_890)
  let groups = large.split { !$0.isNumber }
  let size = groups.last?.count ?? 3
  let symbols = [
    large.first { !$0.isNumber }.map(String.init) ?? "", String(size),
    String(groups.dropLast().last?.count ?? size), text(1234).allSatisfy(\.isNumber) ? "5" : "4",
    text(1.5).filter { !$0.isNumber }, String(text(-1).prefix { !$0.isNumber }),
    String(text(0).unicodeScalars.first ?? "0"),
  ]
  var all: [(code: String, sign: String, affixes: [String], pattern: [String], isSymbol: Bool)] = []
  for code in codes {
    func amount(_ number: Decimal) -> String {
      number.formatted(.currency(code: code).locale(locale))
    }
    let one = amount(1)
    if noteDigits { digits[String(one.count(where: \.isNumber) - 1), default: []].append(code) }
    let affixes = ends(one) + ends(amount(-1))
    let sign = sign(in: affixes)
    let pattern = affixes.map { $0.putting("¤", for: sign) }
    let inPrefix = pattern[0].contains("¤")
    all.append((code, sign, affixes, pattern, endsInSymbol(sign, inPrefix: inPrefix)))
  }
  let letters = mostFrequent(all.filter { !$0.isSymbol }.map(\.pattern))
  let found = mostFrequent(all.filter(\.isSymbol).map(\.pattern))
  // Some locales write every sign with letters.
  let signs = found.isEmpty ? letters : found
  var row = Row(ids: [id], symbols: symbols, signs: signs, letters: letters, money: [:], exact: [:])
  for one in all {
    if one.sign != one.code { row.money[one.code] = one.sign }
    if one.pattern != (one.isSymbol ? signs : letters) { row.exact[one.code] = one.affixes }
  }
  return row
}

var rows: [Row] = []
for id in Locale.availableIdentifiers.sorted() {
  let new = row(id, noteDigits: rows.isEmpty)
  let same = rows.firstIndex {
    $0.symbols == new.symbols && $0.signs == new.signs && $0.letters == new.letters
      && $0.money == new.money && $0.exact == new.exact
  }
  if let same { rows[same].ids.append(id) } else { rows.append(new) }
}

func quoted(_ text: String) -> String {
  "\""
    + text.unicodeScalars.map { scalar in
      let isShown =
        scalar.properties.generalCategory != .format
        && scalar.properties.generalCategory != .spaceSeparator
      return isShown || scalar == " "
        ? scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
        : "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count)
          + String(scalar.value, radix: 16)
    }.joined() + "\""
}
func list(_ texts: [String]) -> String { "[" + texts.map(quoted).joined(separator: ",") + "]" }

print("{\"currencies\":{")
print(
  digits.sorted { $0.key < $1.key }.map {
    "\(quoted($0.key)):\(quoted($0.value.joined(separator: " ")))"
  }
  .joined(separator: ",\n"))
print("},\"locales\":[")
for (index, row) in rows.enumerated() {
  // The row before with the most signs in common.
  func differences(_ other: [String: String]) -> [String: String] {
    let keys = Set(row.money.keys).union(other.keys)
    return Dictionary(
      uniqueKeysWithValues: keys.filter { row.money[$0] != other[$0] }.map {
        ($0, row.money[$0] ?? "")
      })
  }
  var (like, money) = (-1, row.money)
  for (earlier, other) in rows[..<index].enumerated() {
    let found = differences(other.money)
    if found.count < money.count { (like, money) = (earlier, found) }
  }
  var parts = [
    "\"ids\":\(quoted(row.ids.joined(separator: " ")))", "\"symbols\":\(list(row.symbols))",
  ]
  parts.append("\"signs\":\(list(row.signs))")
  if row.letters != row.signs { parts.append("\"letters\":\(list(row.letters))") }
  if like >= 0 { parts.append("\"like\":\(like)") }
  if !money.isEmpty {
    parts.append(
      "\"money\":{"
        + money.sorted { $0.key < $1.key }.map { "\(quoted($0.key)):\(quoted($0.value))" }
        .joined(separator: ",") + "}")
  }
  if !row.exact.isEmpty {
    parts.append(
      "\"exact\":{"
        + row.exact.sorted { $0.key < $1.key }.map { "\(quoted($0.key)):\(list($0.value))" }
        .joined(separator: ",") + "}")
  }
  print("{" + parts.joined(separator: ",") + "}" + (index < rows.count - 1 ? "," : ""))
}
print("]}")
