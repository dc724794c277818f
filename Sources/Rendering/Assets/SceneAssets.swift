public import Canvas
import Geometry
public import LayerTree
import Synchronization

/// The pictures and typefaces that a scene names, each loaded once and shared by all renderers.
public final class SceneAssets: Sendable {
  private let bitmaps = Mutex<[String: Bitmap]>([:])
  private let fonts: FontBook
  let digests = AssetDigests()

  /// How many pixels the pictures have whose sizes were asked for.
  private let areas = Mutex<[String: Int]>([:])
  private let limits: PNG.Limits
  private let videos: (any VideoFrameSource)?
  private let failure = Mutex<(any Error)?>(nil)

  /// A picture may always have so many pixels, of 128 MiB: as much as a photograph.
  private static let leastMaximum = 1 << 25

  /// Without a source of videos their frames cannot be drawn. Several scenes may share their fonts.
  /// A picture may have as many pixels as a frame may, and all together twice as many.
  public init(
    videos: (any VideoFrameSource)? = nil, fonts: FontBook = FontBook(),
    maximumPixels: Int = PNG.Limits().maximumPixels
  ) {
    (self.videos, self.fonts) = (videos, fonts)
    limits = PNG.Limits(maximumPixels: max(maximumPixels, Self.leastMaximum))
  }

  /// Reads every picture that the scene can ever show, so that none is missing half way.
  public func load(for scene: Scene) throws(PictureError) {
    for image in scene.images where image.frame == nil { _ = try load(image.path) }
  }

  /// The size in pixels of the picture in a PNG or JPEG file. With `decoding`, the picture is
  /// decoded and kept: whatever is wrong with it is found before the first frame. Without, the file
  /// is read through for damage, but no memory is taken for the pixels.
  public func imageSize(
    atPath path: String, decoding: Bool = true
  ) throws(PictureError) -> (width: Int, height: Int) {
    if decoding {
      let bitmap = try load(path)
      return (bitmap.width, bitmap.height)
    }
    let size = try PictureFile.checkedSize(ofFile: path, limits: limits)
    try count(path, size.width * size.height)
    return size
  }

  /// The picture at half its size, `halvings` times over, made when it is first asked for.
  /// Without memory for it, the picture itself: the frame is not finished then.
  func reduced(_ image: ImageReference, halvings: Int) -> ImageReference {
    var (image, bitmap) = (image, bitmap(for: image))
    for _ in 0..<halvings where bitmap.width > 1 || bitmap.height > 1 {
      let path = image.path + "\u{0}half"
      do throws(OutOfMemory) {
        bitmap = try half(of: bitmap, named: path)
      } catch {
        fail(error)
        return image
      }
      image = ImageReference(path: path, width: bitmap.width, height: bitmap.height)
    }
    return image
  }

  private func half(of bitmap: Bitmap, named path: String) throws(OutOfMemory) -> Bitmap {
    if let known = bitmaps.withLock({ $0[path] }) { return known }
    let half = try bitmap.halved()
    bitmaps.withLock { $0[path] = half }
    return half
  }

  /// The picture, and copies of it, each of half the size of the one before, to the smallest.
  func levels(of image: ImageReference) -> [Bitmap] {
    var levels = [bitmap(for: image)]
    while let last = levels.last, last.width > 1 || last.height > 1 {
      let next = bitmap(for: reduced(image, halvings: levels.count))
      guard next.width < last.width || next.height < last.height else { break }
      levels.append(next)
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

  /// Painters cannot fail: a frame that cannot be decoded is left out, and `checkFrames` says so
  /// after the drawing.
  private func bitmap(ofFrame frame: Int, _ path: String) -> Bitmap {
    guard let videos else { preconditionFailure("there is no source for the video \(path)") }
    do {
      return try videos.frame(frame, ofVideo: path)
    } catch {
      fail(error)
      return Self.nothing
    }
  }

  /// A transparent pixel.
  private static let nothing: Bitmap = {
    do { return try Bitmap(width: 1, height: 1) } catch { preconditionFailure("\(error)") }
  }()

  private func fail(_ error: any Error) { failure.withLock { $0 = $0 ?? error } }

  /// Throws why the first frame of a video, or the first reduced picture, could not be made that
  /// could not.
  func checkFrames() throws {
    if let error = failure.withLock({ $0 }) { throw error }
  }

  private func load(_ path: String) throws(PictureError) -> Bitmap {
    if let bitmap = bitmaps.withLock({ $0[path] }) { return bitmap }
    let size = try PictureFile.size(ofFile: path, limits: limits)
    try count(path, size.width * size.height)
    let bitmap = try PictureFile.decode(contentsOfFile: path, limits: limits)
    bitmaps.withLock { $0[path] = bitmap }
    return bitmap
  }

  /// Throws when all pictures together have too many pixels, before the last one is decoded.
  private func count(_ path: String, _ pixels: Int) throws(PictureError) {
    let all = areas.withLock { areas in
      areas[path] = pixels
      return areas.values.reduce(0, +)
    }
    let limit = 2 * limits.maximumPixels
    guard all <= limit else { throw .tooMany(maximumPixels: limit) }
  }
}

extension SceneAssets {
  /// A text layer's text as filled outlines, in the layer's coordinates, from back to front; empty
  /// when the text cannot be set.
  func outlines(ofTextIn values: LayerValues) -> [TextOutline] {
    guard let layout = try? fonts.layout(TextRequest(values)) else { return [] }
    return TextOutline.outlines(of: layout, values)
  }

  /// Why a text layer's text cannot be set: its family or one of its glyphs is missing. `nil` when
  /// it can.
  public func problem(ofTextIn values: LayerValues) -> TextError? {
    do throws(TextError) {
      _ = try fonts.layout(TextRequest(values))
      return nil
    } catch {
      return error
    }
  }
}

/// Gives the pictures of videos, in any order. Rendering knows no decoder itself.
public protocol VideoFrameSource: Sendable {
  /// The picture of that number, from 0, of the video at `path`: always the same pixels, whatever
  /// was asked for before.
  func frame(_ index: Int, ofVideo path: String) throws -> Bitmap
}
