public import RostrumBase
import RostrumLayerTree
public import RostrumMedia
public import RostrumOutput
public import RostrumSceneFile
import RostrumTiming

/// The parts of a job for a render farm.
struct FarmPlan {
  /// The job's name.
  let name: String
  /// The path of the job's file; relative paths begin in its folder.
  let file: String
  /// Absolute.
  let scene: String
  /// Absolute.
  let output: String
  let frames: String
  let frameCount: Int
  /// How many frames a task renders.
  let chunk: Int
  /// The name of the video that the frames are joined to, in the output folder.
  let video: String?
  /// Whether the scene shows pictures, videos, font files or other scenes.
  let readsFiles: Bool
  /// Whether the video holds more than pictures: the join takes it from the scene.
  let hasAdditions: Bool
  /// Further arguments of `rostrum render`.
  let renderArguments: [String]

  /// The file's name; a usual one where it is written through.
  var fileName: String { isStream(file) ? "job" : file.lastPathComponent }

  /// The job's file as a word of a shell, for a comment: on one line, whatever it is called.
  var shownFile: String {
    let isOneLine = fileName.unicodeScalars.allSatisfy {
      ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
    }
    return isOneLine ? Escaping.shellWord(fileName) : "JOB"
  }
  var sceneFolder: String { scene.folderOfPath }

  /// The names of the paths that a template cannot name.
  var requiredParameters: [String] {
    let folder = readsFiles ? [("SceneFolder", sceneFolder)] : []
    let paths = [("Scene", scene)] + folder + [("OutputFolder", output)]
    return paths.filter { defaultPath($0.1) == nil }.map(\.0)
  }

  /// The path in a template; `nil` for one outside of the template's folder, or longer than a
  /// parameter may be.
  func defaultPath(_ path: String) -> String? {
    relativePath(path).flatMap {
      $0.unicodeScalars.count > OpenJobTemplate.longestValue ? nil : $0
    }
  }

  var taskCount: Int { max(1, (frameCount + chunk - 1) / chunk) }

  /// A name for the job, with a hyphen for every character but letters, digits and some others.
  func label(allowing others: String) -> String {
    String(
      "rostrum-\(name)".map {
        $0.isASCII && ($0.isLetter || $0.isNumber || others.contains($0)) ? $0 : "-"
      })
  }

  /// Seen from the job's folder; `nil` for what lies outside of it.
  func relativePath(_ path: String) -> String? {
    FilePath.resolved(path).relative(to: .resolved(file.folderOfPath))?.string
  }
}

/// Writes a job that renders a scene on many machines.
public struct FarmJob: Sendable {
  /// Who runs the job.
  public enum Engine: String, CaseIterable, Sendable {
    /// A template of the Open Job Description, which AWS Deadline Cloud and others take.
    case openjd
    /// A shell script with a job array.
    case slurm
    /// An Indexed Job, whose tasks run in containers.
    case kubernetes
    /// A shell script that hands in an array job, whose tasks run in containers.
    case batch = "aws-batch"

    var usesContainers: Bool { self == .kubernetes || self == .batch }
  }

  public var engine = Engine.openjd
  /// The container of the tasks, for Kubernetes and AWS Batch.
  public var container = FarmContainer()
  /// How many frames a task renders, at least 1.
  public var chunk = 100
  public var frames = FrameSelection.all
  /// The folder for the results; `nil` for `Output/<scene>` beside the job.
  public var output: String?
  /// The format of the video that the frames are joined to; `nil` for none.
  public var video: MediaFormat?
  public var scene = SceneOptions()
  /// Further arguments of `rostrum render`.
  public var renderArguments: [String] = []

  public init() {}

  /// The numbers of the job that was written.
  public struct Summary: Sendable {
    public let taskCount: Int
    /// The names of the job's parameters that have no default, as their paths lie outside of the
    /// job's folder; of a template only.
    public let requiredParameters: [String]
  }

