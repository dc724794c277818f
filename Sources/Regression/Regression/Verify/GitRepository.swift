import RostrumBase
import RostrumMedia

/// Queries Git about the repository of a folder, which may be untrusted.
///
/// The settings of a repository can name programs: hooks, filters, pagers, a watcher of files,
/// commands for differences, for signatures and for the network. So Git reads no file of the
/// working tree here, which filters would see; everything else is off. A bare repository inside
/// another repository's files is ignored. Git itself refuses a repository of another owner
/// (`safe.directory`).
struct GitRepository {
  let folder: String

  private static let settings = [
    "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat",
    "core.attributesFile=/dev/null", "core.sshCommand=false", "core.alternateRefsCommand=",
    "core.askPass=", "credential.helper=", "diff.external=", "gpg.program=false",
    "log.showSignature=false", "protocol.allow=never", "safe.bareRepository=explicit",
    "blame.ignoreRevsFile=", "mailmap.file=", "mailmap.blob=",
  ]

  /// Options that are no settings, or that older versions of Git do not know as settings.
  private static let environment = [
    "GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1", "GIT_NO_REPLACE_OBJECTS=1",
    "GIT_GRAFT_FILE=/dev/null", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0",
    "GIT_ASKPASS=false", "GIT_SSH_COMMAND=false", "GIT_PAGER=cat",
  ]

  /// Variables with which a hook of Git's, in which Rostrum may run, names another repository.
  private static let unset = ["GIT_EXTERNAL_DIFF", "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"]

  /// In bytes, of what Git prints.
  private static let limit = 64 << 20

  /// The content of a file of the folder in the last commit, as it is stored: no filter runs. `nil`
  /// where there is none, no repository, and no Git.
  func committedText(of name: String) -> [UInt8]? {
    output("cat-file", ["blob", "HEAD:./\(name)"])
  }

  /// The output of `git blame --porcelain` about lines of a file in the last commit.
  func blame(_ name: String, lines: ClosedRange<Int>) -> String? {
    let range = "\(lines.lowerBound),\(lines.upperBound)"
    return output(
      "blame",
      ["--porcelain", "--no-textconv", "--no-ext-diff", "-L", range, "HEAD", "--", name]
    ).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The one of some commits that comes after the others in the history.
  func latest(of commits: [String]) -> String? {
    output("rev-list", ["--topo-order", "--max-count=1"] + commits + ["--"]).map {
      String(String(decoding: $0, as: UTF8.self).prefix { $0.isHexDigit })
    }
  }

  /// Whether the history was fetched in part.
  var isShallow: Bool {
    output("rev-parse", ["--is-shallow-repository"])?.starts(with: "true".utf8) == true
  }

  private func output(_ command: String, _ arguments: [String]) -> [UInt8]? {
    let settings = Self.settings.flatMap { ["-c", $0] }
    return try? MediaTools.output(
      of: "env",
      Self.unset.flatMap { ["-u", $0] } + Self.environment + ["git", "-C", folder, "--no-pager"]
        + ["--no-replace-objects", "--literal-pathspecs"] + settings + [command] + arguments,
      limit: Self.limit)
  }
}

/// Maps the lines of a text to the lines of an earlier version.
struct LineOrigins {
  /// Longer texts in between are not compared line by line: their lines count as new.
  private static let most = 2000
  /// By the numbers of the lines; both count from 1.
  private var origins: [Int: Int] = [:]

  init(of text: [UInt8], in earlier: [UInt8]) {
    let (new, old) = (Self.lines(of: text), Self.lines(of: earlier))
    let first = zip(new, old).prefix { $0 == $1 }.count
    let most = min(new.count, old.count) - first
    let last = zip(new.reversed(), old.reversed()).prefix { $0 == $1 }.prefix(most).count
    for index in 0..<first { origins[index + 1] = index + 1 }
    for index in 0..<last { origins[new.count - index] = old.count - index }
    let (newRest, oldRest) = (new[first..<new.count - last], old[first..<old.count - last])
    guard max(newRest.count, oldRest.count) <= Self.most else { return }
    let difference = Array(newRest).difference(from: Array(oldRest))
    var inserted = Set<Int>()
    var removed = Set<Int>()
    for change in difference {
      switch change {
      case .insert(let offset, _, _): inserted.insert(offset)
      case .remove(let offset, _, _): removed.insert(offset)
      }
    }
    let kept = zip(
      newRest.indices.filter { !inserted.contains($0 - first) },
      oldRest.indices.filter { !removed.contains($0 - first) })
    for (now, then) in kept { origins[now + 1] = then + 1 }
  }

  /// The number that a line had; `nil` for one that is new or was changed.
  subscript(line: Int) -> Int? { origins[line] }

  /// Without the ends of lines, which Git may convert.
  private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
  }
}
