public import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumMedia
import RostrumOutput
import RostrumRendering
public import RostrumSceneFile
import RostrumSource
import RostrumTiming

/// Writes a scene as another scene file that renders the same pixels.
public struct BakeJob: Sendable {
  /// A reason why no scene was written.
  public enum Problem: ExitStatusError, Sendable, CustomStringConvertible {
    /// The new scene goes beyond what a scene file can say; with all that its reader found.
    case unreadable(LoadResult)
    /// The new scene could not read a picture or a font.
    case outOfReach(String)

    public var description: String {
      switch self {
      case .unreadable(let result):
        "what was baked is beyond a scene file: \(result.diagnostics.first?.message ?? "")"
      case .outOfReach(let message): message
      }
    }

    public var exitStatus: ExitStatus {
      switch self {
      case .outOfReach: .wrongUsage
      case .unreadable: .wrongScene
      }
    }
  }

  /// How much of the scene is worked out.
  public enum Form: Sendable {
    /// Every animation is keyframes, a value for each frame; what keyframes cannot say stays as it
    /// is.
    case baked
    /// The file is of another format, such as a Lottie, and its animations stay as they are.
    case imported
    /// Animations and events stay; what the language has beyond Core Animation's model has become
    /// layers, values and animations.
    case expanded

    fileprivate func header(_ rate: FrameRate) -> String {
      switch self {
      case .baked: "Baked: a value for each frame, \(rate) frames per second."
      case .imported: "Imported from a file of another format."
      case .expanded: "Expanded: layers, values and animations as they are worked out."
      }
    }
  }

  private let scene: String
  private let output: String
  private let options: SceneOptions
  private let form: Form

  /// `scene` and `output` are paths, `-` as the output for the standard output; the frame rate is
  /// the options', or the scene's.
  public init(
    scene: String, output: String, options: SceneOptions = SceneOptions(), form: Form = .baked
  ) {
    self.scene = scene
    self.output = output
    self.options = options
    self.form = form
  }

  /// Bakes and writes. Returns the scene's warnings, with a note for each layer that stays as it
  /// is. Throws `Problem`, `SceneWriter.Unwritable`, `MediaError` when the file cannot be written,
  /// and what opening the scene throws.
  @discardableResult
  public func run() throws -> LoadResult {
    var options = options
    options.outputs.add([output])
    try options.outputs.check(inputs: [scene])
    try checkFolder()
    let opened = try SceneOpener(options: options).open(scene)
    var files = try InnerFiles(of: opened, beside: output)
    if form != .baked, !isStream(output) {
      try files.addScenes(of: opened) { try text(of: $0, $1) }
    }
    try files.write()
    do {
      return try write(opened, files)
    } catch {
      files.remove()
      throw error
    }
  }

  private func write(_ opened: OpenedScene, _ files: InnerFiles) throws -> LoadResult {
    guard form == .baked else {
      let scene = isStream(output) ? opened.scene.withoutEmbeddedScenes : opened.scene
      try write(try text(of: scene, files))
      return opened.result
    }
    let baked = BakedScene(opened.scene.withoutEmbeddedScenes)
    try write(try text(of: baked.scene, files))
    return opened.result.notingKeptLayers(baked.unbaked.map { ($0.description, $0.place) })
  }

  /// The path that the new scene's files are relative to. Of a stream it is a file in the working
  /// folder, or the scene itself, which an expanded one explains.
  private var place: String {
    guard isStream(output) else { return output }
    return form == .expanded ? scene : "baked.yaml"
  }

  private func write(_ text: String) throws {
    try check(text)
    try writeWholeFile(Array(text.utf8), to: output)
  }

  private func text(of scene: Scene, _ files: InnerFiles) throws -> String {
    let folder = FilePath.resolved(place.folderOfPath).string
    let body = try SceneWriter {
      files.names[FilePath($0)] ?? Self.relativePath(from: folder, to: $0)
    }.text(scene)
    return "# \(form.header(scene.clock.rate))\n" + body
  }

  /// The way from a folder to a file; both paths are absolute.
  private static func relativePath(from folder: String, to file: String) -> String {
    let (from, to) = (folder.pathComponents, file.pathComponents)
    let shared = zip(from, to).prefix { FilePath($0) == FilePath($1) }.count
    let up = Array(repeating: "..", count: from.count - shared)
    return (up + to.dropFirst(shared)).joined(separator: "/")
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
    let folder = output.folderOfPath
    guard isFolder(folder) else {
      let exists = FileManager.default.fileExists(atPath: folder)
      throw MediaError.file(doing: "write", path: output, errno: exists ? ENOTDIR : ENOENT)
    }
  }
}

/// The pictures and scenes inside a file of another format, which become files beside the new
/// scene.
private struct InnerFiles {
  /// The file names by the placeholder paths of the pictures and scenes.
  private(set) var names: [FilePath: String] = [:]
  private var files: [(path: String, bytes: [UInt8])] = []
  /// The new scene without its ending.
  private let place: String

  /// Throws when they would have no place, or another file has it.
  init(of opened: OpenedScene, beside output: String) throws {
    place = output.deletingPathExtension
    let inner = opened.scene.images.filter { SceneAssets.isInMemory($0) }
    guard !inner.isEmpty else { return }
    guard !isStream(output) else {
      throw BakeJob.Problem.outOfReach(
        "'\(opened.path)' has pictures inside, which become files beside the scene; "
          + "write the scene to a file with -o")
    }
    for path in Set(inner.map { FilePath($0.path) }).sorted() {
      guard let image = inner.first(where: { FilePath($0.path) == path }),
        let bytes = opened.assets.contents(of: image)
      else { continue }
      try add(bytes, ending: Self.ending(of: bytes), for: path, of: opened)
    }
  }

  /// Adds the scenes that the file shows several times, the innermost first: an outer one names
  /// those in it.
  mutating func addScenes(
    of opened: OpenedScene, _ text: (Scene, InnerFiles) throws -> String
  ) throws {
    for layer in opened.scene.layers.reversed() {
      guard let shown = layer.sceneReference, shown.isEmbedded, names[FilePath(shown.path)] == nil
      else {
        continue
      }
      let clock = FrameClock(rate: opened.scene.clock.rate, duration: shown.duration)
      let scene = Scene(
        size: layer.values[.bounds].size, background: nil, clock: clock,
        layers: layer.sublayers.map { $0.renamed(outside: layer.name) })
      let bytes = Array(try text(scene, self).utf8)
      try add(bytes, ending: "yaml", for: FilePath(shown.path), of: opened)
    }
  }

  private mutating func add(
    _ bytes: [UInt8], ending: String, for path: FilePath, of opened: OpenedScene
  ) throws {
    let name = "\(place.lastPathComponent)-\(names.count + 1).\(ending)"
    let file = place.replacingLastComponent(with: name)
    if FileManager.default.fileExists(atPath: file) {
      guard try SceneFileError.contents(ofFile: file) == bytes else {
        throw BakeJob.Problem.outOfReach(
          "'\(file)' is there already, and is not a part of '\(opened.path)'; "
            + "write the scene under another name")
      }
    } else {
      files.append((file, bytes))
    }
    names[path] = name
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
