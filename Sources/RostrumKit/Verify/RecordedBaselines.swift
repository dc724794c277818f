import Geometry
import SceneFile

/// One picture that a run compares with its baseline, and how it is made.
struct PlannedCheck: Sendable {
  let moment: SceneMoment
  /// `nil` for the plain set.
  let variant: String?
  let baseline: Baseline
  /// Pixels for each point.
  let scale: Double
  /// The values of the scene's parameters, by name.
  let parameters: [String: String]
  let rules: ComparisonRules
  /// All moments of the set, for the record.
  let moments: [String]

  /// The moment and the variant, in words.
  var name: String { moment.text + (variant.map { " " + $0 } ?? "") }

  /// The conditions that are written beside a new baseline.
  var conditions: BaselineConditions {
    BaselineConditions(
      moments: moments, parameters: parameters, ignoredLayers: rules.ignored.layers,
      ignoredRects: rules.ignored.rects.map { [$0.x, $0.y, $0.width, $0.height] },
      tolerance: rules.tolerance == .standard ? nil : rules.tolerance,
      values: rules.values == ValueRules() ? nil : rules.values)
  }
}

/// The baselines of one scene, and what they were recorded with.
struct RecordedBaselines: Sendable {
  private struct Item {
    let moment: SceneMoment
    let variant: String?
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
      if let (moment, variant) = SceneMoment.withVariant(fileName: name) {
        items.append(Item(moment: moment, variant: variant, record: record))
      } else if record != nil, baseline.exists {
        others.append(baseline)
      }
    }
    (self.items, self.others) = (items, others)
  }

  /// The checks of a run: those that the options name, and where they name none, the recorded ones.
  func checks(_ options: VerifyOptions) -> [PlannedCheck] {
    variants(options).flatMap { variant in
      let moments = moments(of: variant, options)
      return moments.map { moment in
        check(moment, variant, moments: moments.map(\.text), options)
      }
    }
  }

  /// The plain set first.
  private func variants(_ options: VerifyOptions) -> [String?] {
    if let variant = options.variant { return [variant] }
    let recorded = Set(items.compactMap(\.variant)).sorted()
    let hasPlain = items.contains { $0.variant == nil }
    let isAskedFor = options.moments != nil || options.update != .none
    return (hasPlain || isAskedFor || recorded.isEmpty ? [nil] : []) + recorded.map(Optional.some)
  }

  /// Each once. Moments that are asked for count for the set that is meant, and for others only
  /// where they were recorded.
  private func moments(of variant: String?, _ options: VerifyOptions) -> [SceneMoment] {
    let set = items.filter { $0.variant == variant }
    let named = set.flatMap { $0.record?.conditions?.moments ?? [] }.compactMap { SceneMoment($0) }
    let recorded = Self.distinct(named + set.map(\.moment))
    if let asked = options.moments {
      let names = Set(recorded.map(\.fileName))
      return Self.distinct(asked).filter {
        variant == options.variant || names.contains($0.fileName)
      }
    }
    return recorded.isEmpty ? SceneMoment.standard : recorded
  }

  /// Two moments of one name have one baseline.
  private static func distinct(_ moments: [SceneMoment]) -> [SceneMoment] {
    var names: Set<String> = []
    return moments.filter { names.insert($0.fileName).inserted }
  }

  /// A baseline without a record is made as the others of its set are.
  private func check(
    _ moment: SceneMoment, _ variant: String?, moments: [String], _ options: VerifyOptions
  ) -> PlannedCheck {
    let set = items.filter { $0.variant == variant }
    let own = set.first { $0.moment.fileName == moment.fileName }?.record
    let record = own ?? set.lazy.compactMap(\.record).first
    let conditions = record?.conditions
    return PlannedCheck(
      moment: moment, variant: variant,
      baseline: folder.baseline(of: scene, at: moment, variant: variant),
      scale: options.scale ?? record?.scale ?? 1,
      parameters: (conditions?.parameters ?? [:])
        .merging(options.scene.parameters.texts) { $1 },
      rules: rules(conditions, options), moments: moments)
  }

  /// The options come before the recorded rules.
  private func rules(
    _ recorded: BaselineConditions?, _ options: VerifyOptions
  ) -> ComparisonRules {
    let asked = IgnoredParts(layers: options.ignoredLayers, rects: options.ignored)
    return ComparisonRules(
      tolerance: options.tolerance ?? recorded?.tolerance ?? .standard,
      values: options.values ?? recorded?.values ?? ValueRules(),
      ignored: asked.isEmpty ? recorded?.ignored ?? IgnoredParts() : asked)
  }
}

extension BaselineConditions {
  fileprivate var ignored: IgnoredParts {
    IgnoredParts(
      layers: ignoredLayers,
      rects: ignoredRects.filter { $0.count == 4 }
        .map { PixelRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) })
  }
}

extension SceneMoment {
  /// The moment and variant of a baseline's name without its ending: `25pct`, `0.5s`, or as in
  /// `25pct.large`. `nil` for other names.
  static func withVariant(fileName name: String) -> (moment: SceneMoment, variant: String?)? {
    if let moment = SceneMoment(fileName: name) { return (moment, nil) }
    guard let dot = name.lastIndex(of: "."),
      let moment = SceneMoment(fileName: String(name[..<dot]))
    else { return nil }
    return (moment, String(name[dot...].dropFirst()))
  }
}
