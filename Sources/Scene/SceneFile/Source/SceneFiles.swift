public import RostrumBase
public import RostrumGeometry
public import RostrumLayerTree
import RostrumSource

/// The files that a scene may read, each inspected once.
final class SceneFiles {
  let paths: AssetPaths
  let inspector: any AssetInspector
  /// Shared with the scenes that a scene shows.
  let record: VisitedFiles

  init(_ paths: AssetPaths, _ inspector: any AssetInspector, record: VisitedFiles = VisitedFiles())
  {
    (self.paths, self.inspector, self.record) = (paths, inspector, record)
  }

  /// The same for a scene file in another folder.
  func starting(at folder: String) -> SceneFiles {
    SceneFiles(paths.starting(at: folder), inspector, record: record)
  }

  /// The path of an ordinary file, with every symbolic link followed. Nothing is opened.
  func absolutePath(of path: String, _ kind: FileKind) throws(AssetPathProblem) -> String {
    do throws(AssetPathProblem) {
      let real = try paths.absolutePath(of: path, kind)
      record.paths.insert(FilePath(real))
      return real
    } catch {
      if let missing = paths.expectedPath(of: path) { record.paths.insert(FilePath(missing)) }
      throw error
    }
  }

  /// The picture at an absolute path.
  func image(atPath path: String) throws(AssetProblem) -> ImageReference {
    let file = FilePath(path)
    if let known = record.images[file] { return try known.get() }
    do throws(AssetProblem) {
      let size = try inspector.imageSize(atPath: path)
      let image = ImageReference(path: path, width: size.width, height: size.height)
      record.images[file] = .success(image)
      return image
    } catch {
      record.images[file] = .failure(error)
      throw error
    }
  }
}

/// The files inspected during one loading.
final class VisitedFiles {
  /// The absolute paths of all files that were opened or found missing.
  var paths: Set<FilePath> = []
  fileprivate var images: [FilePath: Result<ImageReference, AssetProblem>] = [:]
}

/// Inspects the files and fonts that a scene uses. Loading a scene does not itself decode pictures
/// or load fonts.
public protocol AssetInspector: Sendable {
  /// The size in pixels of the picture in a file that exists.
  func imageSize(atPath path: String) throws(AssetProblem) -> (width: Int, height: Int)

  /// The frames of the video in a file that exists.
  func video(atPath path: String) throws(AssetProblem) -> VideoReference

  /// The sound in a file that exists.
  func audio(atPath path: String) throws(AssetProblem) -> AudioReference

  /// How loud a sound is, 100 times in each second of its file, from 0 to the loudest, which is 1.
  /// `band` is the range of frequencies that count, in hertz; `nil` for all.
  func audioLevels(
    atPath path: String, band: ClosedRange<Double>?
  ) throws(AssetProblem) -> [Double]

  /// Checks that the font of a text layer exists and has every glyph of its string.
  func inspectText(_ values: LayerValues) throws(AssetProblem)

  /// The width of the longest line of a text layer's text, and the height of all lines.
  func textSize(_ values: LayerValues) throws(AssetProblem) -> Size

  /// The y of the first line's baseline, in the text layer's coordinates.
  func textBaseline(_ values: LayerValues) throws(AssetProblem) -> Double

  /// The parts of a text layer's text that show something, in the order of the text.
  func textPieces(
    _ values: LayerValues, by split: TextSplit
  ) throws(AssetProblem) -> [TextPiece]

  /// The scene in a file of another format, such as Lottie; `nil` for scene files. `values` are by
  /// the names of parameters.
  func importedScene(
    _ bytes: [UInt8], path: String, values: [String: String]
  ) -> ImportedScene?

  /// Whether the bytes of a file are of another format than scene files.
  func recognizesImport(_ bytes: [UInt8]) -> Bool
}

/// An inspector that works out the levels of several bands of a sound together.
package protocol BandInspector: AssetInspector {
  /// Called before the levels are asked for one by one, where there are several.
  func prepareLevels(atPath path: String, bands: [ClosedRange<Double>])
}

extension AssetInspector {
  /// The default for inspectors without fonts.
  public func textSize(_ values: LayerValues) throws(AssetProblem) -> Size { .zero }

  public func textBaseline(_ values: LayerValues) throws(AssetProblem) -> Double {
    values[.bounds].maxY
  }

  public func textPieces(
    _ values: LayerValues, by split: TextSplit
  ) throws(AssetProblem) -> [TextPiece] { [] }

  /// The default for inspectors without other formats.
  public func importedScene(
    _ bytes: [UInt8], path: String, values: [String: String]
  ) -> ImportedScene? { nil }

  public func recognizesImport(_ bytes: [UInt8]) -> Bool { false }
}

/// Why a picture or a text cannot be shown.
public struct AssetProblem: Error, Hashable, Sendable {
  /// As `Diagnostic.id`, for instance `missing-glyph`.
  public let id: String
  public let message: String
  public let hint: String?
  /// Where in the layer's string, in UTF-8 bytes.
  public let offset: Int?

