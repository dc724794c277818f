import ArgumentParser
import RostrumBase
import RostrumCanvas
import RostrumImporters
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumPreview
import RostrumSceneFile
import RostrumSource
import RostrumTiming

struct PreviewCommand: AsyncParsableCommand, ProgramStarter {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Show scenes in a browser while you write them.",
    discussion: """
      Prints the address to open. The picture changes when a file is saved; its pixels are those that \
      render writes. Ctrl-C ends it.

      Examples:
        rostrum preview ball.yaml
        rostrum preview Scenes --open
        rostrum preview ball.yaml --export site
        rostrum preview ball.yaml --port 8000 \\
            --editor 'zed://file{path}:{line}:{column}'
      """)

  @Argument(
    help: "Scene files, folders of them, and patterns such as 'Scenes/**/*.yaml'.",
    completion: .file(extensions: SceneFinder.endings(.all)))
  var scenes: [String]

  @Option(help: "The port, 0 for one that is free.")
  var port: UInt16 = 0

  @Flag(help: "Open the address in the browser of this machine.")
  var open = false

  @Option(
    help: ArgumentHelp(
      "The address to listen at. Others than 127.0.0.1 and ::1 need --token-file.",
      valueName: "address"))
  var host = "127.0.0.1"

  @Option(
    help: "A file with the token that the address needs, instead of a random one.",
    completion: .file())
  var tokenFile: String?

  @Option(
    help: ArgumentHelp(
      "Write a page that plays the scene by itself, index.html in this folder, and end.",
      valueName: "dir"), completion: .directory)
  var export: String?

  @Option(
    help: "Rows of values for the scenes' parameters, to step through: CSV, TSV, JSON or YAML.",
    completion: .file(extensions: DataTable.endings))
  var data: String?

  @Option(
    help: "The folder of baselines to compare with. Default: Baselines.", completion: .directory)
  var baselines: String?

  @Option(help: "Pixels for a point.")
  var scale = 1.0

  @Option(
    help: ArgumentHelp(
      "The address of a place in your editor, with {path}, {line} and {column}. Default: VS Code's.",
      valueName: "address"))
  var editor: String?

  @OptionGroup var scene: DrawnSceneArguments

  func validate() throws {
    guard scale > 0, scale <= 100 else { throw ValidationError("--scale is above 0, at most 100.") }
    if let editor, EditorLink(editor) == nil {
      throw ValidationError(
        "--editor is an address with {path}, such as vscode://file{path}:{line}.")
    }
    if export != nil, scenes.count > 1 {
      throw ValidationError("--export takes one scene.")
    }
    if !["127.0.0.1", "::1"].contains(host), tokenFile == nil {
      throw ValidationError("--host \(host) lets other machines in: give a token by --token-file.")
    }
  }

  func run() async throws {
    try await withFailuresExplained(DiagnosticFormatter()) {
      let paths = try scene.files.finder.paths(scenes)
      guard let export else { return }
      guard paths.count == 1 else { throw ValidationError("--export takes one scene.") }
      let page = PreviewExport(scene: paths[0], options: scene.options(scale: scale))
      try page.write(toFolder: export)
    }
    if export == nil { try startServer() }
  }

  /// The path of the server's program.
  static var program: String {
    let own = executablePath() ?? String(cString: CommandLine.words[0])
    return URL(filePath: own).deletingLastPathComponent().appending(path: PreviewRequest.program)
      .path
  }

  /// Goes on as the server's program. Returns only by throwing.
  private func startServer() throws {
    do {
      let json = String(decoding: try JSONEncoder().encode(try request()), as: UTF8.self)
      let program = Self.program
      let arguments = CStrings([program, json])
      execv(program, arguments.pointers)
      throw PreviewError(
        "cannot start '\(program)': \(String(cString: strerror(errno)))", .toolMissing)
    } catch {
      throw explain(error, DiagnosticFormatter()).code
    }
  }

  private func request() throws -> PreviewRequest {
    var request = PreviewRequest()
    request.decoder = executablePath() ?? PictureDecoder.ownProgram
    (request.scenes, request.host, request.port) = (scenes, host, port)
    (request.editor, request.opensBrowser, request.scale) = (editor, open, scale)
    (request.tokenFile, request.data, request.baselines) = (tokenFile, data, baselines)
    let options = scene.options()
    (request.allowedPaths, request.fontFiles) = (scene.files.allowPath, options.fontFiles)
    request.projectFolder = options.projectFolder
    (request.maximumPixels, request.maximumFrames) = (scene.files.maxPixels, scene.files.maxFrames)
    (request.frameRate, request.background) = (scene.files.fps?.description, scene.background)
    request.ignoredFeatures = scene.files.ignore.flatMap(\.names)
    request.importSettings = options.importSettings
    request.parameters = scene.files.parameters.assignments
    return request
  }
}
