import RostrumBase
import RostrumCanvas
import RostrumGeometry
import RostrumImageDiff
import RostrumLayerTree
import RostrumMedia
import RostrumRendering
import RostrumOutput

/// Compares a rendered picture with a baseline, and says what changed in the scene's own words.
struct BaselineCheck {
  let baseline: Baseline
  let picture: Bitmap
  let record: BaselineRecord
  var update = VerifyOptions.Update.none
  var rules = ComparisonRules()
  /// The differences from the record of the film; `nil` where there is none.
  var film: FilmChanges?
  let selection: PictureSelection
  /// The picture's place among all.
  var index = 0
  /// Where the pictures of a failure are left, and under which name; `nil` for nowhere.
  var pictures: (folder: PictureFolder, name: String)?

  /// The result for one picture, whose baseline is written when the options want that. Throws
  /// `MediaError` when it cannot be written.
  func entry(group: String, name: String) throws -> DiffReport.Entry {
    let start = ContinuousClock.now
    var entry = DiffReport.Entry(
      group: group, name: name, verdict: .missing, expected: baseline.picturePath,
      actual: record.scene, source: record.scene)
    guard baseline.isInside else {
      entry.verdict = .unreadable
      entry.sentences = ["'\(baseline.picturePath)' leads out of '\(baseline.root)' by a link"]
      return entry
    }
    if baseline.exists {
      try judge(&entry)
    } else {
      entry.sentences = ["there is no baseline '\(baseline.picturePath)'"]
      try entry.keepActual(picture, selection, at: index)
      try leavePictures(&entry)
    }
    try update(&entry)
    entry.seconds = (ContinuousClock.now - start) / .seconds(1)
    return entry
  }

  private func update(_ entry: inout DiffReport.Entry) throws {
    let isMissing = entry.verdict == .missing
    let haveValuesChanged =
      [.same, .valuesDiffer].contains(entry.verdict) && !entry.changes.isEmpty
    let isWanted =
      switch update {
      case .none: false
      case .missing: isMissing
      case .values: haveValuesChanged
      case .changed: entry.verdict.isFailure || haveValuesChanged
      case .all: true
      }
    guard isWanted, try baseline.write(picture, record) else { return }
    entry.verdict = isMissing ? .recorded : .updated
    entry.sentences.append("'\(baseline.picturePath)' was \(entry.verdict.words): look at it")
  }

  /// Fills in the entry's verdict, numbers and sentences. A baseline without its record is as
  /// damaged as one without its picture: the layers' values and the ignored parts are unknown.
  private func judge(_ entry: inout DiffReport.Entry) throws {
    let expected: Bitmap
    do {
      expected = try baseline.picture(besides: picture)
    } catch {
      if let error = error as? MediaError, error.isShortage { throw error }
      entry.verdict = .unreadable
      entry.sentences = ["\(error)"]
      try entry.keepActual(picture, selection, at: index)
      return try leavePictures(&entry)
    }
    let record = Result { () throws(Baseline.RecordProblem) in try baseline.ownRecord() }
    let difference = try compare(expected, try? record.get(), &entry)
    var problem: Baseline.RecordProblem?
    switch record {
    case .failure(let error): problem = error
    case .success(let record) where entry.verdict.isFailure:
      problem = baseline.problem(of: expected, record)
    case .success: break
    }
    if let problem {
      entry.verdict = .unreadable
      entry.sentences.insert(problem.description, at: 0)
    }
    try leavePictures(&entry, expected, difference)
  }

  /// Leaves the pictures of a failure where an approval and other programs find them.
  private func leavePictures(
    _ entry: inout DiffReport.Entry, _ expected: Bitmap? = nil,
    _ difference: PictureDifference? = nil
  ) throws {
    guard let (folder, name) = pictures else { return }
    guard entry.verdict.isFailure else {
      guard !entry.changes.isEmpty else { return }
      // Values can be approved by themselves.
      entry.files = ReportPictures(
        record: try folder.write(record: record.text, to: "actual/\(name).json"),
        baseline: (try? readWholeFile(baseline.picturePath)).map { Digest(of: $0) })
      return
    }
    let marks = try expected.flatMap { expected in try difference?.picture(over: expected) }
    var files = try folder.write(
      name, expected: expected, actual: picture, difference: marks, record: record.text)
    files.baseline = (try? readWholeFile(baseline.picturePath)).map { Digest(of: $0) }
    entry.files = files
  }

