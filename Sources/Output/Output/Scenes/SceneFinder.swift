public import RostrumBase
import RostrumMedia
import RostrumSceneFile
public import RostrumSceneImport

/// Resolves a command's arguments to scene files: paths of files, folders, and patterns.
///
/// A pattern has `*`, `?` and `[...]` in a name, and `**` for any number of folders. A folder means
/// the scene files directly in it; pictures that may be scenes, as SVGs, count only in a pattern
/// that ends as they do. Hidden files and project files are left out, and the results are sorted by
/// name. A file whose name equals the pattern is taken literally.
public struct SceneFinder: Sendable {
  /// Nothing is there.
  public struct NothingFound: ExitStatusError, Sendable, CustomStringConvertible {
    public let argument: String
    let isFolder: Bool
    /// A scene that was found, and is a link to a file elsewhere.
    var linkOutside: String?

    public var description: String {
      if let linkOutside {
        return "'\(linkOutside)' is a link that leads out of its folder and of the project: "
          + "name it alone, or allow its place with --allow-path"
      }
      return isFolder
        ? "there is no scene file in '\(argument)'" : "no scene file matches '\(argument)'"
    }

    public var exitStatus: ExitStatus { .inputMissing }
  }

  /// The endings of Rostrum's own scenes.
  private static let ownEndings = ["yaml", "yml", "json"]

  /// The endings of files that are scenes: Rostrum's own, and the importers'.
  public static func endings(_ importers: [any SceneImporter]) -> [String] {
    let others = importers.flatMap { importer in
      importer.endings.filter { !importer.pictureEndings.contains($0) }
    }
    return ownEndings + others.filter { !ownEndings.contains($0) }
  }

  private let importers: [any SceneImporter]
  /// Files that are no scenes, such as the data.
  private let excluded: Set<FilePath>
  /// Folders besides the named one into which links may lead: the project and the allowed paths.
  private let roots: [String]

  /// Files found in the folder that an argument names may be a link inside of that folder, of the
  /// project's, and of those allowed. A scene that is named itself may be a link to anywhere.
  public init(
    excluding paths: [String] = [], project: String? = nil, allowing allowed: [String] = [],
    importers: [any SceneImporter] = []
  ) {
    self.importers = importers
    excluded = Set(paths.map(FilePath.resolved))
    roots = [project].compactMap(\.self) + allowed
  }

  /// Every scene file, each as the user would write it, in the order given and once. A path of a
  /// file is taken as it is, whether it exists or not. So is a pattern, or one for a folder, that
  /// finds nothing while others do: it is reported as missing when it is opened. Throws when
  /// nothing is found at all.
  public func paths(_ arguments: [String]) throws(NothingFound) -> [String] {
    var paths: [String] = []
    var seen: Set<FilePath> = []
    var nothing: NothingFound?
    var isAnyFound = false
    for argument in arguments {
      let isFile = !isFolder(argument) && !isPattern(argument)
      do throws(NothingFound) {
        for path in isFile ? [argument] : try found(argument) {
          if isFile || seen.insert(FilePath.resolved(path)).inserted { paths.append(path) }
        }
        isAnyFound = true
      } catch {
        if error.linkOutside != nil { throw error }
        nothing = nothing ?? error
        paths.append(error.isFolder ? argument.appendingPathComponent("*.yaml") : argument)
      }
    }
    if let nothing, !isAnyFound { throw nothing }
    return paths
  }

