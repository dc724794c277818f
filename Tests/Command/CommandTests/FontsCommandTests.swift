import TestSupport
import Testing
import Testing

@Suite("rostrum fonts")
struct FontsCommandTests {
  @Test("lists the families, a line each, sorted")
  func lists() async throws {
    let result = try await Command()("fonts")
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(result.status == 0 && lines.contains("Liberation Sans"))
    #expect(lines == lines.sorted())
  }

  @Test(
    "lists those that have some letters, also given by number",
    arguments: ["\u{2603}", "a\u{2603}", "U+2603", "u+2603"])
  func having(letters: String) async throws {
    let result = try await Command()("fonts", "--having", letters)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(result.status == 0)
    #expect(lines.contains("DejaVu Sans") && !lines.contains("Liberation Sans"))
  }

  @Test("ends with 1 where no family has them, and says so")
  func none() async throws {
    let result = try await Command()("fonts", "--having", "U+10FFFD")
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(result.errors.contains("no installed family has this letter"))
  }

  @Test("scenes are set with the fonts of --font-path, a file or those in a folder")
  func fontPath() async throws {
    let command = try Command()
    try command.folder.write("no font", to: "fonts/a.ttf")
    try command.folder.write("no font either, and not called like one", to: "fonts/a.txt")
    try command.folder.write(
      "size: [9, 9]\nlayers: [{class: text, string: a, bounds: [9, 9], position: [4, 4]}]\n",
      to: "a.yaml")
    #expect(try await command("check", "a.yaml").status == 0)
    for path in ["fonts", "fonts/a.ttf"] {
      let result = try await command("check", "a.yaml", "--font-path", path)
      #expect(result.status == 65, "\(result)")
      #expect(result.output.contains("'fonts/a.ttf' is no readable TrueType or OpenType font"))
    }
  }

  @Test(
    "takes letters or a number",
    arguments: [
      ("", "one letter or more"), ("U+", "no character's number"), ("U+FFFFFFFF", "U+674E"),
    ])
  func mistakes(letters: String, message: String) async throws {
    let result = try await Command()("fonts", "--having", letters)
    #expect(result.status == 64 && result.errors.contains(message))
  }
}
