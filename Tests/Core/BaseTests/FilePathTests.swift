import RostrumBase
import Foundation
import TestSupport
import Testing

@Suite("Paths")
struct FilePathTests {
  private static let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")

  @Test("Paths are their bytes, not their letters")
  func bytes() {
    #expect(Self.composed == Self.decomposed)
    let (a, b) = (FilePath(Self.composed), FilePath(Self.decomposed))
    #expect(a != b && Set([a, b]).count == 2 && [a: 1, b: 2][b] == 2)
    #expect([a, b].sorted() == [b, a] && ["\u{E9}", "e\u{301}"].sortedByBytes()[0] == "e\u{301}")
    #expect(FilePath("a") == "a" && FilePath("A") != "a" && FilePath("a/") != "a")
  }

  @Test(
    "Paths lie inside of a folder that all their names lead through",
    arguments: [
      ("/a/b", "/a", true), ("/a", "/a", true), ("/a", "/a/", true), ("/ab", "/a", false),
      ("/a", "/a/b", false), ("/", "/", true), ("/a", "/", true), ("", "/", false),
      ("", "/a", false), ("/a//b", "/a", true), ("/A/b", "/a", false),
      ("/caf\u{E9}/x", "/cafe\u{301}", false), ("/caf\u{E9}/x", "/caf\u{E9}", true),
      ("/a/\u{301}b", "/a", true), ("/a\u{301}/b", "/a", false), ("/a\u{D4E}/b", "/a\u{D4E}", true),
    ])
  func inside(_ path: String, _ folder: String, _ isInside: Bool) {
    #expect(FilePath(path).isInside(FilePath(folder)) == isInside)
    #expect((FilePath(path).relative(to: FilePath(folder)) != nil) == isInside)
  }

  @Test(
    "Paths are told as a folder sees them",
    arguments: [
      ("/a/b/c", "/a", "b/c"), ("/a", "/a", "."), ("/a/b", "/", "a/b"), ("/a//b", "/a", "b"),
      ("/a/\u{301}b", "/a", "\u{301}b"),
    ])
  func relative(_ path: String, _ folder: String, _ expected: FilePath) {
    #expect(FilePath(path).relative(to: FilePath(folder)) == expected)
  }

  /// The resolved path, in a folder with `in/deep/file`, `ab/file` beside `a`, and links of every
  /// kind.
  @Test(
    "Paths are followed as the system does, whether they are there or not",
    arguments: [
      ("in/deep/file", "in/deep/file"), ("in//deep/./file/", "in/deep/file"),
      ("in/new/file", "in/new/file"), ("in/../out", "out"), ("out/../in", "in"),
      // A link in the middle, and `..` after one.
      ("link/file", "in/deep/file"), ("link/../x", "in/x"), ("link/new", "in/deep/new"),
      ("link/../../out/x", "out/x"),
      // Links that lead nowhere, to each other, and out of all.
      ("dangling", "out/none"), ("dangling/x", "out/none/x"), ("circle", ""), ("circle/x", ""),
      ("root/etc", "/etc"), ("chain", "in/deep"), ("chain/../x", "in/x"),
      ("/proc/self/root/tmp", "/tmp"), ("caf\u{E9}/x", "caf\u{E9}/x"),
    ])
  func resolved(_ path: String, _ expected: String) throws {
    #if os(Linux)
      let folder = try TemporaryFolder(["in/deep/file": "", "out/file": ""])
      try folder.link("link", to: "in/deep")
      try folder.link("dangling", to: "out/none")
      try folder.link("circle", to: "circle")
      try folder.link("chain", to: "\(folder.path)/link")
      try folder.link("root", to: "/proc/self/root")
      let real = try #require(FilePath.real(folder.path)).string
      func full(_ name: String) -> String { name.isAbsolutePath ? name : "\(real)/\(name)" }
      let wanted = expected.isEmpty ? "" : full(expected)
      #expect(FilePath.resolved(full(path)) == FilePath(wanted))
      let isInside = !expected.isEmpty && FilePath(wanted).isInside(FilePath(real + "/in"))
      #expect(FilePath.isInside(full(path), folder: real + "/in") == isInside)
    #endif
  }

  @Test(
    "Paths of a descriptor lie in no folder",
    arguments: ["/dev/fd/0", "/dev/stdin", "a\0b", "in\0"])
  func descriptors(_ path: String) throws {
    let folder = try TemporaryFolder()
    #expect(!FilePath.isInside(path, folder: folder.path))
  }

  @Test("Paths whose names are no UTF-8 lead nowhere, and are taken for no others")
  func badNames() throws {
    #if os(Linux)
      let folder = try TemporaryFolder()
      let (bad, other) = (folder.path + "/\u{FFFD}", [UInt8](folder.path.utf8) + [0x2F, 0xFF, 0])
      let made = other.withUnsafeBytes {
        mkdir($0.assumingMemoryBound(to: CChar.self).baseAddress!, 0o700)
      }
      #expect(made == 0)
      // The letter that takes the place of a broken byte names another folder.
      #expect(FilePath.real(bad) == nil)
      try folder.write("", to: "\u{FFFD}/file")
      #expect(
        FilePath.real(bad)?.string == FilePath.real(folder.path)?.string.appending("/\u{FFFD}"))
      // A link to the broken name is followed to nothing that a text could name.
      let target = [UInt8]("\u{FFFD}/../".utf8.prefix(0)) + [0xFF, 0]
      let linked = target.withUnsafeBytes {
        symlink($0.assumingMemoryBound(to: CChar.self).baseAddress!, folder.path("link"))
      }
      #expect(linked == 0 && FilePath.real(folder.path("link")) == nil)
      #expect(FilePath.resolved(folder.path("link")) == "")
      #expect(!FilePath.isInside(folder.path("link/x"), folder: folder.path))
    #endif
  }

  @Test(
    "Paths are put together with one slash",
    arguments: [
      ("", "a", "a"), ("b", "a", "b/a"), ("b/", "a", "b/a"), ("/", "a", "/a"),
      ("b", "\u{301}a", "b/\u{301}a"),
    ])
  func joined(_ folder: String, _ name: String, _ expected: FilePath) {
    #expect(FilePath(folder.appendingPathComponent(name)) == expected)
  }
}
