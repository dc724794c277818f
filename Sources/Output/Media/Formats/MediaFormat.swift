import RostrumBase
public import RostrumCanvas
public import RostrumTiming

/// The formats that frames can be written in.
public enum MediaFormat: String, CaseIterable, Sendable {
  /// A folder of PNG files, one a frame.
  case png
  /// H.264, 4:2:0, 8 bits: plays everywhere; no alpha.
  case mp4
  /// ProRes 4444 in QuickTime's container, for editing programs.
  case mov
  /// VP9, 4:2:0, for web pages.
  case webm
  /// At most 256 colours; a pixel is transparent or it is not.
  case gif
  /// H.264 in Matroska, with Opus and captions as SubRip: for archives and players; no alpha.
  case mkv
  /// A playlist of HTTP Live Streaming and the film's segments beside it, for web pages: H.264 and
  /// AAC in fragments of two seconds; no alpha.
  case hls
  /// A web page that holds the film, as WebM, and plays it.
  case html
  /// Layers as paths that CSS animates; only for scenes of vectors.
  case svg
  /// A Lottie, in JSON: layers as paths with key frames; only for scenes of vectors.
  case lottie
  /// All frames in one PNG, and a JSON file with the place of each one.
  case sprites
  /// Animated PNG: lossless.
  case apng
  /// AV1 in AVIF's container: small, for web pages.
  case avif
  /// Animated WebP: lossy, with alpha.
  case webp
  /// The sound alone: 48 kHz, stereo, 24 bits.
  case wav
  /// One picture, lossy; no alpha.
  case jpg
  /// One picture, lossless, for printing.
  case tiff

  /// The way a scene's frames become files.
  public enum Making: Sendable {
    /// A file for each frame, or for one.
    case pictures
    /// One file of all frames, by ffmpeg.
    case film
    /// One file of one frame, by ffmpeg.
    case still
    /// One file of all frames, by our own means.
    case own
    /// The sound alone, without frames.
    case sound
    /// Paths in place of pixels.
    case vectors
  }

  public var making: Making { row.making }

  /// The container in words, for help.
  public var about: String { row.about }

  /// How much of a picture's alpha a format keeps.
  public enum Alpha: Sendable { case none, oneBit, full }

  public var alpha: Alpha { row.alpha }

  /// False for formats with colours that have no way to mark them as Display P3.
  public var holdsDisplayP3: Bool { row.marksColors }

  /// True when films of the format can have a high dynamic range: a codec of 10 bits.
  public var holdsHDR: Bool { codecs.contains(where: \.row.holds10Bits) }

  /// True when files of the format can hold 16 bits a channel.
  public var holds16Bits: Bool { row.holds16Bits }

  /// True when all frames go into one file.
  public var isOneFile: Bool { [.film, .still, .own].contains(making) }

  /// True where frames of pixels are drawn for it.
  public var takesFrames: Bool { isOneFile || making == .pictures }

  /// True for one file of frames that ffmpeg writes.
  public var isWrittenByFFmpeg: Bool { [.film, .still].contains(making) }

  /// True for films: all frames in one file, by ffmpeg.
  public var isFilm: Bool { making == .film }

  /// True for formats of a single image.
  public var isStill: Bool { making == .still }

  /// How a video of the format holds sound; `nil` for one that holds none.
  public var audioCodec: AudioCodec? { row.sound }

  /// The codecs for the format, the default first; empty for formats with a fixed codec.
  public var codecs: [VideoCodec] { row.codecs }

  /// Without the dot.
  public var fileExtension: String { row.endings[0] }

  /// The format of the file that ffmpeg makes first.
  package var container: MediaFormat { row.carrier ?? self }

  /// The format of the codecs, captions and sound: for a page, the format of its film.
  var coded: MediaFormat { row.packing == .page ? container : self }

  /// How many frames a second players show at most; `nil` where that is no question.
  public var highestRate: Int? { row.highestRate }

