import RostrumCanvas
import RostrumTiming

/// A film that is asked for: its format, its frames, and how they are to be encoded.
struct FilmRequest {
  let format: MediaFormat
  let frames: FrameFormat
  let settings: VideoSettings
  /// The codec that is used; `nil` for formats with one of their own.
  var codec: VideoCodec? { settings.codec(of: format) }
}

/// Options that are impossible together, found before the first frame: each rule gives the reason
/// and the nearest possibility, or `nil`.
///
/// A format's abilities are in its row (`FormatRow`), the values that a codec takes in its own.
struct OptionRules {
  typealias Rule = @Sendable (FilmRequest) -> String?

  /// In the order in which they are asked: the first reason is the message.
  static let all: [Rule] = [
    refusedCodec, severalFramesOfAStill, codecOfAnother, formatsOfHDR, codecsOfHDR, bitsOfHDR,
    spaceOfHDR, alphaOfHDR, colorSpace, sixteenBits, tenBits, smallPictures, largePictures,
    narrowPictures, brokenPictures, fastFrames, targetSize, fragments, keyframes, palette, quality,
  ]

  /// Rules of every written picture, not of films alone.
  static let ofPixels: [Rule] = [formatsOfHDR, spaceOfHDR, colorSpace, sixteenBits, tenBits]

  private static let refusedCodec: Rule = { film in
    film.settings.codec.flatMap { film.format.row.refusedCodecs[$0] }
  }

  private static let severalFramesOfAStill: Rule = { film in
    film.format.isStill && film.frames.frameCount > 1
      ? "\(film.format.rawValue) is one picture: give one time with --at" : nil
  }

  private static let codecOfAnother: Rule = { film in
    guard let codec = film.settings.codec, !film.format.codecs.contains(codec) else { return nil }
    let known = film.format.codecs.map(\.rawValue).joined(separator: " or ")
    let others = names { $0.codecs.contains(codec) }
    return "\(film.format.rawValue) has no \(codec.rawValue)"
      + (known.isEmpty ? "; \(others) can" : "; it has \(known)")
  }

  private static let formatsOfHDR: Rule = { film in
    // Sound comes beside other formats.
    film.settings.hdr == nil || film.format.holdsHDR || film.format.making == .sound
      ? nil : "\(film.format.rawValue) has no HDR; \(names(\.holdsHDR)) have"
  }

  private static let codecsOfHDR: Rule = { film in
    guard film.settings.hdr != nil, let codec = film.codec, !codec.row.holds10Bits else {
      return nil
    }
    let others = film.format.codecs.filter(\.row.holds10Bits).map { "--codec \($0.rawValue)" }
    return "HDR has 10 bits, and \(codec.row.title) has 8; \(others.joined(separator: " and ")) "
      + "can be HDR"
  }

  private static let bitsOfHDR: Rule = { film in
    film.settings.hdr == nil || film.settings.bitDepth == 10
      ? nil : "HDR has 10 bits: --bit-depth 10, which --hdr sets by itself"
  }

  private static let spaceOfHDR: Rule = { film in
    film.settings.hdr == nil || film.settings.colorSpace == .sRGB
      ? nil
      : "HDR is in BT.2020, which holds the colours of Display P3; leave --color-space out"
  }

  private static let alphaOfHDR: Rule = { film in
    film.settings.hdr == nil || film.frames.isOpaque
      || film.settings.alpha(of: film.format) == .none
      ? nil
      : "HDR in \(film.format.rawValue) holds no alpha; --background sets a colour behind"
  }

  private static let colorSpace: Rule = { film in
    film.settings.colorSpace == .sRGB || film.format.holdsDisplayP3
      ? nil
      : "\(film.format.rawValue) is in sRGB; png, mp4, mov, webm and avif can be in Display P3"
  }

  private static let sixteenBits: Rule = { film in
    film.settings.bitDepth != 16 || film.format.holds16Bits
      ? nil
      : "\(film.format.rawValue) has no 16 bits; png and tiff do, and mp4 has 10 with hevc and av1"
  }

