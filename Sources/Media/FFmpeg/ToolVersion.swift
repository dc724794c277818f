import Synchronization

extension MediaTools {
  /// What ffmpeg says of its version, such as `5.1.6-0+deb12u1`; `nil` when it cannot be run, or says something else. Each program is asked once.
  public var ffmpegVersion: String? {
    guard let tool = try? locatedFFmpeg() else { return nil }
    if let known = Self.versions.withLock({ $0[tool] }) { return known }
    let version = Self.version(of: tool)
    Self.versions.withLock { $0[tool] = .some(version) }
    return version
  }

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
