// Spelling suggestions.

/// The word of `candidates` that `word` was probably meant to be; `nil` when none is close.
///
/// Close means that few letters were mistyped: a third of the word at most, case aside. Of equally
/// close words the first.
public func closest(
  to word: String, among candidates: some Sequence<String>, maximumDistance: Int = .max
) -> String? {
  guard word.utf8.count <= 60 else { return nil }
  let letters = Array(word.lowercased().unicodeScalars)
  let limit = min(max(1, letters.count / 3), maximumDistance)
  var best: (word: String, distance: Int)?
  for candidate in candidates {
    let other = Array(candidate.lowercased().unicodeScalars)
    guard abs(other.count - letters.count) <= limit else { continue }
    let distance = editDistance(letters, other)
    if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.word
}

/// A hint that names the closest word; `nil` where none is close.
package func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
  closest(to: word, among: candidates).map { "did you mean '\($0)'?" }
}

/// Up to three names of `candidates`, the most similar to `name` first, ignoring case: names that
/// begin with `name`, and names within an edit distance of two or a third of its length. Equally
/// similar names are in alphabetical order.
public func similarNames(to name: String, among candidates: some Sequence<String>) -> [String] {
  let letters = Array(name.lowercased())
  let ranked = candidates.map { candidate -> (name: String, distance: Int) in
    let other = Array(candidate.lowercased())
    let isLonger = !letters.isEmpty && other.starts(with: letters)
    return (candidate, isLonger ? 1 : editDistance(letters, other))
  }
  return ranked.filter { $0.distance <= max(2, letters.count / 3) }
    .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
}

/// How many letters to insert, remove, replace or swap with their neighbour (Damerau's distance, in
/// the restricted form).
func editDistance<Letter: Equatable>(_ a: [Letter], _ b: [Letter]) -> Int {
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in 0..<a.count {
    var row = [i + 1]
    for j in 0..<b.count {
      var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        cost = min(cost, beforeLast[j - 1] + 1)
      }
      row.append(cost)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
