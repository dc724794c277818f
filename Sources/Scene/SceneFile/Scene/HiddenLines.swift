import RostrumBase
import RostrumSource

// Lines of a file are quoted in diagnostics only if it lies in the folder of the file that names
// it, in the project, or in a folder that the user allows. A link in a downloaded project may lead
// to any file of the user, and diagnostics may be printed to a public log.

extension SceneOptions {
  /// Whether the lines of a file that the command line names may be shown.
  package func mayShow(_ path: String) -> Bool {
    !FilePath.isLinkOutside(path, besides: roots)
  }

  /// Whether a file lies in a folder, in the project or in an allowed folder, with links resolved.
  package func includes(_ path: String, besides folder: String) -> Bool {
    FilePath.isInside(path, anyOf: [folder] + roots)
  }

  private var roots: [String] {
    (isConfined ? [] : [projectFolder].compactMap(\.self)) + allowedPaths
  }

  /// The bytes of a scene's or a figure's file, or of the standard input in its place.
  package func contents(ofFile path: String) throws(SceneFileError) -> [UInt8] {
    if path == standardInputPath { return try Self.standardInput.get() }
    guard !isConfined || mayShow(path) else { throw .outside(path: path) }
    return try SceneFileError.contents(ofFile: path)
  }

  /// It can be read once, and a scene may be loaded several times.
  private static let standardInput = Result { () throws(SceneFileError) in
    try SceneFileError.contents(ofFile: "/dev/stdin")
  }
}

extension LoadResult {
  /// The same with a single diagnostic in place of all, which reports that there are errors.
  package func hidingLines() -> LoadResult {
    guard !diagnostics.isEmpty else { return self }
    let isWrong = diagnostics.contains { $0.severity == .error }
    let path = source.path
    let hidden = Diagnostic(
      severity: isWrong ? .error : .warning, id: DiagnosticID.outsideFolder.rawValue,
      message: "\(path.quoted) is a file outside of its folder and of the project, and what is "
        + "\(isWrong ? "wrong" : "doubtful") in it is not shown",
      range: SourceRange(file: path, line: 1, column: 1, length: 0),
      hint: "name the file itself, or allow it with --allow-path")
    return with(diagnostics: [hidden], source: SourceText("", path: path))
  }
}

extension FilmTextProblem {
  /// The same, where the file is a link out of its folder: nothing of its lines is shown.
  func hidingLinesOutside() -> FilmTextProblem {
    guard FilePath.isLinkOutside(path) else { return self }
    return FilmTextProblem(
      path: path, line: line,
      message: "what is wrong is not shown, since the file is a link that leads out of its folder",
      hint: "name the file itself")
  }
}
