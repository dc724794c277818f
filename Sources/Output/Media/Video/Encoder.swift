import RostrumBase
import RostrumCanvas
import RostrumTiming

extension FrameFormat {
  /// The tags of a film's colours, with their true values: BT.709's or Display P3's primaries,
  /// BT.709's matrix, limited range, and sRGB's transfer curve (IEC 61966-2-1). Players that honour
  /// the curve, as Apple's do, then show the colours of the PNG; with a BT.709 tag they would
  /// lighten them. Other players ignore the tag. HDR has BT.2020's primaries and matrix.
  var colorTags: MediaFacts.ColorTags {
    if let hdr {
      return .init(range: "tv", matrix: "bt2020nc", primaries: "bt2020", transfer: hdr.name)
    }
    return .init(
      range: "tv", matrix: "bt709", primaries: colorSpace == .displayP3 ? "smpte432" : "bt709",
      transfer: "iec61966-2-1")
  }
}

/// The arguments for ffmpeg, for each format.
struct EncoderArguments {
  let format: MediaFormat
  let frames: FrameFormat
  let settings: VideoSettings
  let pixels: PipedPixels
  /// Where bits are counted, which run it is.
  var pass: Pass?

  /// From the pipe to a finished file; not for GIF, which takes two runs.
  func encode(to path: String) -> [String] {
    if hasAlphaStream { return encodeWithAlpha(to: path) }
    return ToolArguments.common + input + ["-vf", filter] + codec + [ToolArguments.file(path)]
  }

  /// GIF, first run: the frames as they are into a lossless file, and the palette of them all. A
  /// single run would hold all the frames in memory until the palette is known.
  func collect(frames framesPath: String, palette palettePath: String) -> [String] {
    let reserve = frames.isOpaque ? 0 : 1
    let graph =
      "[0:v]split[a][b];[b]palettegen=max_colors=\(max(settings.colorCount, GIFPalette.leastCount))"
      + ":reserve_transparent=\(reserve)[p]"
    return ToolArguments.common + input + ["-filter_complex", graph]
      + ["-map", "[a]", "-c:v", "qtrle", "-f", "mov", ToolArguments.file(framesPath)]
      + ["-map", "[p]", "-c:v", "png", "-f", "image2pipe", ToolArguments.file(palettePath)]
  }

  /// GIF, second run.
  func applyPalette(
    _ palettePath: String, to framesPath: String, output: String, delay: GIFDelay
  ) -> [String] {
    let rate = delay.fixed.map { ["-r", "100/\($0)"] } ?? []
    let frames = delay.thinning.map { "[0:v]\($0)[v];[v]" } ?? "[0:v]"
    return ToolArguments.common + own(framesPath).arguments(rate)
      + MediaInput(path: palettePath, kind: .format("png_pipe")).arguments()
      + [
        "-lavfi", "\(frames)[1:v]paletteuse=dither=\(settings.dither.name):diff_mode=rectangle",
        "-loop", "0",
      ] + lastDelay(delay) + [ToolArguments.file(output)]
  }

  /// The time of a GIF's last frame: ffmpeg would repeat the one before, which may be rounded the
  /// other way, so that the whole would be off by a hundredth.
  private func lastDelay(_ delay: GIFDelay) -> [String] {
    guard delay.fixed == nil, frames.frameCount > 1 else { return [] }
    func hundredths(_ count: Int, _ rate: FrameRate) -> Int {
      Int((Double(count) * 100 / rate.framesPerSecond).rounded())
    }
    let last = hundredths(delay.shownCount(of: frames.frameCount) - 1, delay.shownRate)
    let end = hundredths(frames.frameCount, frames.rate)
    return ["-final_delay", "\(max(end - last, delay.isThinned ? 2 : 1))"]
  }

  /// An intermediate file, with the frames as they were piped.
  private func own(_ path: String) -> MediaInput {
    MediaInput(path: path, maximumPixels: pixels.codedSize.width * pixels.codedSize.height)
  }

  private var input: [String] {
    let size = pixels.codedSize
    let layout = ["-f", "rawvideo", "-pix_fmt", pixels.name, "-s", "\(size)"]
    let rate = ["-framerate", "\(frames.rate.numerator)/\(frames.rate.denominator)"]
    return ToolArguments.protocols + layout + tags + rate + ["-i", "pipe:0"]
  }

  /// The colours of the piped pixels where they already are the film's, and of the output.
  private var tags: [String] { pixels.isPlanar ? colorTags : [] }

  private var colorTags: [String] {
    let tags = frames.colorTags
    return [
      "-color_range", tags.range, "-colorspace", tags.matrix, "-color_primaries", tags.primaries,
      "-color_trc", tags.transfer,
    ]
  }

  private var frameTags: String {
    let tags = frames.colorTags
    return "setparams=range=\(tags.range):colorspace=\(tags.matrix)"
      + ":color_primaries=\(tags.primaries):color_trc=\(tags.transfer)"
  }

