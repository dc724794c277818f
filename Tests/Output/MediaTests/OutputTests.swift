import RostrumCanvas
import Foundation
import TestSupport
import Testing

@testable import RostrumMedia

@Suite("Outputs where something else than a file is")
struct OutputTests {
  /// A way to write an output.
  enum Writer: CaseIterable, CustomTestStringConvertible {
    case bytes, picture, mp4, mov, webm, gif, apng

    var testDescription: String { "\(self)" }

    private var format: MediaFormat? { MediaFormat(rawValue: "\(self)") }

    func write(to path: String) async throws {
      let frames = TestFrames(width: 48, height: 40, frameCount: format == nil ? 1 : 3)
      if let format {
        _ = try await frames.write(
          to: VideoWriter(path: path, format: format, frames: frames.format))
      } else if self == .picture {
        _ = try await frames.write(to: PNGImage(path: path, frames: frames.format))
      } else {
        try writeWholeFile(Array("content".utf8), to: path)
      }
    }
  }

  /// Six frames, of which two are new.
  private func writeSequence(to folder: String) async throws {
    let frames = TestFrames(width: 48, height: 40, frameCount: 6)
    let sink = try PNGSequence(directory: folder, frames: frames.format)
    _ = try await withFrameSink(sink) { sink in
      try await sink.write(frames.frame(0), index: 0)
      try await sink.repeatFrame(0, at: [1, 2])
      try await sink.write(frames.frame(1), index: 3)
      try await sink.repeatFrame(3, at: 4)
      try await sink.repeatFrame(4, at: 5)
    }
  }

  private static let devices = Comment("devices cannot be made here")

  @Test(
    "A device is written through and stays, and nothing is left beside it",
    .enabled(if: TemporaryFolder.hasDevices, devices), arguments: Writer.allCases)
  func device(_ writer: Writer) async throws {
    let folder = try TemporaryFolder()
    folder.device(.null, "null")
    try await writer.write(to: folder.path("null"))
    #expect(folder.kind("null") == .typeCharacterSpecial)
    try folder.link("link", to: "null")
    try await writer.write(to: folder.path("link"))
    #expect(folder.kind("link") == .typeSymbolicLink)
    #expect(folder.kind("null") == .typeCharacterSpecial)
    #expect(folder.files == ["link", "null"])
  }

