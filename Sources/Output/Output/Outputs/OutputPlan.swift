public import RostrumBase
public import RostrumMedia

/// The results of one scene. It is made before anything is rendered, so that a wrong path costs
/// nothing.
public struct OutputPlan: Hashable, Sendable {
  /// One result: a file of a format, or a folder of frames.
  public struct Destination: Hashable, Sendable {
    public let format: MediaFormat
    /// The names of the frames in the folder; `nil` for one file.
    public let pattern: FrameNamePattern?
    private let file: FilePath

    init(_ format: MediaFormat, _ path: String, pattern: FrameNamePattern? = nil) {
      (self.format, self.pattern, file) = (format, pattern, FilePath(path))
    }

    public var path: String { file.string }

    /// Pictures come first, then films, sound and vectors.
    fileprivate var rank: Int {
      switch format.making {
      case .pictures: 0
      case .film, .still, .own: 1
      case .sound: 2
      case .vectors: 3
      }
    }
  }

  /// The results in the order of making and reporting.
  public internal(set) var results: [Destination]

  init(_ results: [Destination]) { self.results = results.sorted { $0.rank < $1.rank } }

  init(_ format: MediaFormat, _ path: String) { self.init([Destination(format, path)]) }

  /// The folder of the frames and their names; `nil` when no frames are wanted.
  var sequence: (directory: String, pattern: FrameNamePattern)? {
    results.lazy.compactMap { result in result.pattern.map { (result.path, $0) } }.first
  }

  /// The results that are one file of the frames, in their order.
  var videos: [Destination] { results.filter(\.format.isOneFile) }

  /// Whether frames have to be drawn.
  var takesFrames: Bool { results.contains { $0.format.takesFrames } }

  /// The results as users look for them: the folder of a sequence, and files.
  var outputs: [String] { results.map(\.path) }

  /// Throws if a link leads a result, or the record beside it, out of a folder: another user may
  /// have planted the link.
  func check(isInside root: String) throws(OutputPlanner.PlanError) {
    let folders = results.map { $0.pattern == nil ? $0.path.folderOfPath : $0.path }
    let records = Set(folders.map { FilePath($0.appendingPathComponent(Manifest.folderName)) })
    for path in outputs + records.sorted().map(\.string)
    where !FilePath.isInside(path, folder: root) {
      let place = root == "." ? "the current folder" : "'\(root)'"
      throw .init(
        description: "'\(path)' leads out of \(place) by a link; name the place with --output")
    }
  }

  /// Every path that the plan writes to; a sequence counts as its folder and pattern.
  var paths: [String] {
    results.map { result in result.pattern.map { "\(result.path)/\($0)" } ?? result.path }
  }
}

/// Decides where results go, from what the user asked for.
///
/// Without an output, everything goes below a folder, `Output` unless another is given:
/// `Output/<scene>/frame_00000.png`, `Output/<scene>.mp4`. An output is
/// - `-`, the standard output, or a device or a named pipe that is there: one picture of one time,
///   or one video whose format is named,
/// - a file whose ending is a format's: a video, or with one time an image (one scene only),
/// - a pattern such as `name_%05d.png` or `name_#####.png` (one scene only),
/// - else a folder, as is every path that ends in a slash. For one scene its frames are written
///   directly into it; for several, each scene gets a folder in it. Videos are written into it as
///   `<scene>.mp4`.
public struct OutputPlanner: Sendable {
  /// A reason why results cannot go where they should.
  public struct PlanError: ExitStatusError, Sendable, CustomStringConvertible {
    public let description: String

    public var exitStatus: ExitStatus { .wrongUsage }
  }

  private let output: String?
  private let folder: String
  private let root: String?
  private let formats: [MediaFormat]
  private let isSingleImage: Bool
  private let hasOneFrame: Bool

  /// `folder` is where results go without an output, and `root` the folder that they may not leave
  /// then by a link, the same unless given. `formats` is empty when the user named none.
  /// `isSingleImage` says that one time is rendered, not a range of frames; `hasOneFrame`, the same
  /// unless given, that a range names one.
  public init(
    output: String?, folder: String = "Output", root: String? = nil, formats: [MediaFormat],
    isSingleImage: Bool, hasOneFrame: Bool? = nil
  ) {
    self.output = output
    (self.folder, self.root) = (folder, root)
    self.formats = MediaFormat.allCases.filter(formats.contains)
    self.isSingleImage = isSingleImage
    self.hasOneFrame = hasOneFrame ?? isSingleImage
  }