  public init(id: String, message: String, hint: String? = nil, offset: Int? = nil) {
    self.id = id
    self.message = message
    self.hint = hint
    self.offset = offset
  }

  /// Nothing is wrong with the file: the system gave too little to look into it.
  public static func shortage(_ message: String) -> AssetProblem {
    AssetProblem(id: DiagnosticID.shortage.rawValue, message: message)
  }
}

extension AssetInspector {
  /// The default for inspectors without videos.
  public func video(atPath path: String) throws(AssetProblem) -> VideoReference {
    throw AssetProblem(id: "unreadable-video", message: "videos cannot be played here")
  }

  /// The default for inspectors without sounds.
  public func audioLevels(
    atPath path: String, band: ClosedRange<Double>?
  ) throws(AssetProblem) -> [Double] {
    throw AssetProblem(id: "unreadable-audio", message: "sounds cannot be played here")
  }

  /// The default for inspectors without sounds.
  public func audio(atPath path: String) throws(AssetProblem) -> AudioReference {
    throw AssetProblem(id: "unreadable-audio", message: "sounds cannot be played here")
  }
}

/// The paths that a scene may read: in its own folder, and in folders that the user allows.
struct AssetPaths {
  /// The folder of the scene file, as the user wrote it; relative paths start there.
  let folder: String
  /// Folders and files beyond it, as the user wrote them.
  let allowedPaths: [String]
  /// Where relative paths start instead: the folder of a scene inside the scene.
  var startFolder: String?

  /// The same rules for a scene file in `folder`.
  func starting(at folder: String) -> AssetPaths {
    var paths = self
    paths.startFolder = folder
    return paths
  }

  /// A relative path as seen from where the user is.
  func shownPath(_ path: String) -> String {
    let start = startFolder ?? folder
    return path.isAbsolutePath || start == "." ? path : start.appendingPathComponent(path)
  }

  /// The path of an ordinary file, with every symbolic link followed. Nothing is opened.
  func absolutePath(
    of path: String, _ kind: FileKind = .any
  ) throws(AssetPathProblem) -> String {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw AssetPathProblem(
        id: .missingFile, message: "expected the path of a file; found \(path.quoted)")
    }
    let full = fullPath(path)
    // Checked before the file is opened, so that a scene cannot find out which files exist
    // elsewhere.
    guard let real = realPath(full) else { throw missing(path, kind, lookedFor: full) }
    guard isAllowed(real) else { throw outside(path) }
    try checkKind(of: real, path)
    return real
  }

  /// The expected place of a missing file; `nil` outside of the folders that the scene may read.
  func expectedPath(of path: String) -> String? {
    let full = fullPath(path)
    guard let parent = realPath(full.deletingLastPathComponent), isAllowed(parent)
    else { return nil }
    return parent.appendingPathComponent(full.lastPathComponent)
  }

  private func fullPath(_ path: String) -> String {
    path.isAbsolutePath ? path : (startFolder ?? folder).appendingPathComponent(path)
  }

  private func isAllowed(_ path: String) -> Bool {
    FilePath.isInside(path, anyOf: [folder] + allowedPaths)
  }

  private func missing(
    _ path: String, _ kind: FileKind, lookedFor full: String
  ) -> AssetPathProblem {
    let parent = full.deletingLastPathComponent
    guard let real = realPath(parent) else {
      return isAllowed(nearestFolder(above: parent)) ? notFound(path, full, nil) : outside(path)
    }
    guard isAllowed(real) else { return outside(path) }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: real)) ?? []
    let name = full.lastPathComponent
    if isLink(real.appendingPathComponent(name)) {
      return AssetPathProblem(
        id: .missingFile, message: "\(path.quoted) is a link that leads nowhere")
    }
    let found = names.count < 1000 ? kind.suggestion(for: name, among: names.sortedByBytes()) : nil
    return notFound(path, full, found.map { path.replacingLastComponent(with: $0) })
  }

  /// The closest folder above that exists, with links followed.
  private func nearestFolder(above path: String) -> String {
    var folder = path
    while folder.utf8.count > 1 {
      folder = folder.deletingLastPathComponent
      if let real = realPath(folder) { return real }
    }
    return "/"
  }

  private func notFound(_ path: String, _ full: String, _ name: String?) -> AssetPathProblem {
    AssetPathProblem(
      id: .missingFile, message: "there is no file \(path.quoted); looked for \(full)",
      hint: path.contains("://")
        ? "nothing is fetched: save the file beside the scene, and name it"
        : name.map { "did you mean \($0.quoted)?" })
  }

  private func outside(_ path: String) -> AssetPathProblem {
    AssetPathProblem(
      id: .outsideFolder, message: "\(path.quoted) is outside the scene's folder",
      hint: "allow it with --allow-path")
  }

  /// Directories, pipes and devices are refused without opening them.
  private func checkKind(of real: String, _ path: String) throws(AssetPathProblem) {
    var status = stat()
    guard stat(real, &status) == 0 else {
      throw AssetPathProblem(id: .missingFile, message: "\(path.quoted) cannot be read")
    }
    if status.st_mode & S_IFMT == S_IFREG { return }
    let kind = status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "a pipe or a device"
    throw AssetPathProblem(id: .notAFile, message: "\(path.quoted) is \(kind), not a file")
  }

  func realPath(_ path: String) -> String? { FilePath.real(path)?.string }
}