  /// The path of a second file that belongs to a file of the format at `path`; `nil` if there is
  /// none.
  public func secondFile(beside path: String) -> String? {
    row.secondEnding.map { "\(path.deletingPathExtension).\($0)" }
  }

  /// The format for a file extension, in either case; `nil` for an unknown one.
  public init?(pathExtension: String) {
    let ending = pathExtension.lowercased()
    let known = Self.allCases.first { $0.row.endings.contains(ending) }
    guard let format = known ?? Self(rawValue: ending) else { return nil }
    self = format
  }
}

extension FormatRow {
  /// Matroska's muxer gives each file a number by chance otherwise.
  private static let sameBytes = ["-fflags", "+bitexact"]
  /// Opus begins before 0, and the muxer makes up for it by itself.
  private static let matroskaParts = ["-avoid_negative_ts", "disabled"] + sameBytes

  static let table: [MediaFormat: FormatRow] = [
    .png: FormatRow(
      about: "a file for each frame, lossless", endings: ["png"], making: .pictures,
      marksColors: true, holds16Bits: true),
    .mp4: FormatRow(
      about: "MP4", endings: ["mp4"], alpha: .none, codecs: [.h264, .hevc, .av1], sound: .aac,
      captions: "mov_text", poster: .stream, marksColors: true, canBeFragmented: true,
      pipe: .evenPlanes, multiplexing: ["-movflags", "+faststart"], hasExactTimes: true,
      output: { $0.isFragmented ? ToolArguments.fragments : ["-movflags", "+faststart"] }),
    .mov: FormatRow(
      about: "QuickTime, 4:4:4, 10 bits", endings: ["mov"], codecs: [.prores],
      refusedCodecs: [
        .hevc:
          "transparent HEVC is made by Apple's encoders alone: write ProRes (mov) or VP9 (webm), which keep transparency; opaque HEVC goes into mp4"
      ],
      sound: .pcm,
      captions: "mov_text", marksColors: true, bounds: ColorBounds(mean: 2, single: 4),
      multiplexing: ["-movflags", "+faststart"], hasExactTimes: true,
      encoder: { _ in ["-c:v", "prores_ks", "-profile:v", "4444", "-vendor", "apl0"] },
      straight: .limited(opaque: "yuv444p10le", translucent: "yuva444p10le")),
    .webm: FormatRow(
      about: "WebM", endings: ["webm"], hasAlphaBlocks: true, codecs: [.vp9, .av1], sound: .opus,
      captions: "webvtt",
      marksColors: true, isForTheWeb: true, pipe: .planes,
      multiplexing: matroskaParts, output: { _ in sameBytes },
      straight: .limited(opaque: "yuva420p", translucent: "yuva420p")),
    .mkv: FormatRow(
      about: "Matroska, for archives and players", endings: ["mkv"], alpha: .none,
      codecs: [.h264, .hevc, .av1], sound: .opus, captions: "srt", poster: .attachment,
      marksColors: true, pipe: .evenPlanes,
      multiplexing: matroskaParts, output: { _ in ["-f", "matroska"] + sameBytes }),
    .hls: FormatRow(
      about: "a playlist and its segments of two seconds in a file (`.m4s`) beside it",
      endings: ["m3u8"], secondEnding: "m4s", alpha: .none, codecs: [.h264, .hevc],
      sound: .aac, marksColors: true,
      isForTheWeb: true, carrier: .mp4, packing: .playlist, pipe: .evenPlanes,
      multiplexing: ["-movflags", "+faststart"],
      output: { _ in
        ["-force_key_frames", "expr:gte(t,n_forced*\(segmentDuration))"]
          + ["-movflags", "+faststart"]
      }),
    .html: FormatRow(
      about: "a page that holds a WebM and plays it, and loads nothing", endings: ["html", "htm"],
      codecs: [.vp9, .av1], sound: .opus, captions: "webvtt", marksColors: true,
      isForTheWeb: true, carrier: .webm, packing: .page, pipe: .planes),
    .svg: FormatRow(
      about: "layers as paths, moved by CSS; only of scenes of vectors", endings: ["svg"],
      making: .vectors),
    .lottie: FormatRow(
      about: "layers as paths with key frames; only of scenes of vectors", endings: ["json"],
      making: .vectors),
    .sprites: FormatRow(
      about: "all frames in one PNG, with their places in a JSON file beside it",
      endings: ["sprites.png"], making: .own, secondEnding: "json", marksColors: true,
      holds16Bits: true),
    .gif: FormatRow(
      about: "at most 256 colours for the whole film, 50 frames a second", endings: ["gif"],
      alpha: .oneBit, canSeek: false, bounds: ColorBounds(mean: 8, single: 40),
      countsHundredths: true, highestRate: 50, hasPalette: true),
    .apng: FormatRow(
      about: "animated PNG, lossless", endings: ["apng"], reading: .filmOrStill, canSeek: false,
      bounds: ColorBounds(mean: 0, single: 0),
      encoder: { _ in ["-c:v", "apng", "-plays", "0", "-f", "apng"] }),
    .avif: FormatRow(
      about: "an animation in AVIF", endings: ["avif"], hasAlphaStream: true, codecs: [.av1],
      choosesKeyframes: false, marksColors: true,
      pipe: .evenPlanes, output: { _ in ["-f", "avif"] }),
    .webp: FormatRow(
      about: "animated WebP, lossless with quality 0", endings: ["webp"], takesQuality: true,
      isLosslessAtBest: true,
      largestSide: 16_383,
      encoder: {
        ["-c:v", "libwebp_anim", "-lossless", $0.quality == 0 ? "1" : "0"]
          + ["-quality", "\(max(0, 100 - $0.quality * 3 / 2))", "-loop", "0", "-f", "webp"]
      }, hasWebPChunks: true),
    .wav: FormatRow(
      about: "the sound alone: 48 kHz, stereo", endings: ["wav"], making: .sound, alpha: .none,
      sound: .pcm, marksColors: true, holds16Bits: true, reading: .sound),
    .jpg: FormatRow(
      about: "one picture, 4:4:4", endings: ["jpg", "jpeg"], making: .still, alpha: .none,
      reading: .format("jpeg_pipe"), bounds: ColorBounds(mean: 3, single: 8),
      takesQuality: true,
      encoder: { ["-c:v", "mjpeg", "-q:v", "\(max(1, $0.quality / 6))", "-update", "1"] },
      straight: .jfif),
    .tiff: FormatRow(
      about: "one picture, lossless, for printing", endings: ["tiff", "tif"], making: .still,
      holds16Bits: true, reading: .format("tiff_pipe"), bounds: ColorBounds(mean: 0, single: 0),
      encoder: { _ in ["-c:v", "tiff", "-compression_algo", "deflate", "-update", "1"] }),
  ]
}

