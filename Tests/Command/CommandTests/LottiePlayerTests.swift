import Browser
import RostrumCanvas
import Foundation
import TestSupport
import Testing

/// Lotties that are written, as other programs play them.
@Suite("Lotties in players", .enabled(if: Checkers.haveLottiePlayers, Checkers.advice))
struct LottiePlayerTests {
  private static let scenes = ["", "Cookbook/kinetic-type", "Cookbook/logo", "Book/8.2-group"]

  @Test(
    "Lotties in players show the frames that the scene has", arguments: ["rlottie", "thorvg"],
    scenes)
  func frames(_ player: String, _ name: String) async throws {
    let command = try Command(["scene.yaml": PageFileTests.vectors])
    let scene = name.isEmpty ? "scene.yaml" : "\(Checkers.root)/Scenes/\(name).yaml"
    for output in ["film.json", "frames/"] {
      let made = try await command("render", scene, "-o", output)
      try #require(made.status == 0, "\(made.errors)")
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: command.folder.path("frames"))
      .filter { $0.hasSuffix(".png") }.sorted()
    let numbers = [0, files.count / 4, files.count / 2, files.count * 3 / 4, files.count - 1]
    let pictures = try numbers.map {
      try PNG.decode(contentsOfFile: command.folder.path("frames/\(files[$0])"))
    }
    let played = try await play("film.json", in: player, numbers, like: pictures[0], command)
    for (number, (expected, shown)) in zip(numbers, zip(pictures, played)) {
      let likeness = Likeness(shown, expected)
      let place: Comment = "frame \(number): \(likeness)"
      // rlottie multiplies colours by alpha in steps, and both antialias with fewer levels.
      #expect(likeness.hasSameSize && likeness.interior <= 5 && likeness.edge <= 64, place)
      #expect(likeness.edgePixels < expected.width * expected.height / 4, place)
    }
  }

  /// Frames of a Lottie as a player draws them, of the size of a picture.
  private func play(
    _ file: String, in player: String, _ numbers: [Int], like picture: Bitmap, _ command: Command
  ) async throws -> [Bitmap] {
    let (width, height) = (picture.width, picture.height)
    let script = "'\(Checkers.program("python"))' '\(Checkers.root)/Tests/Players/play.py'"
    let list = numbers.map(String.init).joined(separator: " ")
    let run = try await command.shell(
      "\(script) \(player) \(file) \(width) \(height) played.raw \(list)")
    try #require(run.status == 0, "\(run.errors)")
    let bytes = command.folder.data("played.raw")
    try #require(bytes.count == numbers.count * width * height * 4)
    return try numbers.indices.map { index in
      let bitmap = try Bitmap(width: width, height: height)
      for y in 0..<height {
        for x in 0..<width {
          let start = bytes.startIndex + ((index * height + y) * width + x) * 4
          bitmap[x, y] = (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << (8 * UInt32($1)) }
        }
      }
      return bitmap
    }
  }
}