  @Test(
    "A device without room is an error, and stays",
    .enabled(if: TemporaryFolder.hasDevices, devices), arguments: Writer.allCases)
  func fullDevice(_ writer: Writer) async throws {
    let folder = try TemporaryFolder()
    folder.device(.full, "full")
    let path = folder.path("full")
    await #expect(throws: MediaError.file(doing: "write", path: path, errno: ENOSPC)) {
      try await writer.write(to: path)
    }
    #expect(folder.kind("full") == .typeCharacterSpecial)
    #expect(folder.files == ["full"])
  }

  @Test(
    "Devices in the place of frames are written through, and repeated frames are files all the same",
    .enabled(if: TemporaryFolder.hasDevices, devices), arguments: [[0], [1], [3, 5], [0, 4]])
  func devicesAsFrames(_ numbers: [Int]) async throws {
    let folder = try TemporaryFolder()
    let names = (0..<6).map { FrameNamePattern.standard.fileName(for: $0) }
    for number in numbers { folder.device(.null, names[number]) }
    for _ in 0..<2 {
      try await writeSequence(to: folder.path)
      #expect(folder.files == names)
      for number in 0..<6 {
        let isDevice = folder.kind(names[number]) == .typeCharacterSpecial
        #expect(isDevice == numbers.contains(number), "\(number)")
        guard !isDevice else { continue }
        let frame = try PNG.decode(contentsOfFile: folder.path(names[number]))
        let expected = TestFrames(width: 48, height: 40, frameCount: 6)
        #expect(try frame.hasSamePixels(as: expected.frame(number < 3 ? 0 : 1)))
      }
    }
  }

  @Test("A named pipe gets all of what a file would get, and stays", arguments: Writer.allCases)
  func pipe(_ writer: Writer) async throws {
    let folder = try TemporaryFolder()
    try await writer.write(to: folder.path("file"))
    try folder.pipe("pipe")
    let reader = folder.reader(ofPipe: "pipe")
    try await writer.write(to: folder.path("pipe"))
    #expect(Array(reader.content()) == Array(folder.data("file")))
    #expect(folder.files == ["file", "pipe"])
  }

  @Test("A named pipe waits for its reader, until the work is cancelled")
  func waiting() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.pipe("pipe")
    let writing = Task { try writeWholeFile([1, 2, 3], to: path) }
    try await Task.sleep(for: .milliseconds(50))
    let reader = folder.reader(ofPipe: "pipe")
    try await writing.value
    #expect(reader.content() == [1, 2, 3])

    let abandoned = try folder.pipe("abandoned")
    let waiting = Task { try writeWholeFile([1], to: abandoned) }
    try await Task.sleep(for: .milliseconds(50))
    waiting.cancel()
    await #expect(throws: MediaError.file(doing: "write", path: abandoned, errno: ECANCELED)) {
      try await waiting.value
    }
  }

  @Test("A named pipe in the place of a frame is an error when nobody reads it")
  func pipeAsFrame() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.pipe("frame_00002.png")
    await #expect(throws: MediaError.unreadPipe(path: path)) {
      try await writeSequence(to: folder.path)
    }
    let reader = folder.reader(ofPipe: "frame_00002.png")
    try await writeSequence(to: folder.path)
    #expect(reader.content() == Array(folder.data("frame_00000.png")))
  }

  @Test("A socket is an error, and so is a folder", arguments: Writer.allCases)
  func socket(_ writer: Writer) async throws {
    let folder = try TemporaryFolder()
    #expect(mknod(folder.path("socket"), S_IFSOCK | 0o666, 0) == 0)
    try FileManager.default.createDirectory(
      atPath: folder.path("folder"), withIntermediateDirectories: false)
    for name in ["socket", "folder"] {
      let error = await #expect(throws: MediaError.self) {
        try await writer.write(to: folder.path(name))
      }
      #expect(error?.isCreationFailure == true, "\(name): \(String(describing: error))")
    }
    #expect(folder.files == ["socket"])
  }

  // MARK: Links

  @Test("A link to a file stays, and the file is replaced in one step", arguments: Writer.allCases)
  func link(_ writer: Writer) async throws {
    let folder = try TemporaryFolder()
    try await writer.write(to: folder.path("file"))
    try folder.write("old", to: "inner/target")
    try folder.link("link", to: "inner/target")
    let number = folder.fileNumber("inner/target")
    try await writer.write(to: folder.path("link"))
    #expect(folder.kind("link") == .typeSymbolicLink)
    #expect(
      Array(folder.data("inner/target")) == Array(folder.data("file")))
    #expect(folder.fileNumber("inner/target") != number)
    #expect(folder.files == ["file", "inner/target", "link"])
  }

  @Test("Links in the place of frames are replaced, whatever they lead to")
  func linksAsFrames() async throws {
    let folder = try TemporaryFolder(["target": "precious"])
    for number in 0..<6 {
      try folder.link(FrameNamePattern.standard.fileName(for: number), to: "target")
    }
    try await writeSequence(to: folder.path)
    #expect(folder.data("target") == Data("precious".utf8))
    #expect(folder.kind("frame_00004.png") == .typeRegular)
  }

  @Test("A link that somebody else put into a folder for everybody is not followed")
  func plantedLink() throws {
    guard geteuid() == 0 else { return }
    let folder = try TemporaryFolder(["target": "precious", "shared/.keep": ""])
    try folder.link("shared/link", to: "../target")
    #expect(chmod(folder.path("shared"), 0o1777) == 0)
    try writeWholeFile([1], to: folder.path("shared/link"))
    #expect(lchown(folder.path("shared/link"), 12345, 12345) == 0)
    #expect(
      throws: MediaError.file(doing: "write", path: folder.path("shared/link"), errno: EACCES)
    ) {
      try writeWholeFile([2], to: folder.path("shared/link"))
    }
    #expect(folder.data("target") == Data([1]))
  }

  @Test(
    "Names of the standard output and of descriptors are streams, names of files are not",
    arguments: [
      ("-", true), ("/dev/stdout", true), ("/dev/stderr", true), ("/dev/fd/1", true),
      ("/proc/self/fd/2", true), ("./-", false), ("/dev/fd/x", false), ("a.png", false),
      ("", false),
      ("/tmp", false),
    ])
  func names(_ path: String, _ isExpected: Bool) {
    #expect(isStream(path) == isExpected)
    #expect(isStandardOutput(path) == ["-", "/dev/stdout", "/dev/fd/1"].contains(path))
  }
}
