import Canvas

/// The work of ffmpeg for one video: everything between the pipe and a file under a temporary name.
struct EncoderRun: Sendable {
  let format: MediaFormat
  let frames: FrameFormat
  let settings: VideoSettings
  let pixels: PipedPixels
  let file: PartialFile
  /// Where ffmpeg is.
  let tool: String

  private var arguments: EncoderArguments {
    EncoderArguments(format: format, frames: frames, settings: settings, pixels: pixels)
  }

  /// Reads frames from `input` until its end. When it throws, no temporary file is left.
  func run(input: Int32) async throws {
    do {
      if format == .gif {
        try await runTwice(input: input)
      } else {
        try await ffmpeg(arguments.encode(to: file.temporaryPath)).run(input: input)
      }
    } catch {
      file.remove()
      throw error
    }
  }

  private func runTwice(input: Int32) async throws {
    let collected = PartialFile(for: file.path + ".mov")
    let palette = PartialFile(for: file.path + ".png")
    defer {
      collected.remove()
      palette.remove()
    }
    let (frames, colors) = (collected.temporaryPath, palette.temporaryPath)
    try await ffmpeg(arguments.collect(frames: frames, palette: colors)).run(input: input)
    let delay = GIFDelay(rate: self.frames.rate, rounding: settings.delays).fixed
    try await ffmpeg(
      arguments.applyPalette(colors, to: frames, output: file.temporaryPath, delay: delay)
    ).run()
  }

  private func ffmpeg(_ arguments: [String]) -> ToolRun {
    ToolRun(
      name: "ffmpeg", tool: tool, arguments: arguments, doing: "write", path: file.path)
  }
}
