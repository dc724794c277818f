public import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumMedia
import RostrumRendering
public import RostrumSceneFile
import RostrumSource

/// Writes a scene as a bundle of Core Animation's: `main.caml`, `index.xml` and the pictures.
public struct ExportJob: Sendable {
  /// A reason why no bundle was written.
  public enum Problem: ExitStatusError, Sendable, CustomStringConvertible {
    /// The output is there, and is no bundle of ours to replace.
    case exists(path: String)
    /// The ending is not `.ca`.
    case otherEnding(path: String)
    /// The bundle cannot be read back; with all that its reader found.
    case unreadable(LoadResult)

    public var description: String {
      switch self {
      case .exists(let path): "'\(path)' is there already; write to another bundle"
      case .otherEnding(let path):
        "'\(path)' does not end in .ca, as a bundle of Core Animation's does"
      case .unreadable(let result):
        "what was exported cannot be read: \(result.diagnostics.first?.message ?? "")"
      }
    }

    public var exitStatus: ExitStatus {
      switch self {
      case .exists, .otherEnding: .wrongUsage
      case .unreadable: .wrongScene
      }
    }
  }

  private let scene: String
  private let output: String
  private let options: SceneOptions

  public init(scene: String, output: String, options: SceneOptions = SceneOptions()) {
    (self.scene, self.output, self.options) = (scene, output, options)
  }

  /// Writes the files, and reads them back. Returns the scene's warnings. Throws `Problem`,
  /// `UnwritableArchive`, `MediaError` when a file cannot be written, and what opening the scene
  /// throws. Nothing is left of a bundle that is not whole.
  @discardableResult
  public func run() throws -> LoadResult {
    let bundle = output.hasSuffix("/") ? String(output.dropLast()) : output
    guard bundle.hasSuffix(".ca") else { throw Problem.otherEnding(path: output) }
    guard !FileManager.default.fileExists(atPath: bundle) else {
      throw Problem.exists(path: output)
    }
    let opened = try SceneOpener(options: options).open(scene)
    let pictures = ArchivePictures(opened)
    let text = try ArchiveWriter(asset: pictures.name).text(opened.scene.withoutEmbeddedScenes)
    do {
      try FileManager.default.createDirectory(
        atPath: bundle, withIntermediateDirectories: false)
      if !pictures.files.isEmpty {
        try FileManager.default.createDirectory(
          atPath: bundle + "/assets", withIntermediateDirectories: false)
      }
      for (name, bytes) in pictures.files { try writeWholeFile(bytes, to: "\(bundle)/\(name)") }
      try writeWholeFile(Array(Self.index(opened.scene).utf8), to: bundle + "/index.xml")
      try writeWholeFile(Array(text.utf8), to: bundle + "/main.caml")
      let back = try SceneOpener(options: SceneOptions(importers: options.importers)).check(
        bundle + "/main.caml")
      guard back.scene != nil else { throw Problem.unreadable(back) }
    } catch {
      try? FileManager.default.removeItem(atPath: bundle)
      throw error
    }
    return opened.result
  }

  /// The `index.xml` of a bundle.
  private static func index(_ scene: Scene) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
      <key>documentHeight</key>
      <real>\(scene.size.height)</real>
      <key>documentWidth</key>
      <real>\(scene.size.width)</real>
      <key>geometryFlipped</key>
      <false/>
      <key>rootDocument</key>
      <string>main.caml</string>
    </dict>
    </plist>

    """
  }
}

/// The pictures of a bundle, by the names that they get in it.
private final class ArchivePictures {
  private let opened: OpenedScene
  private var names: [String: String] = [:]
  private(set) var files: [(name: String, bytes: [UInt8])] = []

  init(_ opened: OpenedScene) { self.opened = opened }

  func name(_ image: ImageReference) throws -> String {
    if let known = names[image.path] { return known }
    let bytes =
      try opened.assets.contents(of: image)
      ?? SceneFileError.contents(ofFile: image.path)
    let own = image.path.lastPathComponent
    let ending = own.contains(".") ? own.split(separator: ".").last.map(String.init) ?? "" : ""
    let kind: String =
      switch bytes.first {
      case 0x89: "png"
      case 0xFF: "jpg"
      case UInt8(ascii: "R"): "webp"
      case UInt8(ascii: "<"): "svg"
      default: ending
      }
    let name = "assets/\(files.count + 1).\(kind)"
    names[image.path] = name
    files.append((name, bytes))
    return name
  }
}
