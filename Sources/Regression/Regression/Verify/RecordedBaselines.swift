import RostrumImageDiff
import RostrumGeometry
import RostrumSceneFile
import RostrumTiming
import RostrumOutput

/// The baselines of one scene, and the options they were recorded with.
struct RecordedBaselines: Sendable {
  private struct Item {
    let moment: SceneMoment
    let set: BaselineSet
    /// `nil` when it is missing or damaged.
    let record: BaselineRecord?
  }

  private let folder: BaselineFolder
  private let scene: String
  private let items: [Item]
  /// Baselines that are no moment's by their names.
  let others: [Baseline]

  init(of scene: String, in folder: BaselineFolder) {
    (self.folder, self.scene) = (folder, scene)
    var items: [Item] = []
    var others: [Baseline] = []
    for (name, baseline) in folder.baselines(of: scene) {
      let record = try? baseline.record()
      if let (moment, set) = SceneMoment.withSet(fileName: name) {
        items.append(Item(moment: moment, set: set, record: record))
      } else if record != nil, baseline.exists {
        others.append(baseline)
      }
    }
    (self.items, self.others) = (items, others)
  }

  /// Whether the scene has no baseline at all.
  var isEmpty: Bool { items.isEmpty && others.isEmpty }

  /// The plain variant first.
  func variants(_ options: VerifyOptions) -> [String?] {
    if let variant = options.variant { return [variant] }
    let recorded = Set(items.compactMap(\.set.variant)).subtracting(options.otherVariants).sorted()
    let hasPlain = items.contains { $0.set.variant == nil }
    let isAskedFor = options.rule != nil || options.data != nil || options.update != .none
    return (hasPlain || isAskedFor || recorded.isEmpty ? [nil] : []) + recorded.map(Optional.some)
  }

  /// The file of rows of a variant; `nil` for none.
  func data(of variant: String?, _ options: VerifyOptions) -> String? {
    options.data
      ?? items.lazy.filter { $0.set.variant == variant }.compactMap { $0.record?.conditions?.data }
      .first
  }

  /// The sets of a variant: one for each row of the file and for each recorded row, and the set
  /// recorded without data.
  func sets(of variant: String?, rowCount: Int?, _ options: VerifyOptions) -> [BaselineSet] {
    guard let rowCount else { return [BaselineSet(variant: variant)] }
    let recorded = items.map(\.set).filter { $0.variant == variant }
    let rows = Set(recorded.compactMap(\.row)).union(rowCount > 0 ? Array(1...rowCount) : [])
    let hasPlain = options.data == nil && recorded.contains { $0.row == nil }
    return (hasPlain ? [BaselineSet(variant: variant)] : [])
      + rows.sorted().map { BaselineSet(variant: variant, row: $0) }
  }

  /// The values that a set's scene is opened with.
  func inputs(of set: BaselineSet, data: String?, _ options: VerifyOptions) -> SceneInputs {
    inputs(set, items.lazy.filter { $0.set == set }.compactMap(\.record).first, data, options)
  }

  private func inputs(
    _ set: BaselineSet, _ record: BaselineRecord?, _ data: String?, _ options: VerifyOptions
  ) -> SceneInputs {
    SceneInputs(
      parameters: (record?.conditions?.parameters ?? [:])
        .merging(options.scene.parameters.texts) { $1 },
      data: set.row == nil ? nil : data, row: set.row)
  }

  /// The moments of a set, without duplicates: the ones that the options name, otherwise the
  /// recorded ones; none if nothing was recorded. Named moments apply to the variant that is meant,
  /// and to other variants only if recorded there.
  func moments(of set: BaselineSet, asked: [SceneMoment]?, _ options: VerifyOptions)
    -> [SceneMoment]
  {
    let items = items.filter { $0.set == set }
    let named = items.flatMap { $0.record?.conditions?.moments ?? [] }
      .compactMap { SceneMoment(recorded: $0) }
    let recorded = Self.distinct(named + items.map(\.moment))
    if let asked {
      let names = Set(recorded.map(\.fileName))
      return Self.distinct(asked).filter {
        set.variant == options.variant || names.contains($0.fileName)
      }
    }
    return recorded.isEmpty && set.row != nil ? momentsOfOtherRows(set) : recorded
  }

