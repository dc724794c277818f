/// Which points count as inside a path that crosses or nests itself.
public enum FillRule: String, Hashable, Sendable, CaseIterable {
  /// Inside when the path winds round the point a number of times other than zero.
  case nonZero
  /// Inside when a ray from the point crosses the path an odd number of times.
  case evenOdd
}
