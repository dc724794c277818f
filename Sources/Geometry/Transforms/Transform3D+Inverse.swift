extension Transform3D {
  /// The factor by which the matrix changes volumes; negative when it mirrors, 0 when it flattens.
  public var determinant: Double {
    let upper = Minors(row1, row2)
    let lower = Minors(row3, row4)
    return upper.determinant(with: lower)
  }

  /// The inverse map, or `nil` when there is none that finite numbers can express.
  ///
  /// Formula: the adjugate over the determinant, by Laplace expansion in 2 by 2 minors.
  public var inverted: Transform3D? {
    let upper = Minors(row1, row2)
    let lower = Minors(row3, row4)
    let determinant = upper.determinant(with: lower)
    guard determinant != 0, determinant.isFinite else { return nil }
    let columns = (
      lower.cofactors(of: row2), lower.cofactors(of: row1) * -1,
      upper.cofactors(of: row4), upper.cofactors(of: row3) * -1
    )
    let inverse = Transform3D(rows: columns.0, columns.1, columns.2, columns.3).transposed
      .divided(by: determinant)
    return inverse.isFinite ? inverse : nil
  }

  var transposed: Transform3D {
    Transform3D(
      rows: SIMD4(m11, m21, m31, m41), SIMD4(m12, m22, m32, m42),
      SIMD4(m13, m23, m33, m43), SIMD4(m14, m24, m34, m44))
  }

  func divided(by number: Double) -> Transform3D {
    Transform3D(rows: row1 / number, row2 / number, row3 / number, row4 / number)
  }
}

/// The six 2 by 2 determinants of two rows, named for the two columns they take.
private struct Minors {
  let xy, xz, xw, yz, yw, zw: Double

  init(_ a: SIMD4<Double>, _ b: SIMD4<Double>) {
    xy = a.x * b.y - a.y * b.x
    xz = a.x * b.z - a.z * b.x
    xw = a.x * b.w - a.w * b.x
    yz = a.y * b.z - a.z * b.y
    yw = a.y * b.w - a.w * b.y
    zw = a.z * b.w - a.w * b.z
  }

  func determinant(with other: Minors) -> Double {
    let outer = xy * other.zw + zw * other.xy
    let middle = xz * other.yw + yw * other.xz
    let inner = xw * other.yz + yz * other.xw
    return outer - middle + inner
  }

  /// The cofactors that a third row gives with these two.
  func cofactors(of row: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(
      row.y * zw - row.z * yw + row.w * yz,
      -(row.x * zw - row.z * xw + row.w * xz),
      row.x * yw - row.y * xw + row.w * xy,
      -(row.x * yz - row.y * xz + row.z * xy))
  }
}
