import Foundation

/// `make reference`: rewrites the tables of the pages on the language, of figures and of projects
/// from the vocabulary, and adds the sections that are missing.
@main
struct Reference {
  static func main() throws {
    let folder = "Sources/Command/RostrumKit/RostrumKit.docc/"
    func text(_ page: String) throws -> String {
      try String(contentsOfFile: folder + page + ".md", encoding: .utf8)
    }
    for (page, text) in try ReferenceArticle.updated(text) {
      try text.write(toFile: folder + page + ".md", atomically: true, encoding: .utf8)
      print("Updated \(page).md. Look at what changed: git diff \(folder + page).md")
    }
  }
}
