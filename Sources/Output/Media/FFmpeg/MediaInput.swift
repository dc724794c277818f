import RostrumBase

/// A file that ffmpeg or ffprobe reads, with the options that restrict them to this file and bound
/// their memory.
///
/// Every file that is read goes through here. Only listed formats are allowed, since a playlist, a
/// concat script or a pattern of pictures refers to other files and could be disguised as a film.
struct MediaInput: Sendable {
  /// The formats that a file may have.
  enum Kind: Sendable, Equatable {
    /// A container of pictures.
    case film
    /// A container of sound, with or without pictures.
    case sound
    /// This format only, by ffmpeg's name, whatever the content.
    case format(String)
    /// A container of pictures, or one PNG.
    case filmOrStill
    /// A concat script of our own, whose parts are films.
    case parts
  }

  /// Where the file is; any bytes but NUL.
  let path: String
  var kind = Kind.film
  /// The most pixels of a picture. ffmpeg's decoders refuse much larger ones by themselves.
  var maximumPixels = Self.usualPixels

  /// The default limit of pixels in a frame.
  static let usualPixels = 16_384 * 16_384
  /// The limit of pixels in all frames that ffmpeg's threads decode in parallel.
  private static let pixelsAtOnce = 1 << 26
  private static let maximumStreams = 100

  /// By ffmpeg's names: containers that hold their frames or samples themselves.
  private static let films =
    "mov,matroska,avi,mpeg,mpegts,gif,apng,ogg,flv,asf,mxf,nut,ivf,m4v,h264,hevc,yuv4mpegpipe"
  private static let sounds =
    "wav,w64,mp3,aac,flac,ogg,aiff,caf,au,ac3,eac3,amr,wv,tta,ape,mov,matroska,avi,mpeg,mpegts,asf"
    + ",flv,mxf,nut"

  /// The input of ffmpeg, with `options` of its own.
  func arguments(_ options: [String] = []) -> [String] {
    restrictions + options + ["-i", ToolArguments.file(path)]
  }

  /// The arguments for ffprobe. `entries` are the entries to print, `format` is the output format.
  func probing(_ entries: String, format: String, _ options: [String] = []) -> [String] {
    ["-v", "error", "-hide_banner"] + restrictions + options
      + ["-show_entries", entries, "-of", format, ToolArguments.file(path)]
  }

  /// The number of ffmpeg's threads for pictures of a size, in front of the input: each thread
  /// holds pictures of its own.
  static func threads(forPixels count: Int) -> [String] {
    let threads = pixelsAtOnce / max(count, 1)
    return threads < 16 ? ["-threads", "\(max(threads, 1))"] : []
  }

  private var restrictions: [String] {
    ["-protocol_whitelist", "file,pipe", "-format_whitelist"] + formats
      + ["-max_streams", "\(Self.maximumStreams)", "-max_pixels", "\(decodedPixels)"]
  }

  /// Decoders round both sides up, to multiples of 128 at most, before they count.
  private var decodedPixels: Int { max(maximumPixels / 4 * 5, 1 << 24) }

  /// The allowed formats, and the format if it is given.
  private var formats: [String] {
    switch kind {
    case .film: [Self.films]
    case .filmOrStill: ["png_pipe," + Self.films]
    case .sound: [Self.sounds]
    case .format(let name): [name, "-f", name]
    case .parts: ["concat," + Self.films, "-f", "concat", "-safe", "0"]
    }
  }
}

extension MediaInput {
  /// An error about the file, where ffmpeg or ffprobe refused it for one of our options; else
  /// `error` itself.
  func explained(_ error: MediaError) -> MediaError {
    guard case .toolFailed(_, _, _, _, let lines) = error else { return error }
    return refusal(lines) ?? error
  }

  /// The error for the same refusal in the program's standard error output; `nil` for any other
  /// message.
  func refusal(_ lines: [String]) -> MediaError? {
    for line in lines {
      if line.contains("Format not on whitelist") {
        // "[hls @ 0x5583] Format not on whitelist 'mov'"
        let name = line.dropFirst().prefix { $0 != " " && $0 != "]" }
        return problem(
          "it is \(Self.kinds[String(name)] ?? "of the format '\(name)'"), and only files that "
            + "hold their \(kind == .sound ? "sound" : "frames") themselves are opened")
      }
      if line.contains("Number of streams exceeds") {
        return problem("it has more than \(Self.maximumStreams) streams")
      }
      if let size = line.ranges(of: "Picture size ").first {
        let text = line[size.upperBound...].prefix { $0.isNumber || $0 == "x" }
        return tooLarge(String(text))
      }
    }
    return nil
  }

  /// The error for pictures of a size in pixels, such as "16000x16000".
  func tooLarge(_ size: String) -> MediaError {
    problem(
      "its pictures of \(size) pixels are too large: the limit is \(maximumPixels) pixels")
  }

  func problem(_ reason: String) -> MediaError {
    kind == .sound
      ? .unplayableAudio(path: path, reason: reason) : .unplayableVideo(path: path, reason: reason)
  }

  /// Descriptions of formats that name other files, by ffmpeg's names.
  private static let kinds = [
    "hls": "an HLS playlist", "concat": "a concat script", "dash": "a DASH manifest",
    "webm_dash_manifest": "a DASH manifest", "image2": "a pattern of pictures",
    "imf": "an IMF package", "sdp": "an SDP session",
  ]
}

extension MediaInput.Kind {
  /// The kind of a file that a command wrote, by its name.
  init(ofFile path: String) {
    switch splitPath(path).name.split(separator: ".").last?.lowercased() {
    case "jpg", "jpeg": self = .format("jpeg_pipe")
    case "tif", "tiff": self = .format("tiff_pipe")
    case "png", "apng": self = .filmOrStill
    default: self = .film
    }
  }
}
