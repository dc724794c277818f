public import RostrumBase
import RostrumMedia
import RostrumSceneFile

/// A template of a project: a scene that renders, with the files it reads.
public struct ProjectTemplate: Sendable {
  public let name: String
  /// Half a sentence.
  public let summary: String
  let files: [(name: String, text: String)]

  /// In the order in which they are listed.
  public static let all = [
    ProjectTemplate(
      name: "lower-third", summary: "a name and a role on a plate that slides in and out",
      files: [("lower-third.yaml", lowerThirdText)]),
    ProjectTemplate(
      name: "title", summary: "words that come in one by one over a line",
      files: [("title.yaml", titleText)]),
    ProjectTemplate(
      name: "chart", summary: "bars for the rows of a CSV file",
      files: [("chart.yaml", chartText), ("chart.csv", chartRowsText)]),
    ProjectTemplate(
      name: "slideshow", summary: "slides that come and go",
      files: [("slideshow.yaml", slideshowText)]),
    ProjectTemplate(
      name: "logo", summary: "a mark that draws itself", files: [("logo.yaml", logoText)]),
    ProjectTemplate(
      name: "social", summary: "a vertical clip with lines of text",
      files: [("social.yaml", socialText)]),
    ProjectTemplate(
      name: "figure", summary: "a scene, and a figure that plots it",
      files: [("figure.yaml", figureText), ("figure-plot.yaml", figurePlotText)]),
    ProjectTemplate(
      name: "regression", summary: "a scene whose look is kept and verified",
      files: [("regression.yaml", regressionText)]),
  ]

  public static func named(_ name: String) -> ProjectTemplate? { all.first { $0.name == name } }

  /// The command that shows first what the project is for.
  public func command(in folder: String) -> String {
    let paths = files.map { Escaping.pathArgument(Self.path(folder, $0.name)) }
    let scene = paths[0]
    let words =
      switch name {
      case "figure": ["figure", paths[1], "-o", "figure.svg"]
      case "regression": ["verify", scene, "--update", "missing"]
      case "lower-third": ["render", scene, "--format", "mov"]
      default: ["render", scene, "--format", "mp4"]
      }
    return Escaping.commandLine(["rostrum"] + words)
  }

  /// The text of its project file.
  var projectText: String {
    Self.projectText
      + (name == "regression"
        ? "scenes: [regression.yaml]  # what `rostrum verify` compares\n" : "")
  }

  private static let projectText = """
    # What holds for all scenes in this folder and below; the command line wins.
    paths: []             # what scenes may read besides their own folder, such as Assets
    fonts: []             # fonts, or folders of them, whose families scenes may name
    output: Output        # where results go
    baselines: Baselines  # what `rostrum verify` compares with, for the scenes that `scenes` lists
    commands:             # options of commands, by their long names
      render: {}
      check: {}

    """

  fileprivate static func path(_ folder: String, _ name: String) -> String {
    folder.isEmpty || folder == "."
      ? name : folder.endsWithSlash ? folder + name : folder + "/" + name
  }
}

/// Writes a template into a folder. Nothing that is there is written over.
public struct InitJob: Sendable {
  /// A file of the template is there already.
  public struct FileExists: ExitStatusError, Sendable, CustomStringConvertible {
    public let path: String

    public var description: String {
      "'\(path)' is there already, and would be written over; name another folder with -o"
    }

    public var exitStatus: ExitStatus { .cannotCreate }
  }

  public let template: ProjectTemplate
  public let folder: String

  public init(_ template: ProjectTemplate, folder: String) {
    (self.template, self.folder) = (template, folder)
  }

  /// Returns the paths that were written, the project file first. One that is there stays, and is
  /// not among them. Throws `FileExists` before anything is written, and `MediaError`.
  public func run() throws -> [String] {
    let project = ProjectTemplate.path(folder, ProjectFile.name)
    var files = template.files.map { (ProjectTemplate.path(folder, $0.name), $0.text) }
    if let path = files.map(\.0).first(where: Self.isThere) { throw FileExists(path: path) }
    if !Self.isThere(project) { files.insert((project, template.projectText), at: 0) }
    for (path, text) in files {
      try createFolder(ofOutput: path)
      try writeWholeFile(Array(text.utf8), to: path)
    }
    return files.map(\.0)
  }

  /// Also a link that leads nowhere is there.
  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}