  private var filter: String {
    if pixels.isPlanar { return frameTags }
    switch format.row.straight {
    case .same: return "null"
    case .limited(let opaque, let translucent):
      return conversion(to: frames.isOpaque ? opaque : translucent)
    case .jfif:
      return (frames.isOpaque ? "" : "format=gbrap,premultiply=inplace=1,format=gbrp,")
        + "scale=in_range=pc:out_range=pc:out_color_matrix=bt601:flags=accurate_rnd+full_chroma_int"
        + ",format=yuvj444p"
    }
  }

  /// Whether alpha is a stream of its own, as AVIF has it.
  private var hasAlphaStream: Bool { format.row.hasAlphaStream && !pixels.isPlanar }

  /// Straight colours, and their alpha as grey pictures beside.
  private func encodeWithAlpha(to path: String) -> [String] {
    let graph =
      "[0:v]split[c][a];[c]\(conversion(to: settings.planarFormat))[colors]"
      + ";[a]alphaextract,format=gray[alpha]"
    return ToolArguments.common + input + ["-filter_complex", graph]
      + ["-map", "[colors]", "-map", "[alpha]", "-c:v", VideoCodec.alphaEncoder]
      + ["-crf", "\(settings.quality)", "-cpu-used", "6", "-row-mt", "1", "-usage", "realtime"]
      + colorTags + ["-f", "avif", ToolArguments.file(path)]
  }

  private func conversion(to pixelFormat: String) -> String {
    "scale=in_range=pc:out_range=tv:out_color_matrix=bt709"
      + ":flags=accurate_rnd+full_chroma_int+full_chroma_inp"
      + ",format=\(pixelFormat),\(frameTags)"
  }

  private var codec: [String] {
    let row = format.row
    return (row.encoder?(settings) ?? planar) + (row.marksColors ? colorTags : [])
      + row.output(settings)
  }
}

extension EncoderArguments {
  /// The encoder of planar pictures.
  private var planar: [String] {
    let depth = ["-pix_fmt", settings.planarFormat]
    let place = ["-chroma_sample_location", "center"]
    switch settings.codec(of: format) {
    case .hevc:
      let options = "log-level=error:open-gop=0" + mastering + (pass?.x265 ?? "")
      return ["-c:v", "libx265", "-preset", settings.preset.rawValue] + rate + depth + place
        + ["-tag:v", "hvc1", "-x265-params", options]
    case .av1:
      return ["-c:v", "libsvtav1", "-preset", "8"] + rate + depth
        + (settings.hdr == .pq ? ["-svtav1-params", MasteringDisplay.svtAV1] : [])
    case .vp9:
      return ["-c:v", "libvpx-vp9"] + rate + ["-deadline", "good", "-cpu-used", "4"]
        + ["-row-mt", "1", "-auto-alt-ref", frames.isOpaque ? "1" : "0"] + (pass?.arguments ?? [])
    default:
      return ["-c:v", "libx264", "-preset", settings.preset.rawValue] + rate + depth + place
        + (pass?.arguments ?? [])
    }
  }

  private var mastering: String { settings.hdr == .pq ? MasteringDisplay.x265 : "" }

  /// A constant quality, or a bit rate; and how far apart key frames are.
  private var rate: [String] {
    if let pass { return keyframes + ["-b:v", "\(pass.bitRate)"] }
    return keyframes + ["-crf", "\(settings.quality)"]
      + (settings.codec(of: format) == .vp9 ? ["-b:v", "0"] : [])
  }

  /// `-g` counts frames.
  private var keyframes: [String] {
    guard format.row.choosesKeyframes else { return [] }
    let isForTheWeb = settings.isFragmented || format.row.isForTheWeb
    let seconds = settings.keyframeInterval ?? (isForTheWeb ? 2 : 5)
    return ["-g", "\(Int(max(1, (seconds * frames.rate.framesPerSecond + 1e-9).rounded(.down))))"]
  }

  /// One of two runs over the same frames: the first measures their needs.
  struct Pass {
    let number: Int
    /// In bits a second.
    let bitRate: Int
    /// The path of the first pass's log.
    let log: String

    var arguments: [String] {
      ["-pass", "\(number)", "-passlogfile", ToolArguments.plainFile(log)]
    }

    /// The same in the words of x265, whose options are divided by colons.
    var x265: String {
      ":pass=\(number):stats=\(Escaping.ffmpegValue(ToolArguments.plainFile(log)))"
    }
  }

  /// The frames as they are encoded, without loss.
  func collect(to path: String) -> [String] {
    ToolArguments.common + input + ["-vf", filter]
      + ["-c:v", "ffv1", "-f", "matroska", ToolArguments.file(path)]
  }

