import RostrumBase
import RostrumCanvas
import RostrumGeometry
import RostrumImageDiff
import RostrumMedia

/// Two pictures that should be the same.
struct PicturePair: Sendable {
  let group: String
  let name: String
  let expected: String
  let actual: String
  /// Its place among all pairs.
  var index = 0
  /// The signal-to-noise ratio that the pair needs, in decibels; `nil` for no bound.
  var minimumSignalToNoise: Double?
  /// The changes that an encoder may have made, instead of the tolerance; `nil` for none.
  var codecNoise: CodecNoise?

  /// The name of its pictures in a folder, without an ending.
  private var fileName: String {
    guard !name.isEmpty else { return group.deletingPathExtension }
    return name.hasEnding(".png") ? name.deletingPathExtension : name.replacing(" ", with: "-")
  }

  /// Decodes both. Throws `MediaError.unreadablePicture`.
  func compared(
    _ options: DiffOptions, _ selection: PictureSelection
  ) async throws -> DiffReport.Entry {
    let start = ContinuousClock.now
    let limits = PNG.Limits(maximumPixels: options.maximumSize)
    let pictures: PicturesToCompare
    do {
      pictures = try PicturesToCompare(expected: expected, actual: actual, limits: limits)
    } catch {
      throw MediaError.unreadablePicture(path: error.path, error.reason)
    }
    let difference = try comparison(options).compare(pictures)
    var entry = try entry(
      pictures.shown.expected, pictures.shown.actual, difference, options, selection)
    entry.seconds = (ContinuousClock.now - start) / .seconds(1)
    if pictures.wide != nil {
      entry.sentences.append("the files have other colour profiles: their colours were converted")
    }
    if pictures.shown.deep != nil { entry.sentences.append(Self.isDeep) }
    return entry
  }

  private func comparison(_ options: DiffOptions) -> PictureComparison {
    PictureComparison(tolerance: options.tolerance, ignoring: options.ignored)
  }

  func entry(
    _ before: FilmFrame, _ after: FilmFrame, _ options: DiffOptions,
    _ selection: PictureSelection
  ) throws -> DiffReport.Entry {
    var deep: (DeepBitmap, DeepBitmap)?
    if before.deep != nil || after.deep != nil {
      deep = try (
        before.deep ?? DeepBitmap(before.bitmap), after.deep ?? DeepBitmap(after.bitmap)
      )
    }
    let difference = try comparison(options).compare(before.bitmap, after.bitmap, deep: deep)
    var entry = try entry(before.bitmap, after.bitmap, difference, options, selection)
    if deep != nil { entry.sentences.append(Self.isDeep) }
    return entry
  }

  private static let isDeep = "compared in 16 bits a channel"

  private func entry(
    _ before: Bitmap, _ after: Bitmap, _ difference: PictureDifference, _ options: DiffOptions,
    _ selection: PictureSelection
  ) throws -> DiffReport.Entry {
    var entry = DiffReport.Entry(
      group: group, name: name, verdict: .init(difference), difference: difference,
      sentences: difference.sentences, expected: expected, actual: actual)
    if let codecNoise, [.same, .different].contains(entry.verdict) {
      judge(before, after, difference, codecNoise, &entry)
    } else {
      check(difference.peakSignalToNoise, &entry)
    }
    try entry.keepPictures(before, after, selection, at: index)
    entry.difference?.map = nil
    if let folder = options.pictureFolder, entry.verdict.isFailure {
      entry.files = try PictureFolder(path: folder).write(
        fileName, expected: before, actual: after,
        difference: try difference.picture(over: before))
    }
    return entry
  }

  /// Judges by what encoders leave alone, not by single pixels.
  private func judge(
    _ before: Bitmap, _ after: Bitmap, _ difference: PictureDifference, _ noise: CodecNoise,
    _ entry: inout DiffReport.Entry
  ) {
    entry.verdict = .same
    guard !difference.isIdentical else { return }
    var problems: [String] = []
    let ratio = difference.peakSignalToNoise
    if ratio < noise.minimumSignalToNoise {
      problems.append(
        "\(decibels(ratio)) is less than the bound of \(exact(noise.minimumSignalToNoise)) dB")
    }
    if let windows = WindowStatistics(before, after) {
      let similarity = "SSIM \(rounded(windows.similarity, 4))"
      entry.sentences.append(similarity)
      if windows.similarity < noise.minimumSimilarity {
        problems.append("\(similarity) is less than the bound of \(exact(noise.minimumSimilarity))")
      }
      let worst = windows.worst
      if worst.signalToNoise < CodecNoise.minimumLocalSignalToNoise {
        problems.append(
          "the 8x8 pixels at (\(worst.x), \(worst.y)) have \(decibels(worst.signalToNoise)): "
            + "an encoder leaves at least \(exact(CodecNoise.minimumLocalSignalToNoise)) dB")
      }
    }
    guard !problems.isEmpty else { return }
    entry.verdict = .different
    entry.sentences += problems
  }

  private func check(_ ratio: Double, _ entry: inout DiffReport.Entry) {
    guard let bound = minimumSignalToNoise, ratio < bound else { return }
    if entry.verdict == .same { entry.verdict = .different }
    entry.sentences.append("\(decibels(ratio)) is less than the bound of \(exact(bound)) dB")
  }
}

/// Decodes a PNG file. Throws `MediaError.unreadableFrame`.
func readPicture(_ path: String, _ limits: PNG.Limits) throws(MediaError) -> Bitmap {
  do {
    return try PNG.decode(contentsOfFile: path, limits: limits)
  } catch {
    throw .unreadableFrame(path: path, error)
  }
}
