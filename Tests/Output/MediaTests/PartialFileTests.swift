import Foundation
import TestSupport
import Testing

@testable import RostrumMedia

@Suite("Files on their way")
struct PartialFileTests {
  @Test(
    "Files on their way are hidden, beside their places, and their names are never too long",
    arguments: [
      String(repeating: "ü", count: 120) + ".mp4", "a", ".png",
      "x." + String(repeating: "y", count: 250),
      String(repeating: "👩‍👩‍👧‍👦", count: 10) + ".mov",
    ])
  func names(_ name: String) throws {
    let run = RunToken()
    let names = (0..<2).map { _ in PartialName.new(for: name, run: run) }
    #expect(names[0] != names[1])
    for name in names {
      #expect(name.hasPrefix(".") && name.utf8.count < 255)
      #expect(PartialName.run(in: name) == run)
      #expect(PartialName.process(in: name) == nil)
    }
    let file = PartialFile(for: "out/" + name, at: "out/" + name, run: run)
    #expect(file.temporaryPath.hasPrefix("out/."))
  }

  @Test(
    "Files on their way are told from files of other names",
    arguments: [
      (".a.partial-42-7.png", 42), (".a.partial-42-7", 42), ("a.partial-42-7.png", nil),
      (".a.partial-x-7.png", nil), (".a.partial-42-7-1.png", nil), (".a.partial-42.png", nil),
      (".partial-1-1.partial-42-7.png", 42), (".a.png", nil), (".a.partial--7.png", nil),
      (".a.partial-00112233445566zz-0011223344556677.png", nil),
      (".a.partial-99999999999-7.png", nil),
    ] as [(String, Int32?)])
  func otherNames(_ name: String, _ process: Int32?) {
    #expect(PartialName.run(in: name) == nil)
    #expect(PartialName.process(in: name) == process)
  }

  @Test(
    "Files on their way are new: what was put under their hidden names is neither followed nor written to"
  )
  func exclusive() throws {
    let folder = try TemporaryFolder()
    for kind in ["link", "file", "pipe"] {
      let path = folder.path(kind + ".png")
      let victim = try folder.write("precious", to: "victim")
      let file = PartialFile(for: path, at: path, run: RunToken())
      let name = String(file.temporaryPath.dropFirst(folder.path.count + 1))
      switch kind {
      case "link": try folder.link(name, to: victim)
      case "file": #expect(linkFile(victim, file.temporaryPath))
      default: try folder.pipe(name)
      }
      let expected = MediaError.file(doing: "write", path: path, errno: EEXIST)
      #expect(throws: expected) {
        try Array("spoilt".utf8).withBytes { bytes throws(MediaError) in try file.write(bytes) }
      }
      #expect(folder.data("victim") == Data("precious".utf8))
      #expect(folder.kind(kind + ".png") == nil)
      unlink(file.temporaryPath)
    }
  }

  /// All names that a process of this number would once have given its files.
  private func plantOldNames(_ stem: String, _ ending: String, in folder: TemporaryFolder) throws {
    for number in 1...3000 {
      try folder.link(
        "out/.\(stem).partial-\(getpid())-\(number).\(ending)", to: "../victim")
    }
  }

  @Test(
    "Files on their way of videos and frames cannot be foreseen: links that wait for them are not followed"
  )
  func planted() async throws {
    let folder = try TemporaryFolder(["victim": "precious", "out/.keep": ""])
    try plantOldNames("a", "mp4", in: folder)
    try plantOldNames("frame_00000", "png", in: folder)
    let frames = TestFrames(width: 48, height: 40, frameCount: 2)
    let report = try await frames.write(
      to: VideoWriter(path: folder.path("out/a.mp4"), format: .mp4, frames: frames.format))
    #expect(report.byteCount == folder.data("out/a.mp4").count)
    _ = try await frames.write(
      to: PNGSequence(directory: folder.path("out"), frames: frames.format))
    #expect(folder.data("victim") == Data("precious".utf8))
  }

  @Test(
    "Files on their way of programs are in a folder that is closed to others, and which goes with all that is in it",
    arguments: [MediaFormat.mp4, .gif])
  func closedFolder(_ format: MediaFormat) async throws {
    let folder = try TemporaryFolder()
    let tools = try TemporaryFolder()
    let script = try tools.script(
      "ffmpeg", "for last; do :; done", "file=${last#file:}", "folder=$(dirname \"$file\")",
      "ls -ld \"$folder\" >> '\(tools.path("seen"))'", "touch \"$folder/more\"",
      "exec ffmpeg \"$@\"")
    let frames = TestFrames(width: 48, height: 40, frameCount: 2)
    let path = folder.path("a." + format.rawValue)
    let settings = VideoSettings(isVerified: false, tools: MediaTools(ffmpeg: script))
    _ = try await frames.write(
      to: VideoWriter(path: path, format: format, frames: frames.format, settings: settings))
    let seen = String(decoding: tools.data("seen"), as: UTF8.self).split(separator: "\n")
    #expect(seen.count == (format == .gif ? 2 : 1))
    #expect(seen.allSatisfy { $0.hasPrefix("drwx------") && $0.contains("/.a.partial-") })
    #expect(folder.names == ["a." + format.rawValue])
  }

  @Test("Files on their way of runs that have ended are removed, folders too, and nothing else")
  func leftovers() throws {
    let folder = try TemporaryFolder()
    let (ended, live) = (RunToken(), RunToken())
    for run in [ended, live] {
      try folder.write("", to: PartialName.new(for: "a.png", run: run))
      try folder.write("", to: PartialName.new(for: "a.mp4", run: run) + "/output.mp4")
      try folder.link(PartialName.new(for: "b.png", run: run), to: "file")
    }
    try folder.write("precious", to: "file")
    try folder.write("", to: ".a.partial-\(ended).png")
    UnfinishedFiles.remove(of: [ended], in: folder.path)
    #expect(folder.files.count == 5)
    #expect(folder.files.count { $0.contains("partial-\(ended)-") } == 0)
    #expect(folder.files.count { $0.contains("partial-\(live)-") } == 3)
    #expect(folder.data("file") == Data("precious".utf8))
  }

  @Test("Files on their way are in a list from which each can go, and more than once")
  func list() {
    var list = UnfinishedList()
    let entries = ["a", "b", "c", "d"].map { UnfinishedEntry(path: $0) }
    func paths() -> String {
      var paths = ""
      list.forEach { paths += $0.path ?? "-" }
      return paths
    }
    for entry in entries { list.add(entry) }
    list.remove(UnfinishedEntry(path: "a"))
    #expect(paths() == "dcba")
    for (place, left) in [(1, "dca"), (1, "dca"), (3, "ca"), (0, "c"), (2, ""), (2, "")] {
      list.remove(entries[place])
      #expect(paths() == left)
    }
    list.add(entries[1])
    list.add(UnfinishedEntry())
    #expect(paths() == "-b")
  }
}
