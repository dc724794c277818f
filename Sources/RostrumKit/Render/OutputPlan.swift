import Foundation
public import Media

/// Where the results of one scene go. Made before anything is rendered, so that a wrong path costs nothing.
public struct OutputPlan: Hashable, Sendable {
  /// A folder and the names of the frames in it.
  public struct Sequence: Hashable, Sendable {
    public let directory: String
    public let pattern: FrameNamePattern
  }

  /// One video file.
  public struct Video: Hashable, Sendable {
    public let path: String
    public let format: MediaFormat
  }

  /// Frames as PNG files; `nil` when none are wanted.
  public var sequence: Sequence?
  /// One picture, for a single time.
  public var image: String?
  public var videos: [Video] = []

  /// Every path that the plan writes to; a sequence counts as its folder and pattern.
  var paths: [String] {
    [sequence.map { "\($0.directory)/\($0.pattern)" }, image].compactMap(\.self)
      + videos.map(\.path)
  }
}

/// Decides where results go, from what the user asked for.
///
/// Without an output, everything goes below `Output`: `Output/<scene>/frame_00000.png`, `Output/<scene>.mp4`. An output is
/// - a file whose ending is a format's: a video, or with one time an image (one scene only),
/// - a pattern such as `name_%05d.png` or `name_#####.png` (one scene only),
/// - else a folder. For one scene its frames stand in it directly; for several, each scene has a folder in it. Videos stand in it as `<scene>.mp4`.
public struct OutputPlanner: Sendable {
  /// What cannot be done.
  public struct PlanError: Error, Sendable, CustomStringConvertible {
    public let description: String
  }

  private let output: String?
  private let formats: [MediaFormat]
  private let isSingleImage: Bool

  /// `formats` is empty when the user named none. `isSingleImage` says that one time is rendered, not a range of frames.
  public init(output: String?, formats: [MediaFormat], isSingleImage: Bool) {
    self.output = output
    self.formats = formats
    self.isSingleImage = isSingleImage
  }

  /// One plan for each scene. No two write to the same path.
  public func plans(forScenes scenes: [String]) throws(PlanError) -> [OutputPlan] {
    var plans: [OutputPlan] = []
    for scene in scenes {
      plans.append(try plan(for: scene, among: scenes.count))
    }
    var owners: [String: String] = [:]
    for (scene, plan) in zip(scenes, plans) {
      for path in plan.paths {
        if let other = owners.updateValue(scene, forKey: path) {
          throw PlanError(description: "'\(other)' and '\(scene)' would both write \(path)")
        }
      }
    }
    return plans
  }

  private func plan(for scene: String, among count: Int) throws(PlanError) -> OutputPlan {
    guard let output else { return inFolder("Output", scene, frames: Self.name(of: scene)) }
    if let pattern = try framePattern(output) {
      try requireOneScene(count)
      return try inPattern(pattern, output)
    }
    if let format = format(ofFile: output) {
      try requireOneScene(count)
      return try inFile(output, format)
    }
    return inFolder(output, scene, frames: count > 1 ? Self.name(of: scene) : nil)
  }

  private func requireOneScene(_ count: Int) throws(PlanError) {
    guard count == 1 else {
      throw PlanError(
        description: "\(count) scenes cannot all be written to '\(output ?? "")'; name a folder")
    }
  }

  /// The format that a file's ending names. An existing folder of that name stays a folder.
  private func format(ofFile path: String) -> MediaFormat? {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      return nil
    }
    return MediaFormat(pathExtension: URL(filePath: path).pathExtension)
  }

  private func framePattern(_ path: String) throws(PlanError) -> FrameNamePattern? {
    let name = URL(filePath: path).lastPathComponent
    guard name.lowercased().hasSuffix(".png"), name.contains(where: "#%".contains) else {
      return nil
    }
    do {
      return try FrameNamePattern(name)
    } catch {
      throw PlanError(description: "\(error)")
    }
  }

  private func inPattern(_ pattern: FrameNamePattern, _ path: String) throws(PlanError)
    -> OutputPlan
  {
    guard formats.allSatisfy({ $0 == .png }) else {
      throw PlanError(description: "'\(path)' names single frames, which only --format png makes")
    }
    let folder = URL(filePath: path).deletingLastPathComponent().relativePath
    return OutputPlan(sequence: .init(directory: folder, pattern: pattern))
  }

  private func inFile(_ path: String, _ format: MediaFormat) throws(PlanError) -> OutputPlan {
    guard formats.isEmpty || formats == [format] else {
      throw PlanError(
        description: "'\(path)' says \(format.rawValue), --format says "
          + formats.map(\.rawValue).joined(separator: ","))
    }
    guard format != .png else {
      guard isSingleImage else {
        throw PlanError(
          description:
            "'\(path)' is one image: give a time with --at, or a pattern such as frame_%05d.png")
      }
      return OutputPlan(image: path)
    }
    return OutputPlan(videos: [.init(path: path, format: format)])
  }

  private func inFolder(_ folder: String, _ scene: String, frames subfolder: String?) -> OutputPlan
  {
    let wanted = formats.isEmpty ? [.png] : formats
    let name = Self.name(of: scene)
    var plan = OutputPlan()
    if wanted.contains(.png), isSingleImage {
      plan.image = Self.path(folder, name + ".png")
    } else if wanted.contains(.png) {
      let directory = subfolder.map { Self.path(folder, $0) } ?? folder
      plan.sequence = .init(directory: directory, pattern: .standard)
    }
    plan.videos = wanted.filter { $0 != .png }
      .map { .init(path: Self.path(folder, "\(name).\($0.fileExtension)"), format: $0) }
    return plan
  }

  /// `Scenes/Book/10.6.yaml` is called `10.6`.
  static func name(of scene: String) -> String {
    URL(filePath: scene).deletingPathExtension().lastPathComponent
  }

  private static func path(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }
}
