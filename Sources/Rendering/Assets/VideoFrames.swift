public import Canvas

/// Gives the pictures of videos, in any order. Rendering knows no decoder itself.
public protocol VideoFrameSource: Sendable {
  /// The picture of that number, from 0, of the video at `path`: always the same pixels, whatever was asked for before.
  func frame(_ index: Int, ofVideo path: String) throws -> Bitmap
}