  private func compare(
    _ expected: Bitmap, _ old: BaselineRecord?, _ entry: inout DiffReport.Entry
  ) throws -> PictureDifference {
    let comparison = PictureComparison(tolerance: rules.tolerance, ignoring: ignoredPixels(old))
    let difference = try comparison.compare(expected, picture)
    entry.difference = difference
    entry.verdict = .init(difference)
    entry.sentences = difference.sentences
    try entry.keepPictures(expected, picture, selection, at: index)
    entry.difference?.map = nil
    if let old { explain(&entry, difference, old) }
    return difference
  }

  /// The rectangles, and the layers' pixels then and now.
  private func ignoredPixels(_ old: BaselineRecord?) -> [PixelRect] {
    let layers = (old?.layers ?? []) + record.layers
    let ignored = layers.filter { rules.ignoredLayers.contains($0.name) }
    return rules.ignoredRects + ignored.map(\.pixels)
  }

  private func explain(
    _ entry: inout DiffReport.Entry, _ difference: PictureDifference, _ old: BaselineRecord
  ) {
    let changes = LayerChanges(from: old.layers, to: record.layers, rules: rules.values)
    if entry.verdict.isFailure {
      entry.changes = changes.changes(in: difference)
      entry.sentences += LayerChanges.shortened(entry.changes)
      explain(&entry, difference, changes, old)
    } else {
      entry.changes = changes.all(but: rules.ignoredLayers)
      entry.sentences += LayerChanges.shortened(entry.changes)
      if rules.values.areStrict, !entry.changes.isEmpty {
        entry.verdict = .valuesDiffer
        let layers = Set(entry.changes.map(\.layer))
        entry.explain(by: film?.keys.filter { layers.contains($0.layer ?? "") } ?? [])
      }
    }
    if old.scale != record.scale {
      entry.sentences.append("the scale was \(exact(old.scale)) and is \(exact(record.scale))")
    }
    let environment = record.stamp.changes(from: old.stamp)
    if entry.verdict == .different, !environment.isEmpty { entry.verdict = .environmentDiffers }
    entry.sentences += environment.map(\.sentence)
  }

  /// The reasons for a difference of the pictures: from the changes in the records, or, without
  /// any, by elimination.
  private func explain(
    _ entry: inout DiffReport.Entry, _ difference: PictureDifference, _ changes: LayerChanges,
    _ old: BaselineRecord
  ) {
    let environment = record.stamp.changes(from: old.stamp)
    let touched = changes.touched(by: difference)
    var causes =
      film?.causes(from: old.time, to: record.time, touched: touched) { file in
        changes.mention(file, in: touched)
      } ?? []
    // A font of another version is named as such.
    causes.removeAll { cause in
      cause.kind == .file
        && environment.contains { $0.name.hasSuffix(cause.key?.lastPathComponent ?? "-") }
    }
    entry.explain(by: causes)
    entry.sentences += causes.sentences.prefix(8)
    guard entry.changes.isEmpty, causes.isEmpty else { return }
    let layers = changes.layers(drawingIn: difference)
    let cause = RenderingStamp.cause(of: environment, in: layers)
    if let sentence = changes.sentenceOnEqualValues(in: difference), film == nil || cause != nil {
      entry.sentences.append(sentence)
    }
    if let cause, film != nil {
      entry.causes = [DifferenceCause(kind: .version, text: cause)]
      entry.sentences.append(cause)
    } else if let film {
      let text =
        film.isEmpty && environment.isEmpty
        ? "the cause is not known: no value, key, order, file or version that is recorded changed"
        : "the cause is not known: nothing that changed in the scene belongs to where it differs"
      entry.causes = [DifferenceCause(kind: .unknown, text: text)]
      entry.sentences.append(text)
    }
  }
}
