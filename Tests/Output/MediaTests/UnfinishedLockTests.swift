import Foundation
import TestSupport
import Testing

@testable import RostrumMedia

@Suite("Unfinished files that nobody holds")
struct UnfinishedLockTests {
  private func name(_ name: String) -> String { PartialName.new(for: name, run: RunToken()) }

  /// A descriptor with the lock on a file or folder, as the program that makes it has.
  private func held(_ path: String) -> Int32 {
    let descriptor = open(path, O_RDONLY)
    #expect(UnfinishedLock.take(descriptor, at: path))
    return descriptor
  }

  @Test(
    "Unfinished files that nobody holds are removed by the next write into the folder, with what is in them, and nothing else"
  )
  func abandoned() throws {
    let folder = try TemporaryFolder([
      name("a.png"): "", name("a.mp4") + "/output.mp4": "",
      name("b.mp4") + "/" + name("c.png") + "/deep": "",
    ])
    let (file, films) = (name("live.png"), name("live.mp4"))
    try folder.write("", to: file)
    try folder.write("", to: films + "/output.mp4")
    let held = [file, films].map { self.held(folder.path($0)) }
    defer { for descriptor in held { close(descriptor) } }
    // Names of other kinds, and of earlier releases, which held no locks.
    let others = [
      ".notes.partial-draft.txt", "a.png", ".a.partial-0123456789abcdef-0123456789abcdef.png",
      ".a.partial-0123456789abcdef-0123456789abcdef-kept.png", ".a.partial-42-7.png",
      ".a.partial-0123456789abcdeF-0123456789abcdef-held.png",
    ]
    for other in others { try folder.write("precious", to: other) }
    // Only regular files and folders are opened, and no link is followed.
    try folder.link(name("link.png"), to: folder.path("a.png"))
    try folder.link(name("folder.png"), to: folder.path(films))
    try folder.pipe(name("pipe.png"))

    try writeWholeFile([1], to: folder.path("new.png"))
    let links = folder.names.filter { $0.contains("link.") || $0.contains("pipe.") }
    #expect(links.count == 2)
    #expect(
      Set(folder.files).subtracting(folder.names.filter { $0.contains("folder.") })
        == Set(others + [file, films + "/output.mp4", "new.png"] + links))
    for other in others { #expect(folder.data(other) == Data("precious".utf8)) }
  }

  @Test("Unfinished files that nobody holds are looked for once a folder")
  func once() throws {
    let folder = try TemporaryFolder()
    try writeWholeFile([1], to: folder.path("a.png"))
    try folder.write("", to: name("b.png"))
    try writeWholeFile([1], to: folder.path("a.png"))
    #expect(folder.files.count == 2)
  }

  @Test(
    "Unfinished files that nobody holds do not keep anybody from writing where they cannot be removed"
  )
  func unremovable() throws {
    let folder = try TemporaryFolder()
    let inner = name("a.mp4")
    // Deeper than any unfinished folder is.
    try folder.write("", to: inner + "/b/c/d/e/f")
    try writeWholeFile([1], to: folder.path("a.png"))
    #expect(folder.data("a.png") == Data([1]))
    #expect(folder.names.contains(inner))
  }

  @Test("The lock is held until a file has its name, and not longer")
  func held() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.png")
    let descriptor = try openWholeFile([1], at: path, run: RunToken(), isDurable: false) {
      #expect($0 >= 0)
      let hidden = folder.names[0]
      let other = open(folder.path(hidden), O_RDONLY)
      #expect(flock(other, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
      close(other)
      UnfinishedLock.removeIfAbandoned(folder.path(hidden))
      #expect(folder.names == [hidden])
    }
    close(descriptor)
    let other = open(path, O_RDONLY)
    // A program that another test starts has the descriptor too, until it is another program.
    var left = 200
    while flock(other, LOCK_EX | LOCK_NB) != 0, left > 0 {
      usleep(5000)
      left -= 1
    }
    #expect(left > 0)
    close(other)
  }

  @Test("The lock of a program's folder is held until it is removed")
  func folders() throws {
    let folder = try TemporaryFolder()
    let partial = try PartialFolder(for: folder.path("a.mp4"), run: RunToken())
    let hidden = folder.path(folder.names[0])
    UnfinishedLock.removeIfAbandoned(hidden)
    #expect(folder.names.count == 1)
    partial.remove()
    #expect(folder.names == [])
    // The same name is another folder now, without a lock.
    mkdir(hidden, 0o700)
    UnfinishedLock.removeIfAbandoned(hidden)
    #expect(folder.names == [])
  }

  @Test("A file that is taken for abandoned before it has its lock is made again")
  func race() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: name("a.png"))
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    unlink(path)
    #expect(!UnfinishedLock.take(descriptor, at: path))
    try folder.write("", to: String(path.dropFirst(folder.path.count + 1)))
    #expect(!UnfinishedLock.take(descriptor, at: path))
  }

  @Test("A folder among the temporary files goes with what is in it")
  func scratch() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path("a")
    try writeWholeFile([1], to: path)
    #expect(try readWholeFile(path) == [1])
    var facts = stat()
    let folder = String(path.dropLast(2))
    #expect(stat(folder, &facts) == 0 && facts.st_mode & 0o777 == 0o700)
    scratch.remove()
    #expect(stat(folder, &facts) != 0)
  }
}
