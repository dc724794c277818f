public import RostrumBase
public import RostrumLayerTree
import RostrumSource

/// A mistake in a file with captions or chapters that no scene names.
public struct FilmTextProblem: ExitStatusError, Sendable, CustomStringConvertible {
  public let path: String
  /// From 1.
  public let line: Int
  public let message: String
  public let hint: String?

  public var description: String {
    "\(path):\(line): \(message)" + (hint.map { "; \($0)" } ?? "")
  }

  public var exitStatus: ExitStatus { .wrongScene }
}

extension CaptionTrack {
  /// The captions of an SRT, WebVTT or ASS file, for players. `warn` gets a sentence for what of
  /// the file is not kept. Throws `FilmTextProblem` and `SceneFileError`.
  public init(file path: String, warn: (String) -> Void = { _ in }) throws {
    let bytes = try bytes(ofFile: path)
    do throws(CaptionParser.Problem) {
      var parser = try CaptionParser(bytes)
      let found = try parser.captions()
      if let losses = parser.losses.sentence { warn("of \(path), \(losses)") }
      self.init(captions: found.map(\.caption), places: [.track])
    } catch {
      throw FilmTextProblem(
        path: path, line: error.line, message: error.message, hint: error.hint
      ).hidingLinesOutside()
    }
  }
}

extension FilmInformation {
  /// Chapters from a file of lines such as `0:00 Introduction`. The first begins at 0; empty lines
  /// and lines that begin with `#` are skipped. Throws `FilmTextProblem` and `SceneFileError`.
  public static func chapters(file path: String) throws -> [Chapter] {
    var chapters: [Chapter] = []
    let text = String(decoding: try bytes(ofFile: path), as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let line = line.trimmed
      if line.isEmpty || line.hasPrefix("#") { continue }
      func problem(_ message: String, _ hint: String? = nil) -> FilmTextProblem {
        FilmTextProblem(path: path, line: index + 1, message: message, hint: hint)
          .hidingLinesOutside()
      }
      let parts = line.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
      guard parts.count == 2, let time = CaptionParser.seconds(parts[0]) else {
        throw problem(
          "expected a time and a title; found \(String(line.prefix(40)).quoted)",
          "a chapter is a line such as 1:30 The second part")
      }
      guard time > (chapters.last?.time ?? -1) else {
        throw problem("chapters follow each other, each later than before")
      }
      guard !chapters.isEmpty || time == 0 else { throw problem("the first chapter begins at 0") }
      chapters.append(Chapter(time: time, title: parts[1]))
    }
    guard !chapters.isEmpty else {
      throw FilmTextProblem(
        path: path, line: 1, message: "there are no chapters in it",
        hint: "a chapter is a line such as 1:30 The second part")
    }
    return chapters
  }
}

/// A missing file is no scene's.
private func bytes(ofFile path: String) throws -> [UInt8] {
  do {
    return try SceneFileError.contents(ofFile: path)
  } catch .missing {
    throw SceneFileError.unreadable(path: path, reason: "there is no such file")
  }
}
