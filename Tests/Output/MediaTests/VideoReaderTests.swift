import RostrumCanvas
import Foundation
import TestSupport
import Testing

@testable import RostrumMedia

@Suite("Reading videos", .serialized)
struct VideoReaderTests {
  private func counting(_ frames: Int, size: String = "32x24") -> [String] {
    [
      "-f", "lavfi", "-i", "color=black:s=\(size):r=30,geq=lum='16+N*2':cb=128:cr=128", "-frames:v",
      "\(frames)",
    ]
  }

  private static let containers: [(String, [String])] = [
    ("b.mp4", ["-c:v", "libx264", "-qp", "0", "-bf", "3", "-g", "30", "-pix_fmt", "yuv420p"]),
    ("b.mkv", ["-c:v", "libx264", "-qp", "0", "-bf", "3", "-g", "30", "-pix_fmt", "yuv420p"]),
    ("b.mov", ["-c:v", "qtrle"]), ("b.avi", ["-c:v", "ffv1"]), ("b.gif", []),
    ("b.ts", ["-c:v", "libx264", "-qp", "0", "-bf", "2", "-pix_fmt", "yuv420p"]),
  ]

  @Test("Every frame is found by its number, in any order", arguments: containers.indices)
  func anyOrder(_ container: Int) async throws {
    let folder = try TestFolder()
    let (name, codec) = Self.containers[container]
    let path = try await folder.make(counting(100) + codec, name)
    let facts = try VideoReader().open(path)
    try #require(facts.times.count == 100)
    #expect(facts.times[0] == 0 && abs(facts.times[99] - 3.3) < 0.02)
    #expect(abs(facts.duration - 100.0 / 30) < 0.05)
    let forward = VideoReader()
    let frames = try (0..<100).map { try forward.frame($0, ofVideo: path) }
    let greys = frames.map { Int($0[16, 12] & 255) }
    #expect(
      zip(greys, greys.dropFirst()).allSatisfy { name == "b.gif" ? $0 <= $1 : $0 < $1 },
      "\(name): \(greys)")
    let other = VideoReader()
    for index in [99, 3, 50, 51, 49, 0, 98, 31, 30, 29, 97, 60] {
      let bitmap = try other.frame(index, ofVideo: path)
      #expect(bitmap.hasSamePixels(as: frames[index]), "\(name) \(index)")
    }
  }

  @Test(
    "Pixels that are not square make a video wider or higher, as in browsers",
    arguments: [("2/1", 64, 24), ("1/2", 32, 48), ("1/1", 32, 24), ("4/3", 43, 24), ("0", 32, 24)])
  func pixelAspect(_ aspect: String, _ width: Int, _ height: Int) async throws {
    let folder = try TestFolder()
    let path = try await folder.make(
      counting(2) + ["-vf", "setsar=\(aspect)", "-c:v", "libx264"], "a.mp4")
    let reader = VideoReader()
    let facts = try reader.open(path)
    #expect(facts.width == width && facts.height == height)
    let frame = try reader.frame(1, ofVideo: path)
    #expect(frame.width == width && frame.height == height)
  }

  @Test("A file that was copied in part is refused", arguments: ["a.mp4", "a.mkv"])
  func cutOff(_ name: String) async throws {
    let folder = try TestFolder()
    let path = try await folder.make(
      counting(300, size: "320x240") + ["-c:v", "libx264", "-qp", "0", "-movflags", "+faststart"],
      name)
    #expect(try VideoReader().open(path).times.count == 300)
    let bytes = folder.bytes(name)
    try Data(bytes[..<(bytes.count / 2)]).write(to: URL(filePath: path))
    let error = #expect(throws: MediaError.self) { try VideoReader().open(path) }
    #expect(error?.description.contains("cut off") == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test("A stream begins with the frame that it is told, also with the second")
  func streams() async throws {
    let folder = try TestFolder()
    let path = try await folder.make(counting(4) + Self.containers[0].1, "a.mp4")
    let reader = VideoReader()
    let facts = try reader.open(path)
    for index in 0..<4 {
      let input = MediaInput(path: path)
      let first = try FrameStream(input, facts, from: index, tools: MediaTools()).next()
      let frame = try reader.frame(index, ofVideo: path)
      #expect(first.hasSamePixels(as: frame), "\(index)")
    }
  }

  @Test("Frames are decoded in stretches: few starts forward, one for many backward")
  func starts() async throws {
    let folder = try TestFolder()
    let path = try await folder.make(
      counting(110, size: "640x480") + ["-c:v", "libx264", "-g", "12"], "a.mp4")
    let (log, script) = (folder.path("log"), folder.path("ffmpeg.sh"))
    try "#!/bin/sh\necho x >> '\(log)'\nexec '\(MediaTools().locatedFFmpeg())' \"$@\"\n"
      .write(toFile: script, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    func starts(_ order: [Int]) throws -> Int {
      try? FileManager.default.removeItem(atPath: log)
      let reader = VideoReader(tools: MediaTools(ffmpeg: script))
      for index in order { _ = try reader.frame(index, ofVideo: path) }
      return try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").count
    }
    #expect(try starts(Array(0..<110)) == 1)
    #expect(try starts((0..<55).flatMap { [$0 * 2 + 1, $0 * 2] }) <= 2)
    #expect(try starts((0..<110).reversed()) <= 5)
  }

  @Test(
    "The file's matrix counts; without one the size decides",
    arguments: [
      ("bt709", "64x48", true), ("smpte170m", "64x48", false), ("", "64x48", false),
      ("", "1280x720", true),
    ])
  func matrix(tag: String, size: String, is709: Bool) async throws {
    let folder = try TestFolder()
    // Red: (63, 102, 240) in BT.709, (81, 90, 240) in BT.601.
    let planes = is709 ? "lum=63:cb=102:cr=240" : "lum=81:cb=90:cr=240"
    let path = try await folder.make(
      [
        "-f", "lavfi", "-i", "color=black:s=\(size):r=5,format=yuv444p,geq=\(planes)", "-frames:v",
        "2",
      ]
        + ["-c:v", "libx264", "-qp", "0"] + (tag.isEmpty ? [] : ["-colorspace", tag]), "red.mp4")
    let pixel = try VideoReader().frame(1, ofVideo: path)[20, 20]
    let (red, green, blue) = (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
    #expect(
      pixel >> 24 == 255 && red >= 252 && green <= 3 && blue <= 3, "\(String(pixel, radix: 16))")
  }

  @Test(
    "Alpha is kept, premultiplied",
    arguments: [("a.mov", "qtrle"), ("a.mov", "prores_ks"), ("a.webm", "libvpx-vp9")])
  func alpha(name: String, codec: String) async throws {
    let folder = try TestFolder()
    let path = try await folder.make(
      [
        "-f", "lavfi", "-i", "color=red@0.5:s=64x48:r=5,format=rgba", "-frames:v", "3", "-c:v",
        codec,
      ]
        + (codec == "prores_ks" ? ["-profile:v", "4444", "-pix_fmt", "yuva444p10le"] : [])
        + (codec == "libvpx-vp9" ? ["-pix_fmt", "yuva420p"] : []), name)
    let pixel = try VideoReader().frame(1, ofVideo: path)[30, 20]
    #expect(abs(Int(pixel >> 24) - 128) <= 2)
    #expect(abs(Int(pixel >> 16 & 255) - 128) <= 5)
    #expect(Int(pixel & 255) <= 4)
  }

  @Test("A video that a phone has turned is upright")
  func turned() async throws {
    let folder = try TestFolder()
    let flat = try await folder.make(
      counting(3, size: "64x32") + ["-c:v", "libx264"], "flat.mp4")
    let path = try await folder.make(
      ["-i", flat, "-c", "copy", "-metadata:s:v:0", "rotate=90"], "turned.mp4")
    let facts = try VideoReader().open(path)
    #expect(facts.width == 32 && facts.height == 64)
    let frame = try VideoReader().frame(2, ofVideo: path)
    #expect(frame.width == 32 && frame[16, 60] >> 24 == 255)
  }

  @Test(
    "What is no video is an error", arguments: ["", "no video", "#EXTM3U\n#EXTINF:1,\nreal.ts\n"])
  func noVideo(text: String) async throws {
    let folder = try TestFolder()
    _ = try await folder.make(counting(5) + ["-c:v", "libx264"], "real.ts")
    let path = folder.path("list.m3u8")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: MediaError.self) { try VideoReader().open(path) }
    #expect(throws: MediaError.self) { try VideoReader().open(folder.path("missing.mp4")) }
  }

  @Test("Sound alone is no video, and a missing ffmpeg is said")
  func sound() async throws {
    let folder = try TestFolder()
    let path = try await folder.make(["-f", "lavfi", "-i", "sine=d=0.2"], "a.mkv")
    #expect(throws: MediaError.unplayableVideo(path: path, reason: "it has no pictures")) {
      try VideoReader().open(path)
    }
    #expect(throws: MediaError.toolMissing(name: "ffprobe", path: "/nowhere")) {
      try VideoReader(tools: MediaTools(ffprobe: "/nowhere")).open(path)
    }
  }

  @Test("Many threads get the right frames of one video")
  func threads() async throws {
    let folder = try TestFolder()
    let path = try await folder.make(counting(60) + ["-c:v", "ffv1"], "a.mkv")
    let alone = VideoReader()
    let frames = try (0..<60).map { try alone.frame($0, ofVideo: path) }
    let reader = VideoReader()
    try await withThrowingTaskGroup(of: (Int, Bitmap).self) { group in
      for index in 0..<60 {
        group.addTask { (index * 37 % 60, try reader.frame(index * 37 % 60, ofVideo: path)) }
      }
      for try await (index, bitmap) in group { #expect(bitmap.hasSamePixels(as: frames[index])) }
    }
  }
}
