import RostrumBase

extension ProjectFile {
  /// The project file of a folder, and whether it may be used.
  public enum Finding: Sendable, Equatable {
    case none
    case file(path: String)
    /// There is a file that is ignored, and the reason in a complete sentence.
    case refused(path: String, reason: String)

    /// The path of the file that counts.
    public var path: String? { if case .file(let path) = self { path } else { nil } }
  }

  /// Looks for the project file of a folder: the first one in it and in the folders above, up to
  /// the root of a repository and the home folder.
  ///
  /// It counts if it belongs to the user or to root, no other user may write or replace it, and it
  /// is no link out of its folder: otherwise, any user with write access to a folder above, such as
  /// the temporary one, could decide which files scenes read and where results go.
  public static func found(from folder: String) -> Finding {
    guard let start = FilePath.real(folder) else { return .none }
    let home = FilePath.real(FileManager.default.homeDirectoryForCurrentUser.path)
    var current = start.string
    while true {
      let candidate = current.appendingPathComponent(name)
      if isFile(candidate) {
        let path = shown(candidate)
        return distrust(of: candidate, in: current).map { .refused(path: path, reason: $0) }
          ?? .file(path: path)
      }
      let isEnd =
        FilePath(current) == home || current == "/"
        || isThere(current.appendingPathComponent(".git"))
      if isEnd { return .none }
      current = current.deletingLastPathComponent
    }
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Without the current folder in front.
  private static func shown(_ path: String) -> String {
    FilePath.real(".").flatMap { FilePath(path).relative(to: $0) }?.string ?? path
  }

  /// Folders whose project files count whichever user owns them, with colons between them, or `*`
  /// for all.
  public static let trustVariable = "ROSTRUM_TRUSTED_PROJECTS"

  /// Why a file is not trusted; `nil` for a trusted one.
  private static func distrust(of path: String, in folder: String) -> String? {
    if FilePath.isLinkOutside(path, besides: [folder]) {
      return "it is a link that leads out of its folder"
    }
    let trusted = getenv(trustVariable).map { String(cString: $0) } ?? ""
    let isTrusted = trusted.utf8.split(separator: UInt8(ascii: ":")).contains { name in
      let name = String(Substring(name))
      return name == "*" || FilePath.real(name) == FilePath(folder)
    }
    if isTrusted { return nil }
    return FileOwnership(path)?.distrust(of: "it", mayBeSticky: false)
      ?? FileOwnership(folder)?.distrust(of: "its folder", mayBeSticky: true)
  }
}

/// The owner of a file or a folder, with links followed, and the users who may write it.
private struct FileOwnership {
  private let facts: stat

  init?(_ path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    self.facts = facts
  }

  /// Why another user could have written the file; `nil` if only the user could. In a sticky folder
  /// others may make files, but neither remove nor replace the user's.
  func distrust(of name: String, mayBeSticky: Bool) -> String? {
    guard owners.contains(facts.st_uid) else {
      return "\(name) belongs to \(Self.userName(facts.st_uid)), who is neither you nor root"
    }
    if mayBeSticky, facts.st_mode & S_ISVTX != 0 { return nil }
    if facts.st_mode & S_IWOTH != 0 { return "everybody may write \(name)" }
    if facts.st_mode & S_IWGRP != 0, !isPrivateGroup { return "its group may write \(name)" }
    return nil
  }

  /// The user, root, and the user who became root by `sudo`.
  private var owners: Set<uid_t> {
    let own = geteuid()
    let before = own == 0 ? getenv("SUDO_UID").flatMap { uid_t(String(cString: $0)) } : nil
    return Set([own, 0] + [before].compactMap(\.self))
  }

  /// Whether the group is the owner's private one, as many systems create for each user: it has the
  /// user's name and no other members.
  private var isPrivateGroup: Bool {
    guard let user = getpwuid(facts.st_uid)?.pointee, let group = getgrgid(facts.st_gid)?.pointee
    else { return false }
    return user.pw_gid == facts.st_gid && group.gr_mem?.pointee == nil
      && strcmp(user.pw_name, group.gr_name) == 0
  }

  private static func userName(_ number: uid_t) -> String {
    getpwuid(number).map { String(cString: $0.pointee.pw_name) } ?? "user \(number)"
  }
}