  private static let tenBits: Rule = { film in
    film.settings.bitDepth != 10 || film.codec?.row.holds10Bits == true
      ? nil : "10 bits go with hevc and av1: --codec hevc, or --codec av1"
  }

  private static let smallPictures: Rule = { film in
    guard let codec = film.codec,
      min(film.frames.width, film.frames.height) < codec.row.smallestSide
    else { return nil }
    let others = film.format.codecs.filter { $0.row.smallestSide == 1 }.map(\.rawValue)
    return
      "\(codec.row.title) pictures have at least \(codec.row.smallestSide) by \(codec.row.smallestSide) "
      + "pixels; --scale makes larger ones"
      + (others.isEmpty ? "" : ", and --codec \(others.joined(separator: " or ")) takes these")
  }

  private static let largePictures: Rule = { film in
    let largest = film.format.row.largestSide ?? film.codec?.row.largestSide ?? .max
    guard max(film.frames.width, film.frames.height) > largest else { return nil }
    let name = film.codec?.row.title ?? film.format.rawValue
    return "\(name) pictures have at most \(largest) pixels a side; --scale makes smaller ones"
  }

  /// x265 makes coding units of 32 at least where a picture needs level 5: wider than 4,222 pixels,
  /// the root of eight times the luma samples of a picture of level 4.1 (ITU-T H.265, table A.8).
  private static let narrowPictures: Rule = { film in
    let sides = [film.frames.width, film.frames.height].sorted()
    return film.codec == .hevc && sides[0] < 31 && sides[1] > 4222
      ? "HEVC pictures of more than 4222 pixels have at least 32 on their other side; "
        + "--codec h264 takes these"
      : nil
  }

  /// x265 3.5 writes beyond its memory for pictures of these sizes, whatever its options.
  private static let brokenPictures: Rule = { film in
    film.codec == .hevc && 33...49 ~= film.frames.width && film.frames.height < 64
      ? "HEVC's encoder fails with pictures of 33 to 49 by fewer than 64 pixels; --scale makes "
        + "larger ones, and --codec h264 takes these"
      : nil
  }

  private static let fastFrames: Rule = { film in
    guard let codec = film.codec, let most = codec.row.highestRate,
      film.frames.rate.framesPerSecond > most
    else { return nil }
    return
      "\(codec.row.title) has at most \(Int(most)) frames a second; --fps sets fewer, and h264 "
      + "and vp9 take more"
  }

  private static let targetSize: Rule = { film in
    film.settings.targetSize == nil || film.codec?.row.takesTargetSize == true
      ? nil : "a target size goes with h264, hevc and vp9: \(names { $0.takesTargetSize })"
  }

  private static let fragments: Rule = { film in
    !film.settings.isFragmented || film.format.row.canBeFragmented
      ? nil : "only mp4 is fragmented; hls is a playlist of fragments"
  }

  private static let keyframes: Rule = { film in
    film.settings.keyframeInterval == nil || film.format.holdsKeyframes
      ? nil
      : "\(film.format.rawValue) has no key frames to choose; \(names { $0.holdsKeyframes }) do"
  }

  private static let palette: Rule = { film in
    (2...256).contains(film.settings.colorCount) ? nil : "a palette has 2 to 256 colours"
  }

  private static let quality: Rule = { film in
    guard let best = film.codec?.row.qualities, !best.contains(film.settings.quality) else {
      return nil
    }
    return "the quality of \(film.format.rawValue) is \(best.lowerBound) (best) to "
      + "\(best.upperBound)"
  }

  /// The formats with a property, for messages.
  private static func names(_ isMeant: (MediaFormat) -> Bool) -> String {
    let names = MediaFormat.allCases.filter(isMeant).map(\.rawValue)
    guard let last = names.last, names.count > 1 else { return names.first ?? "none" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension MediaFormat {
  /// Whether a codec of the format is asked for a number of bytes.
  fileprivate var takesTargetSize: Bool { codecs.contains(where: \.row.takesTargetSize) }

  /// Whether pictures refer to others, and how far apart pictures that do not can be chosen.
  var holdsKeyframes: Bool { row.choosesKeyframes && codecs.contains { $0 != .prores } }
}
