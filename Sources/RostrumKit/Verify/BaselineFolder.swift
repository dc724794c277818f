import Foundation

/// A folder of baselines that mirrors the scenes: `Scenes/Book/10.6.yaml` at 25 % is `Scenes/Book/10.6/25pct.png`, and its variant
/// `dark` is `25pct.dark.png`.
struct BaselineFolder: Sendable {
  let path: String
  /// `nil` for the plain baselines.
  let variant: String?

  /// A path outside the current folder is mirrored by its own names, with `..` as `_`.
  func baseline(of scene: String, at moment: SceneMoment) -> Baseline {
    let suffix = variant.map { "." + $0 } ?? ""
    return Baseline(path: "\(path)/\(Self.mirrored(scene))/\(moment.fileName)\(suffix)")
  }

  static func mirrored(_ scene: String) -> String {
    let here = FileManager.default.currentDirectoryPath + "/"
    let path = scene.hasPrefix(here) ? String(scene.dropFirst(here.count)) : scene
    let names = path.split(separator: "/").filter { $0 != "." }.map {
      $0 == ".." ? "_" : String($0)
    }
    return URL(filePath: names.joined(separator: "/")).deletingPathExtension().relativePath
  }

  /// Baselines of scenes that are gone, and files of which only one half is there; by the paths of their files.
  func orphans() -> [(path: String, reason: String)] {
    let files = Set(self.files)
    return files.sorted().compactMap { file in
      if file.hasSuffix(".json") {
        let picture = String(file.dropLast(5)) + ".png"
        return files.contains(picture) ? nil : (file, "there is no '\(picture)' beside it")
      }
      guard let record = Baseline(path: String(file.dropLast(4))).record() else { return nil }
      let isThere = FileManager.default.fileExists(atPath: record.scene)
      return isThere ? nil : (file, "its scene '\(record.scene)' is gone")
    }
  }

  private var files: [String] {
    RostrumKit.files(below: path).filter { $0.hasSuffix(".png") || $0.hasSuffix(".json") }
      .map { "\(path)/\($0)" }
  }
}

/// A time of a scene: in seconds, or as a share of its duration.
public struct SceneMoment: Sendable, Hashable {
  /// As it was written.
  public let text: String
  private let number: Double
  private let isShare: Bool

  /// Reads `0.5` (seconds) or `25%`; `nil` for anything else, and for times before the start.
  public init?(_ text: String) {
    let isShare = text.hasSuffix("%")
    let digits = isShare ? String(text.dropLast()) : text
    guard digits.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 }),
      let number = Double(digits), number.isFinite, !isShare || number <= 100
    else { return nil }
    (self.text, self.number, self.isShare) = (text, number, isShare)
  }

  /// In seconds of a scene of this duration.
  public func time(in duration: Double) -> Double {
    isShare ? number / 100 * duration : number
  }

  /// `25pct` or `0.5s`.
  public var fileName: String { isShare ? "\(exact(number))pct" : "\(exact(number))s" }
}
