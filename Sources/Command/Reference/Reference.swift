import Foundation

/// `make reference`: rewrites the tables of `SceneFormat.md` and others from the
/// vocabulary, and adds the sections that are missing.
@main
struct Reference {
  static func main() throws {
    for (path, tables) in ReferenceArticle.pages {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let updated = try ReferenceArticle.updated(text, tables: tables)
      guard updated != text else {
        print("\(path) is up to date.")
        continue
      }
      try updated.write(toFile: path, atomically: true, encoding: .utf8)
      print("Updated \(path). Look at what changed: git diff \(path)")
    }
  }
}
