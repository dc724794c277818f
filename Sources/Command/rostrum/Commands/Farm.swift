public import ArgumentParser
public import RostrumKit
import RostrumMedia
import RostrumOutput

struct Farm: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "farm",
    abstract: "Write a job that renders a scene on many machines.",
    discussion: """
      A job is a template of the Open Job Description, a script for Slurm or AWS Batch, or an Indexed Job of \
      Kubernetes. Each task renders a chunk of frames \
      with `rostrum render --skip-existing`; a last one checks them with `rostrum join`, and makes the video if one is \
      asked for. What stands after -- is handed on to `rostrum render`.

      Examples:
        rostrum farm ball.yaml --chunk 100 -o job.yaml --format mp4
        rostrum farm ball.yaml --chunk 20 --engine slurm -o job.sh
        rostrum farm ball.yaml --engine kubernetes --image rostrum:0.1 -o job.yaml
        rostrum farm ball.yaml -o job.yaml -- --scale 2 --shutter 180
      """)

  @Argument(help: "The scene file.", completion: .file(extensions: ["yaml", "yml", "json"]))
  var path: String

  @Option(
    name: [.short, .long], help: "The job's file; - for the standard output.", completion: .file())
  var output: String

  @Option(help: "How many frames a task renders.")
  var chunk = 100

  @Option(help: "Who runs the job: openjd, slurm, kubernetes or aws-batch.")
  var engine: FarmJob.Engine = .openjd

  @Option(help: "The container's image, of kubernetes and aws-batch.")
  var image = FarmContainer().image

  @Option(help: "The claim of kubernetes that holds the job's folder.")
  var volume = FarmContainer().volume

  @Option(help: "The folder for the frames. Default: Output/<scene> beside the job.")
  var folder: String?

  @Option(help: "Join the frames to a video: mp4, mov, webm, gif or apng.")
  var format: MediaFormat?

  @Option(help: "Frames, inclusive: 0-59 or 7,12-14,20-40:2. Default: all.")
  var frames: String?

  @OptionGroup var diagnostics: DiagnosticArguments

  @Argument(parsing: .postTerminator, help: "Further arguments for `rostrum render`.")
  var renderArguments: [String] = []

  func validate() throws {
    if output.isEmpty { throw ValidationError("--output needs the name of a file.") }
    if image.isEmpty || volume.isEmpty { throw ValidationError("--image and --volume need names.") }
    guard chunk >= 1 else { throw ValidationError("--chunk is at least 1.") }
    if let format, !format.isWrittenByFFmpeg {
      throw ValidationError("--format is that of a video.")
    }
    do {
      _ = try selection
      _ = try render
    } catch let error as FrameSelection.SyntaxError {
      throw ValidationError("--frames: \(error.description).")
    } catch {
      throw ValidationError("After --: \(Render.message(for: error))")
    }
    if let option = try render.optionOfJob {
      throw ValidationError("After --: \(option) is the job's to give, not its tasks'.")
    }
    if try render.data.path != nil {
      throw ValidationError(
        "After --: a job renders one scene. Write one for each row of data, with its values as --set."
      )
    }
  }

  func run() async throws {
    try await withFailuresExplained(diagnostics.formatter()) {
      let written = try job.write(forScene: path, to: output)
      let count = written.taskCount
      Terminal.note("\(path): wrote \(output), \(count) task\(count == 1 ? "" : "s")")
      guard !written.requiredParameters.isEmpty else { return }
      let names = written.requiredParameters.map { "-p \($0)=..." }.joined(separator: " ")
      Terminal.note("\(output): what lies outside of its folder has to be given with it: \(names)")
    }
  }

  private var selection: FrameSelection {
    get throws { try frames.map { try FrameSelection($0) } ?? .all }
  }

  /// The command of each task, without its frames.
  private var render: Render { get throws { try Render.parse([path] + renderArguments) } }

  private var job: FarmJob {
    get throws {
      let render = try render
      var job = FarmJob()
      job.engine = engine
      (job.container.image, job.container.volume) = (image, volume)
      job.chunk = chunk
      job.frames = try selection
      job.output = folder
      job.video = format
      job.scene = render.scene.options(scale: render.scale)
      job.renderArguments = renderArguments
      return job
    }
  }
}

extension Render {
  /// An option that a job gives itself, differently for each task, or that leaves a task without an
  /// end or without frames.
  fileprivate var optionOfJob: String? {
    let given: [(String, Bool)] = [
      ("a second scene", scenes.count > 1), ("--output", output != nil), ("--no-fields", !fields),
      ("--format", format != nil), ("--frames", frames != nil), ("--at", at != nil),
      ("--shard", reuse.shard != nil), ("--no-manifest", !reuse.manifest), ("--list", list),
      ("--watch", watch), ("--progress", progress.style != .auto), ("--quiet", progress.isQuiet),
    ]
    return given.first { $0.1 }?.0
  }
}

extension FarmJob.Engine: ExpressibleByArgument {}
