import RostrumBase
import RostrumCKitTexts
import RostrumMedia
import RostrumSceneEditing
import RostrumSceneFile
import RostrumTiming

/// The entries of the reference on a word, for the terminal.
public enum KeyHelp {
  private static let tables =
    ReferenceTable.all + ReferenceTable.figures + ReferenceTable.projects

  /// The first cell of a row, as one writes it.
  private static func word(_ row: [String]) -> String { row[0].filter { $0 != "`" } }

  /// Every key, property, class and type, and what else has an entry by its name.
  public static let words = Set(tables.flatMap(\.rows).map(word) + entries.map(\.word)).sorted()

  /// All rows of a key, each with the tables that have it, what else has that name, and the answers
  /// whose questions have the word; `nil` where nothing does.
  public static func text(_ key: String) -> String? {
    var titles: [[String]: [String]] = [:]
    var order: [[String]] = []
    for table in tables {
      for row in table.rows where word(row) == key {
        let body = body(row, table.columns)
        if titles[body] == nil { order.append(body) }
        titles[body, default: []].append(table.title.filter { $0 != "`" })
      }
    }
    let rows = order.map { body in
      let places = titles[body, default: []].map { $0.prefix(1).lowercased() + $0.dropFirst() }
      return "\(key): \(places.joined(separator: ", "))\n\(body.joined(separator: "\n"))\n"
    }
    let all = rows + entries.filter { $0.word == key }.map(\.text) + answers(key)
    return all.isEmpty ? nil : all.joined(separator: "\n")
  }

  private static func body(_ row: [String], _ columns: [String]) -> [String] {
    let facts = zip(columns, row).dropFirst().dropLast().filter { !$0.1.isEmpty }
    return facts.map { "  \($0.0): \($0.1.filter { $0 != "`" })" } + ["  \(row[row.count - 1])"]
  }

  /// The descriptions of animation words, timing functions, `calc()` functions, library components,
  /// formats and codecs.
  private static let entries: [(word: String, text: String)] = {
    let words = AnimationWord.all.map { ($0.name, "word for an animation", [$0.summary]) }
    let curves = TimingFunction.names.map {
      ($0, "timing function", ["Beside it: " + TimingFunction.names.joined(separator: ", ") + "."])
    }
    let functions = ListedFunction.byName.map {
      ($0.key, "function of calc()", [$0.value.usage, $0.value.summary])
    }
    let components = ComponentFact.library.map { fact in
      let name = String(fact.name.drop { $0 != "#" }.dropFirst())
      let parameters = fact.parameters.map { parameter in
        let needed = parameter.standard.map { "default \($0)" } ?? "has to be given"
        return "\(parameter.name): \(parameter.type), \(needed). \(parameter.summary)"
      }
      return (name, "component, use: \"\(fact.name)\"", parameters)
    }
    let formats = MediaFormat.allCases.map { format in
      let codecs = format.codecs.map(\.rawValue).joined(separator: ", ")
      return (
        format.rawValue, "value of --format",
        [format.about] + (codecs.isEmpty ? [] : ["codecs: \(codecs)"])
      )
    }
    let codecs = VideoCodec.allCases.map { codec in
      let formats = MediaFormat.allCases.filter { $0.codecs.contains(codec) }.map(\.rawValue)
      return (codec.rawValue, "codec, --format", [formats.joined(separator: ", ")])
    }
    return (words + curves + functions + components + formats + codecs).map { name, kind, lines in
      (name, ([name + ": " + kind] + lines.map { "  " + $0 }).joined(separator: "\n") + "\n")
    }
  }()

  // MARK: Answers

  /// The sections of "How do I ...?" whose questions have all words of a text, or words that begin
  /// so; of more than three the questions alone.
  private static func answers(_ text: String) -> [String] {
    let wanted = words(of: text).filter { $0.count > 2 }
    guard !wanted.isEmpty else { return [] }
    let found = sections.filter { section in
      let words = words(of: title(section))
      return wanted.allSatisfy { word in
        words.contains { $0 == word || (word.count > 3 && $0.hasPrefix(word)) }
      }
    }
    return found.count > 3 ? [found.map(title).joined(separator: "\n") + "\n"] : found
  }

  private static let sections = embeddedText("HowDoI.md", ckittexts_text).split(separator: "\n### ")
    .dropFirst()
    .compactMap { $0.split(separator: "\n## ").first.map { $0.trimmed + "\n" } }

  private static func title(_ section: String) -> String { String(section.prefix { $0 != "\n" }) }

  private static func words(of text: String) -> [Substring] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map { $0 }
  }
}