/// The kind of file that a value names, judged by the file extension.
enum FileKind {
  case picture, video, audio, caption, font, scene, any

  /// In lower case; `nil` for all.
  private var endings: Set<String>? {
    switch self {
    case .picture: ["png", "jpg", "jpeg", "webp", "svg"]
    case .video: ["mp4", "m4v", "mov", "webm", "mkv", "avi", "gif"]
    case .audio:
      [
        "wav", "mp3", "m4a", "aac", "flac", "ogg", "oga", "opus", "aif", "aiff", "caf", "mp4",
        "mov",
        "webm", "mkv",
      ]
    case .caption: ["srt", "vtt"]
    case .font: ["ttf", "otf", "ttc", "otc"]
    case .scene: ["yaml", "yml", "json"]
    case .any: nil
    }
  }

  /// A similar file name that was probably meant: only of a file that can be read, preferably one
  /// that differs only in its extension.
  func suggestion(for name: String, among names: [String]) -> String? {
    let usable = names.filter { Self.isOneOf(endings, $0) }
    let stem = name.deletingPathExtension
    let sameStem =
      endings == nil ? nil : usable.first { $0.deletingPathExtension == stem }
    return sameStem ?? closest(to: name, among: usable)
  }

  private static func isOneOf(_ endings: Set<String>?, _ name: String) -> Bool {
    endings?.contains(name.pathExtension.lowercased()) ?? true
  }
}

struct AssetPathProblem: Error {
  let id: DiagnosticID
  let message: String
  var hint: String?
}

/// Why a scene file could not be read at all.
public enum SceneFileError: ExitStatusError, Hashable, Sendable, CustomStringConvertible {
  case missing(path: String)
  case notAFile(path: String)
  /// With the system's reason.
  case unreadable(path: String, reason: String)
  case tooLarge(path: String)
  /// Elsewhere than `SceneOptions` lets files be read.
  case outside(path: String)
  /// The system gave too little for it: memory, threads or open files.
  case shortage(path: String, reason: String)

  /// In bytes.
  public static let maximumSize = 64 << 20

  public var description: String {
    switch self {
    case .missing(let path): "there is no scene file '\(path)'" + Self.suggestion(for: path)
    case .notAFile(let path): "'\(path)' is not a file"
    case .unreadable(let path, let reason), .shortage(let path, let reason):
      "cannot read '\(path)': \(reason)"
    case .tooLarge(let path): "'\(path)' is larger than 64 MiB, too large for a scene file"
    case .outside(let path): "'\(path)' is outside the folder of the file that names it"
    }
  }

  /// A scene file beside the one that is missing, which was probably meant.
  private static func suggestion(for path: String) -> String {
    let (folder, name) = (
      path.deletingLastPathComponent, path.lastPathComponent
    )
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    guard names.count < 1000,
      let found = FileKind.scene.suggestion(for: name, among: names.sortedByBytes())
    else { return "" }
    return "; did you mean '\(path.replacingLastComponent(with: found))'?"
  }

  /// The bytes of a regular file, or of standard input and the like under `/dev`. Pipes elsewhere
  /// are refused, since opening one may wait for ever.
  package static func contents(ofFile path: String) throws(SceneFileError) -> [UInt8] {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw errno == ENOENT || errno == ENOTDIR ? .missing(path: path) : .current(path)
    }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG || (kind != S_IFDIR && path.hasBeginning("/dev/")) else {
      throw .notAFile(path: path)
    }
    guard kind != S_IFREG || status.st_size <= maximumSize else { throw .tooLarge(path: path) }
    return try bytes(ofFile: path)
  }

  private static func bytes(ofFile path: String) throws(SceneFileError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .current(path) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var facts = stat()
    if fstat(file, &facts) == 0 { bytes.reserveCapacity(min(Int(facts.st_size), maximumSize)) }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .current(path) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= maximumSize else { throw .tooLarge(path: path) }
    }
  }

  private static func current(_ path: String) -> SceneFileError {
    let (number, reason) = (errno, String(cString: strerror(errno)))
    return [EMFILE, ENFILE, ENOMEM].contains(number)
      ? .shortage(path: path, reason: reason) : .unreadable(path: path, reason: reason)
  }

  public var exitStatus: ExitStatus {
    if case .shortage = self { .shortage } else { .inputMissing }
  }
}
