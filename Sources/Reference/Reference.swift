import Foundation

/// `make reference`: rewrites the tables of `SceneFormat.md` from the vocabulary, and adds the
/// sections that are missing.
@main
struct Reference {
  static func main() throws {
    let path = CommandLine.arguments.dropFirst().first ?? ReferenceArticle.path
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let updated = try ReferenceArticle.updated(text)
    guard updated != text else { return print("\(path) is up to date.") }
    try updated.write(toFile: path, atomically: true, encoding: .utf8)
    print("Updated \(path). Look at what changed: git diff \(path)")
  }
}
