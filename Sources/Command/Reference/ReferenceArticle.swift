import RostrumKit

/// The pages of the reference: prose by hand, and tables between markers.
///
/// A table lies between the lines `<!-- table: id -->` and `<!-- end -->`; the text between them
/// is replaced.
enum ReferenceArticle {
  /// The pages of the scene language, in the order of reading.
  static let language = [
    "SceneFormat", "Parameters", "Components", "Values", "Layers", "Layout", "ShapeLayers", "Text",
    "GradientLayers", "ReplicatorLayers", "EmitterLayers", "ScrollLayers", "Video", "SceneLayers",
    "SequenceLayers", "Animations", "BasicAnimations", "KeyframeAnimations", "SpringAnimations",
    "GroupAnimations", "TransitionAnimations", "FollowAnimations", "ScrambleAnimations", "Events",
    "Effects", "Physics", "Sound", "Captions", "Checks", "CoreAnimationKeys",
  ]

  /// The pages that are not what the vocabularies say, brought up to date.
  static func updated(_ text: (String) throws -> String) throws -> [(page: String, text: String)] {
    let parts = [
      (language, ReferenceTable.all), (["FigureFormat"], ReferenceTable.figures),
      (["Projects"], ReferenceTable.projects),
    ]
    var pages: [(page: String, text: String)] = []
    for (names, tables) in parts {
      let joined = try names.map(text).joined(separator: "\n\(pageBreak)\n")
      let updated = try updated(joined, tables: tables)
        .split(separator: "\n\(pageBreak)\n", omittingEmptySubsequences: false)
      pages += zip(names, updated).map { ($0, String($1)) }
    }
    let index = ReferenceTable.index(of: pages.map { ($0.page, $0.text) })
    pages.append(("KeyIndex", try updated(try text("KeyIndex"), tables: [index])))
    return try pages.filter { try text($0.page) != $0.text }
  }

  /// Between two pages of one text.
  private static let pageBreak = "\u{1E}"

  /// The article cannot be brought up to date by itself.
  enum Problem: Error, CustomStringConvertible {
    case unknownTable(String)
    case unclosedTable(String)
    case tableTwice(String)

    var description: String {
      switch self {
      case .unknownTable(let id):
        "Nothing stands for the table '\(id)' any more. Remove its section."
      case .unclosedTable(let id): "The table '\(id)' has no <!-- end -->."
      case .tableTwice(let id): "The table '\(id)' stands twice."
      }
    }
  }

  /// The article with the tables as the vocabulary has them. One that is missing gets a section
  /// behind the table before it.
  static func updated(
    _ text: String, tables: [ReferenceTable] = ReferenceTable.all
  ) throws(Problem) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    try check(lines, tables)
    for (index, table) in tables.enumerated() {
      if let range = try block(table.id, in: lines) {
        lines.replaceSubrange(range, with: written(table))
      } else {
        let before = index > 0 ? try block(tables[index - 1].id, in: lines) : nil
        insert(table, after: before?.upperBound ?? lines.count, in: &lines)
      }
    }
    return lines.joined(separator: "\n")
  }

  static let end = "<!-- end -->"

  static func start(_ id: String) -> String { "<!-- table: \(id) -->" }

  private static func written(_ table: ReferenceTable) -> [String] {
    [start(table.id), ""] + table.lines + ["", end]
  }

  /// The lines of a table with its markers.
  private static func block(
    _ id: String, in lines: [String]
  ) throws(Problem) -> Range<Int>? {
    guard let first = lines.firstIndex(of: start(id)) else { return nil }
    let rest = lines[(first + 1)...]
    guard let last = rest.firstIndex(of: end),
      !rest[..<last].contains(where: { $0.hasPrefix("<!-- table: ") })
    else { throw .unclosedTable(id) }
    return first..<last + 1
  }

  /// Every marker names a table that exists, and no two the same.
  private static func check(_ lines: [String], _ tables: [ReferenceTable]) throws(Problem) {
    let known = Set(tables.map(\.id))
    var seen: Set<String> = []
    for line in lines {
      guard let match = line.wholeMatch(of: /<!-- table: (.*) -->/) else { continue }
      let id = String(match.output.1)
      guard known.contains(id) else { throw .unknownTable(id) }
      guard seen.insert(id).inserted else { throw .tableTwice(id) }
    }
  }

  /// Before the heading that follows, so that the prose of the section before stays together.
  private static func insert(
    _ table: ReferenceTable, after index: Int, in lines: inout [String]
  ) {
    let place =
      lines[index...].firstIndex { $0.hasPrefix("#") || $0 == pageBreak } ?? lines.count
    let gap = place == lines.count && lines.last?.isEmpty == false ? [""] : []
    lines.insert(
      contentsOf: gap + [table.heading, ""] + written(table) + [""], at: place)
  }
}
