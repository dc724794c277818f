import Foundation
import RostrumQuartz
import RostrumUIKit
import Testing

@Suite("Pictures and colours by name")
struct AssetTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  private func write(_ data: Data, _ path: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  private func picture(_ side: Int) throws -> Data {
    let context = try #require(CGContext(size: CGSize(width: side, height: side), scale: 1))
    return try #require(context.makeImage()?.pngData())
  }

  private func set(_ path: String, _ text: String) throws {
    try write(Data(text.utf8), "\(path)/Contents.json")
  }

  /// Runs code as a film's, and returns the film's warnings.
  private func inFilm(_ body: @escaping () -> Void) -> [String] {
    let film = Film(size: CGSize(width: 10, height: 10), fps: 10, duration: 0.1) { stage in
      stage.resources = [folder]
      body()
    }
    return film.warnings.map(\.message)
  }

  @Test("A picture is a file, or the best of a catalogue's set for the screen")
  func pictures() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(picture(6), "plain.png")
    try write(picture(12), "large@3x.png")
    for (name, side) in [("star.png", 10), ("star@2x.png", 20), ("star@3x.png", 30)] {
      try write(picture(side), "Media.xcassets/Group/star.imageset/\(name)")
    }
    try set(
      "Media.xcassets/Group/star.imageset",
      """
      {"images": [{"filename": "star.png", "scale": "1x"}, {"filename": "star@2x.png", "scale": "2x"},
       {"filename": "star@3x.png", "scale": "3x"}], "properties": {"template-rendering-intent": "template"}}
      """)
    try write(picture(8), "Media.xcassets/mood.imageset/day.png")
    try write(picture(16), "Media.xcassets/mood.imageset/night.png")
    try set(
      "Media.xcassets/mood.imageset",
      """
      {"images": [{"filename": "day.png", "idiom": "universal"},
       {"filename": "night.png", "appearances": [{"appearance": "luminosity", "value": "dark"}]}]}
      """)
    try set("Media.xcassets/broken.imageset", #"{"images": [{"#)
    let found = Found()
    let warnings = inFilm {
      for name in ["broken", "plain", "plain.png", "large", "star", "Group/star", "mood", "none"] {
        found.images[name] = UIImage(named: name)
      }
      UITraitCollection(userInterfaceStyle: .dark).performAsCurrent {
        found.images["dark mood"] = UIImage(named: "mood")
      }
    }
    #expect(
      warnings == [
        "broken.imageset/Contents.json names no file",
        "there is no picture 'none' in the resources or the working folder",
      ])
    let sizes = found.images.mapValues { "\($0.cgImage?.width ?? 0)@\(Int($0.scale))" }
    #expect(
      sizes == [
        "plain": "6@1", "plain.png": "6@1", "large": "12@3", "star": "20@2", "Group/star": "20@2",
        "mood": "8@1", "dark mood": "16@1",
      ])
    #expect(found.images["star"]?.renderingMode == .alwaysTemplate)
    #expect(found.images["mood"]?.renderingMode == .automatic)
  }

  @Test("A colour of a catalogue has its components in three forms, and another one in the dark")
  func colors() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try set(
      "Colors.xcassets/accent.colorset",
      """
      {"colors": [
        {"idiom": "universal", "color": {"color-space": "srgb",
         "components": {"red": "0xFF", "green": "51", "blue": "0.400", "alpha": "0.500"}}},
        {"idiom": "universal", "appearances": [{"appearance": "luminosity", "value": "dark"}],
         "color": {"color-space": "gray-gamma-22", "components": {"white": "0.2", "alpha": "1"}}}]}
      """)
    try set("Colors.xcassets/empty.colorset", #"{"colors": [{"idiom": "universal"}]}"#)
    try set(
      "Colors.xcassets/wide.colorset",
      """
      {"colors": [{"color": {"color-space": "display-p3", "components": {"red": "1.0", "green": "0.0",
       "blue": "0.0", "alpha": "1.0"}}}]}
      """)
    let found = Found()
    let warnings = inFilm {
      found.colors["light"] = UIColor(named: "accent")?.cgColor
      UITraitCollection(userInterfaceStyle: .dark).performAsCurrent {
        found.colors["dark"] = UIColor(named: "accent")?.cgColor
      }
      found.colors["wide"] = UIColor(named: "wide")?.cgColor
      found.colors["empty"] = UIColor(named: "empty")?.cgColor
    }
    #expect(
      found.colors == [
        "light": CGColor(red: 1, green: 0.2, blue: 0.4, alpha: 0.5),
        "dark": CGColor(red: 0.2, green: 0.2, blue: 0.2, alpha: 1),
        "wide": CGColor(red: 1, green: 0, blue: 0, alpha: 1),
      ])
    #expect(
      warnings == [
        "a colour in display-p3 is taken for one in sRGB",
        "the colour 'empty' of the catalogue has no components",
      ])
  }

  private final class Found: @unchecked Sendable {
    var images: [String: UIImage] = [:]
    var colors: [String: CGColor] = [:]
  }
}
