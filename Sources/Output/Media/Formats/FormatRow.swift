/// A media format: its container, and all that it can hold.
///
/// Each format is one row of `FormatRow.table`: what writes, reads, checks, refuses and documents a
/// format asks its row.
struct FormatRow: Sendable {
  /// How frames become a file.
  enum Making: Sendable {
    /// One file of all frames, by ffmpeg.
    case film
    /// One file of one frame, by ffmpeg.
    case still
    /// One file of all frames, by our own means.
    case sheet
    /// A file for each frame, paths, or the sound alone.
    case other
  }

  /// How frames travel to ffmpeg.
  enum Pipe: Sendable {
    /// Straight colours.
    case straight
    /// 4:2:0 with sides made even; straight where the film is transparent and its codec keeps that.
    case evenPlanes
    /// The same with sides of any size.
    case planes
  }

  /// Where a film's poster frame goes.
  enum Poster: Sendable { case nowhere, stream, attachment }

  /// The conversion of straight colours before they are encoded.
  enum Straight: Sendable {
    case same
    /// BT.709 in limited range, in one of ffmpeg's layouts.
    case limited(opaque: String, translucent: String)
    /// BT.601 in full range, laid over black.
    case jfif
  }

  /// How exactly a finished file has a flat area's colour, in steps of 255: on average, and at
  /// worst.
  struct ColorBounds: Sendable, Equatable {
    let mean: Double
    let single: Double
  }

  /// The container and what is in it, for people.
  var about: String
  /// The endings of files, without the dot; the first is written.
  var endings: [String]
  var making = Making.film
  var alpha = MediaFormat.Alpha.full
  /// The codecs to choose from, the default first; empty where there is one.
  var codecs: [VideoCodec] = []
  var sound: AudioCodec?
  /// ffmpeg's encoder of captions; `nil` for a format that holds none.
  var captions: String?
  var poster = Poster.nowhere
  /// Whether files are marked with their colours, and so can be in Display P3.
  var marksColors = false
  var holds16Bits = false
  var canBeFragmented = false
  /// Whether it is made for web pages, which begin anywhere: key frames are closer then.
  var isForTheWeb = false
  /// The format of the file that ffmpeg makes first; `nil` for itself.
  var carrier: MediaFormat?
  var pipe = Pipe.straight
  /// How a written file is read again.
  var reading = MediaInput.Kind.film
  /// Whether single frames are found by their times.
  var canSeek = true
  /// `nil` where the quality decides.
  var bounds: ColorBounds?
  /// The longest side of a picture in pixels, where the container limits it.
  var largestSide: Int?
  /// ffmpeg's arguments for a file whose parts are put together.
  var multiplexing: [String] = []
  /// Whether times are exact, so that the mean rate is.
  var hasExactTimes = false
  /// ffmpeg's arguments for an encoder that is no codec's to choose.
  var encoder: (@Sendable (VideoSettings) -> [String])?
  /// ffmpeg's arguments for the container.
  var output: @Sendable (VideoSettings) -> [String] = { _ in [] }
  var straight = Straight.same

  /// In seconds, at most: how long a segment of HLS is, which begins with a key frame.
  static let segmentDuration = 2
}

