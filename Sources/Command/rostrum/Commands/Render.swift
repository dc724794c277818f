import ArgumentParser
import RostrumBase
import RostrumCanvas
import RostrumKit
import RostrumLayerTree
import RostrumMedia
import RostrumOutput
import RostrumRendering
import RostrumSceneFile
import RostrumSource

struct Render: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render scenes to PNG sequences and videos.",
    discussion: """
      Without -o, frames go to Output/<scene>/frame_00000.png, videos to Output/<scene>.mp4. \
      Without --format, the output's ending decides, else PNG.

      Examples:
        rostrum render Scenes/Book/10.6.yaml --format png,mp4
        rostrum render ball.yaml -o ball.mp4 --fps 24000/1001
        rostrum render ball.yaml -o ball.png --at 0.5 --scale 2
        rostrum render ball.yaml -o - --at 0.5 | display
        rostrum render ball.yaml -o ball.mp4 --shutter 180 --samples 16
        rostrum render ball.yaml -o frames/ball_%05d.png --frames 7,12-14,20-40:2
        rostrum render 'Scenes/**/*.yaml' -o Output --format mp4
        rostrum render banner.yaml --data rows.csv -o 'Output/{title}-{index}.mp4'
      """)

  @Argument(
    help: "Scene files, folders of them, and patterns such as 'Scenes/**/*.yaml'.",
    completion: .file(extensions: ["yaml", "yml", "json"]))
  var scenes: [String]

  @Option(
    name: [.short, .long],
    help:
      "A folder, a file (its ending gives the format), a pattern: name_%05d.png, name_#####.png, or - for the standard output; fields such as {scene}, {index} and {title} are replaced.",
    completion: .file())
  var output: String?

  @Option(
    help: "The folder for results without --output. Default: Output.", completion: .directory)
  var outputFolder: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Whether braces in --output name fields; --no-fields takes them as they are.")
  var fields = true

  @Option(
    help: ArgumentHelp(
      "png, mp4, mov, webm, mkv, hls, html, svg, lottie, gif, apng, avif, webp, sprites, or wav for the sound alone; several with commas.",
      valueName: "formats")
  )
  var format: CommaSeparated<MediaFormat>?

  @Option(help: "Frames, inclusive: 0-59 or 7,12-14,20-40:2. Those past the end are left out.")
  var frames: String?

  @Option(
    help: ArgumentHelp(
      "One image at this time, in seconds or per cent of the duration; several with commas.",
      valueName: "times"))
  var at: TimeListArgument?

  @Flag(help: "Fail when frames past the end are asked for.")
  var strictFrames = false

  @Option(help: "Pixels for each point.")
  var scale = 1.0

  @Option(help: "Motion blur: how long the shutter is open, as an angle from 0 to 360 degrees.")
  var shutter = 0.0

  @Option(help: "Motion blur: how many moments each frame adds up, 2 to 256. Default: 16.")
  var samples: Int?

  @Option(help: "Average so many by so many pixels for each one, 1 to 8.")
  var supersample = 1

  @OptionGroup var reuse: ReuseArguments

  @OptionGroup var jobs: JobArguments

  @Option(help: "How PNG files are made smaller: fast, best, or zlib's level 0 to 9.")
  var pngCompression: PNGCompression = .fast

  @OptionGroup var progress: ProgressArguments
  @OptionGroup var data: DataArguments

  @Flag(help: "Load every scene first, and end with the first failure.")
  var failFast = false

  @Flag(help: "Print what would be rendered, and do nothing.")
  var list = false

  @Flag(help: "Render again when a scene, its data or one of its files changes. Ctrl-C ends it.")
  var watch = false

  @OptionGroup var cost: CostArguments
  @OptionGroup var video: VideoArguments
  @OptionGroup var scene: DrawnSceneArguments
  @OptionGroup var text: TextArguments
  @OptionGroup var diagnostics: DiagnosticArguments

  func validate() throws {
    do {
      _ = try selection
    } catch let error as FrameSelection.SyntaxError {
      throw ValidationError("--frames: \(error.description).")
    }
    if frames != nil, at != nil { throw ValidationError("Give --frames or --at, not both.") }
    try at?.checkStart()
    if at != nil, reuse.resume || reuse.skipExisting {
      throw ValidationError("--resume and --skip-existing go with frames, not with --at.")
    }
    guard scale.isFinite, scale > 0 else { throw ValidationError("--scale is a number above 0.") }
    try validateExposure()
    if watch, list || failFast {
      throw ValidationError("--watch does not go with \(list ? "--list" : "--fail-fast").")
    }
    if cost.view != nil {
      let others = [
        ("--shutter", shutter > 0), ("--supersample", supersample > 1),
        ("--verify-damage", cost.verifyDamage), ("--resume", reuse.resume),
        ("--skip-existing", reuse.skipExisting),
      ]
      if let other = others.first(where: \.1) {
        throw ValidationError("--show does not go with \(other.0).")
      }
    }
    if outputFolder?.isEmpty == true { throw ValidationError("--output-folder needs a name.") }
    if output?.isEmpty == true { throw ValidationError("--output needs a name.") }
    try validateScenes()
    try validateStandardOutput()
  }

  /// Throws for a film's name in the place of a scene's, as ffmpeg takes it.
  private func validateScenes() throws {
    for path in scenes where !FileManager.default.fileExists(atPath: path) {
      guard MediaFormat(pathExtension: path.pathExtension)?.isWrittenByFFmpeg == true else {
        continue
      }
      throw ValidationError("There is no scene file '\(path)'. '-o \(path)' writes one.")
    }
  }

  /// A picture, a video or a trace can have nothing else before or behind it.
  private func validateStandardOutput() throws {
    let files =
      [("--output", output.map(isStandardOutput) ?? false)]
      + [("--profile-trace", cost.printsTrace)]
    let texts = [
      ("--profile", cost.profile), ("--profile-costs", cost.profileCosts),
      ("--progress openjd", progress.style == .openjd), ("--watch", watch),
    ]
    let used = (files + texts).filter(\.1).map(\.0)
    guard used.count > 1, files.contains(where: \.1) else { return }
    throw ValidationError("\(used[0]) and \(used[1]) would both write to the standard output.")
  }

  private func validateExposure() throws {
    guard (0...360).contains(shutter) else {
      throw ValidationError("--shutter is an angle from 0 to 360 degrees.")
    }
    if let samples {
      guard (2...Exposure.maximumSampleCount).contains(samples) else {
        throw ValidationError("--samples is 2 to \(Exposure.maximumSampleCount).")
      }
      if shutter == 0 { throw ValidationError("--samples needs --shutter, such as 180.") }
    }
    guard (1...Exposure.maximumSupersampling).contains(supersample) else {
      throw ValidationError("--supersample is 1 to \(Exposure.maximumSupersampling).")
    }
  }

  func run() async throws {
    let formatter = diagnostics.formatter()
    let display = progress.display(formatter)
    var options = options
    options.profile = cost.newProfile
    options.scene.outputs.add([cost.profileTrace].compactMap(\.self))
    let job = RenderJob(scenes: scenes, data: data.path, options: options, isFailFast: failFast)
    try await withFailuresExplained(formatter) { [options] in
      do {
        if list { return try printListing(of: job, formatter) }
        if watch { try await WatchJob(job).run { display.show($0) } }
        try await job.run { display.show($0) }
        try cost.show(options.profile)
      } catch let error as IncompleteRender {
        // The trace may have the name of a file that a scene reads.
        if !error.summary.failures.contains(where: { $0.error is OutputIsInput }) {
          try cost.show(options.profile)
        }
        // The display has reported the reason.
        if let first = error.summary.failures.first { throw ExitStatus(of: first.error).code }
      } catch  where !(error is ExitCode || error is CancellationError) {
        throw display.show(error).code
      }
    }
  }

  /// Tabs between the columns: the scene, the row, the frames, the outputs.
  private func printListing(of job: RenderJob, _ formatter: DiagnosticFormatter) throws {
    var failed: ExitStatus?
    for listing in try job.list() {
      switch listing.frames {
      case .success(let frames):
        let row = listing.item.row.map(String.init) ?? ""
        let columns = [listing.item.path, row, String(frames)] + listing.outputs
        let line = columns.map(Escaping.logName).joined(separator: "\t")
        try Terminal.output(line + "\n")
      case .failure(let error):
        let status = explain(error, formatter)
        failed = failed ?? status
      }
    }
    if let failed { throw failed.code }
  }

  private var selection: FrameSelection {
    get throws { try frames.map { try FrameSelection($0) } ?? .all }
  }

  private var options: RenderOptions {
    var options = RenderOptions()
    options.output = output
    let project = scene.files.project
    if let outputFolder { options.outputFolder = outputFolder }
    // A folder that the command line names may be a link to anywhere.
    if outputFolder == nil || project.givesOutput {
      options.outputRoot = project.givesOutput ? project.projectRoot : "."
    }
    options.outputHasFields = fields
    options.formats = format?.elements ?? []
    options.moments = at.map { .moments($0.elements) } ?? .frames((try? selection) ?? .all)
    options.isStrict = strictFrames
    reuse.apply(to: &options)
    // A later run could not distinguish frames at such times from the scene's frames.
    if at != nil { options.keepsManifest = false }
    options.exposure = Exposure(
      shutterAngle: shutter, sampleCount: samples ?? 16, supersampling: supersample)
    jobs.apply(to: &options.jobs)
    options.video = video.settings
    options.compression = pngCompression
    options.cacheMemory = cost.cacheMemory << 20
    options.verifiesDamage = cost.verifyDamage
    options.view = cost.view
    options.scene = scene.options(scale: scale)
    text.apply(to: &options.scene)
    return options
  }
}
