public import Canvas
import Geometry
public import LayerTree
import Synchronization

/// The pictures and typefaces that a scene names, each loaded once and shared by all renderers.
public final class SceneAssets: Sendable {
  private let bitmaps = Mutex<[String: Bitmap]>([:])
  private let fonts: FontBook
  let digests = AssetDigests()

  /// Of all pictures together: 2 GiB.
  private static let maximumPixels = 1 << 29

  private let videos: (any VideoFrameSource)?
  private let failure = Mutex<(any Error)?>(nil)

  /// Without a source of videos their frames cannot be drawn. Several scenes may share their fonts.
  public init(videos: (any VideoFrameSource)? = nil, fonts: FontBook = FontBook()) {
    (self.videos, self.fonts) = (videos, fonts)
  }

  /// Reads every picture that the scene can ever show, so that none is missing half way.
  public func load(for scene: Scene) throws(PictureError) {
    for image in scene.images where image.frame == nil { _ = try load(image.path) }
  }

  /// The size in pixels of the picture in a PNG or JPEG file. The picture is decoded and kept: a damaged one is found before
  /// the first frame.
  public func imageSize(atPath path: String) throws(PictureError) -> (width: Int, height: Int) {
    let bitmap = try load(path)
    return (bitmap.width, bitmap.height)
  }

  /// The picture at half its size, `halvings` times over, made when it is first asked for.
  func reduced(_ image: ImageReference, halvings: Int) -> ImageReference {
    var (image, bitmap) = (image, bitmap(for: image))
    for _ in 0..<halvings where bitmap.width > 1 || bitmap.height > 1 {
      let path = image.path + "\u{0}half"
      let known = bitmaps.withLock { $0[path] }
      bitmap = known ?? bitmap.halved
      if known == nil { bitmaps.withLock { [bitmap] in $0[path] = bitmap } }
      image = ImageReference(path: path, width: bitmap.width, height: bitmap.height)
    }
    return image
  }

  /// The picture, and copies of it, each of half the size of the one before, to the smallest.
  func levels(of image: ImageReference) -> [Bitmap] {
    var levels = [bitmap(for: image)]
    while let last = levels.last, last.width > 1 || last.height > 1 {
      levels.append(bitmap(for: reduced(image, halvings: levels.count)))
    }
    return levels
  }

  /// A loaded picture.
  func bitmap(for image: ImageReference) -> Bitmap {
    if let frame = image.frame { return bitmap(ofFrame: frame, image.path) }
    guard let bitmap = bitmaps.withLock({ $0[image.path] }) else {
      preconditionFailure("the picture \(image.path) was not loaded before it was drawn")
    }
    return bitmap
  }

  /// Painters cannot fail: a frame that cannot be decoded is left out, and `checkVideos` says so after the drawing.
  private func bitmap(ofFrame frame: Int, _ path: String) -> Bitmap {
    guard let videos else { preconditionFailure("there is no source for the video \(path)") }
    do {
      return try videos.frame(frame, ofVideo: path)
    } catch {
      failure.withLock { $0 = $0 ?? error }
      return Bitmap(width: 1, height: 1)
    }
  }

  /// Throws why the first frame of a video that could not be decoded could not.
  func checkVideos() throws {
    if let error = failure.withLock({ $0 }) { throw error }
  }

  private func load(_ path: String) throws(PictureError) -> Bitmap {
    if let bitmap = bitmaps.withLock({ $0[path] }) { return bitmap }
    let bitmap = try PictureFile.decode(contentsOfFile: path)
    let pixels = bitmaps.withLock { bitmaps in
      bitmaps[path] = bitmap
      return bitmaps.values.reduce(0) { $0 + $1.width * $1.height }
    }
    guard pixels <= Self.maximumPixels else { throw .tooMany(maximumPixels: Self.maximumPixels) }
    return bitmap
  }
}

extension SceneAssets {
  /// A text layer's text as filled outlines, in the layer's coordinates, from back to front; empty when the text cannot be set.
  func outlines(ofTextIn values: LayerValues) -> [TextOutline] {
    guard let layout = try? fonts.layout(TextRequest(values)) else { return [] }
    return TextOutline.outlines(of: layout, values)
  }

  /// Why a text layer's text cannot be set: its family or one of its glyphs is missing. `nil` when it can.
  public func problem(ofTextIn values: LayerValues) -> TextError? {
    do throws(TextError) {
      _ = try fonts.layout(TextRequest(values))
      return nil
    } catch {
      return error
    }
  }
}
