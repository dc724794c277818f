import Foundation
import TestSupport
import Testing

/// The arguments that ffmpeg and ffprobe get.
@Suite("Arguments of ffmpeg")
struct ToolArgumentTests {
  @Test("Every path is a file, whatever the option: file: stands before it, or it is absolute")
  func paths() async throws {
    var command = try Command()
    let folder = "S01:E02"
    try command.folder.write(Scenes.moving + "audio: click.wav\n", to: "\(folder)/a.yaml")
    let sound = "ffmpeg -v error -f lavfi -i sine=d=0.5 'file:\(folder)/click.wav'"
    try #require(try await command.shell(sound).status == 0)
    for tool in ["ffmpeg", "ffprobe"] {
      let path = try #require(InstalledTool.path(tool))
      command.environment["ROSTRUM_\(tool.uppercased())"] = try command.folder.script(
        "my-\(tool)", "for word; do printf '%s\\n' \"$word\" >> \"$LOG\"; done",
        "exec \(path) \"$@\"")
    }
    command.environment["LOG"] = command.folder.path("log")
    let outputs = [
      ["a.mp4"], ["a.mkv"], ["a.webm"], ["a.mov"], ["a.gif"], ["a.m3u8"], ["a.wav"], ["a.html"],
      ["b.mp4", "--target-size", "80kB"],
      ["c.mp4", "--codec", "hevc", "--target-size", "80kB", "--scale", "2"],
      ["b.webm", "--target-size", "80kB"], ["d.mp4", "--frames", "0-2"],
      ["e.mp4", "--frames", "3-5"],
    ]
    for output in outputs {
      let result = try await command.run(
        ["render", "\(folder)/a.yaml", "-q", "-o", "\(folder)/\(output[0])"] + output.dropFirst())
      #expect(result.status == 0, "\(output): \(result)")
    }
    for arguments in [
      ["join", "\(folder)/d.mp4", "\(folder)/e.mp4", "-o", "\(folder)/f.mp4"],
      ["diff", "\(folder)/a.mp4", "\(folder)/a.mp4"],
    ] {
      let result = try await command.run(arguments)
      #expect(result.status == 0, "\(arguments): \(result)")
    }
    let words = String(decoding: command.folder.data("log"), as: UTF8.self).split(separator: "\n")
    let paths = words.filter { $0.contains(folder) || $0.hasPrefix("/") }
    #expect(paths.count > 40)
    for path in paths {
      let isFile = path.hasPrefix("file:") || path.hasPrefix("/")
      #expect(isFile || path.contains(":stats=/"), "\(path)")
    }
  }
}
