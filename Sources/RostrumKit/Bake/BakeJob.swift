public import Base
import Foundation
import LayerTree
import Media
import Rendering
public import SceneFile

/// Writes a scene file in which every animation is keyframes, a value for each frame; what
/// keyframes cannot say stays as it is. A file of another format, such as a Lottie, can also be
/// written with its animations as they are.
public struct BakeJob: Sendable {
  /// A reason why no scene was written.
  public enum Problem: ExitStatusError, Sendable, CustomStringConvertible {
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

    public var exitStatus: ExitStatus {
      switch self {
      case .overwritesInput, .outOfReach: .wrongUsage
      case .unreadable: .wrongScene
      }
    }
  }

  private let scene: String
  private let output: String
  private let options: SceneOptions
  private let keepsAnimations: Bool

  /// `scene` and `output` are paths, `-` as the output for the standard output; the frame rate is
  /// the options', or the scene's.
  /// With `keepsAnimations`, the animations are written as they are.
  public init(
    scene: String, output: String, options: SceneOptions = SceneOptions(),
    keepsAnimations: Bool = false
  ) {
    self.scene = scene
    self.output = output
    self.options = options
    self.keepsAnimations = keepsAnimations
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
    let pictures = try InnerPictures(of: opened, beside: output)
    try pictures.write()
    do {
      return try write(opened, pictures)
    } catch {
      pictures.remove()
      throw error
    }
  }

  private func write(_ opened: OpenedScene, _ pictures: InnerPictures) throws -> LoadResult {
    if keepsAnimations {
      try write(
        try text(of: opened.scene, pictures, header: "Imported from a file of another format."))
      return opened.result
    }
    let baked = BakedScene(opened.scene)
    let rate = baked.scene.clock.rate
    try write(
      try text(
        of: baked.scene, pictures,
        header: "Baked: a value for each frame, \(rate) frames per second."))
    return opened.result.notingKeptLayers(baked.unbaked.map { ($0.description, $0.place) })
  }

  /// The path that the new scene's files are relative to: a file in the working folder when the
  /// output is a stream.
  private var place: String { isStream(output) ? "baked.yaml" : output }

  private func write(_ text: String) throws {
    try check(text)
    try writeWholeFile(Array(text.utf8), to: output)
  }

  private func text(
    of scene: Scene, _ pictures: InnerPictures, header: String
  ) throws -> String {
    let parent = URL(filePath: place).deletingLastPathComponent()
    let folder = parent.resolvingSymlinksInPath().path
    let body = try SceneWriter {
      pictures.names[$0] ?? Self.relativePath(from: folder, to: $0)
    }.text(scene)
    return "# \(header)\n" + body
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

/// The pictures inside a file of another format, which become files beside the new scene.
private struct InnerPictures {
  /// The names of the files by the paths that stand for the pictures.
  private(set) var names: [String: String] = [:]
  private var files: [(path: String, bytes: [UInt8])] = []

  /// Throws when they would have no place, or another file has it.
  init(of opened: OpenedScene, beside output: String) throws {
    let inner = opened.scene.images.filter { SceneAssets.isInMemory($0) }
    guard !inner.isEmpty else { return }
    guard !isStream(output) else {
      throw BakeJob.Problem.outOfReach(
        "'\(opened.path)' has pictures inside, which become files beside the scene; "
          + "write the scene to a file with -o")
    }
    let place = URL(filePath: output).deletingPathExtension()
    for path in Set(inner.map(\.path)).sorted() {
      guard let image = inner.first(where: { $0.path == path }),
        let bytes = opened.assets.contents(of: image)
      else { continue }
      let name = "\(place.lastPathComponent)-\(names.count + 1).\(Self.ending(of: bytes))"
      let file = place.deletingLastPathComponent().appending(path: name).path
      if FileManager.default.fileExists(atPath: file) {
        guard try SceneFileError.contents(ofFile: file) == bytes else {
          throw BakeJob.Problem.outOfReach(
            "'\(file)' is there already, and is not a picture of '\(opened.path)'; "
              + "write the scene under another name")
        }
      } else {
        files.append((file, bytes))
      }
      names[path] = name
    }
  }

  private static func ending(of bytes: [UInt8]) -> String {
    switch bytes.first {
    case 0x89: "png"
    case 0xFF: "jpg"
    case UInt8(ascii: "R"): "webp"
    default: "svg"
    }
  }

  func write() throws {
    for (index, file) in files.enumerated() {
      do {
        try writeWholeFile(file.bytes, to: file.path)
      } catch {
        for file in files[..<index] { try? FileManager.default.removeItem(atPath: file.path) }
        throw error
      }
    }
  }

  func remove() {
    for file in files { try? FileManager.default.removeItem(atPath: file.path) }
  }
}
