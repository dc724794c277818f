extension Transform3D {
  /// The matrix `progress` of the way to `other`; `progress` is not limited to 0...1.
  ///
  /// As Core Animation does it: two 2-D maps by the decomposition of W3C CSS Transforms 1 (a turn by
  /// exactly half a circle goes backwards), any other pair by "unmatrix" of Graphics Gems II with
  /// the rotation along the shorter arc. When an end is singular, element by element. The ends
  /// themselves come back unchanged, so a full turn (equal ends) does not move.
  public func interpolated(to other: Transform3D, progress: Double) -> Transform3D {
    if progress == 0 || self == other { return self }
    if progress == 1 { return other }
    let mix =
      isAffine && other.isAffine
      ? interpolatedInPlane(to: other, progress: progress)
      : interpolatedInSpace(to: other, progress: progress)
    if let mix, mix.isFinite { return mix }
    return interpolatedByElement(to: other, progress: progress)
  }

  private func interpolatedInPlane(to other: Transform3D, progress: Double) -> Transform3D? {
    guard let from = PlanarDecomposition(planarPart), let to = PlanarDecomposition(other.planarPart)
    else { return nil }
    return Transform3D(from.interpolated(to: to, progress: progress).recomposed)
  }

  private func interpolatedInSpace(to other: Transform3D, progress: Double) -> Transform3D? {
    guard let from = SpatialDecomposition(self), let to = SpatialDecomposition(other) else {
      return nil
    }
    return from.interpolated(to: to, progress: progress).recomposed
  }

  /// Each element on its own straight line. The two weights keep the difference of two huge
  /// elements from overflowing.
  func interpolatedByElement(to other: Transform3D, progress: Double) -> Transform3D {
    func mix(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> {
      a * (1 - progress) + b * progress
    }
    return Transform3D(
      rows: mix(row1, other.row1), mix(row2, other.row2),
      mix(row3, other.row3), mix(row4, other.row4))
  }
}
