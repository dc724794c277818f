import Foundation
import RostrumLayerTree
import RostrumKit

/// Makes scenes from known scenes along the lines of YAML: lines and blocks are inserted at their
/// depth, values are exchanged for each other and for extremes, keys for others.
struct SceneMutator {
  static let shared = SceneMutator()

  /// Lines of scenes, and blocks of them that begin with a list's item, without their indentation.
  private let blocks: [[String]]
  private let keys: [String]
  private static let extremes = [
    "0", "-0", "1", "-1", "0.5", "1e-7", "1e7", "-1e7", "1e308", "5e-324", "9999999.99", "infinite",
    ".nan", "\"\"", "[]", "{}", "~", "true", "none", "[0, 0]", "[1e7, -1e7]", "red", "1turn",
    "\"1e7deg\"", "50%", "\u{202E}\u{301}", "calc(1 / 0)", "${a}",
  ]

  private init() {
    let folders = ProcessInfo.processInfo.environment["FUZZ_SCENES"] ?? ""
    let files = folders.split(separator: ":").flatMap { folder in
      (FileManager.default.enumerator(atPath: String(folder))?.allObjects as? [String] ?? [])
        .filter { $0.hasSuffix(".yaml") }.sorted().map { "\(folder)/\($0)" }
    }
    let texts = files.compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }
    blocks = texts.flatMap(Self.blocks) + [["- {}"]]
    let names = LayerClass.all.flatMap { $0.properties.map(\.name) }
    keys = Array(Set(names)).sorted() + ["name", "animations", "layers", "mask", "events", "clock"]
  }

  private static func indentation(_ line: String) -> Int { line.prefix { $0 == " " }.count }

  private static func blocks(of text: String) -> [[String]] {
    let lines = text.components(separatedBy: "\n").filter { !$0.isEmpty && !$0.hasPrefix("#") }
    return lines.indices.map { block(at: $0, lines).map { String($0) } }
  }

  /// The line and its indented block, without its indentation; 40 lines at most.
  private static func block(at index: Int, _ lines: [String]) -> [Substring] {
    let depth = indentation(lines[index])
    let rest = lines[(index + 1)...].prefix { indentation($0) > depth }.prefix(40)
    return ([lines[index]] + rest).map { $0.dropFirst(depth) }
  }

  func mutated(_ text: String, using random: inout Generator) -> String {
    var lines = text.components(separatedBy: "\n")
    for _ in 0..<Int.random(in: 1...3, using: &random) { mutate(&lines, &random) }
    return lines.joined(separator: "\n")
  }

  private func mutate(_ lines: inout [String], _ random: inout Generator) {
    guard let index = lines.indices.randomElement(using: &random),
      let other = lines.indices.randomElement(using: &random)
    else { return lines = ["size: [100, 100]", "layers:"] }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: remove(&lines, index)
    case 1: insert(Self.block(at: other, lines).map(String.init), &lines, index)
    case 2, 3: insert(blocks.randomElement(using: &random) ?? [], &lines, index)
    case 4: lines.swapAt(index, other)
    case 5: lines[index] = withKey(lines[index], &random)
    default: lines[index] = withValue(lines[index], lines[other], &random)
    }
  }

  private func remove(_ lines: inout [String], _ index: Int) {
    lines.removeSubrange(index..<index + Self.block(at: index, lines).count)
  }

  /// As deep as the line before which it is put.
  private func insert(_ block: [String], _ lines: inout [String], _ index: Int) {
    let space = String(repeating: " ", count: Self.indentation(lines[index]))
    lines.insert(contentsOf: block.map { space + $0 }, at: index)
  }

  private func withKey(_ line: String, _ random: inout Generator) -> String {
    guard let word = line.matches(of: /[A-Za-z]+(?=:)/).randomElement(using: &random) else {
      return line
    }
    return line.replacingCharacters(in: word.range, with: keys.randomElement(using: &random) ?? "")
  }

  /// Numbers, the text after colons, and lists without nested lists.
  private static func values(in line: String) -> [Range<String.Index>] {
    let numbers = line.matches(of: /-?[0-9][0-9.e]*|\[[^\[\]]*\]/).map(\.range)
    let words = line.matches(of: /: ([^,\[\]{}]+)/).map { $0.1.startIndex..<$0.1.endIndex }
    return numbers + words
  }

  /// One of the values in the line exchanged for one of another line, or for an extreme.
  private func withValue(
    _ line: String, _ other: String, _ random: inout Generator
  ) -> String {
    guard let value = Self.values(in: line).randomElement(using: &random) else { return line }
    let found = Self.values(in: other).randomElement(using: &random).map { String(other[$0]) }
    let extreme = Self.extremes.randomElement(using: &random) ?? ""
    let new = Bool.random(using: &random) ? found ?? extreme : extreme
    return line.replacingCharacters(in: value, with: new)
  }
}