  /// A row that is new has the moments of the others.
  private func momentsOfOtherRows(_ set: BaselineSet) -> [SceneMoment] {
    let others = items.filter { $0.set.variant == set.variant && $0.set.row != nil }
    let named = others.flatMap { $0.record?.conditions?.moments ?? [] }
    return Self.distinct(named.compactMap { SceneMoment(recorded: $0) })
  }

  /// Whether the moments of a set were chosen by the run that recorded it; where nothing was
  /// recorded, this run chooses.
  func choosesMoments(of set: BaselineSet) -> Bool {
    guard items.contains(where: { $0.set == set }) else { return true }
    let path = folder.filmPath(of: scene, set: set)
    return (try? StoredRecord(path: path).decoded(as: FilmRecord.self))?.choosesMoments ?? false
  }

  /// The record of a set's film, and whether pictures of the set are recorded.
  func film(of set: BaselineSet) -> (path: String, isExpected: Bool) {
    (folder.filmPath(of: scene, set: set), items.contains { $0.set == set })
  }

  /// Two moments of one name have one baseline.
  private static func distinct(_ moments: [SceneMoment]) -> [SceneMoment] {
    var names: Set<String> = []
    return moments.filter { names.insert($0.fileName).inserted }
  }

  /// The checks of a set. A baseline without a record is made as the others of its set are, and a
  /// row without any as the other rows.
  func checks(
    of set: BaselineSet, at moments: [SceneMoment], data: String?, _ options: VerifyOptions
  ) -> [PlannedCheck] {
    let own = items.filter { $0.set == set }
    let alike = own + (set.row == nil ? [] : items.filter { $0.set.variant == set.variant })
    let texts = moments.map(\.text)
    return moments.map { moment in
      let record =
        own.first { $0.moment.fileName == moment.fileName }?.record
        ?? alike.lazy.compactMap(\.record).first
      return PlannedCheck(
        moment: moment, set: set, baseline: folder.baseline(of: scene, at: moment, set: set),
        isRecorded: own.contains { $0.moment.fileName == moment.fileName },
        scale: options.scale ?? record?.scale ?? 1, inputs: inputs(set, record, data, options),
        rules: rules(record?.conditions, options), moments: texts)
    }
  }

  /// The options come before the recorded rules.
  private func rules(
    _ recorded: BaselineConditions?, _ options: VerifyOptions
  ) -> ComparisonRules {
    let isIgnoring = !options.ignoredLayers.isEmpty || !options.ignored.isEmpty
    return ComparisonRules(
      tolerance: options.tolerance ?? recorded?.tolerance ?? .standard,
      values: options.values ?? recorded?.values ?? ValueRules(),
      ignoredLayers: isIgnoring ? options.ignoredLayers : recorded?.ignoredLayers ?? [],
      ignoredRects: isIgnoring ? options.ignored : recorded?.ignoredPixels ?? [])
  }
}

extension BaselineConditions {
  fileprivate var ignoredPixels: [PixelRect] {
    ignoredRects.filter { $0.count == 4 }
      .map { PixelRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
  }
}

extension SceneMoment {
  /// The moment and the set of a baseline's name without its ending: `25pct`, `0.5s`, or as in
  /// `25pct.large.row3`. `nil` for other names.
  static func withSet(fileName name: String) -> (moment: SceneMoment, set: BaselineSet)? {
    let row = name.firstMatch(of: /\.row([1-9][0-9]*)$/)
    let rest = row.map { String(name[..<$0.range.lowerBound]) } ?? name
    var set = BaselineSet(row: row.flatMap { Int($0.output.1) })
    if let moment = SceneMoment(fileName: rest) { return (moment, set) }
    guard let dot = rest.lastIndex(of: "."),
      let moment = SceneMoment(fileName: String(rest[..<dot]))
    else { return nil }
    set.variant = String(rest[dot...].dropFirst())
    return (moment, set)
  }
}