extension FormatRow {
  static let table: [MediaFormat: FormatRow] = [
    .png: FormatRow(
      about: "a file for each frame, lossless", endings: ["png"], making: .other,
      marksColors: true, holds16Bits: true),
    .mp4: FormatRow(
      about: "MP4", endings: ["mp4"], alpha: .none, codecs: [.h264, .hevc, .av1], sound: .aac,
      captions: "mov_text", poster: .stream, marksColors: true, canBeFragmented: true,
      pipe: .evenPlanes, multiplexing: ["-movflags", "+faststart"], hasExactTimes: true,
      output: { $0.isFragmented ? ToolArguments.fragments : ["-movflags", "+faststart"] }),
    .mov: FormatRow(
      about: "QuickTime, 4:4:4, 10 bits", endings: ["mov"], codecs: [.prores], sound: .pcm,
      captions: "mov_text", marksColors: true, bounds: ColorBounds(mean: 2, single: 4),
      multiplexing: ["-movflags", "+faststart"], hasExactTimes: true,
      encoder: { _ in ["-c:v", "prores_ks", "-profile:v", "4444", "-vendor", "apl0"] },
      straight: .limited(opaque: "yuv444p10le", translucent: "yuva444p10le")),
    .webm: FormatRow(
      about: "WebM", endings: ["webm"], codecs: [.vp9, .av1], sound: .opus, captions: "webvtt",
      marksColors: true, isForTheWeb: true, pipe: .planes,
      // Opus begins before 0, and the muxer makes up for it by itself.
      multiplexing: ["-avoid_negative_ts", "disabled"],
      straight: .limited(opaque: "yuva420p", translucent: "yuva420p")),
    .mkv: FormatRow(
      about: "Matroska, for archives and players", endings: ["mkv"], alpha: .none,
      codecs: [.h264, .hevc, .av1], sound: .opus, captions: "srt", poster: .attachment,
      marksColors: true, pipe: .evenPlanes,
      // Opus begins before 0, and the muxer makes up for it by itself.
      multiplexing: ["-avoid_negative_ts", "disabled"],
      output: { _ in ["-f", "matroska"] }),
    .hls: FormatRow(
      about: "a playlist and its segments of two seconds in a file (`.m4s`) beside it",
      endings: ["m3u8"], alpha: .none, codecs: [.h264, .hevc], sound: .aac, marksColors: true,
      isForTheWeb: true, carrier: .mp4, pipe: .evenPlanes,
      multiplexing: ["-movflags", "+faststart"],
      output: { _ in
        ["-force_key_frames", "expr:gte(t,n_forced*\(segmentDuration))"]
          + ["-movflags", "+faststart"]
      }),
    .html: FormatRow(
      about: "a page that holds a WebM and plays it, and loads nothing", endings: ["html", "htm"],
      codecs: [.vp9, .av1], sound: .opus, captions: "webvtt", marksColors: true,
      isForTheWeb: true, carrier: .webm, pipe: .planes),
    .svg: FormatRow(
      about: "layers as paths, moved by CSS; only of scenes of vectors", endings: ["svg"],
      making: .other),
    .lottie: FormatRow(
      about: "layers as paths with key frames; only of scenes of vectors", endings: ["json"],
      making: .other),
    .sprites: FormatRow(
      about: "all frames in one PNG, with their places in a JSON file beside it",
      endings: ["sprites.png"], making: .sheet, marksColors: true, holds16Bits: true),
    .gif: FormatRow(
      about: "at most 256 colours for the whole film, 50 frames a second", endings: ["gif"],
      alpha: .oneBit, canSeek: false, bounds: ColorBounds(mean: 8, single: 40)),
    .apng: FormatRow(
      about: "animated PNG, lossless", endings: ["apng"], reading: .filmOrStill, canSeek: false,
      bounds: ColorBounds(mean: 0, single: 0),
      encoder: { _ in ["-c:v", "apng", "-plays", "0", "-f", "apng"] }),
    .avif: FormatRow(
      about: "an animation in AVIF", endings: ["avif"], codecs: [.av1], marksColors: true,
      pipe: .evenPlanes, output: { _ in ["-f", "avif"] }),
    .webp: FormatRow(
      about: "animated WebP, lossless with quality 0", endings: ["webp"], largestSide: 16_383,
      encoder: {
        ["-c:v", "libwebp_anim", "-lossless", $0.quality == 0 ? "1" : "0"]
          + ["-quality", "\(max(0, 100 - $0.quality * 3 / 2))", "-loop", "0", "-f", "webp"]
      }),
    .wav: FormatRow(
      about: "the sound alone: 48 kHz, stereo", endings: ["wav"], making: .other, alpha: .none,
      sound: .pcm, marksColors: true, holds16Bits: true, reading: .sound),
    .jpg: FormatRow(
      about: "one picture, 4:4:4", endings: ["jpg", "jpeg"], making: .still, alpha: .none,
      reading: .format("jpeg_pipe"), bounds: ColorBounds(mean: 3, single: 8),
      encoder: { ["-c:v", "mjpeg", "-q:v", "\(max(1, $0.quality / 6))", "-update", "1"] },
      straight: .jfif),
    .tiff: FormatRow(
      about: "one picture, lossless, for printing", endings: ["tiff", "tif"], making: .still,
      holds16Bits: true, reading: .format("tiff_pipe"), bounds: ColorBounds(mean: 0, single: 0),
      encoder: { _ in ["-c:v", "tiff", "-compression_algo", "deflate", "-update", "1"] }),
  ]
}

extension MediaFormat {
  /// The row of the format. A test says that every format has one.
  var row: FormatRow {
    guard let row = FormatRow.table[self] else { preconditionFailure("\(rawValue) has no row") }
    return row
  }
}
