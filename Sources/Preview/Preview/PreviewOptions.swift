package import RostrumBase
import RostrumKit
package import RostrumSceneFile
package import RostrumSceneImport
import RostrumTiming

/// How scenes are previewed.
package struct PreviewOptions: Sendable {
  package var scene = SceneOptions()
  /// An IPv4 or IPv6 address of this machine. Other machines can only come where it is not a
  /// loopback address.
  package var host = "127.0.0.1"
  /// 0 for one that is free.
  package var port: UInt16 = 0
  /// The secret that gives access to the preview. By default 32 random hexadecimal digits.
  package var token = PreviewOptions.randomToken()
  package var editor = EditorLink.visualStudioCode
  /// A file of rows for the scenes' parameters; `nil` for none.
  package var data: String?
  /// The folder of baselines.
  package var baselines = "Baselines"

  package init() {}

  /// The shortest token that is taken from a file, in characters.
  package static let shortestToken = 16

  private static func randomToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      UInt32.random(in: 0 ... .max, using: &generator).digits(8, radix: 16)
    }.joined()
  }
}

/// A preview that cannot begin, or a page that cannot be written.
package struct PreviewError: ExitStatusError, CustomStringConvertible, Sendable {
  package let description: String
  package let exitStatus: ExitStatus

  package init(_ description: String, _ exitStatus: ExitStatus = .inputMissing) {
    (self.description, self.exitStatus) = (description, exitStatus)
  }
}

/// The arguments with which `rostrum` starts the program of the server, which is one of its own:
/// the server's libraries would make every other command start later.
package struct PreviewRequest: Codable, Sendable {
  /// The name of the preview's executable, which is in the same folder as `rostrum`.
  package static let program = "rostrum-preview"

  /// The path of `rostrum`, which decodes pictures: see `PictureDecoder`.
  package var decoder: String?
  package var scenes: [String] = []
  package var host = ""
  package var port: UInt16 = 0
  /// The path of a file with the token, never the token itself: everybody on this machine may read
  /// the arguments of programs.
  package var tokenFile: String?
  package var editor: String?
  package var data: String?
  package var baselines: String?
  package var opensBrowser = false
  /// In pixels for a point.
  package var scale = 1.0
  package var allowedPaths: [String] = []
  package var fontFiles: FontFiles = []
  package var projectFolder: String?
  package var maximumPixels: Int?
  package var maximumFrames: Int?
  package var frameRate: String?
  /// A colour of CSS, or `none`.
  package var background: String?
  package var ignoredFeatures: [String] = []
  package var importSettings: [String: String] = [:]
  /// As `--set` takes them.
  package var parameters: [String] = []

  package init() {}

  /// Throws for parameters that are none, and `PreviewError` for a file without a token.
  package func options(importers: [any SceneImporter]) throws -> PreviewOptions {
    var options = PreviewOptions()
    var scene = SceneOptions(
      frameRate: frameRate.flatMap { FrameRate($0) }, scale: scale, allowedPaths: allowedPaths,
      importers: importers)
    scene.parameters = try ParameterValues(assignments: parameters)
    scene.fontFiles = fontFiles
    scene.projectFolder = projectFolder
    scene.background = background.flatMap { SceneOptions.background($0) }
    scene.ignoredFeatures = Set(ignoredFeatures)
    scene.importSettings = importSettings
    if let maximumPixels { scene.maximumPixels = maximumPixels }
    if let maximumFrames { scene.maximumFrames = maximumFrames }
    (options.scene, options.host, options.port) = (scene, host, port)
    options.data = data
    if let baselines { options.baselines = baselines }
    if let tokenFile { options.token = try Self.token(in: tokenFile) }
    if let link = editor.flatMap(EditorLink.init) { options.editor = link }
    return options
  }

  /// The token in a file, without the space around it.
  private static func token(in path: String) throws -> String {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw PreviewError("cannot read '\(path)'")
    }
    let token = String(decoding: data, as: UTF8.self).trimmed
    let isPlain = token.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
    }
    guard isPlain, token.utf8.count >= PreviewOptions.shortestToken else {
      throw PreviewError(
        "'\(path)' needs a token of at least \(PreviewOptions.shortestToken) letters and digits")
    }
    return token
  }
}
