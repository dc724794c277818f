import Algorithms

/// A YAML text in which the braces of `${name}` are replaced by parentheses: inside a list in
/// brackets, the braces would begin a mapping.
///
/// Each replaces one character by one, so that lines and columns stay as they are. A scalar gets
/// its braces back by the order of its parentheses, which is the same in its text and in the file.
struct PlaceholderBraces {
  /// The text for libyaml.
  let text: String
  /// The characters of `text`; none without placeholders.
  private let scalars: [Unicode.Scalar]
  /// The indices in `scalars` of the parentheses that replace a brace, ascending.
  private let places: [Int]

  /// Braces belong to a name when both are on one line, without others or a quote between them.
  init(replacedIn text: String) {
    guard PlaceholderText.isPossible(in: text) else {
      (self.text, scalars, places) = (text, [], [])
      return
    }
    var scalars = Array(text.unicodeScalars)
    var places: [Int] = []
    var index = 0
    while index + 1 < scalars.count {
      defer { index += 1 }
      guard scalars[index] == "$", scalars[index + 1] == "{" else { continue }
      let end = scalars[(index + 2)...].prefix(100).firstIndex {
        "{}\"\n\r".unicodeScalars.contains($0)
      }
      guard let end, scalars[end] == "}" else { continue }
      (scalars[index + 1], scalars[end]) = ("(", ")")
      places += [index + 1, end]
      index = end
    }
    var replaced = String.UnicodeScalarView()
    replaced.append(contentsOf: scalars)
    (self.text, self.scalars, self.places) = (String(replaced), scalars, places)
  }

  /// The text of a scalar with its braces again.
  func restored(_ scalar: YAMLEvent.Scalar) -> String {
    let first = places.partitioningIndex { $0 >= scalar.place.lowerBound }
    guard first < places.count, places[first] < scalar.place.upperBound else { return scalar.text }
    var areBraces = parentheses(of: scalar, places[first...])[...]
    var result = String.UnicodeScalarView()
    for character in scalar.text.unicodeScalars {
      let isBrace = Self.isParenthesis(character) && areBraces.popFirst() == true
      result.append(!isBrace ? character : character == "(" ? "{" : "}")
    }
    return String(result)
  }

  /// For each parenthesis in the text of a scalar, whether it replaces a brace (see `places`).
  private func parentheses(of scalar: YAMLEvent.Scalar, _ places: ArraySlice<Int>) -> [Bool] {
    var (found, places) = ([Bool](), places)
    let end = min(scalar.place.upperBound, scalars.count)
    var index = min(scalar.place.lowerBound, end)
    // The line of `|` or `>` may end with a comment.
    if scalar.style == .block {
      index = scalars[index..<end].firstIndex { $0 == "\n" || $0 == "\r" } ?? end
    }
    while index < end {
      if scalar.style == .doubleQuoted, scalars[index] == "\\" {
        let escape = YAMLEscape(scalars[(index + 1)..<end])
        if Self.isParenthesis(escape.character) { found.append(false) }
        index += escape.length
      } else if Self.isParenthesis(scalars[index]) {
        places = places.drop { $0 < index }
        found.append(places.first == index)
      }
      index += 1
    }
    return found
  }

  private static func isParenthesis(_ character: Unicode.Scalar?) -> Bool {
    character == "(" || character == ")"
  }
}

/// The rest of an escape between double quotes, after its backslash.
private struct YAMLEscape {
  /// How many characters.
  let length: Int
  /// The character that digits name.
  let character: Unicode.Scalar?

  private static let digits: [Unicode.Scalar: Int] = ["x": 2, "u": 4, "U": 8]

  init(_ text: ArraySlice<Unicode.Scalar>) {
    let count = text.first.flatMap { Self.digits[$0] } ?? 0
    var digits = String.UnicodeScalarView()
    digits.append(contentsOf: text.dropFirst().prefix(count))
    length = 1 + count
    character = UInt32(String(digits), radix: 16).flatMap { Unicode.Scalar($0) }
  }
}
