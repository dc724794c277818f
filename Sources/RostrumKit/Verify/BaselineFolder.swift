import Foundation

/// A folder of baselines that mirrors the scenes: `Scenes/Book/10.6.yaml` at 25 % is
/// `Scenes/Book/10.6/25pct.png`, and its variant `dark` is `25pct.dark.png`.
struct BaselineFolder: Sendable {
  let path: String

  func baseline(of scene: String, at moment: SceneMoment, variant: String?) -> Baseline {
    let suffix = variant.map { "." + $0 } ?? ""
    return Baseline(path: "\(path)/\(Self.mirrored(scene))/\(moment.fileName)\(suffix)")
  }

  /// Every baseline of a scene of which at least one half is there, by its name without the ending,
  /// sorted.
  func baselines(of scene: String) -> [(name: String, baseline: Baseline)] {
    let folder = "\(path)/\(Self.mirrored(scene))"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let stems = names.filter { !$0.hasPrefix(".") }.compactMap { name in
      [".png", ".json"].first(where: name.hasSuffix).map { String(name.dropLast($0.count)) }
    }
    return Set(stems).sorted().map { ($0, Baseline(path: "\(folder)/\($0)")) }
  }

  /// The folder of a scene's baselines. A path outside the current folder is mirrored by its own
  /// names, with `..` as `_`.
  static func mirrored(_ scene: String) -> String {
    URL(filePath: names(of: scene).joined(separator: "/")).deletingPathExtension().relativePath
  }

  private static func names(of path: String) -> [String] {
    let here = FileManager.default.currentDirectoryPath + "/"
    let inside = path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
    return inside.split(separator: "/").filter { $0 != "." }.map { $0 == ".." ? "_" : String($0) }
  }

  /// Baselines of scenes that are gone, and files of which only one half is there, by the paths of
  /// their files; of the scenes that `arguments` name: files, folders and patterns as `SceneFinder`
  /// takes them.
  func orphans(among arguments: [String]) -> [(path: String, reason: String)] {
    let files = Set(self.files(of: arguments))
    return files.sorted().compactMap { file in
      if file.hasSuffix(".json") {
        let picture = String(file.dropLast(5)) + ".png"
        return files.contains(picture) ? nil : (file, "there is no '\(picture)' beside it")
      }
      guard let record = try? Baseline(path: String(file.dropLast(4))).record() else { return nil }
      let isThere = FileManager.default.fileExists(atPath: record.scene)
      return isThere ? nil : (file, "its scene '\(record.scene)' is gone")
    }
  }

  private func files(of arguments: [String]) -> [String] {
    let patterns = arguments.map(Self.pattern)
    return RostrumKit.files(below: path).filter { file in
      guard file.hasSuffix(".png") || file.hasSuffix(".json") else { return false }
      let scene = file.split(separator: "/").dropLast().map(String.init)
      return patterns.contains { SceneFinder.matches(scene[...], $0[...]) }
    }.map { "\(path)/\($0)" }
  }

  /// The mirrored paths, without endings, of the scenes that an argument names.
  private static func pattern(_ argument: String) -> [String] {
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder)
    if isThere, isFolder.boolValue { return literal(names(of: argument)) + ["*"] }
    let mirrored = mirrored(argument).split(separator: "/").map(String.init)
    return isThere ? literal(mirrored) : mirrored
  }

  /// A name with the signs of patterns in it stands for itself.
  private static func literal(_ names: [String]) -> [String] {
    names.map { $0.replacing(/[*?\[\\]/) { "\\" + $0.output } }
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

  /// The moment of a file's name; the inverse of `fileName`.
  init?(fileName name: String) {
    isShare = name.hasSuffix("pct")
    guard isShare || name.hasSuffix("s"), let number = Double(name.dropLast(isShare ? 3 : 1)),
      number.isFinite, number >= 0, !isShare || number <= 100
    else { return nil }
    self.number = number
    text = exact(number) + (isShare ? "%" : "")
    guard fileName == name else { return nil }
  }

  /// In seconds of a scene of this duration.
  public func time(in duration: Double) -> Double {
    isShare ? number / 100 * duration : number
  }

  /// `25pct` or `0.5s`.
  public var fileName: String { isShare ? "\(exact(number))pct" : "\(exact(number))s" }
}
