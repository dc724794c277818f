import Base

/// All that a video file holds beside its pictures, and how it gets into the file: encoded pictures
/// are copied as they are, so nothing is lost or drawn again.
public struct Multiplex: Sendable {
  public var soundtrack: Soundtrack?

  public init(soundtrack: Soundtrack? = nil) { self.soundtrack = soundtrack }

  /// Whether a video of the format holds nothing but pictures.
  func isEmpty(for format: MediaFormat) -> Bool {
    soundtrack == nil || format.audioCodec == nil
  }

  /// Throws why something cannot be made, once that is known.
  func check() throws { try soundtrack?.check() }

  /// Waits for all parts, and writes them with the pictures of `video` into `file`. `output` is the
  /// path for messages. Returns what there is to say about them.
  func write(
    pictures video: String, to file: String, _ format: MediaFormat, output: String, tool: String
  ) async throws -> [MediaNote] {
    let sound = try await soundtrack?.file(for: format)
    let inputs = [video] + [sound?.path].compactMap(\.self)
    let maps = ["-map", "0:v:0"] + (sound == nil ? [] : ["-map", "1:a:0"])
    let arguments =
      ToolArguments.common
      + inputs.flatMap { ToolArguments.protocols + ["-i", ToolArguments.file($0)] }
      + maps + ["-c", "copy"] + Self.container(format) + [ToolArguments.file(file)]
    try await ToolRun(
      name: "ffmpeg", tool: tool, arguments: arguments, doing: "write", path: output
    ).run()
    return try await soundtrack?.notes() ?? []
  }

  /// ffmpeg's arguments for the file as a whole.
  private static func container(_ format: MediaFormat) -> [String] {
    switch format {
    case .mp4, .mov: ["-movflags", "+faststart"]
    // Opus begins before 0, and the muxer makes up for it by itself.
    case .webm: ["-avoid_negative_ts", "disabled"]
    default: []
    }
  }

  /// Gives a finished video other companions: its pictures stay as they are. The file appears in
  /// one step.
  public func replace(
    in video: String, _ format: MediaFormat, tools: MediaTools = MediaTools(),
    run: RunToken = RunToken()
  ) async throws -> SinkReport {
    let tool = try tools.locatedFFmpeg()
    let output = try PartialFolder(for: video, extension: format.fileExtension, run: run)
    do {
      let before = try await MediaFacts.read(video, tools: tools)
      let notes = try await write(
        pictures: video, to: output.file, format, output: video, tool: tool)
      let after = try await MediaFacts.read(output.file, tools: tools)
      guard after.frameCount == before.frameCount, after.colors == before.colors,
        after.sound != nil || soundtrack == nil
      else {
        throw MediaError.notWhatWasRendered(
          path: video, details: ["its pictures did not stay as they were"])
      }
      let byteCount = try output.commit()
      return SinkReport(
        path: video, frameCount: after.frameCount, byteCount: byteCount, notes: notes)
    } catch {
      output.remove()
      throw error
    }
  }
}
