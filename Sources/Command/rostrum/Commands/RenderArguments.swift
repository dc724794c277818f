public import ArgumentParser
import RostrumBase
public import RostrumCanvas
import RostrumKit
public import RostrumMedia
public import RostrumOutput
public import RostrumRendering

/// The limits of a render's cost, and reports of it.
struct CostArguments: ParsableArguments {
  @Flag(
    help: "Print where the time went: for each stage, for each layer, and how much was drawn.")
  var profile = false

  @Flag(
    help:
      "The same with off-screen passes, overdraw and blended pixels, whose count takes about as long as drawing every frame whole."
  )
  var profileCosts = false

  @Option(
    help: ArgumentHelp(
      "Write a trace of the render that Perfetto and chrome://tracing open; - for the standard output.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var profileTrace: String?

  @Option(
    help: ArgumentHelp(
      "How much memory finished shadows, filters and masks may take, in MB. 0 keeps none.",
      valueName: "MB"))
  var cacheMemory = 256

  @Option(
    name: .customLong("show"),
    help: ArgumentHelp(
      "Show what frames cost in their place: overdraw, blended, offscreen or damage.",
      valueName: "what"))
  var view: CostView?

  @Flag(
    help: "Draw every frame once more, whole, and stop at the first pixel that differs. For tests.")
  var verifyDamage = false

  func validate() throws {
    if profileTrace?.isEmpty == true { throw ValidationError("--profile-trace needs a file.") }
    guard (0...1 << 20).contains(cacheMemory) else {
      throw ValidationError("--cache-memory is 0 to 1048576, in MB.")
    }
  }

  /// Whether the trace goes to the standard output, so that nothing else may.
  var printsTrace: Bool { profileTrace.map(isStandardOutput) ?? false }

  /// Whether the table goes to the standard output.
  var printsProfile: Bool { profile || profileCosts }

  /// `nil` unless an option asks for a profile.
  var newProfile: Profile? {
    printsProfile || profileTrace != nil
      ? Profile(keepsSpans: profileTrace != nil, countsCosts: profileCosts) : nil
  }

  /// After the render.
  func show(_ measured: Profile?) throws {
    guard let record = measured?.record else { return }
    if printsProfile { try Terminal.output(record.text) }
    if let profileTrace { try writeWholeFile(Array(record.trace.utf8), to: profileTrace) }
  }
}

/// The part of a scene that a render makes, and the files that it keeps of earlier ones.
struct ReuseArguments: ParsableArguments {
  @Flag(help: "Keep what earlier runs have finished and what has not changed since; draw the rest.")
  var resume = false

  @Flag(help: "The same, but trust finished files of the right length without reading them.")
  var skipExisting = false

  @Option(
    help: ArgumentHelp("Only one of several contiguous parts, such as 3/10.", valueName: "part"))
  var shard: Shard?

  @Flag(
    inversion: .prefixedNo,
    help: "Write down, in the hidden folder .rostrum beside the results, what --resume goes by.")
  var manifest = true

  func validate() throws {
    if !manifest, resume || skipExisting {
      throw ValidationError("--resume and --skip-existing need a manifest.")
    }
  }

  func apply(to options: inout RenderOptions) {
    options.reuse = resume ? .verified : skipExisting ? .existing : .none
    options.keepsManifest = manifest
    options.shard = shard
  }
}

extension CostView: ExpressibleByArgument {}

extension Shard: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

/// How videos are encoded; the same for every command that makes one.
struct VideoArguments: ParsableArguments {
  @Option(help: "MP4 only: x264's trade between time and size.")
  var preset: VideoSettings.Preset = .medium

  @Option(
    help: "Constant quality of mp4 (0 to 51) and webm (0 to 63); lower is better and larger.")
  var quality = VideoSettings().quality

  @Option(help: "The codec: h264, hevc or av1 of mp4; vp9 or av1 of webm.")
  var codec: VideoCodec?

  @Option(
    help: ArgumentHelp(
      "Bits a channel: 8, 10 for hevc and av1, 16 for png and tiff. 8 unless given, 10 with --hdr.",
      valueName: "bits"))
  var bitDepth: Int?

  @Option(help: "The colour space of the files: srgb or display-p3.")
  var colorSpace = ColorSpace.sRGB

  @Option(
    help: ArgumentHelp(
      "High dynamic range, pq or hlg: films of hevc and av1 in BT.2020, white at 203 cd/m2.",
      valueName: "curve"))
  var hdr: HDRCurve?

  @Option(
    help: ArgumentHelp(
      "How large an mp4 or webm may become, such as 8MB or 500kB: as good as that allows.",
      valueName: "size"), transform: byteCount)
  var targetSize: Int?

  @Flag(help: "MP4 only: in fragments, which players of the web take one by one.")
  var fragmented = false

  @Option(
    help: ArgumentHelp(
      "The longest time between key frames, 0.01 to 600 s: 2 in fragments and webm, else 5.",
      valueName: "seconds"))
  var keyframeInterval: Double?

  @Option(help: "GIF only: how colours are mixed: none, bayer, floyd-steinberg or sierra.")
  var dither: VideoSettings.Dither = .sierra

  @Option(help: "GIF only: how many colours, 2 to 256.")
  var colors = 256

  @Flag(
    inversion: .prefixedNo,
    help: "Decode each finished video and compare it with what was rendered.")
  var verify = true

  var settings: VideoSettings {
    var settings = VideoSettings(preset: preset, quality: quality, isVerified: verify)
    (settings.codec, settings.hdr, settings.targetSize) = (codec, hdr, targetSize)
    settings.bitDepth = bitDepth ?? (hdr == nil ? 8 : 10)
    (settings.isFragmented, settings.dither) = (fragmented, dither)
    (settings.colorCount, settings.colorSpace) = (colors, colorSpace)
    settings.keyframeInterval = keyframeInterval
    // A project's options are for all that it makes.
    let project = ProjectDefaults.current
    settings.asked = Set(
      EncodingOption.allCases.filter {
        $0.isChanged(in: settings) && project?.isGiven($0.rawValue) != false
      })
    // The depth that comes with --hdr.
    if bitDepth == nil { settings.asked.remove(.bitDepth) }
    return settings
  }

  func validate() throws {
    guard [8, 10, 16].contains(bitDepth ?? 8) else {
      throw ValidationError("--bit-depth is 8, 10 or 16.")
    }
    guard (0.01...600).contains(keyframeInterval ?? 2) else {
      throw ValidationError("--keyframe-interval is 0.01 to 600.")
    }
    guard (2...256).contains(colors) else { throw ValidationError("--colors is 2 to 256.") }
  }
}

/// Reads `8MB`, `500kB` or a number of bytes.
private func byteCount(_ text: String) throws -> Int {
  let units = [
    ("GB", 1e9), ("MB", 1e6), ("KB", 1e3), ("GIB", 1_073_741_824), ("MIB", 1_048_576),
    ("KIB", 1024), ("B", 1),
  ]
  let upper = text.uppercased()
  let unit = units.first { upper.hasSuffix($0.0) }
  let digits = upper.dropLast(unit?.0.count ?? 0).trimmed
  guard let number = Double(digits), number > 0, number * (unit?.1 ?? 1) < 1e15 else {
    throw ValidationError("'\(text)' is not a size such as 8MB, 500kB or 1000000.")
  }
  return Int(number * (unit?.1 ?? 1))
}

extension VideoCodec: ExpressibleByArgument {}
extension ColorSpace: ExpressibleByArgument {}
extension HDRCurve: ExpressibleByArgument {}
extension VideoSettings.Dither: ExpressibleByArgument {}
