import Foundation
import RostrumKit
import RostrumQuartz
import RostrumRegression
import RostrumTesting
import Testing

@Suite("A layer under test")
struct LayerPictureTests {
  private static func badge() -> CALayer {
    let badge = CALayer()
    badge.frame = CGRect(x: 20, y: 30, width: 60, height: 40)
    badge.backgroundColor = CGColor(red: 0.2, green: 0.4, blue: 0.8, alpha: 1)
    badge.cornerRadius = 10
    let dot = CALayer()
    dot.frame = CGRect(x: 5, y: 15, width: 10, height: 10)
    dot.backgroundColor = .white
    badge.addSublayer(dot)
    let slide = CABasicAnimation(keyPath: "position.x")
    (slide.fromValue, slide.toValue, slide.duration) = (10, 50, 1)
    dot.add(slide, forKey: "slide")
    return badge
  }

  private func folder() throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.path
  }

  @Test("A layer is compared with its baseline, at any time of its animations")
  func matching() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let badge = Self.badge()
    let first = try render(badge, at: 0.5)
    #expect(first.width == 60 && first.height == 40)
    let same = try render(badge, at: 0.5)
    let later = try render(badge, at: 0.75)
    guard ProcessInfo.processInfo.environment["CI"] == nil else { return }
    let recording = BaselineSettings(folder: folder, update: .missing)
    _ = try first.matches("badge", recording)
    let settings = BaselineSettings(folder: folder, update: VerifyOptions.Update.none)
    #expect(try same.matches("badge", settings))
    #expect(try expect(badge, at: 0.5, matches: "badge", settings))
    #expect(try !later.matches("badge", settings))
  }

  @Test("A film of a layer has the layer's animations from its start")
  func film() throws {
    let badge = Self.badge()
    let film = Film(of: badge)
    let text = try film.yaml()
    #expect(text.contains("keyPath: position.x") && text.contains("size: [60, 40]"))
    #expect(badge.superlayer == nil)
    try expectSameAsText(film, everyFrame: 13)
  }
}
