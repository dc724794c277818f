import RostrumSceneFile
import RostrumBase
import RostrumCanvas
import RostrumMedia
import RostrumOutput

extension RunIdentity {
  /// `items` are the items of all parts, `part` the items of this one.
  init(items: [VerifyPlan.Item], part: [VerifyPlan.Item]) {
    var (files, settings) = (Digester(), Digester())
    for item in items {
      files.combine((try? readWholeFile(item.path)).map { Digest(of: $0) } ?? .zero)
      settings.combine(item.options.settings)
    }
    let libraries = LibraryVersions.current
    let versions =
      "rostrum \(RenderingStamp.rendererVersion), Cairo \(libraries.cairo), "
      + "FreeType \(libraries.freeType), Pango \(libraries.pango)"
    let head = try? MediaTools.output(of: "git", ["rev-parse", "HEAD"])
    self.init(
      sceneCount: items.count, scenes: Self.digest(of: items.map(\.name)), files: files.digest,
      settings: settings.digest, versions: versions,
      commit: head.map { String(decoding: $0, as: UTF8.self).trimmed }, part: part.map(\.name))
  }
}

extension VerifyPlan.Item {
  /// The scene, and the variant that the item is restricted to.
  fileprivate var name: String { path + (options.variant.map { " \($0)" } ?? "") }
}

extension VerifyOptions {
  /// Everything that decides about a result, as one text.
  fileprivate var settings: String {
    let parameters = scene.parameters.texts.sorted { $0.key < $1.key }
    let parts: [Any?] = [
      baselines, rule?.words, variant, tolerance, values?.areStrict,
      values?.tolerances.sorted { $0.key < $1.key }, data, repetition.count, ignoredLayers, ignored,
      scale, parameters, update,
    ]
    return parts.map { $0.map { "\($0)" } ?? "-" }.joined(separator: "\n")
  }
}

extension MomentRule {
  /// The same in every process, as the language's own description of a private type is not.
  fileprivate var words: String {
    switch self {
    case .moments(let moments): "at " + moments.map(\.text).joined(separator: ",")
    case .every(let step): "every \(step)"
    case .frames(let selection):
      "frames " + selection.parts.map { "\($0.first)-\($0.last):\($0.step)" }.joined(separator: ",")
    }
  }
}