  /// The reason why a job cannot be written.
  public enum Problem: ExitStatusError, Hashable, Sendable, CustomStringConvertible {
    /// An argument or a list of frames that is longer than a parameter of a job may be.
    case tooLong(String)
    /// More arguments that only parameters can hold than a job may have parameters.
    case tooManyArguments
    /// A container sees the job's folder alone.
    case outside(path: String)
    case tooManyTasks(count: Int)

    public var description: String {
      switch self {
      case .tooLong(let text):
        "'\(text.prefix(40))...' has more than \(OpenJobTemplate.longestValue) characters, which a job cannot hold"
      case .outside(let path):
        "'\(path)' lies outside of the job's folder, which is all that a container sees: write the job beside it"
      case .tooManyTasks(let count):
        "an array job has at most \(BatchScript.largestArray) tasks, not \(count): give a larger --chunk"
      case .tooManyArguments:
        "a job cannot hold more than \(OpenJobTemplate.maximumArguments) arguments with double braces or control characters"
      }
    }

    public var exitStatus: ExitStatus { .wrongUsage }
  }

  /// Writes the job for the scene at `path` to `file`, `-` for the standard output. Throws
  /// `InvalidScene`, `SceneFileError`, `FramesOutOfRange`, `Problem` and `MediaError.file`.
  public func write(forScene path: String, to file: String) throws -> Summary {
    var options = scene
    options.outputs.add([file])
    let opened = try SceneOpener(options: options).open(path)
    let count = opened.scene.clock.frameCount
    let numbers = frames.frames(of: count).frames
    guard !numbers.isEmpty else {
      throw FramesOutOfRange(scene: path, count: count, someExist: false)
    }
    let plan = plan(opened, file, numbers)
    let text = try text(plan)
    try createFolder(ofOutput: file)
    try writeWholeFile(Array(text.utf8), to: file)
    return Summary(
      taskCount: (numbers.count + chunk - 1) / chunk,
      requiredParameters: engine == .openjd ? plan.requiredParameters : [])
  }

  private func text(_ plan: FarmPlan) throws(Problem) -> String {
    if engine.usesContainers {
      for path in [plan.scene, plan.output] where plan.relativePath(path) == nil {
        throw .outside(path: path)
      }
    }
    switch engine {
    case .openjd: return try OpenJobTemplate(plan: plan).text
    case .slurm: return SlurmScript(plan: plan).text
    case .kubernetes: return KubernetesJob(plan: plan, container: container).text
    case .batch:
      guard plan.taskCount <= BatchScript.largestArray else {
        throw .tooManyTasks(count: plan.taskCount)
      }
      return BatchScript(plan: plan, container: container).text
    }
  }

  private func plan(_ opened: OpenedScene, _ file: String, _ numbers: [Int]) -> FarmPlan {
    let name = OutputPlanner.name(of: opened.path)
    let beside = URL(filePath: file).deletingLastPathComponent()
    let folder = output.map { URL(filePath: $0) } ?? beside.appending(path: "Output/\(name)")
    return FarmPlan(
      name: name, file: file, scene: URL(filePath: opened.path).standardizedFileURL.path,
      output: folder.standardizedFileURL.path.withoutSlashesAtEnd,
      frames: FrameSelection.text(of: numbers),
      frameCount: numbers.count, chunk: max(chunk, 1),
      video: video.map { "\(name).\($0.fileExtension)" }, readsFiles: opened.readsFiles,
      hasAdditions: opened.hasAdditions && video?.audioCodec != nil,
      renderArguments: renderArguments)
  }
}

extension OpenedScene {
  /// Whether a film of the scene has sound, captions or facts.
  fileprivate var hasAdditions: Bool {
    !scene.isSilent || scene.captions != nil || !scene.information.isEmpty
  }

  /// Whether the scene needs other files than its own.
  fileprivate var readsFiles: Bool {
    !scene.images.isEmpty || !scene.isSilent || !result.innerTexts.isEmpty
      || scene.showsVideo || scene.layers.flatMap(\.fonts).contains(where: \.isFile)
  }
}

extension FontReference {
  fileprivate var isFile: Bool { if case .file = source { true } else { false } }
}
