import Foundation

/// A scene that looks like what people render: photographs, gradients, blurs, text and clips. Its
/// file stands in `Sources/Benchmarks/Films`; its pictures are drawn when they are needed.
struct Film {
  let scene: String
  let width: Int
  let height: Int
  let frameCount: Int
  /// The photographs that the scene's parameter `kind` chooses; `nil` for a scene without it.
  var kind: String?
  /// The film is this many times as large, and so are its figures compared with the small one's.
  var scale = 1

  var name: String {
    scene + (kind.map { $0 == "smooth" ? "" : "-" + $0 } ?? "") + (scale > 1 ? "-x\(scale)" : "")
  }

  /// What `rostrum render` needs beside the scene's path.
  var arguments: [String] {
    (kind.map { ["--set", "kind=\($0)"] } ?? []) + (scale > 1 ? ["--scale", "\(scale)"] : [])
  }

  static let all = [
    Film(scene: "slideshow", width: 1280, height: 720, frameCount: 270, kind: "smooth"),
    Film(scene: "slideshow", width: 1280, height: 720, frameCount: 270, kind: "noisy"),
    Film(scene: "portrait", width: 1080, height: 1920, frameCount: 270, kind: "smooth"),
    plain("gradients"), plain("strokes"), plain("shapes"), plain("letters"), plain("shadows"),
    plain("space"),
  ]

  /// 3840 by 2160 pixels.
  static let large = [
    Film(
      scene: "slideshow", width: 1280, height: 720, frameCount: 270, kind: "smooth", scale: 3),
    Film(scene: "shapes", width: 1280, height: 720, frameCount: 120, scale: 3),
  ]

  private static func plain(_ scene: String) -> Film {
    Film(scene: scene, width: 1280, height: 720, frameCount: 120)
  }

  /// Copies all scenes to a folder and draws their pictures.
  static func export(to folder: URL) throws {
    let files = FileManager.default
    let scenes = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Films").standardized
    let pictures = folder.appending(path: "Pictures")
    try files.createDirectory(at: pictures, withIntermediateDirectories: true)
    for scene in try files.contentsOfDirectory(at: scenes, includingPropertiesForKeys: nil) {
      let copy = folder.appending(path: scene.lastPathComponent)
      try? files.removeItem(at: copy)
      try files.copyItem(at: scene, to: copy)
    }
    for (kind, grain) in [("smooth", Float(0)), ("noisy", 9)] {
      for number in 0..<3 {
        try Photograph(number: number, width: 1600, height: 1000, grain: grain)
          .write(to: pictures.appending(path: "\(kind)-\(number).png"))
      }
    }
    for number in 0..<20 {
      try Photograph(number: number, width: 600, height: 400, grain: 3)
        .write(to: pictures.appending(path: "card-\(number).png"))
    }
    try Photograph(number: 4, width: 500, height: 500, grain: 3, isCutOut: true)
      .write(to: pictures.appending(path: "sticker.png"))
  }
}
