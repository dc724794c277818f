import Canvas
import Geometry

/// How frames travel through the pipe: as small as the format allows, and converted by us where
/// ffmpeg's own conversion is slower or less exact.
enum PipedPixels: Sendable, Equatable {
  /// Straight colours, row after row.
  case straight(StraightPixels, PixelSize)
  /// Three planes, BT.709, limited range.
  case planar(I420Layout, VideoSettings.Background)

  init(_ format: MediaFormat, _ frames: FrameFormat, _ background: VideoSettings.Background) {
    let size = PixelSize(width: frames.width, height: frames.height)
    switch format {
    case .mp4: self = .planar(I420Layout(size, isEven: true), background)
    case .webm where frames.isOpaque: self = .planar(I420Layout(size, isEven: false), background)
    default: self = .straight(frames.isOpaque ? .rgb : .rgba, size)
    }
  }

  var byteCount: Int {
    switch self {
    case .straight(let pixels, let size): size.width * size.height * pixels.bytesPerPixel
    case .planar(let layout, _): layout.byteCount
    }
  }

  /// The size ffmpeg sees.
  var codedSize: PixelSize {
    switch self {
    case .straight(_, let size): size
    case .planar(let layout, _): layout.coded
    }
  }

  /// ffmpeg's name.
  var name: String {
    switch self {
    case .straight(.rgb, _): "rgb24"
    case .straight(.rgba, _): "rgba"
    case .planar: "yuv420p"
    }
  }

  /// Brings `bytes` up to date where `changed` says (`nil`: everywhere); what lies outside already
  /// is the frame's.
  func write(_ frame: Bitmap, _ changed: DamageRegion?, into bytes: UnsafeMutableRawBufferPointer) {
    let whole = PixelRect(x: 0, y: 0, width: frame.width, height: frame.height)
    for rect in changed?.clipped(to: whole).rects ?? [whole] {
      switch self {
      case .straight(let pixels, _):
        guard let start = bytes.baseAddress else { return }
        for y in rect.y..<rect.maxY {
          let offset = (y * frame.width + rect.x) * pixels.bytesPerPixel
          pixels.write(frame, row: y, columns: rect.x..<rect.maxX, to: start + offset)
        }
      case .planar(let layout, let background):
        layout.write(frame, rect, over: background, into: bytes)
      }
    }
  }
}
