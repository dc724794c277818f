import ArgumentParser
import RostrumCanvas
import RostrumKit
import RostrumLayerTree
import RostrumMedia
import RostrumOutput
import RostrumSceneFile
import RostrumSource
import RostrumTiming

struct Join: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Join what was rendered in parts: frames, or videos.",
    discussion: """
      The manifests beside the parts tell whether every frame is there, of one scene and one version; every file is \
      read and compared with its record. Frames are joined to a folder or a video. Videos are joined as they are, and \
      the result is decoded and compared: where it would not be exact, that is an error.

      Examples:
        rostrum join frames                        is everything there?
        rostrum join part-1 part-2 part-3 -o frames
        rostrum join frames -o ball.mp4
        rostrum join ball-1.mp4 ball-2.mp4 -o ball.mp4
        rostrum join frames -o ball.mp4 --scene ball.yaml
        rostrum join frames -o ball.mp4 --audio ball.wav
        rostrum join frames -o ball.mkv --captions ball.srt --chapters ball.txt
      """)

  @Argument(help: "Folders of frames, or videos.", completion: .file())
  var parts: [String]

  @Option(name: [.short, .long], help: "The folder or the video to make.", completion: .file())
  var output: String?

  @Option(help: "The frames that have to be there: 0-59 or 7,12-14,20-40:2. Default: all.")
  var frames: String?

  @OptionGroup var progress: ProgressArguments

  @Option(
    help: "The scene that the parts show: a film gets its sound, its captions and its chapters.",
    completion: .file(extensions: ["yaml", "yml", "json"]))
  var scene: String?

  @OptionGroup var additions: AdditionArguments

  @OptionGroup var video: VideoArguments

  @Option(
    name: .customLong("rendered-with"), parsing: .remaining,
    help: ArgumentHelp(
      "With --scene, as the last option: what `rostrum render` was given besides, such as --set.",
      valueName: "arguments"))
  var renderArguments: [String] = []

  func validate() throws {
    if scene == nil, !renderArguments.isEmpty {
      throw ValidationError("--rendered-with goes with --scene.")
    }
    do {
      _ = try render
    } catch {
      throw ValidationError("--rendered-with: \(Render.message(for: error))")
    }
    if output?.isEmpty == true { throw ValidationError("--output needs a name.") }
    if output == "-" {
      throw ValidationError("A join makes a folder or a video, and needs its name.")
    }
    do {
      _ = try selection
    } catch let error as FrameSelection.SyntaxError {
      throw ValidationError("--frames: \(error.description).")
    }
  }

  func run() async throws {
    let display = progress.display(DiagnosticFormatter())
    var job = JoinJob(parts: parts, output: output)
    job.frames = try selection
    job.settings = video.settings
    if let render = try render {
      job.scene = scene
      job.sceneOptions = render.scene.options(scale: render.scale)
    }
    try await withFailuresExplained(DiagnosticFormatter()) {
      job.additions = try additions.value
      try await display.explainingFailures { [job] in try await job.run { display.show($0) } }
    }
  }

  private var selection: FrameSelection {
    get throws { try frames.map { try FrameSelection($0) } ?? .all }
  }

  /// The command that rendered the parts, but for its output.
  private var render: Render? {
    get throws { try scene.map { try Render.parse([$0] + renderArguments) } }
  }
}

struct MuxFrames: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mux",
    abstract: "Make a video from an existing PNG sequence.",
    discussion: """
      The ending of the output gives the format: mp4, mov, webm, mkv, gif or apng.

      Examples:
        rostrum mux Output/10.6 -o ball.mp4 --fps 60
        rostrum mux Output/10.6 -o - --format webm | ffplay -
        rostrum mux Output/10.6 -o ball.mp4 --audio music.mp3
      """)

  @Argument(help: "The folder with the frames.", completion: .directory)
  var directory: String

  @Option(
    name: [.short, .long], help: "The video to write; - for the standard output.",
    completion: .file())
  var output: String

  @Option(help: "mp4, mov, webm, mkv, gif or apng, where the output's ending does not say it.")
  var format: MediaFormat?

  @Option(
    help: ArgumentHelp(
      "Frames per second, such as 30, 29.97 or 24000/1001.", valueName: "rate"),
    transform: frameRate)
  var fps = FrameRate.standard

  @Option(help: "How the frames are named: name_%05d.png or name_#####.png.")
  var pattern = "frame_%05d.png"

  @Flag(help: "Close up over missing numbers instead of failing.")
  var allowGaps = false

  @OptionGroup var progress: ProgressArguments

  @OptionGroup var additions: AdditionArguments

  @OptionGroup var video: VideoArguments

  func validate() throws {
    if output.isEmpty { throw ValidationError("--output needs the name of a file.") }
  }

  func run() async throws {
    let display = progress.display(DiagnosticFormatter())
    try await withFailuresExplained(DiagnosticFormatter()) {
      var job = try MuxJob(
        directory: directory, pattern: pattern, rate: fps, allowsGaps: allowGaps, output: output,
        format: format, settings: video.settings)
      job.additions = try additions.value
      try await job.run { display.show($0) }
    }
  }
}

/// All that a film of finished pictures gets beside them.
struct AdditionArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The sound of the whole film, such as 'rostrum render --format wav' makes.",
      valueName: "file"), completion: .file())
  var audio: String?

  @Option(
    help: ArgumentHelp(
      "Captions for players to show: an SRT, WebVTT or ASS file.", valueName: "file"),
    completion: .file(extensions: ["srt", "vtt", "ass"]))
  var captions: String?

  @Option(
    help: ArgumentHelp(
      "Chapters: a text file of lines such as 1:30 Title; the first begins at 0:00.",
      valueName: "file"), completion: .file())
  var chapters: String?

  var value: FilmAdditions {
    get throws {
      var additions = FilmAdditions()
      additions.audio = audio
      additions.texts = [captions, chapters].compactMap(\.self)
      additions.captions = try captions.map { path in
        try CaptionTrack(file: path) { Terminal.note("warning: \($0)") }
      }
      additions.information.chapters =
        try chapters.map { try FilmInformation.chapters(file: $0) } ?? []
      return additions
    }
  }
}
