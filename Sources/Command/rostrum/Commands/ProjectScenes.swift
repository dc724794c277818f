import ArgumentParser
import RostrumKit

extension ProjectDefaults {
  /// The groups of the project's `scenes` with the options of each: what the command line says
  /// comes first, then a variant, then its group, then the project's `commands`. `nil` without
  /// `scenes`.
  ///
  /// `given` are the arguments after `verify` on the command line.
  static func groups(_ given: ArraySlice<String>) throws -> [VerifyGroup]? {
    guard !given.prefix(while: { $0 != "--" }).contains("--no-project"),
      let defaults = try ProjectDefaults(Verify.configuration.commandName ?? "", given),
      let path = try defaults.path()
    else { return nil }
    let (file, result) = try ProjectFile.load(path: path, commands: defaults.commands)
    guard let file else { throw InvalidScene(result: result) }
    return try file.scenes?.map { group in
      VerifyGroup(group, options: try defaults.options(of: group, file, given), file: path)
    }
  }

  private func options(
    of group: SceneGroup, _ file: ProjectFile, _ given: ArraySlice<String>
  ) throws -> [VerifyOptions] {
    let verify = Verify.configuration.commandName ?? ""
    let settings = overridden(file.options[verify] ?? [], by: group.settings)
    var variants = [SceneGroup.Variant?.none] + group.variants
    var words = Array(given)
    if isGiven("variant") {
      let name = try Verify.parse(added(by: file) + given).variant
      variants = [group.variants.first { $0.name == name }]
    }
    return try variants.map { variant in
      var own = file
      own.baselines = group.baselines ?? file.baselines
      own.options[verify] = overridden(settings, by: variant?.settings ?? [])
        .filter { !isGivenOtherwise($0.name) }
      if let variant, !isGiven("variant") { words = ["--variant=\(variant.name)"] + given }
      do {
        return try Verify.parse(added(by: own) + words).options
      } catch {
        throw ValidationError(
          "\(file.path):\(group.line): these scenes cannot be verified so: "
            + Verify.message(for: error))
      }
    }
  }

  private static let momentOptions = ["at", "every", "frames"]

  /// Whether the command line says in another way which moments there are.
  private func isGivenOtherwise(_ name: String) -> Bool {
    Self.momentOptions.contains(name) && Self.momentOptions.contains(where: isGiven)
  }

  private func overridden(
    _ settings: [ProjectFile.Setting], by others: [ProjectFile.Setting]
  ) -> [ProjectFile.Setting] {
    let names = Set(others.map(\.name))
    let replaced =
      names.isDisjoint(with: Self.momentOptions)
      ? names : names.union(Self.momentOptions)
    return settings.filter { !replaced.contains($0.name) } + others
  }
}
