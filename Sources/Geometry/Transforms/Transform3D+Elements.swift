extension Transform3D {
  public var m11: Double {
    get { row1.x }
    set { row1.x = newValue }
  }
  public var m12: Double {
    get { row1.y }
    set { row1.y = newValue }
  }
  public var m13: Double {
    get { row1.z }
    set { row1.z = newValue }
  }
  public var m14: Double {
    get { row1.w }
    set { row1.w = newValue }
  }
  public var m21: Double {
    get { row2.x }
    set { row2.x = newValue }
  }
  public var m22: Double {
    get { row2.y }
    set { row2.y = newValue }
  }
  public var m23: Double {
    get { row2.z }
    set { row2.z = newValue }
  }
  public var m24: Double {
    get { row2.w }
    set { row2.w = newValue }
  }
  public var m31: Double {
    get { row3.x }
    set { row3.x = newValue }
  }
  public var m32: Double {
    get { row3.y }
    set { row3.y = newValue }
  }
  public var m33: Double {
    get { row3.z }
    set { row3.z = newValue }
  }
  public var m34: Double {
    get { row3.w }
    set { row3.w = newValue }
  }
  public var m41: Double {
    get { row4.x }
    set { row4.x = newValue }
  }
  public var m42: Double {
    get { row4.y }
    set { row4.y = newValue }
  }
  public var m43: Double {
    get { row4.z }
    set { row4.z = newValue }
  }
  public var m44: Double {
    get { row4.w }
    set { row4.w = newValue }
  }

  /// The sixteen elements, row by row.
  public var elements: [Double] {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44]
  }

  /// From sixteen elements, row by row. Any other count is a programming error.
  public init(elements e: [Double]) {
    precondition(e.count == 16, "a Transform3D has sixteen elements")
    self.init(
      rows: SIMD4(e[0], e[1], e[2], e[3]), SIMD4(e[4], e[5], e[6], e[7]),
      SIMD4(e[8], e[9], e[10], e[11]), SIMD4(e[12], e[13], e[14], e[15]))
  }
}
