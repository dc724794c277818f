import RostrumKit
import RostrumOutput
import RostrumSceneFile

/// The options of the commands that obey a project file: what they take on the command line, and
/// whether a project may set them. A test compares them with the parser's own description.
enum ProjectOptions {
  typealias Option = ProjectCommand.Option

  static let commands = [
    ProjectCommand("render", render), ProjectCommand("preview", preview),
    ProjectCommand(
      "sample", lists("layer key-path") + values("at format") + rows + scene + messages),
    ProjectCommand("check", files("data") + flags("rendered scenes-only") + text + checked),
    ProjectCommand("inspect", values("at format hit") + rows + scene + messages),
    ProjectCommand("explain", values("layer key-path at format") + rows + scene + messages),
    ProjectCommand("expand", output + rows + scene + messages),
    ProjectCommand("bake", output + rows + scene + messages),
    ProjectCommand("import", output + values("split") + rows + scene + messages),
    ProjectCommand("export", place + rows + scene + messages), ProjectCommand("lsp", scene),
    ProjectCommand("verify", verify),
    ProjectCommand("approve", files("baselines") + flags("values")),
    ProjectCommand("plot", plot),
    ProjectCommand(
      "timeline", output + lists("layer") + values("range tracks title") + rows + figure),
    ProjectCommand(
      "strobe",
      output + lists("layer") + values("every range fading spread title") + flags("path") + rows
        + figure),
    ProjectCommand("sheet", output + values("columns count at title") + rows + figure),
    ProjectCommand("figure", place + others("watch") + text + rows + figure),
  ]

  // MARK: Commands with many

  private static let render =
    output + files("output-folder data profile-trace")
    + values("format frames at scale shutter samples supersample shard jobs png-compression")
    + values("show preset quality codec bit-depth color-space hdr target-size")
    + values("keyframe-interval dither colors")
    + flags("strict-frames resume skip-existing fail-fast profile profile-costs verify-damage")
    + others("list watch")
    + flags("fragmented") + negatableFlags("fields manifest verify") + progress
    + [
      Option("cache-memory", .value, .lower(below: RenderOptions().cacheMemory >> 20))
    ] + text + scene + messages

  /// Who else reaches the page, and what a browser opens, a project does not decide.
  private static let preview =
    options("port host editor", .value, .nothing) + options("open", .flag, .nothing)
    + files("token-file export data baselines") + values("scale") + scene

  /// Its `max-pixels` is a tolerance.
  private static let verify =
    files("baselines data") + values("at every frames update variant scale shard jobs repeat seed")
    + values("threshold max-pixels max-region lottie-profile") + lists("ignore-rect")
    + options("move", .values, .nothing)
    + lists("value-tolerance") + flags("strict-antialiasing strict-values") + others("prune list")
    + files("report") + flags("pictures film json strict") + [Option("verbose", letter: "v", .flag)]
    + progress + text + sources + servers + messages

  private static let plot =
    output + lists("layer key-path") + values("columns at tracks seconds range title")
    + flags("velocity acceleration coordinates") + others("print") + negatableFlags("handles")
    + rows + figure

  // MARK: Groups

  private static let text = files("stdin") + flags("confined")

  private static let progress = values("progress") + [Option("quiet", letter: "q", .flag)]

  private static let rows = files("data") + values("row")

  private static let sources = files("allow-path font-path") + lists("font ignore set")

  private static let scene =
    sources + flags("strict") + values("lottie-profile fps background")
    + [
      Option("max-pixels", .value, .lower(below: SceneOptions().maximumPixels)),
      Option("max-frames", .value, .lower(below: SceneOptions().maximumFrames)),
    ]

  private static let figure =
    files("theme") + values("format width height scale language")
    + flags("outlines animate") + progress + scene + messages

  private static let output = [Option("output", letter: "o", .value, .nothingForFiles)]
  private static let place = [Option("output", letter: "o", .value)]
  private static let messages = values("diagnostics")
  private static let servers = files("junit code-quality sarif") + values("annotations")
  private static let checked = scene + messages + servers

  // MARK: Rows

  private static func options(
    _ names: String, _ form: Option.Form, _ permission: Option.Permission = .set
  ) -> [Option] {
    names.split(separator: " ").map { Option(String($0), form, permission) }
  }

  private static func flags(_ names: String) -> [Option] { options(names, .flag) }

  /// Flags for what waits, deletes, or prints in place of the work: a project says none of it.
  private static func others(_ names: String) -> [Option] { options(names, .flag, .nothing) }

  private static func negatableFlags(_ names: String) -> [Option] {
    options(names, .negatableFlag)
  }

  private static func values(_ names: String) -> [Option] { options(names, .value) }

  private static func lists(_ names: String) -> [Option] { options(names, .values) }

  private static func files(_ names: String) -> [Option] {
    options(names, .value, .nothingForFiles)
  }
}
