import RostrumBase

/// The two files of HTTP Live Streaming (RFC 8216): a playlist, and all segments in one file of
/// fragmented MP4 beside it, of which the playlist names the ranges of bytes.
struct HLSFiles {
  /// The temporary name of the segments' file: ffmpeg writes names into playlists as they are.
  private static let segmentName = "segments.m4s"

  /// The path of the finished film, an MP4.
  let film: String
  /// The requested path of the playlist.
  let playlist: String
  /// A temporary folder.
  let folder: PartialFolder

  /// The path of the file with the segments.
  private var segments: String { "\(playlist.deletingPathExtension).m4s" }

  /// Writes both, the playlist last. Returns their bytes.
  func write(tool: String) async throws -> Int {
    let list = folder.path("list.m3u8")
    let made = folder.path(Self.segmentName)
    try await ToolRun(
      name: "ffmpeg", tool: tool,
      arguments: ToolArguments.common + MediaInput(path: film).arguments()
        + ["-map", "0:v:0", "-map", "0:a?", "-c", "copy"]
        // What comes before 0, an edit list leaves out.
        + [
          "-avoid_negative_ts", "disabled", "-f", "hls", "-hls_time",
          "\(FormatRow.segmentDuration)", "-hls_playlist_type", "vod",
        ]
        + ["-hls_segment_type", "fmp4", "-hls_flags", "single_file"]
        + ["-hls_segment_filename", ToolArguments.file(made), ToolArguments.file(list)],
      doing: "write", path: playlist
    ).run()
    let text = try finished(String(decoding: try readWholeFile(list), as: UTF8.self))
    let media = try readWholeFile(made)
    try writeWholeFile(Array(text.utf8), to: playlist) { () throws(MediaError) in
      try writeWholeFile(media, to: segments, inside: segments.folderOfPath)
    }
    return media.count + text.utf8.count
  }

  /// The playlist with the final name of the segments' file.
  private func finished(_ made: String) throws(MediaError) -> String {
    let name = Escaping.playlistURI(splitPath(segments).name)
    var lines = made.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (index, line) in lines.enumerated() {
      if line == Self.segmentName { lines[index] = name }
      let map = "#EXT-X-MAP:URI=\"\(Self.segmentName)\""
      if line.hasPrefix(map) {
        lines[index] = "#EXT-X-MAP:URI=\"\(name)\"" + line.dropFirst(map.count)
      }
    }
    guard lines.contains("#EXT-X-ENDLIST"), lines.contains(name) else {
      throw MediaError.notWhatWasRendered(path: playlist, details: ["its playlist has no end"])
    }
    return lines.joined(separator: "\n")
  }
}
