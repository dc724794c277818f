import ArgumentParser
import RostrumKit
import RostrumRegression
import RostrumSceneFile

extension ProjectDefaults {
  /// The groups of the project's `scenes` with the options of each: what the command line says
  /// comes first, then a variant, then its group, then the project's `commands`. `nil` without
  /// `scenes`.
  func groups() throws -> [VerifyGroup]? {
    try file.scenes?.map { VerifyGroup($0, options: try options(of: $0), file: file.path) }
  }

  private func options(of group: SceneGroup) throws -> [VerifyOptions] {
    let settings = overridden(file.options[command.name] ?? [], by: group.settings)
    var variants = [SceneGroup.Variant?.none] + group.variants
    if isGiven("variant") {
      let name = try Verify.parse(added(by: file) + given).variant
      variants = [group.variants.first { $0.name == name }]
    }
    return try variants.map { variant in
      var own = file
      own.baselines = group.baselines ?? file.baselines
      own.options[command.name] = overridden(settings, by: variant?.settings ?? [])
        .filter { !isGivenOtherwise($0.name) }
      let name = isGiven("variant") ? nil : variant?.name
      do {
        let words = added(by: own) + (name.map { ["--variant=\($0)"] } ?? []) + given
        var options = try Verify.parse(words).options
        options.settingLines = SettingLines(own.options[command.name] ?? [], file: file.path)
        return options
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
