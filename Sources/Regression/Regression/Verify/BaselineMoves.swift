import RostrumOutput
public import RostrumBase
import RostrumMedia

/// Baselines that go, or that follow a scene to another name.
extension BaselineFolder {
  /// Whether none of its scenes is here, as in another folder than the one it was recorded in.
  var isOfAnotherFolder: Bool {
    !contents.scenes.contains { FileManager.default.fileExists(atPath: $0) }
  }

  /// Whether a file is the baseline of a scene that is not there: the record says which.
  func isOfGoneScene(_ file: String) -> Bool {
    let baseline = Baseline(path: file.deletingPathExtension, root: path)
    guard let record = try? baseline.record() else { return false }
    return !FileManager.default.fileExists(atPath: record.scene)
  }

  /// Removes a picture or a record with its other half, and the record of the film after the last
  /// picture of its folder. Throws `MediaError`.
  func remove(_ file: String) throws {
    guard FilePath.isInside(file.folderOfPath, folder: path) else {
      throw MediaError.outside(path: file, folder: path)
    }
    try Baseline(path: file.deletingPathExtension, root: path).remove()
    let folder = file.deletingLastPathComponent
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    guard !names.contains(where: { $0.hasEnding(".png") }) else { return }
    for name in names where Self.isFilm(name) {
      try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
    rmdir(folder)
  }
}

/// Gives the baselines of a scene to another one: for a scene file that was renamed.
public struct BaselineMove: Sendable {
  /// A reason why nothing is moved.
  public enum Problem: ExitStatusError, Sendable, Equatable, CustomStringConvertible {
    case forbidden
    case noBaselines(scene: String, folder: String)
    case noScene(String)
    case taken(folder: String)

    public var description: String {
      switch self {
      case .forbidden: "no baselines are moved where CI is set"
      case .noBaselines(let scene, let folder): "'\(folder)' has no baselines of '\(scene)'"
      case .noScene(let path): "there is no scene '\(path)' to move baselines to"
      case .taken(let folder): "'\(folder)' is there already: remove one of the two"
      }
    }

    public var exitStatus: ExitStatus {
      switch self {
      case .forbidden: .wrongUsage
      case .noBaselines, .noScene: .inputMissing
      case .taken: .cannotCreate
      }
    }
  }

  private let old: String
  private let new: String

  /// Both are paths of scene files; that of the old one need not be there.
  public init(from old: String, to new: String) {
    (self.old, self.new) = (localPath(old), localPath(new))
  }

  /// Moves the pictures and their records, in which the scene's name changes and nothing else.
  /// Throws `Problem` before anything is changed, and `MediaError`.
  public func run(
    in folder: String, isContinuousIntegration: Bool = VerifyOptions.runsOnServer
  ) throws {
    guard !isContinuousIntegration else { throw Problem.forbidden }
    let folder = localPath(folder)
    let source = "\(folder)/\(BaselineFolder.mirrored(old))"
    let target = "\(folder)/\(BaselineFolder.mirrored(new))"
    guard isFolder(source) else { throw Problem.noBaselines(scene: old, folder: folder) }
    for place in [source, target.folderOfPath] where !FilePath.isInside(place, folder: folder) {
      throw MediaError.outside(path: place, folder: folder)
    }
    guard FileManager.default.fileExists(atPath: new) else { throw Problem.noScene(new) }
    guard !FileManager.default.fileExists(atPath: target) else {
      throw Problem.taken(folder: target)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: source)
    var texts: [String: String] = [:]
    for name in names where name.hasEnding(".json") {
      let record = StoredRecord(path: "\(source)/\(name)")
      texts[name] =
        try BaselineFolder.isFilm(name)
        ? record.text(FilmRecord.self, of: new) : record.text(BaselineRecord.self, of: new)
    }
    try createFolder(ofOutput: target)
    guard rename(source, target) == 0 else { throw MediaError.lastFailure("rename", source) }
    for (name, text) in texts {
      try writeWholeFile(Array(text.utf8), to: "\(target)/\(name)", inside: folder)
    }
  }
}
