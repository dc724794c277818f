import Canvas
import Geometry
import ImageDiff
import Media

/// The parts of a picture that are not compared.
struct IgnoredParts: Sendable, Equatable {
  /// The layers' names.
  var layers: [String] = []
  var rects: [PixelRect] = []

  var isEmpty: Bool { layers.isEmpty && rects.isEmpty }
}

/// Compares a rendered picture with a baseline, and says what changed in the scene's own words.
struct BaselineCheck {
  let baseline: Baseline
  let picture: Bitmap
  let record: BaselineRecord
  let options: VerifyOptions
  /// The parts of the pictures that are not compared.
  var ignored = IgnoredParts()
  let selection: PictureSelection
  /// The picture's place among all.
  var index = 0

  /// The result for one picture, whose baseline is written when the options want that. Throws
  /// `MediaError` when it cannot be written.
  func entry(group: String, name: String) throws -> DiffReport.Entry {
    var entry = DiffReport.Entry(
      group: group, name: name, verdict: .missing, expected: baseline.picturePath,
      actual: record.scene, source: record.scene)
    if baseline.exists {
      judge(&entry)
    } else {
      entry.sentences = ["there is no baseline '\(baseline.picturePath)'"]
      entry.keepActual(picture, selection, at: index)
    }
    try update(&entry)
    return entry
  }

  private func update(_ entry: inout DiffReport.Entry) throws {
    let isMissing = entry.verdict == .missing
    let isWanted =
      switch options.update {
      case .none: false
      case .missing: isMissing
      case .changed: entry.verdict.isFailure
      case .all: true
      }
    guard isWanted else { return }
    try baseline.write(picture, record)
    entry.verdict = isMissing ? .recorded : .updated
    entry.sentences.append("'\(baseline.picturePath)' was \(entry.verdict.words): look at it")
  }

  /// Fills in the entry's verdict, numbers and sentences. Without its record a baseline is as
  /// damaged as without its picture: what the layers were, and what does not count, is not known.
  private func judge(_ entry: inout DiffReport.Entry) {
    do throws(MediaError) {
      let expected = try baseline.picture()
      do throws(Baseline.RecordProblem) {
        compare(expected, try baseline.record(), &entry)
      } catch {
        compare(expected, nil, &entry)
        entry.verdict = .unreadable
        entry.sentences.insert(error.description, at: 0)
      }
    } catch {
      entry.verdict = .unreadable
      entry.sentences = ["\(error)"]
      entry.keepActual(picture, selection, at: index)
    }
  }

  private func compare(
    _ expected: Bitmap, _ old: BaselineRecord?, _ entry: inout DiffReport.Entry
  ) {
    let comparison = PictureComparison(tolerance: options.tolerance, ignoring: ignoredPixels(old))
    let difference = comparison.compare(expected, picture)
    entry.difference = difference
    entry.verdict = .init(difference.verdict)
    entry.sentences = difference.sentences
    entry.keepPictures(expected, picture, selection, at: index)
    entry.difference?.map = nil
    if let old { explain(&entry, difference, old) }
  }

  /// The rectangles, and the layers' pixels then and now.
  private func ignoredPixels(_ old: BaselineRecord?) -> [PixelRect] {
    let layers = (old?.layers ?? []) + record.layers
    return ignored.rects + layers.filter { ignored.layers.contains($0.name) }.map(\.pixels)
  }

  private func explain(
    _ entry: inout DiffReport.Entry, _ difference: PictureDifference, _ old: BaselineRecord
  ) {
    let changes = LayerChanges(from: old.layers, to: record.layers)
    if entry.verdict.isFailure {
      entry.sentences += changes.sentences(for: difference)
    }
    if old.scale != record.scale {
      entry.sentences.append("the scale was \(exact(old.scale)) and is \(exact(record.scale))")
    }
    let environment = record.stamp.differences(from: old.stamp)
    entry.sentences += environment
    if entry.verdict == .different, !environment.isEmpty {
      entry.verdict = .environmentDiffers
    }
  }
}
