import RostrumCanvas
import Foundation
import Testing
import RostrumTiming

@testable import RostrumMedia

@Suite("PNG sequences")
struct PNGSequenceTests {
  @Test("Frames arrive in any order, side by side, each in its file")
  func anyOrder() async throws {
    let folder = try TestFolder()
    let frames = TestFrames(width: 40, height: 30, frameCount: 20, isOpaque: false)
    let sink = try PNGSequence(directory: folder.path("deep/er"), frames: frames.format)
    let report = try await withFrameSink(sink) { sink in
      try await withThrowingTaskGroup { group in
        for index in (0..<20).reversed() {
          group.addTask { try await sink.write(frames.frame(index), index: index) }
        }
        try await group.waitForAll()
      }
    }
    #expect(report.frameCount == 20)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("deep/er"))
    #expect(names.sorted() == (0..<20).map { FrameNamePattern.standard.fileName(for: $0) })
    for index in 0..<20 {
      let decoded = try PNG.decode(contentsOfFile: sink.path(ofFrame: index))
      #expect(decoded.hasSamePixels(as: try frames.frame(index)))
    }
    #expect(
      report.byteCount == names.reduce(0) { $0 + folder.bytes("deep/er/\($1)").count })
  }

  @Test("Opaque frames have no alpha channel")
  func opaque() async throws {
    let folder = try TestFolder()
    let frames = TestFrames(width: 40, height: 30, frameCount: 1)
    let sink = try PNGSequence(directory: folder.path, frames: frames.format)
    _ = try await frames.write(to: sink)
    #expect(try PNG.readHeader(ofFile: sink.path(ofFrame: 0)).hasAlpha == false)
  }

  @Test("A repeated frame is another name of the same file, and survives a new rendering")
  func links() async throws {
    let folder = try TestFolder()
    let frames = TestFrames(width: 40, height: 40, frameCount: 6)
    for _ in 0..<2 {
      let sink = try PNGSequence(directory: folder.path, frames: frames.format)
      _ = try await withFrameSink(sink) { sink in
        try await sink.write(frames.frame(0), index: 0)
        try await sink.repeatFrame(0, at: 1)
        try await sink.repeatFrame(1, at: 2)
        try await sink.repeatFrame(2, at: [3, 4, 5])
        try await sink.repeatFrame(2, at: [])
      }
      #expect(folder.names == (0..<6).map { "frame_0000\($0).png" })
      #expect(Set(folder.names.map { inode(folder.path($0)) }).count == 1)
    }
    let sink = try PNGSequence(directory: folder.path, frames: frames.format)
    try await sink.write(frames.frame(2), index: 1)
    #expect(folder.bytes("frame_00001.png") != folder.bytes("frame_00000.png"))
    #expect(folder.bytes("frame_00002.png") == folder.bytes("frame_00000.png"))
    #expect(folder.bytes("frame_00004.png") == folder.bytes("frame_00000.png"))
  }

  private func inode(_ path: String) -> UInt64 {
    let facts = try? FileManager.default.attributesOfItem(atPath: path)
    return (facts?[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0
  }

  @Test("Misuse is an error: a negative number, nothing to repeat, the wrong size, a frame too few")
  func misuse() async throws {
    let folder = try TestFolder()
    let frames = TestFrames(width: 8, height: 8, frameCount: 3)
    let sink = try PNGSequence(directory: folder.path, frames: frames.format)
    await #expect(throws: MediaError.frameOutOfOrder(expected: 0, got: -1)) {
      try await sink.write(frames.frame(0), index: -1)
    }
    await #expect(throws: MediaError.cannotRepeat(frame: 0, at: 1)) {
      try await sink.repeatFrame(0, at: 1)
    }
    await #expect(throws: MediaError.frameOutOfOrder(expected: 0, got: -2)) {
      try await sink.repeatFrame(0, at: [1, -2])
    }
    await #expect(throws: MediaError.self) {
      try await sink.write(try Bitmap(width: 9, height: 8), index: 0)
    }
    try await sink.write(frames.frame(0), index: 0)
    await #expect(throws: MediaError.framesMissing(expected: 3, got: 1)) {
      try await sink.finish()
    }
    await #expect(throws: MediaError.sinkHasEnded) {
      try await sink.write(frames.frame(1), index: 1)
    }
    #expect(folder.names == ["frame_00000.png"])
  }

  @Test("An unwritable place is an error that says what, where and why")
  func unwritable() async throws {
    let frames = TestFrames(width: 8, height: 8, frameCount: 1)
    let sink = try PNGSequence(directory: "/proc/self", frames: frames.format)
    let error = await #expect(throws: MediaError.self) {
      try await sink.write(frames.frame(0), index: 0)
    }
    #expect(
      "\(try #require(error))"
        == "cannot write '/proc/self/frame_00000.png': No such file or directory")
  }

  @Test("A full disk leaves the complete frames and nothing else")
  func fullDisk() async throws {
    try await withSmallDisk { folder in
      let frames = TestFrames(width: 200, height: 200, frameCount: 20)
      let sink = try PNGSequence(
        directory: folder, frames: frames.format, compression: .level(0))
      let error = await #expect(throws: MediaError.self) {
        _ = try await frames.write(to: sink)
      }
      #expect("\(try #require(error))".hasSuffix(": No space left on device"))
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(!names.isEmpty)
      for (index, name) in names.enumerated() {
        #expect(name == FrameNamePattern.standard.fileName(for: index))
        #expect(throws: Never.self) { try PNG.decode(contentsOfFile: folder + "/" + name) }
      }
    }
  }
}
