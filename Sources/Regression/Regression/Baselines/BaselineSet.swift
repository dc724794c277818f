/// The baselines of one scene for one variant and one row of data.
struct BaselineSet: Hashable, Sendable {
  /// `nil` for the plain set.
  var variant: String?
  /// Counted from 1; `nil` for a scene that is compared without data.
  var row: Int?

  /// In words, with a blank before each; empty for the plain set.
  var words: String { (variant.map { " " + $0 } ?? "") + (row.map { " row \($0)" } ?? "") }

  /// The end of a baseline's name: `.large.row3`.
  var suffix: String { (variant.map { "." + $0 } ?? "") + (row.map { ".row\($0)" } ?? "") }
}
