import RostrumBase
import Foundation
import Testing

@Suite("Text")
struct TextTests {
  /// As POSIX's `basename` and `dirname` have them, but for a name alone, whose folder is empty.
  @Test(
    "Parts of paths",
    arguments: [
      ("", "", "", ""), ("/", "/", "/", ""), ("a", "a", "", ""), ("a/", "a", "", ""),
      ("/a", "a", "/", ""), ("/a/b", "b", "/a", ""), ("a/b/", "b", "a", ""),
      ("//a//b//", "b", "//a", ""), ("a/b.c", "b.c", "a", "c"), ("a.b/c", "c", "a.b", ""),
      (".a", ".a", "", ""), ("a/.b", ".b", "a", ""), ("a.", "a.", "", ""),
      ("a.b.c", "a.b.c", "", "c"), ("../x.yaml", "x.yaml", "..", "yaml"),
      ("日本/é.png", "é.png", "日本", "png"),
      // Letters that make one character with the slash or the point beside them.
      ("a/\u{301}b.c", "\u{301}b.c", "a", "c"), ("a\u{D4E}/b.c", "b.c", "a\u{D4E}", "c"),
      ("a\u{600}.b", "a\u{600}.b", "", "b"), ("a.\u{301}b", "a.\u{301}b", "", "\u{301}b"),
      ("/\u{301}", "\u{301}", "/", ""), ("a/b/\u{200D}/", "\u{200D}", "a/b", ""),
    ])
  func paths(_ path: String, _ name: String, _ folder: String, _ ending: String) {
    #expect(path.lastPathComponent == name)
    #expect(path.deletingLastPathComponent == folder)
    #expect(path.pathExtension == ending)
  }

  @Test(
    "A stem is the name before its last point",
    arguments: [
      ("a.b", "a"), ("x/a.b.c", "x/a.b"), ("a", "a"), (".a", ".a"), ("a.", "a."),
    ])
  func stems(_ path: String, _ stem: String) { #expect(path.deletingPathExtension == stem) }

  @Test(
    "Decimal numbers are those of printf",
    arguments: [0, -0.0, 0.005, 1.005, 2.5, -1234.5678, 1e300, .infinity, .nan])
  func decimals(_ number: Double) {
    for digits in [0, 1, 2, 3, 20] {
      #expect(number.fixed(digits) == String(format: "%.\(digits)f", number))
    }
  }

  @Test("Ends are cut off, what is inside stays")
  func trimming() {
    #expect(" a b\t\n".trimmed == "a b")
    #expect(" \n".trimmed == "")
    #expect("--a-b-".trimmed { $0 == "-" } == "a-b")
    #expect("ab".padded(to: 4) == "ab  ")
    #expect("abcde".padded(to: 4) == "abcde")
  }

  @Test("Names are in the order of their numbers")
  func order() {
    let names = ["a", "a2", "a010", "a10", "a11b", "a100", "b", "é1", "é02", ""]
    #expect(
      names.shuffled().sorted(by: isOrderedByNumbers)
        == ["", "a", "a2", "a010", "a10", "a11b", "a100", "b", "é1", "é02"])
  }

  @Test("The running program has a path")
  func program() throws {
    let path = try #require(executablePath())
    #expect(FileManager.default.isExecutableFile(atPath: path))
  }
}
