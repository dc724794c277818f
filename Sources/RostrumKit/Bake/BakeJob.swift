import Base
import Foundation
import LayerTree
import Media
public import SceneFile

/// Writes a scene file in which every animation is keyframes, a value for each frame; what
/// keyframes cannot say stays as it is.
public struct BakeJob: Sendable {
  /// A reason why no scene was written.
  public enum Problem: Error, Sendable, CustomStringConvertible {
    /// The output is the input.
    case overwritesInput(path: String)
    /// The new scene goes beyond what a scene file can say; with all that its reader found.
    case unreadable(LoadResult)
    /// The new scene could not read a picture or a font.
    case outOfReach(String)

    public var description: String {
      switch self {
      case .overwritesInput(let path): "'\(path)' is the scene itself; write to another file"
      case .unreadable(let result):
        "what was baked is beyond a scene file: \(result.diagnostics.first?.message ?? "")"
      case .outOfReach(let message): message
      }
    }
  }

  private let scene: String
  private let output: String
  private let options: SceneOptions

  /// `scene` and `output` are paths, `-` as the output for the standard output; the frame rate is
  /// the options', or the scene's.
  public init(scene: String, output: String, options: SceneOptions = SceneOptions()) {
    self.scene = scene
    self.output = output
    self.options = options
  }

  /// Bakes and writes. Returns the scene's warnings, with a note for each layer that stays as it
  /// is. Throws `Problem`, `SceneWriter.Unwritable`, `MediaError` when the file cannot be written,
  /// and what opening the scene throws.
  @discardableResult
  public func run() throws -> LoadResult {
    guard isStream(output) || !(scene == output || isSameFile(scene, output)) else {
      throw Problem.overwritesInput(path: output)
    }
    try checkFolder()
    let opened = try SceneOpener(options: options).open(scene)
    let baked = BakedScene(opened.scene)
    let text = try text(of: baked.scene)
    try check(text)
    try writeWholeFile(Array(text.utf8), to: output)
    return opened.result.notingKeptLayers(baked.unbaked.map { ($0.description, $0.place) })
  }

  /// The path that the new scene's files are relative to: a file in the working folder when the
  /// output is a stream.
  private var place: String { isStream(output) ? "baked.yaml" : output }

  private func text(of scene: Scene) throws -> String {
    let parent = URL(filePath: place).deletingLastPathComponent()
    let folder = parent.resolvingSymlinksInPath().path
    let body = try SceneWriter { Self.relativePath(from: folder, to: $0) }.text(scene)
    return "# Baked: a value for each frame, \(scene.clock.rate) frames per second.\n" + body
  }

  /// The way from a folder to a file; both paths are absolute.
  private static func relativePath(from folder: String, to file: String) -> String {
    let (from, to) = (folder.split(separator: "/"), file.split(separator: "/"))
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: from.count - shared)
    return (up + to.dropFirst(shared).map(String.init)).joined(separator: "/")
  }

  /// Reads the new scene as it will be read, without parameters: no number is beyond the limits, no
  /// file out of reach.
  private func check(_ text: String) throws {
    var options = options
    options.parameters = .none
    let result = SceneOpener(options: options).check(text: text, path: place)
    guard result.scene == nil else { return }
    if let diagnostic = result.diagnostics.first(where: { $0.id == "outside-folder" }) {
      throw Problem.outOfReach(
        "in '\(place)', \(diagnostic.message); "
          + "write the scene beside the original, or allow the file with --allow-path"
      )
    }
    throw Problem.unreadable(result)
  }

  /// Said first: everything else that could go wrong would only be a consequence.
  private func checkFolder() throws {
    guard !isStream(output) else { return }
    let folder = URL(filePath: output).deletingLastPathComponent().path
    guard isFolder(folder) else {
      let exists = FileManager.default.fileExists(atPath: folder)
      throw MediaError.file(doing: "write", path: output, errno: exists ? ENOTDIR : ENOENT)
    }
  }
}
