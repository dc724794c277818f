import Foundation
import RostrumKit
import RostrumOutput
import RostrumQuartz
import Testing

@Suite("Animations as iOS code writes them")
struct SampleTests {
  /// Calls without an effect that a Mac has a reason for: a catalogue of colours, or silence.
  private static let warnings = [
    "morphing icon": ["there is no catalogue with the colour 'accent'"],
    "spring view": ["5 values have 6 key times: the last ones are not used"],
  ]

  @Test(
    "Each moves, says nothing without effect, and has its pixels again from its scene file",
    arguments: (SampleFilms.all + UneditedFilms.all + LayoutFilms.all).map(\.name))
  func films(_ name: String) throws {
    let all = SampleFilms.all + UneditedFilms.all + LayoutFilms.all
    let film = try #require(all.first { $0.name == name }).film()
    #expect(film.warnings.map(\.message) == Self.warnings[name, default: []])
    let times = (0..<8).map { Double($0) * 0.23 + 0.05 }
    let images = try film.images(at: times)
    #expect(Set(images).count > 3, "nothing moves")
    try save(images, name)
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "film.yaml").path
    try film.write(to: path)
    let scene = try SceneOpener().open(path)
    let again = try times.map { try scene.image(at: $0) as CGImage }
    #expect(again == images, "the scene file has other pixels")
  }

  /// Pictures to look at, in the folder of `ROSTRUM_SAMPLES`.
  private func save(_ images: [CGImage], _ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["ROSTRUM_SAMPLES"] else { return }
    let size = CGSize(width: 200 * 4, height: 160 * 2)
    let sheet = try #require(CGContext(size: size))
    for (index, image) in images.enumerated() {
      let place = CGRect(x: index % 4 * 200, y: index / 4 * 160, width: 200, height: 160)
      sheet.saveGState()
      sheet.translateBy(x: 0, y: place.minY + place.maxY)
      sheet.scaleBy(x: 1, y: -1)
      sheet.draw(image, in: place)
      sheet.restoreGState()
    }
    try sheet.makeImage()?.pngData()?.write(
      to: URL(filePath: folder).appending(path: "\(name).png"))
  }
}