  /// From collected frames, which are converted already, to a file, or to nothing in the first
  /// pass.
  func encode(from path: String, to output: String, _ pass: Pass) -> [String] {
    var arguments = self
    arguments.pass = pass
    return ToolArguments.common + own(path).arguments() + ["-vf", frameTags] + arguments.codec
      + (pass.number == 1 ? ["-f", "null", "-"] : [ToolArguments.file(output)])
  }
}

/// The work of ffmpeg for one video: everything between the pipe and the file in a folder of its
/// own.
struct EncoderRun: Sendable {
  let format: MediaFormat
  let frames: FrameFormat
  let settings: VideoSettings
  let pixels: PipedPixels
  let output: PartialFolder
  /// The path of the file to write, in the folder.
  let file: String
  /// How many bytes of a target size are for something else.
  let reservedBytes: Int
  /// Where ffmpeg is.
  let tool: String

  private var arguments: EncoderArguments {
    EncoderArguments(format: format, frames: frames, settings: settings, pixels: pixels)
  }

  /// Reads frames from `input` until its end. When it throws, the folder is gone.
  func run(input: Int32) async throws {
    do {
      if format.row.hasPalette {
        try await runTwice(input: input)
      } else if let size = settings.targetSize {
        try await fit(size, input: input)
      } else {
        try await ffmpeg(arguments.encode(to: file)).run(input: input)
        if format.row.hasWebPChunks { try WebPLength.correct(file, to: frames.duration) }
      }
    } catch {
      output.remove()
      throw named(error)
    }
  }

  /// The reason in ffmpeg's last lines, where it is the machine's.
  private func named(_ error: any Error) -> any Error {
    guard let error = error as? MediaError, case .toolFailed(_, _, _, _, let lines) = error else {
      return error
    }
    if lines.contains(where: { $0.hasSuffix("No space left on device") }) {
      return MediaError.file(doing: "write", path: output.path, errno: ENOSPC)
    }
    return settings.codec(of: format)?.explained(error, in: format) ?? error
  }

  private func runTwice(input: Int32) async throws {
    let (frames, colors) = (output.path("frames.mov"), output.path(GIFPalette.name))
    try await ffmpeg(arguments.collect(frames: frames, palette: colors)).run(input: input)
    if settings.colorCount < GIFPalette.leastCount {
      let opaque = settings.colorCount - (self.frames.isOpaque ? 0 : 1)
      try GIFPalette(path: colors).reduced(to: max(opaque, 1)).write(to: colors)
    }
    let delay = GIFDelay(rate: self.frames.rate, rounding: settings.delays)
    try await ffmpeg(
      arguments.applyPalette(colors, to: frames, output: file, delay: delay)
    ).run()
  }

  /// The length of a path in bytes, without the ending that ffmpeg adds: it cuts longer ones
  /// (`logfilename[1024]`).
  private static let longestLog = 1000

  /// In bits a second. x265 takes level 5, which more than level 4.1's 20 Mbit/s need (ITU-T H.265,
  /// table A.9), only with coding units of 32 pixels.
  private var highestBitRate: Double {
    let side = min(pixels.codedSize.width, pixels.codedSize.height)
    return settings.codec(of: format) == .hevc && side < 32 ? 10_000_000 : .infinity
  }

  /// Encodes into a file of at most `size` bytes, with the highest bit rate that this allows.
  private func fit(_ size: Int, input: Int32) async throws {
    let (frames, log) = (output.path("frames.mkv"), output.path("pass"))
    guard ToolArguments.plainFile(log).utf8.count <= Self.longestLog else {
      throw MediaError.invalidSetting(
        "the folder's path is too long for a target size: ffmpeg takes \(Self.longestLog) bytes")
    }
    try await ffmpeg(arguments.collect(to: frames)).run(input: input)
    let seconds = self.frames.duration
    // The bytes of the container itself: a little for the file, and for each frame.
    let overhead = 2048 + 16 * self.frames.frameCount
    var bits = min(
      Double(size - reservedBytes - overhead) * 8 / seconds, highestBitRate)
    for _ in 0..<4 {
      guard bits >= 8000 else {
        throw MediaError.invalidSetting(
          "\(size) bytes are too few for \(seconds.hundredths) s: even without details they would be more"
        )
      }
      for number in 1...2 {
        let pass = EncoderArguments.Pass(number: number, bitRate: Int(bits), log: log)
        try await ffmpeg(arguments.encode(from: frames, to: file, pass)).run()
      }
      let found = fileSize(file)
      if found + reservedBytes <= size { return }
      bits *= 0.95 * Double(size - reservedBytes) / Double(found)
    }
    throw MediaError.invalidSetting("the video cannot be made as small as \(size) bytes")
  }

  private func ffmpeg(_ arguments: [String]) -> ToolRun {
    ToolRun(
      name: "ffmpeg", tool: tool, arguments: arguments, doing: "write", path: output.path)
  }
}
