import RostrumGeometry
import RostrumImageDiff
import RostrumOutput

/// The values that a scene is opened with.
struct SceneInputs: Hashable, Sendable {
  /// The values of the scene's parameters, by name.
  var parameters: [String: String] = [:]
  /// A file of rows and the number of one.
  var data: String?
  var row: Int?
}

/// One picture that a run compares with its baseline, and how it is made.
struct PlannedCheck: Sendable {
  let moment: SceneMoment
  let set: BaselineSet
  let baseline: Baseline
  /// Whether a baseline was there before this run.
  let isRecorded: Bool
  /// Pixels for each point.
  let scale: Double
  let inputs: SceneInputs
  let rules: ComparisonRules
  /// All moments of the set, for the record.
  let moments: [String]

  /// The moment, the variant and the row, in words.
  var name: String { moment.text + set.words }

  /// The conditions that are written beside a new baseline.
  var conditions: BaselineConditions {
    BaselineConditions(
      moments: moments, parameters: inputs.parameters, data: inputs.data, row: inputs.row,
      ignoredLayers: rules.ignoredLayers,
      ignoredRects: rules.ignoredRects.map { [$0.x, $0.y, $0.width, $0.height] },
      tolerance: rules.tolerance == .standard ? nil : rules.tolerance,
      values: rules.values == ValueRules() ? nil : rules.values)
  }
}

/// The rules by which a picture and its baseline are compared.
struct ComparisonRules: Sendable {
  var tolerance = Tolerance.standard
  var values = ValueRules()
  /// Names of layers whose pixels do not count.
  var ignoredLayers: [String] = []
  var ignoredRects: [PixelRect] = []
}
