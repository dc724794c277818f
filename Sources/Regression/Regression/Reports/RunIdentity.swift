import RostrumBase

/// The facts that all parts of one run share, and the scenes of this part: `rostrum report` merges
/// parts of one run only.
struct RunIdentity: Sendable, Equatable, Codable {
  /// How many scenes all parts compare together.
  let sceneCount: Int
  /// The digest of their names, in their order.
  let scenes: Digest
  /// The digest of the scene files' bytes.
  let files: Digest
  /// The digest of the settings that decide about a result.
  let settings: Digest
  /// The versions of Rostrum and of the libraries that draw, in words.
  let versions: String
  /// The commit that is checked out; `nil` outside of a repository of Git.
  let commit: String?
  /// The names of the scenes of this part, in their order.
  var part: [String]

  static func digest(of names: [String]) -> Digest {
    var digester = Digester()
    for name in names { digester.combine(name) }
    return digester.digest
  }

  /// The first fact in which another part's run differs, in words about that part; `nil` for parts
  /// of one run.
  func difference(of other: RunIdentity) -> String? {
    if versions != other.versions { return "made by \(other.versions), not by \(versions)" }
    if commit != other.commit {
      return "of commit \(Self.short(other.commit)), not of \(Self.short(commit))"
    }
    if sceneCount != other.sceneCount {
      let count = other.sceneCount
      return "of a run over \(count) \(count == 1 ? "scene" : "scenes"), not over \(sceneCount)"
    }
    if scenes != other.scenes { return "of a run over other scenes" }
    if files != other.files { return "of a run over other contents of the scene files" }
    if settings != other.settings { return "of a run with other settings" }
    return nil
  }

  private static func short(_ commit: String?) -> String {
    commit.map { String($0.prefix(10)) } ?? "no repository"
  }

  var json: JSONValue {
    .object([
      ("sceneCount", .integer(sceneCount)), ("scenes", .string("\(scenes)")),
      ("files", .string("\(files)")), ("settings", .string("\(settings)")),
      ("versions", .string(versions)), ("commit", .string(commit)),
      ("part", .array(part.map { .string($0) })),
    ])
  }
}
