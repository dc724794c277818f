/// A media format: its container, and all that it can hold.
///
/// Each format is one row of `FormatRow.table`, beside its name: what writes, reads, checks,
/// refuses and documents a format asks its row.
struct FormatRow: Sendable {
  /// How frames travel to ffmpeg.
  enum Pipe: Sendable {
    /// Straight colours.
    case straight
    /// 4:2:0 with sides made even; straight where the film is transparent and its codec keeps that.
    case evenPlanes
    /// The same with sides of any size.
    case planes
  }

  /// The container of a film of another format: a page takes it as it is, a playlist cut to pieces.
  enum Packing: Sendable { case page, playlist }

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

  /// The description in help: the container and its codecs.
  var about: String
  /// The endings of files, without the dot; the first is written.
  var endings: [String]
  var making = MediaFormat.Making.film
  /// The ending of the second file that belongs to a file of the format, without the dot.
  var secondEnding: String?
  var alpha = MediaFormat.Alpha.full
  /// Whether alpha is a stream of grey pictures of its own.
  var hasAlphaStream = false
  /// Whether alpha lies beside each picture, which AV1 has no room for.
  var hasAlphaBlocks = false
  /// The codecs to choose from, the default first; empty where there is one.
  var codecs: [VideoCodec] = []
  /// Why codecs that one might expect are none of the format's.
  var refusedCodecs: [VideoCodec: String] = [:]
  /// Whether one can choose how far apart pictures are that refer to no others, with most codecs.
  var choosesKeyframes = true
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
  /// The container that takes that file.
  var packing: Packing?
  var pipe = Pipe.straight
  /// How a written file is read again.
  var reading = MediaInput.Kind.film
  /// Whether single frames are found by their times.
  var canSeek = true
  /// `nil` where the quality decides.
  var bounds: ColorBounds?
  /// Whether the quality is the container's own encoder's to choose by.
  var takesQuality = false
  /// Whether the best quality is lossless.
  var isLosslessAtBest = false
  /// The longest side of a picture in pixels, where the container limits it.
  var largestSide: Int?
  /// ffmpeg's arguments for a file whose parts are put together.
  var multiplexing: [String] = []
  /// Whether times are whole hundredths of a second.
  var countsHundredths = false
  /// How many frames a second players show at most.
  var highestRate: Int?
  /// Whether all frames share one palette, so that they are read twice.
  var hasPalette = false
  /// Whether times are exact, so that the mean rate is.
  var hasExactTimes = false
  /// ffmpeg's arguments for an encoder that is no codec's to choose.
  var encoder: (@Sendable (VideoSettings) -> [String])?
  /// Whether it is WebP's chunks, which ffmpeg gives a wrong length, and cannot read again.
  var hasWebPChunks = false
  /// ffmpeg's arguments for the container.
  var output: @Sendable (VideoSettings) -> [String] = { _ in [] }
  var straight = Straight.same

  /// In seconds, at most: how long a segment of HLS is, which begins with a key frame.
  static let segmentDuration = 2
}

extension MediaFormat {
  /// The row of the format. A test says that every format has one.
  var row: FormatRow {
    guard let row = FormatRow.table[self] else { preconditionFailure("\(rawValue) has no row") }
    return row
  }
}
