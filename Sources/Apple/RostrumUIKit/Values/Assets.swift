public import Foundation
public import RostrumQuartz

extension Stage {
  /// Folders where `UIImage(named:)` and `UIColor(named:)` look first, for files and for catalogues
  /// of assets (`.xcassets`). Then they look in the resources of the program and of the package's
  /// targets, and in the working folder.
  public var resources: [URL] {
    get { Assets.ofFilm }
    set { keep(ResourceFolders(newValue)) }
  }
}

private final class ResourceFolders {
  let folders: [URL]

  init(_ folders: [URL]) { self.folders = folders }
}

/// The pictures and colours that code names.
enum Assets {
  fileprivate static var ofFilm: [URL] {
    FilmCode.kept.lazy.compactMap { ($0 as? ResourceFolders)?.folders }.last ?? []
  }

  /// SwiftPM puts a target's resources into a folder beside the program.
  private static func folders(_ bundle: Bundle?) -> [URL] {
    let main = (bundle ?? .main).resourceURL
    let targets = main.map { files(in: $0).filter { $0.pathExtension == "resources" } } ?? []
    return ofFilm + [main].compactMap(\.self) + targets
      + [URL(filePath: "."), URL(filePath: "Resources")]
  }

  private static func files(in folder: URL) -> [URL] {
    let found = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (found ?? []).sorted { $0.path < $1.path }
  }

  // MARK: Pictures

  private static let endings = ["@2x.png", ".png", "@3x.png", ".jpg", ".jpeg", ""]

  /// The file of a picture, its pixels for a point, and whether it is only a shape; `nil` with a
  /// warning for none.
  static func image(
    named name: String, in bundle: Bundle?
  ) -> (path: String, scale: CGFloat, isTemplate: Bool)? {
    for folder in folders(bundle) {
      for ending in endings {
        let path = folder.appending(path: name + ending).path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
          !isFolder.boolValue
        else { continue }
        return (path, scale(ofFile: path), false)
      }
      guard let set = set(named: name, "imageset", in: folder) else { continue }
      let contents = Contents(set)
      let best = contents.variants("images").filter { $0["filename"] is String }
        .min { distance($0) < distance($1) }
      guard let best, let file = best["filename"] as? String else {
        FilmCode.warn("\(set.lastPathComponent)/Contents.json names no file")
        return nil
      }
      let intent = contents.properties["template-rendering-intent"] as? String
      return (set.appending(path: file).path, scale(best) ?? 1, intent == "template")
    }
    FilmCode.warn("there is no picture '\(name)' in the resources or the working folder")
    return nil
  }

  /// `@2x` and `@3x` at the end of a file's name.
  static func scale(ofFile path: String) -> CGFloat {
    let stem = URL(filePath: path).deletingPathExtension().lastPathComponent
    return stem.hasSuffix("@2x") ? 2 : stem.hasSuffix("@3x") ? 3 : 1
  }

  private static func scale(_ variant: [String: Any]) -> CGFloat? {
    (variant["scale"] as? String).flatMap { Double($0.dropLast()) }.map { CGFloat($0) }
  }

  /// The screen's own scale is best, then a larger one.
  private static func distance(_ variant: [String: Any]) -> CGFloat {
    let over = (scale(variant) ?? 1) - UIScreen.pixels
    return over < 0 ? 10 - over : over
  }

  // MARK: Colours

  /// A colour of a catalogue, which may have another one for dark interfaces; `nil` with a
  /// warning for none.
  static func color(named name: String, in bundle: Bundle?) -> UIColor? {
    let sets = folders(bundle).lazy.compactMap { set(named: name, "colorset", in: $0) }
    guard let set = sets.first else {
      FilmCode.warn("there is no catalogue with the colour '\(name)'")
      return nil
    }
    let contents = Contents(set)
    func color(isDark: Bool) -> CGColor? {
      contents.variants("colors", isDark: isDark).lazy
        .compactMap { ($0["color"] as? [String: Any]).flatMap(color(_:)) }.first
    }
    guard let light = color(isDark: false) ?? color(isDark: true) else {
      FilmCode.warn("the colour '\(name)' of the catalogue has no components")
      return nil
    }
    let dark = color(isDark: true) ?? light
    return UIColor { UIColor(cgColor: $0.userInterfaceStyle == .dark ? dark : light) }
  }

  private static func color(_ entry: [String: Any]) -> CGColor? {
    guard let parts = entry["components"] as? [String: String] else { return nil }
    let space = entry["color-space"] as? String ?? "srgb"
    if !["srgb", "extended-srgb", "gray-gamma-22", "extended-gray"].contains(space) {
      FilmCode.warn("a colour in \(space) is taken for one in sRGB")
    }
    let numbers = ["red", "green", "blue"].map { parts[$0] ?? parts["white"] }.map(component)
    guard let red = numbers[0], let green = numbers[1], let blue = numbers[2] else { return nil }
    let alpha = parts["alpha"].flatMap { Double($0) }.map { CGFloat($0) } ?? 1
    return CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// `0xff`, `255` or `1.000`.
  private static func component(_ text: String?) -> CGFloat? {
    guard let text else { return nil }
    if text.contains(".") { return Double(text).map { CGFloat($0) } }
    let byte = text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
    return byte.map { CGFloat($0) / 255 }
  }

  // MARK: Catalogues

  /// A set of variants in the catalogues of a folder. A name with slashes is a path in one.
  private static func set(named name: String, _ kind: String, in folder: URL) -> URL? {
    let catalogues = files(in: folder).filter { $0.pathExtension == "xcassets" }
    for catalogue in folder.pathExtension == "xcassets" ? [folder] : catalogues {
      let all = FileManager.default.enumerator(at: catalogue, includingPropertiesForKeys: nil)
      let found = (all?.compactMap { $0 as? URL } ?? [])
        .filter { $0.path.hasSuffix("/\(name).\(kind)") }
      if let first = found.min(by: { $0.path < $1.path }) { return first }
    }
    return nil
  }

  /// The values of a set's `Contents.json`.
  private struct Contents {
    private let values: [String: Any]

    init(_ set: URL) {
      let data = try? Data(contentsOf: set.appending(path: "Contents.json"))
      let object = data.flatMap { try? JSONSerialization.jsonObject(with: $0) }
      values = object as? [String: Any] ?? [:]
    }

    var properties: [String: Any] { values["properties"] as? [String: Any] ?? [:] }

    /// The variants for an interface's style, in their order; without one for it, the usual ones.
    func variants(
      _ key: String, isDark: Bool = UITraitCollection.current.userInterfaceStyle == .dark
    ) -> [[String: Any]] {
      let all = values[key] as? [[String: Any]] ?? []
      let own = all.filter { ($0["filename"] ?? $0["color"]) != nil && style($0) == "dark" }
      return isDark && !own.isEmpty ? own : all.filter { style($0) == nil || style($0) == "light" }
    }

    private func style(_ variant: [String: Any]) -> String? {
      let appearances = variant["appearances"] as? [[String: String]] ?? []
      return appearances.first { $0["appearance"] == "luminosity" }?["value"]
    }
  }
}
