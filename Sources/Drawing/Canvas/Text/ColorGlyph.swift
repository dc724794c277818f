import RostrumCPango
public import RostrumGeometry

/// A glyph that its font draws in colours, such as an emoji.
///
/// It is a picture: the font's largest one, or for a font of coloured layers (`COLR`, version 0)
/// one of 512 pixels an em in the font's first palette.
public struct ColorGlyph: Hashable, Sendable {
  /// The picture.
  public let image: Bitmap
  /// Where the picture lies, its origin on the baseline, y downwards.
  public let frame: Rect
  /// The map from the frame to where the glyph is shown.
  public var place: AffineTransform

  public static func == (a: ColorGlyph, b: ColorGlyph) -> Bool {
    a.image === b.image && a.frame == b.frame && a.place == b.place
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(image))
    hasher.combine(frame)
    hasher.combine(place)
  }

  /// The box around the picture in its place.
  public var bounds: Rect { place.boundingBox(of: frame) }

  /// The glyph where `transform` moves it.
  public func transformed(by transform: AffineTransform) -> ColorGlyph {
    var glyph = self
    glyph.place = place.concatenating(transform)
    return glyph
  }
}

extension ColorGlyph {
  /// A glyph in ems; `nil` for one that is not coloured, and where there is no memory.
  init?(_ glyph: UInt32, of face: FT_Face) {
    // Cairo remembers the face's size, so the picture is read at a size of its own.
    let old = face.pointee.size
    var size: FT_Size?
    guard FT_New_Size(face, &size) == 0, let size else { return nil }
    defer {
      FT_Activate_Size(old)
      FT_Done_Size(size)
    }
    guard FT_Activate_Size(size) == 0, face.selectLargestSize() == 0,
      FT_Load_Glyph(face, glyph, Int32(FT_LOAD_COLOR | FT_LOAD_RENDER)) == 0,
      let slot = face.pointee.glyph?.pointee, slot.format == FT_GLYPH_FORMAT_BITMAP,
      let image = slot.bitmap.colored
    else { return nil }
    let pixelsPerEm = Double(max(1, size.pointee.metrics.y_ppem))
    self.image = image
    frame = Rect(
      x: Double(slot.bitmap_left) / pixelsPerEm, y: -Double(slot.bitmap_top) / pixelsPerEm,
      width: Double(image.width) / pixelsPerEm, height: Double(image.height) / pixelsPerEm)
    place = .identity
  }
}

extension FT_Face {
  /// Whether some of its glyphs have colours (`FT_HAS_COLOR`).
  var isColored: Bool { pointee.face_flags & Int(1 << 14) != 0 }

  /// Whether a glyph is drawn by an outline. Cairo would trace a bitmap, and leave out a glyph made
  /// of coloured layers.
  func hasOutline(_ glyph: UInt32) -> Bool {
    let flags = Int32(FT_LOAD_NO_SCALE | FT_LOAD_NO_BITMAP)
    guard FT_Load_Glyph(self, glyph, flags) == 0, let slot = pointee.glyph?.pointee,
      slot.format == FT_GLYPH_FORMAT_OUTLINE
    else { return false }
    return slot.outline.n_points > 0 || !isColored
  }

  /// The font's largest pictures, or 512 pixels an em where it has none. Returns FreeType's error.
  fileprivate func selectLargestSize() -> FT_Error {
    let sizes = (0..<pointee.num_fixed_sizes).map { ($0, pointee.available_sizes[Int($0)].y_ppem) }
    guard let largest = sizes.max(by: { $0.1 < $1.1 }) else {
      return FT_Set_Pixel_Sizes(self, 0, 512)
    }
    return FT_Select_Size(self, largest.0)
  }
}

extension FT_Bitmap {
  /// A copy of a coloured picture, which has the same order of bytes; `nil` for any other one.
  fileprivate var colored: Bitmap? {
    guard pixel_mode == FT_PIXEL_MODE_BGRA.rawValue, width > 0, rows > 0, pitch > 0,
      let buffer, let copy = try? Bitmap(width: Int(width), height: Int(rows))
    else { return nil }
    for y in 0..<copy.height {
      copy.row(y).copyMemory(
        from: UnsafeRawBufferPointer(start: buffer + y * Int(pitch), count: copy.width * 4))
    }
    return copy
  }
}
