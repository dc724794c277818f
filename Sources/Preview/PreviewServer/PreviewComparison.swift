import RostrumBase
import RostrumFigures
import RostrumKit
import RostrumPreview
import RostrumRegression

extension PreviewScene {
  /// Compares the file with its baselines, as `rostrum verify` does, and with `approving` puts what
  /// differs in their place, as its `--update changed` does. Returns an object with the `entries`,
  /// each with its `name`, `verdict`, `sentences` and pictures as PNG files in Base64, or with a
  /// `problem`.
  func comparison(approving: Bool) async -> JSONValue {
    var options = VerifyOptions(baselines: self.options.baselines)
    options.scene = self.options.scene
    options.keptPictures = 64
    do {
      if approving {
        options.update = .changed
        _ = try await VerifyJob(scenes: [path], options: options).run()
        options.update = .none
      }
      let report = try await VerifyJob(scenes: [path], options: options).run()
      return .object([
        ("problem", .null), ("command", .string(verifyCommand)),
        ("entries", .array(report.entries.map(\.json))),
      ])
    } catch {
      return .object([
        ("problem", .string("\(error)")), ("command", .string(verifyCommand)),
        ("entries", .array([])),
      ])
    }
  }

  private var verifyCommand: String {
    Escaping.commandLine([
      "rostrum", "verify", Escaping.pathArgument(path), "--baselines",
      Escaping.pathArgument(options.baselines),
    ])
  }
}

extension DiffReport.Entry {
  fileprivate var json: JSONValue {
    func picture(_ bytes: [UInt8]?) -> JSONValue {
      .string(bytes.map { Data($0).base64EncodedString() })
    }
    return .object([
      ("name", .string(name)), ("verdict", .string(verdict.rawValue)),
      ("sentences", .array(sentences.map { .string($0) })),
      ("expected", picture(pictures?.expected)), ("actual", picture(pictures?.actual)),
      ("difference", picture(pictures?.difference)),
    ])
  }
}