/// The properties shared by all frames of a recording.
public struct FrameFormat: Sendable, Equatable {
  /// In pixels, at least 1.
  public var width: Int
  /// In pixels, at least 1.
  public var height: Int
  public var rate: FrameRate
  /// How many frames there will be, at least 1.
  public var frameCount: Int
  /// The caller promises that no frame lets anything through; alpha is then not written.
  public var isOpaque: Bool
  /// The colour space of the files. The frames themselves are sRGB.
  public private(set) var colorSpace = ColorSpace.sRGB
  /// Bits a channel in files of straight pixels: 8, or 16.
  public private(set) var bitDepth = 8
  /// The curve of a film of high dynamic range; `nil` for a screen's.
  public private(set) var hdr: HDRCurve?

  public init(width: Int, height: Int, rate: FrameRate, frameCount: Int, isOpaque: Bool) {
    self.width = width
    self.height = height
    self.rate = rate
    self.frameCount = frameCount
    self.isOpaque = isOpaque
  }

  /// The same frames for files in the colour space and the depth of these settings.
  public func written(with settings: VideoSettings) -> FrameFormat {
    var format = self
    format.colorSpace = settings.colorSpace
    format.bitDepth = settings.bitDepth == 16 ? 16 : 8
    format.hdr = settings.hdr
    return format
  }

