import RostrumBase

/// The encoders of one ffmpeg, as it listed them once, in a file of the folder of caches: asking
/// takes ffmpeg a tenth of a second, which a short film would feel.
///
/// Only what the file says is there counts: before an encoder is called missing, ffmpeg is asked.
struct KeptEncoders {
  private let folder: String
  private let path: String

  /// `nil` where `XDG_CACHE_HOME` names no folder of caches, or the program is not there.
  init?(of tool: String, in caches: String? = getenv("XDG_CACHE_HOME").map { String(cString: $0) })
  {
    var facts = stat()
    guard let caches, caches.first == "/", stat(tool, &facts) == 0 else { return nil }
    folder = joinPath(caches, "rostrum")
    // Another version is another file.
    path = joinPath(
      folder,
      "encoders-\(facts.st_dev)-\(facts.st_ino)-\(facts.st_size)-\(facts.modified)")
  }

  /// Empty where none are kept, or another user could have written them.
  func read() -> Set<String> {
    guard isOwn(folder, S_IFDIR), isOwn(path, S_IFREG), let file = fopen(path, "re") else {
      return []
    }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
    // The last line says that the file is whole.
    return lines.last == "." ? Set(lines.dropLast().map(String.init)) : []
  }

  /// A cache that cannot be written is none.
  func write(_ names: Set<String>) {
    guard !names.isEmpty, (try? createDirectory(folder)) != nil, isOwn(folder, S_IFDIR) else {
      return
    }
    let text = (names.sorted() + ["."]).joined(separator: "\n") + "\n"
    try? writeWholeFile(Array(text.utf8), to: path, inside: folder)
  }

  private func isOwn(_ path: String, _ kind: mode_t) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == kind
      && facts.st_uid == geteuid() && facts.st_mode & 0o022 == 0
  }
}
