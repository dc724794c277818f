import RostrumBase
import Synchronization

/// The ffmpeg and the ffprobe to run.
public struct MediaTools: Sendable, Equatable {
  /// A path, or a name to look for on the search path.
  public var ffmpeg: String
  /// A path, or a name to look for on the search path.
  public var ffprobe: String

  /// Where nothing is given, the environment's ROSTRUM_FFMPEG and ROSTRUM_FFPROBE decide, and where
  /// these are not set, the search path.
  public init(ffmpeg: String? = nil, ffprobe: String? = nil) {
    self.ffmpeg = ffmpeg ?? Self.environment(Self.variable(for: "ffmpeg")) ?? "ffmpeg"
    self.ffprobe = ffprobe ?? Self.environment(Self.variable(for: "ffprobe")) ?? "ffprobe"
  }

  static func variable(for tool: String) -> String { "ROSTRUM_\(tool.uppercased())" }

  /// The path of ffmpeg.
  func locatedFFmpeg() throws(MediaError) -> String { try Self.locate("ffmpeg", ffmpeg) }

  /// The path of ffprobe.
  func locatedFFprobe() throws(MediaError) -> String { try Self.locate("ffprobe", ffprobe) }

  private static func locate(_ name: String, _ tool: String) throws(MediaError) -> String {
    let folders =
      tool.utf8.contains(UInt8(ascii: "/"))
      ? [""]
      : (environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(
        String.init)
    let candidates = folders.map { joinPath($0, tool) }
    guard let path = candidates.first(where: isProgram) else {
      throw .toolMissing(name: name, path: tool)
    }
    return path
  }

  private static func isProgram(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }

  private static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}

extension MediaTools {
  /// The output of another program on the search path, at most `limit` bytes. Throws `MediaError`
  /// if the program is missing, and with its messages if it fails.
  package static func output(
    of program: String, _ arguments: [String], limit: Int = 1 << 20
  ) throws(MediaError) -> [UInt8] {
    let run = ToolRun(
      name: program, tool: try locate(program, program), arguments: arguments, doing: "run",
      path: program)
    return try ToolProcess(run).output(limit: limit)
  }

  /// The version that ffmpeg reports, such as `5.1.6-0+deb12u1`; `nil` when it cannot be run, or
  /// its output is not recognised. Cached for each program.
  public var ffmpegVersion: String? {
    guard let tool = try? locatedFFmpeg() else { return nil }
    if let known = Self.versions.withLock({ $0[tool] }) { return known }
    let version = Self.version(of: tool)
    Self.versions.withLock { $0[tool] = .some(version) }
    return version
  }

  /// Where ffmpeg and ffprobe are; `nil` for one that is not there.
  package var places: (ffmpeg: String?, ffprobe: String?) {
    (try? locatedFFmpeg(), try? locatedFFprobe())
  }

  /// The names of the encoders that ffmpeg has; empty when it cannot be run, or lists none. Cached
  /// for each program.
  package var encoders: Set<String> {
    guard let tool = try? locatedFFmpeg() else { return [] }
    if let known = Self.encoders.withLock({ $0[tool] }) { return known }
    let found = Self.encoders(of: tool)
    Self.encoders.withLock { $0[tool] = found }
    KeptEncoders(of: tool)?.write(found)
    return found
  }

  /// Whether ffmpeg does not list an encoder. One that does not list any is tried.
  func lacks(_ encoder: String) -> Bool {
    if let tool = try? locatedFFmpeg(), Self.encoders.withLock({ $0[tool] }) == nil,
      KeptEncoders(of: tool)?.read().contains(encoder) == true
    {
      return false
    }
    let known = encoders
    return !known.isEmpty && !known.contains(encoder)
  }

  private static func encoders(of tool: String) -> Set<String> {
    let run = ToolRun(
      name: "ffmpeg", tool: tool, arguments: ["-hide_banner", "-encoders"], doing: "run",
      path: tool)
    guard let bytes = try? ToolProcess(run).output(limit: 1 << 20) else { return [] }
    // ` V....D libx264    libx264 H.264`: flags, the name, a description.
    let rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return Set(
      rows.compactMap { row in
        let words = row.split(separator: " ")
        return words.count > 2 && "VAS".contains(words[0].prefix(1)) ? String(words[1]) : nil
      })
  }

  private static let encoders = Mutex<[String: Set<String>]>([:])
  private static let versions = Mutex<[String: String?]>([:])

  /// The third word of `ffmpeg version 5.1.6-0+deb12u1 Copyright (c) ...`.
  private static func version(of tool: String) -> String? {
    let run = ToolRun(
      name: "ffmpeg", tool: tool, arguments: ["-version"], doing: "run", path: tool)
    guard let bytes = try? ToolProcess(run).output(limit: 1 << 20) else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return words.starts(with: ["ffmpeg", "version"]) && words.count > 2 ? String(words[2]) : nil
  }
}
