import RostrumCanvas
import Testing

/// A picture that is drawn on nothing.
func picture(
  width: Int, height: Int, _ draw: (Drawing) throws -> Void
) throws -> Bitmap {
  let bitmap = try Bitmap(width: width, height: height)
  let drawing = Drawing(on: bitmap)
  try draw(drawing)
  try drawing.finish()
  return bitmap
}

/// Expects premultiplied pixels at some places.
func expectPixels(
  _ bitmap: Bitmap, _ pixels: (x: Int, y: Int, color: UInt32)...,
  location: SourceLocation = #_sourceLocation
) {
  for (x, y, color) in pixels {
    #expect(bitmap[x, y] == color, "\(x), \(y)", sourceLocation: location)
  }
}
