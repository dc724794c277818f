import Foundation
import Testing

/// The uses of folders of a module by each other, read from the sources as text. A folder uses
/// another when a file in it names a type that only the other defines: `Name` at the top of a file,
/// or `Outer.Name` one step inside.
struct FolderUses {
  /// Two folders of a module that use each other, in alphabetical order, with what each names of
  /// the other: `Module: A, B`.
  let circles: [String: [String]]

  init(sources: URL) throws {
    var folders: [String: [String: [String]]] = [:]
    for file in ModuleTests.swiftFiles(in: sources) {
      let (module, home) = try #require(
        ModuleTests.folders.first { file.path.hasPrefix($0.value.path + "/") })
      let parts = file.path.dropFirst(home.path.count + 1).split(separator: "/")
      let folder = parts.count > 1 ? String(parts[0]) : "(top)"
      let text = Self.code(in: try String(contentsOf: file, encoding: .utf8))
      folders[module, default: [:]][folder, default: []].append(text)
    }
    var circles: [String: [String]] = [:]
    for (module, folders) in folders {
      let uses = Self.uses(among: folders)
      for (pair, names) in uses where pair[0] < pair[1] {
        guard let others = uses[[pair[1], pair[0]]] else { continue }
        circles["\(module): \(pair[0]), \(pair[1])"] = names.sorted() + others.sorted()
      }
    }
    self.circles = circles
  }

  /// The names that each folder uses of each other.
  private static func uses(among folders: [String: [String]]) -> [[String]: Set<String>] {
    var homes: [String: Set<String>] = [:]
    var inner: Set<String> = []
    for (folder, texts) in folders {
      for text in texts {
        for name in definedTypes(in: text) {
          homes[name, default: []].insert(folder)
          if let last = name.split(separator: ".").dropFirst().last { inner.insert(String(last)) }
        }
      }
    }
    var uses: [[String]: Set<String>] = [:]
    for (folder, texts) in folders {
      for name in texts.reduce(into: Set(), { $0.formUnion(usedTypes(in: $1)) }) {
        guard !inner.contains(name), let homes = homes[name], homes.count == 1,
          let home = homes.first, home != folder
        else { continue }
        uses[[folder, home], default: []].insert(name)
      }
    }
    return uses
  }

  /// The text without comments and string literals.
  private static func code(in text: String) -> String {
    text.replacing(/(?s)\/\*.*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"/, with: "")
  }

  /// The types that other folders may name.
  private static func definedTypes(in text: String) -> Set<String> {
    let pattern =
      /^(?<indent>(?:  )?)(?<words>(?:@\w+(?:\([^)]*\))?\s+|(?:public|package|internal|fileprivate|private|final|indirect|nonisolated)(?:\(\w+\))? )*)(?<kind>struct|class|enum|protocol|actor|typealias|extension) (?<name>[A-Z][\w.]*)/
    var names: Set<String> = []
    var outer = ""
    for line in text.split(separator: "\n") where !line.hasPrefix("   ") {
      guard let match = line.prefixMatch(of: pattern) else { continue }
      let (name, isTop) = (String(match.output.name), match.output.indent.isEmpty)
      if isTop { outer = name }
      guard match.output.kind != "extension", !match.output.words.contains("private ") else {
        continue
      }
      names.insert(isTop ? name : "\(outer).\(name)")
    }
    return names
  }

  /// Both `Outer` and `Outer.Name`, where such a type is named.
  private static func usedTypes(in text: String) -> Set<String> {
    // A dot is no boundary of Unicode's words, so `\b` would miss `Outer` there.
    let pattern = /(?:^|[^\w.])(?<outer>[A-Z]\w*)(?:\.(?<inner>[A-Z]\w*))?/
    return text.matches(of: pattern.wordBoundaryKind(.simple)).reduce(into: []) { names, match in
      names.insert(String(match.output.outer))
      if let inner = match.output.inner { names.insert("\(match.output.outer).\(inner)") }
    }
  }
}
