public import RostrumBase
import RostrumGeometry
import RostrumLayerTree

/// A frame would need more memory than one frame may have: too many large pictures are drawn inside
/// each other.
public struct PicturesTooLarge: ExitStatusError, Hashable, Sendable, CustomStringConvertible {
  /// The innermost layer whose pictures are too large together.
  public let layer: String
  /// The memory that these pictures need at one time, in bytes.
  public let bytes: Double

  public var description: String {
    let (needed, limit) = (bytes / Self.gibibyte, Self.maximumBytes / Self.gibibyte)
    return "layer '\(layer)' and those inside are groups in groups, whose pictures need "
      + "\(Int(needed.rounded(.up))) GiB at once; the limit is \(Int(limit)) GiB. Make the frame "
      + "smaller, or fewer layers of opacity, masks, filters or masksToBounds in each other"
  }

  private static let gibibyte = 1_073_741_824.0
  /// The most memory, in bytes, for all pictures that one frame holds at a time, beside the frame
  /// itself.
  static let maximumBytes = 4 * gibibyte

  public var exitStatus: ExitStatus { .wrongScene }
}

extension DisplayNode {
  /// Throws when drawing the layer would need too much memory at a time.
  func checkPictures() throws(PicturesTooLarge) {
    let bytes = pictureBytes
    guard bytes > PicturesTooLarge.maximumBytes else { return }
    for node in inner { try node.checkPictures() }
    throw PicturesTooLarge(layer: layer.name, bytes: bytes)
  }

  /// An upper bound of the bytes of the pictures that exist at the same time while the layer is
  /// drawn: its own, and the ones for one sublayer or its mask.
  private var pictureBytes: Double {
    var innermost = 0.0
    for node in inner { innermost = max(innermost, node.pictureBytes) }
    return Double(ownPictures) * Double(contentBounds.area) * 4 + innermost
  }

  /// How many pictures of its own size the layer needs at most: effects work on up to three besides
  /// the mask's.
  private var ownPictures: Int {
    var count = clipsToBounds ? 1 : 0
    if effects?.needsPicture == true { count += 4 }
    if tint != nil || opacity < 1 && isGroupIfFaded { count += 1 }
    return count
  }
}