  /// In seconds.
  public var duration: Double { Double(frameCount) / rate.framesPerSecond }

  /// How a file of straight pixels holds a frame.
  public var pixels: StraightPixels {
    StraightPixels(hasAlpha: !isOpaque, bitDepth: bitDepth, colorSpace: colorSpace)
  }
}

/// Information about a recording that is not an error, but that the user should know.
public enum MediaNote: Sendable, Equatable {
  /// The frames may be translucent and the format has no alpha: they are flattened.
  case alphaLost(MediaFormat)
  /// The format has only transparent and opaque pixels; pixels of half alpha and more become
  /// opaque.
  case alphaHasOneBit(MediaFormat)
  /// The format needs even sizes; the last row or column was repeated. In pixels.
  case padded(width: Int, height: Int)
  /// A GIF's delays are whole hundredths of a second; they vary so that the duration is right.
  case delaysVary(rate: FrameRate)
  /// A GIF plays at another rate: the nearest one in whole hundredths of a second, or 50 frames a
  /// second where there are more.
  case rateChanged(from: FrameRate, to: FrameRate)
  /// The scene is heard, and the format holds no sound.
  case soundLost(MediaFormat)
  /// The film has captions for players, chapters or facts, and the format holds none.
  case informationLost(MediaFormat)
  /// The film names a poster frame, and the format holds none.
  case posterLost(MediaFormat)
  /// The frames are a part, or do not follow each other: such a film is silent.
  case soundLeftOut
  /// The mix exceeds full scale by this number of decibels.
  case clipped(decibels: Double)
  /// The mix cannot be as loud as is asked for, in LUFS, with true peaks below -1 dB.
  case loudnessMissed(target: Double, reached: Double)
  /// The sound is wanted alone, and the scene has none.
  case nothingHeard
  /// No flat area was found to compare colours in.
  case colorsUnchecked
}

extension MediaNote: CustomStringConvertible {
  public var description: String {
    switch self {
    case .alphaLost(let format):
      "\(format.rawValue) holds no alpha: what is translucent is laid over black; "
        + "--background sets another colour, and png, mov, webm, avif and apng keep it"
    case .alphaHasOneBit(let format):
      "\(format.rawValue) knows only transparent and opaque: edges lose their softness"
    case .padded(let width, let height):
      "padded to \(width)x\(height) by repeating the last row or column: "
        + "4:2:0 video needs even sizes"
    case .delaysVary(let rate):
      "gif counts in hundredths of a second: at \(rate) frames a second the delays vary by one; "
        + "10, 20, 25 and 50 are exact"
    case .rateChanged(let rate, let shown):
      "gif counts in hundredths of a second, and players slow down below two: "
        + "\(rate) frames a second are shown at \(shown)"
    case .soundLost(let format):
      "\(format.rawValue) holds no sound; mp4, mov, webm and mkv do"
    case .informationLost(let format):
      "\(format.rawValue) holds no captions, chapters or facts; mp4, mov, webm and mkv do"
    case .posterLost(let format):
      "\(format.rawValue) holds no poster frame; mp4 and mkv do, but not in fragments"
    case .soundLeftOut:
      "a part of a film is silent: 'rostrum join --scene' puts the sound of the whole under the joined parts"
    case .loudnessMissed(let target, let reached):
      "the sound is \(reached.hundredths) LUFS loud instead of \(target.hundredths): it has peaks "
        + "that may not pass -1 dB; a quieter 'loudness' is reached"
    case .clipped(let decibels):
      "the sound is \(decibels.hundredths) dB louder than a file holds, and distorted: lower a gain, or ask for a loudness"
    case .nothingHeard: "nothing is heard in this scene"
    case .colorsUnchecked:
      "the colours were not checked: the compared frames have no flat area that can be read back"
    }
  }
}
