import Foundation

/// How a scene file in one folder names files by paths relative to it.
struct AssetNaming: Sendable {
  /// Why a scene file cannot show a file.
  struct OutOfReach: Error, CustomStringConvertible {
    let description: String
  }

  /// The scene file's folder, with every link followed.
  private let folder: String
  /// The scene file itself, for messages.
  private let file: String
  private let allowedPaths: [String]

  init(sceneFile: String, allowedPaths: [String]) {
    file = sceneFile
    let parent = URL(filePath: sceneFile).deletingLastPathComponent()
    folder = parent.resolvingSymlinksInPath().path
    self.allowedPaths = allowedPaths.map { URL(filePath: $0).resolvingSymlinksInPath().path }
  }

  /// The path relative to the scene file's folder. Throws when a scene there may not read the file.
  func name(_ path: String) throws -> String {
    if let name = Self.path(path, inside: folder) { return name }
    guard allowedPaths.contains(where: { $0 == path || Self.path(path, inside: $0) != nil }) else {
      throw OutOfReach(
        description:
          "'\(file)' could not show '\(path)', which is outside its folder; write the scene beside the original, or allow the file with --allow-path"
      )
    }
    return relative(path)
  }

  private static func path(_ path: String, inside folder: String) -> String? {
    let start = folder == "/" ? folder : folder + "/"
    return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : nil
  }

  private func relative(_ path: String) -> String {
    let from = folder.split(separator: "/")
    let to = path.split(separator: "/")
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let steps =
      Array(repeating: "..", count: from.count - shared) + to.dropFirst(shared).map(String.init)
    return steps.joined(separator: "/")
  }
}
