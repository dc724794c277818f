import RostrumBase
import Foundation
import TestSupport
import Testing

@Suite("Digests")
struct DigestTests {
  /// From the `mmh3` package of Python: `hash64` of the words' bytes.
  @Test(
    "Digests follow MurmurHash3's 128-bit variant",
    arguments: [
      ([], "00000000000000000000000000000000"),
      ([0], "28df63b7cc57c3cbf2557dfcc4e8fe52"),
      ([1], "004403b7fb05c44a3d8acdb4d36d9c06"),
      ([1, 2], "deed8b2be489f0062f85052754e1e577"),
      ([1, 2, 3], "b50a97f8b297f54157f6887b59f04f45"),
      (
        [.max, 0x0123_4567_89ab_cdef, 0xdead_beef_cafe_babe, 42, 7],
        "3778c58685f3d1d0d8bddb507a4afb7b"
      ),
    ] as [([UInt64], String)])
  func golden(_ words: [UInt64], _ expected: String) {
    var digester = Digester()
    for word in words { digester.combine(word) }
    #expect(digester.digest.description == expected)
    #expect(Digest(expected) == digester.digest)
  }

  @Test(
    "No text is read that is none",
    arguments: ["", "12", "G8df63b7cc57c3cbf2557dfcc4e8fe52", "28DF63B7CC57C3CBF2557DFCC4E8FE52"])
  func unreadable(_ text: String) { #expect(Digest(text) == nil) }

  @Test("Texts that only differ in where one ends and the next begins differ")
  func boundaries() {
    func digest(_ texts: String...) -> Digest {
      var digester = Digester()
      for text in texts { digester.combine(text) }
      return digester.digest
    }
    let all = [
      digest("ab", "c"), digest("a", "bc"), digest("abc"), digest("abc", ""), digest("abc\0"),
      digest("", "abc"),
    ]
    #expect(Set(all).count == all.count)
  }

  @Test("A file's digest is that of its bytes, whatever the last call of the system said")
  func file() throws {
    let folder = try TemporaryFolder()
    for text in ["", "a", String(repeating: "film", count: 600_000)] {
      try folder.write(text, to: "file")
      // An interrupted call of long ago does not make the end of the file a reason to wait.
      errno = EINTR
      let found = try #require(Digest.ofFile(folder.path("file")))
      #expect(found.byteCount == text.utf8.count)
    }
    #expect(Digest.ofFile(folder.path("none")) == nil)
  }

  /// A file of the kernel whose reported size is larger than its content.
  private static let shortFile = "/sys/kernel/uevent_seqnum"

  @Test(
    "A file that ends too early has none, and is not waited for",
    .enabled(if: access(shortFile, R_OK) == 0), .timeLimit(.minutes(20)))
  func earlyEnd() {
    errno = EINTR
    #expect(Digest.ofFile(Self.shortFile) == nil)
  }

  @Test("A sum does not know an order, and carries")
  func sums() {
    let (a, b, c) = (Digest(of: "a"), Digest(of: "b"), Digest(of: "c"))
    #expect(a + b + c == c + a + b)
    #expect(a + b != a + c)
    #expect(a + .zero == a)
  }

  @Test(
    "A file has the digest of its bytes, whatever its length",
    arguments: [0, 1, 7, 8, 9, 4096, (1 << 20) - 1, 1 << 20, (1 << 20) + 13])
  func files(_ count: Int) throws {
    let folder = try TemporaryFolder()
    var random = RandomSource(seed: UInt64(count))
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    try Data(bytes).write(to: URL(filePath: folder.path("file")))
    let found = try #require(Digest.ofFile(folder.path("file")))
    #expect(found.byteCount == count)
    #expect(found.digest == bytes.withUnsafeBytes { Digest(of: $0) })
  }

  @Test("A folder and a file that is not there have none")
  func noFile() throws {
    let folder = try TemporaryFolder()
    #expect(Digest.ofFile(folder.path) == nil)
    #expect(Digest.ofFile(folder.path("nowhere")) == nil)
  }
}
