import Foundation
import SceneFile

/// An output with fields in braces, such as `Output/{title}-{index}.mp4`. `{{` and `}}` write braces.
struct OutputTemplate: Sendable {
  private enum Piece {
    case text(String)
    case field(String)
  }

  private let pieces: [Piece]

  /// The fields that every output knows.
  static let ownFields = ["scene", "index", "row"]

  init(_ text: String) throws(OutputPlanner.PlanError) {
    var pieces: [Piece] = []
    var plain = ""
    var rest = text[...]
    while let character = rest.first {
      rest.removeFirst()
      if "{}".contains(character), rest.first == character {
        rest.removeFirst()
        plain.append(character)
      } else if character == "}" {
        throw .init(description: "'\(text)' has a } without a {; write }} for the brace itself")
      } else if character == "{" {
        guard let end = rest.firstIndex(of: "}"), end > rest.startIndex else {
          throw .init(
            description: "'\(text)' has a { without a field and a }; write {{ for the brace itself")
        }
        pieces += [.text(plain), .field(String(rest[..<end]))]
        plain = ""
        rest = rest[end...].dropFirst()
      } else {
        plain.append(character)
      }
    }
    self.pieces = pieces + [.text(plain)]
  }

  var fields: [String] {
    pieces.compactMap { if case .field(let name) = $0 { name } else { nil } }
  }

  /// The path with every field's value; the values may have been anything.
  func path(_ value: (String) -> String) -> String {
    pieces.map {
      switch $0 {
      case .text(let text): text
      case .field(let name): value(name)
      }
    }.joined()
  }

  /// A text as a part of a file's name: no separators, no dots, nothing that a shell, a file system or a frame's pattern would take
  /// for something else, no blanks at its ends, 80 bytes of UTF-8 at most, and never empty.
  static func safe(_ text: String, keepingDots: Bool = false) -> String {
    let replaced = text.precomposedStringWithCanonicalMapping.map { character -> Character in
      isSafe(character) || keepingDots && character == "." ? character : "-"
    }
    var name = String(replaced).trimmingCharacters(in: .whitespaces)
    while name.utf8.count > 80 { name.removeLast() }
    name = name.trimmingCharacters(in: .whitespaces)
    return name.isEmpty ? "_" : name
  }

  private static func isSafe(_ character: Character) -> Bool {
    guard !"/\\:*?\"<>|.%#~".contains(character) else { return false }
    return character.unicodeScalars.allSatisfy {
      switch $0.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
        .unassigned:
        false
      default: true
      }
    }
  }
}