  /// The outputs of one of several scenes. `name` is the name of its files in folders, by default
  /// the scene file's.
  public func plan(
    for scene: String, named name: String? = nil, among count: Int
  ) throws(PlanError) -> OutputPlan {
    guard output?.isEmpty != true else { throw PlanError(description: "the output has no name") }
    let name = name ?? Self.name(of: scene)
    guard let output else {
      let plan = inFolder(folder, name, frames: name)
      try plan.check(isInside: root ?? folder)
      return plan
    }
    if isStream(output) {
      try requireOneScene(count)
      return try inStream(output)
    }
    if let pattern = try framePattern(output) {
      try requireOneScene(count)
      return try inPattern(pattern, output)
    }
    if let named = try format(ofFile: output) {
      // A sheet is a PNG.
      let isLonger =
        formats.count == 1 && formats[0].fileExtension.hasEnding(".\(named.fileExtension)")
      let format = isLonger ? formats[0] : named
      try requireOneScene(count)
      if format.isStill, !hasOneFrame {
        throw PlanError(
          description: "'\(output)' is one image: give a time with --at, one alone")
      }
      return try inFile(output, format)
    }
    let plan = inFolder(output, name, frames: count > 1 ? name : nil)
    try plan.check(isInside: output)
    return plan
  }

  private func requireOneScene(_ count: Int) throws(PlanError) {
    guard count == 1 else {
      throw PlanError(
        description:
          "\(count) scenes cannot all be written to '\(output ?? "")'; name a folder, or a field such as {index}"
      )
    }
  }

  /// The format that a file's ending names; `nil` for a folder.
  private func format(ofFile path: String) throws(PlanError) -> MediaFormat? {
    guard !namesFolder(path) else { return nil }
    let ending = path.pathExtension
    guard !Self.otherEndings.contains(ending.lowercased()) else {
      let formats = MediaFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw PlanError(description: "cannot write '\(path)': the formats are \(formats)")
    }
    let longer = MediaFormat.allCases.first {
      $0.fileExtension.contains(".") && path.lowercased().hasEnding(".\($0.fileExtension)")
    }
    return longer ?? MediaFormat(pathExtension: ending)
  }

  /// Endings of pictures and videos that are never meant as names of folders.
  private static let otherEndings: Set<String> = [
    "avi", "bmp", "exr", "heic", "m4v", "mpg", "pdf",
  ]

  /// A path with a slash at its end, or an existing folder, whatever its ending.
  private func namesFolder(_ path: String) -> Bool { path.endsWithSlash || isFolder(path) }

  private func framePattern(_ path: String) throws(PlanError) -> FrameNamePattern? {
    let name = path.lastPathComponent
    guard !namesFolder(path), name.lowercased().hasEnding(".png"),
      name.contains(where: "#%".contains)
    else {
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
    guard formats.allSatisfy({ $0.making == .pictures }) else {
      throw PlanError(description: "'\(path)' names single frames, which only --format png makes")
    }
    return OutputPlan([.init(.png, path.folderOfPath, pattern: pattern)])
  }

  private func inFile(_ path: String, _ format: MediaFormat) throws(PlanError) -> OutputPlan {
    guard formats.isEmpty || formats == [format] else {
      throw PlanError(
        description: "'\(path)' says \(format.rawValue), --format says "
          + formats.map(\.rawValue).joined(separator: ","))
    }
    guard format.making != .pictures || hasOneFrame else {
      throw PlanError(
        description:
          "'\(path)' is one image: give a time with --at, one alone, or a pattern such as frame_%05d.png"
      )
    }
    return OutputPlan(format, path)
  }

  /// One picture or one video: nothing in a stream would separate several.
  private func inStream(_ path: String) throws(PlanError) -> OutputPlan {
    if let format = try format(ofFile: path) { return try inFile(path, format) }
    let name = path == "-" ? "the standard output" : "'\(path)'"
    guard formats.count <= 1 else {
      throw PlanError(description: "\(name) takes one format, not \(formats.count)")
    }
    if let format = formats.first, format.making != .pictures { return OutputPlan(format, path) }
    guard hasOneFrame else {
      throw PlanError(
        description:
          "\(name) takes no frames: give one time with --at, or the --format of a video")
    }
    return OutputPlan(.png, path)
  }

  private func inFolder(_ folder: String, _ name: String, frames subfolder: String?) -> OutputPlan {
    OutputPlan(
      (formats.isEmpty ? [.png] : formats).map { format in
        guard format.making == .pictures, !isSingleImage else {
          return .init(format, folder.appendingPathComponent("\(name).\(format.fileExtension)"))
        }
        let directory = subfolder.map { folder.appendingPathComponent($0) } ?? folder
        return .init(format, directory, pattern: .standard)
      })
  }

  /// `Scenes/Book/10.6.yaml` is called `10.6`.
  package static func name(of scene: String) -> String {
    scene.deletingPathExtension.lastPathComponent
  }
}
