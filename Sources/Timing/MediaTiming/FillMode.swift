/// Whether an animation has an effect before it begins and after it has ended.
///
/// The words are Core Animation's: `forwards` holds the last value after the end, `backwards` shows
/// the first one before the beginning, `both` does both, `removed` neither.
public enum FillMode: String, CaseIterable, Hashable, Sendable {
  case removed, forwards, backwards, both

  var fillsBackwards: Bool { self == .backwards || self == .both }
  var fillsForwards: Bool { self == .forwards || self == .both }
}