  /// Whether a file may be a scene: YAML and JSON files have a line with the key `layers`. A path
  /// of anything else may, and so may a file that cannot be read.
  public func mayBeScene(_ path: String) -> Bool {
    let file = URL(filePath: path)
    if otherNames.contains(file.lastPathComponent) { return false }
    guard Self.ownEndings.contains(file.pathExtension.lowercased()), !isFolder(path),
      let text = try? String(contentsOfFile: path, encoding: .utf8)
    else { return true }
    return text.contains(/(?m)^\s*[{]?\s*"?layers"?\s*:/)
  }

  private func found(_ argument: String) throws(NothingFound) -> [String] {
    let isFolder = RostrumBase.isFolder(argument)
    let files =
      isFolder ? Self.names(in: argument).map(argument.appendingPathComponent) : Self.glob(argument)
    let pictures = importers.flatMap(\.pictureEndings)
      .filter { argument.lowercased().hasEnding("." + $0) }
    let scenes = files.filter { isScene($0, Self.endings(importers) + pictures) }
    if scenes.isEmpty { throw NothingFound(argument: argument, isFolder: isFolder) }
    let folder = isFolder ? argument : Self.fixedFolder(of: argument)
    if let link = scenes.first(where: { !leadsInside($0, folder) }) {
      throw NothingFound(argument: argument, isFolder: isFolder, linkOutside: link)
    }
    return scenes
  }

  private func leadsInside(_ path: String, _ folder: String) -> Bool {
    FilePath.isInside(path, anyOf: [folder] + roots)
  }

  /// The folder before a pattern's first sign.
  package static func fixedFolder(of pattern: String) -> String {
    let fixed = String(Substring(pattern.utf8.prefix { !"*?[".utf8.contains($0) }))
    return fixed.endsWithSlash ? fixed : fixed.folderOfPath
  }

  /// Files that are named like scenes and are none.
  private var otherNames: [String] { [ProjectFile.name] + importers.flatMap(\.otherNames) }

  private func isScene(_ path: String, _ endings: [String]) -> Bool {
    endings.contains(path.pathExtension.lowercased())
      && !isFolder(path) && !otherNames.contains(path.lastPathComponent)
      && !excluded.contains(FilePath.resolved(path))
  }

  /// Whether a file is called like a scene and begins as one: other YAML and JSON lies beside
  /// scenes too, such as figures, rows and the settings of other programs.
  package func looksLikeScene(_ path: String) -> Bool {
    let ending = URL(filePath: path).pathExtension.lowercased()
    guard Self.endings(importers).contains(ending), !isFolder(path),
      !otherNames.contains(URL(filePath: path).lastPathComponent)
    else { return false }
    guard Self.ownEndings.contains(ending) else { return true }
    // A scene is recognised by its first keys, and other files may be very long.
    guard let descriptor = try? openRegularFile(path, O_RDONLY) else { return false }
    defer { close(descriptor) }
    var start = [UInt8](repeating: 0, count: 1 << 18)
    let count = max(0, read(descriptor, &start, start.count))
    let text = String(decoding: start.prefix(count), as: UTF8.self)
    if ending == "json" {
      // The record of a film has a scene's words too.
      guard !text.contains("\"choosesMoments\":") else { return false }
      return text.contains(/"layers"\s*:/) && text.contains(/"(size|w)"\s*:/)
    }
    return text.contains(/(^|\n)"?(layers|sequence)"?\s*:/)
      && text.contains(/(^|\n)"?size"?\s*:/)
  }

  private func isPattern(_ argument: String) -> Bool {
    argument.utf8.contains { "*?[".utf8.contains($0) }
      && !FileManager.default.fileExists(atPath: argument)
  }

  // MARK: Patterns

  private static func glob(_ pattern: String) -> [String] {
    let isAbsolute = pattern.isAbsolutePath
    let parts = pattern.pathComponents
    return matches(isAbsolute ? "/" : "", parts[...])
  }

  /// The files below a folder, `""` for the current one, that match the rest of a pattern.
  private static func matches(_ folder: String, _ parts: ArraySlice<String>) -> [String] {
    guard let part = parts.first else { return [] }
    let rest = parts.dropFirst()
    if part == "**" {
      let below = folders(in: folder).flatMap { matches(folder.appendingPathComponent($0), parts) }
      return matches(folder, rest.isEmpty ? ["*"] : rest) + below
    }
    guard part.utf8.contains(where: { "*?[".utf8.contains($0) }) else {
      let path = folder.appendingPathComponent(part)
      return rest.isEmpty
        ? (FileManager.default.fileExists(atPath: path) ? [path] : []) : matches(path, rest)
    }
    let names = names(in: folder, hidden: part.hasBeginning(".")).filter {
      fnmatch(part, $0, 0) == 0
    }
    return names.flatMap { name -> [String] in
      let path = folder.appendingPathComponent(name)
      return rest.isEmpty ? [path] : isFolder(path) ? matches(path, rest) : []
    }
  }

  /// Whether a path's names match a pattern's. A backslash takes a sign's meaning from it.
  package static func matches(_ names: ArraySlice<String>, _ parts: ArraySlice<String>) -> Bool {
    guard let part = parts.first else { return names.isEmpty }
    let rest = parts.dropFirst()
    if part == "**", matches(names, rest.isEmpty ? ["*"] : rest) { return true }
    guard let name = names.first else { return false }
    return part == "**"
      ? matches(names.dropFirst(), parts)
      : fnmatch(part, name, 0) == 0 && matches(names.dropFirst(), rest)
  }

  /// Links to folders are left out: they may lead in circles.
  private static func folders(in folder: String) -> [String] {
    names(in: folder).filter { name in
      let path = folder.appendingPathComponent(name)
      return !isLink(path) && isFolder(path)
    }
  }

  private static func names(in folder: String, hidden: Bool = false) -> [String] {
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    return names.filter { hidden || !$0.hasBeginning(".") }.sortedByBytes()
  }

}
