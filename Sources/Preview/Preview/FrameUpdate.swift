package import RostrumBase
import RostrumCanvas
import RostrumFigures
import RostrumGeometry
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumRendering
import RostrumTiming

/// A scene without mistakes, with the renderer of its frames.
struct ReadScene {
  let opened: OpenedScene
  private let context: RenderContext
  private let renderer: ExposedRenderer
  private let revision: Int
  /// The revision since which the renderer draws only differences.
  private let firstRevision: Int
  /// Whether the picture may be translucent, although the scene is not.
  private let isTranslucent: Bool

  /// Finished pictures that are kept from frame to frame, in bytes.
  private static let cacheMemory = 128 << 20

  /// `scale` is in pixels for a point; `scene` is drawn in place of all of the scene. The
  /// reading `before`, which is not used any more, gives its renderer where that can go on.
  init(
    _ opened: OpenedScene, showing scene: Scene? = nil, scale: Double, revision: Int,
    withBackground: Bool = true, after before: ReadScene? = nil
  ) throws(OutOfMemory) {
    (self.opened, self.revision, isTranslucent) = (opened, revision, !withBackground)
    context = RenderContext(
      scene: scene ?? opened.scene, scale: scale, assets: opened.assets,
      cacheMemory: Self.cacheMemory)
    if let before, before.isTranslucent == isTranslucent, before.renderer.show(context) {
      (renderer, firstRevision) = (before.renderer, before.firstRevision)
    } else {
      (renderer, firstRevision) = (try ExposedRenderer(context), revision)
    }
  }

  /// The time of a frame in seconds; numbers outside the scene count as its first or last.
  func time(ofFrame frame: Int) -> Double { clock.time(ofFrame: clamped(frame)) }

  /// From the first frame's begin to the last one's end, in seconds.
  func times(of frames: ClosedRange<Int>) -> ClosedRange<Double> {
    let first = time(ofFrame: frames.lowerBound)
    let last = time(ofFrame: frames.upperBound) + 1 / clock.rate.framesPerSecond
    return first...min(max(last, first), max(clock.duration, first))
  }

  private var clock: FrameClock { opened.scene.clock }

  var frameCount: Int { clock.frameCount }

  /// In pixels for a point.
  var scale: Double { context.scale }

  private func clamped(_ frame: Int) -> Int { min(max(frame, 0), clock.frameCount - 1) }

  /// The part of a frame that differs from what a tab shows.
  func update(to frame: Int, from shown: ShownFrame?) throws -> FrameUpdate {
    try renderer.render(at: time(ofFrame: frame))
    let isWhole = shown?.firstRevision != firstRevision
    let all = DamageRegion(context.canvas)
    let damage = isWhole ? all : renderer.damage(since: shown?.trees ?? [])
    let pixels: StraightPixels = opened.scene.isOpaque && !isTranslucent ? .rgb : .rgba
    return FrameUpdate(
      frame: clamped(frame), width: context.canvas.width, height: context.canvas.height,
      isWhole: isWhole,
      parts: try damage.clipped(to: context.canvas).rects.map {
        FramePart(rect: $0, file: try renderer.bitmap.file(of: $0, pixels))
      },
      shown: ShownFrame(firstRevision: firstRevision, trees: renderer.trees), revision: revision)
  }

  /// The costs of a whole frame, as a picture.
  func costs(of frame: Int, _ view: CostView) throws -> FrameUpdate {
    var shown = context
    shown.view = view
    let renderer = try ExposedRenderer(shown)
    try renderer.render(at: time(ofFrame: frame))
    return FrameUpdate(
      frame: clamped(frame), width: context.canvas.width, height: context.canvas.height,
      isWhole: true,
      parts: [
        FramePart(
          rect: context.canvas, file: try renderer.bitmap.file(of: context.canvas, .rgb))
      ],
      // No other frame builds on it.
      shown: ShownFrame(firstRevision: -1, trees: []), revision: revision)
  }

  /// All that does not change from frame to frame, but for the rows of the timeline, which take
  /// longer than a picture.
  var description: [(key: String, value: JSONValue)] {
    let scene = opened.scene
    return [
      ("width", .integer(context.canvas.width)), ("height", .integer(context.canvas.height)),
      ("size", .array([.number(scene.size.width), .number(scene.size.height)])),
      ("scale", .number(context.scale)), ("isOpaque", .flag(scene.isOpaque)),
      ("fps", .string(clock.rate.description)),
      ("framesPerSecond", .number(clock.rate.framesPerSecond)),
      ("frameCount", .integer(clock.frameCount)), ("duration", .number(clock.duration)),
      ("events", .array(scene.events.compactMap(\.marker))),
      ("isSilent", .flag(scene.isSilent)),
      ("captions", .array(scene.captionsBesidePictures.map(\.json))),
    ]
  }
}

extension Scene {
  /// The captions that no picture shows.
  fileprivate var captionsBesidePictures: [Caption] {
    guard let captions, !captions.places.contains(.layer) else { return [] }
    return captions.captions
  }
}

extension Caption {
  fileprivate var json: JSONValue {
    .array([.number(start), .number(end), .string(text)])
  }
}

extension EventRecord {
  /// A mark on the timeline; `nil` for an event that never happens.
  fileprivate var marker: JSONValue? {
    guard let time else { return nil }
    let isTimed = cause == nil && place?.column != nil
    return .object([
      ("name", .string(name)), ("time", .number(time)), ("line", .integer(place?.line)),
      ("owner", isTimed ? place?.json ?? .null : .null),
    ])
  }
}

/// The frame that a tab shows.
package struct ShownFrame: Sendable {
  /// See `ReadScene`.
  let firstRevision: Int
  let trees: [DisplayNode?]
}

/// The pixels that lead from one frame to another.
package struct FrameUpdate: Sendable {
  let frame: Int
  /// In pixels, of the whole frame.
  let width: Int
  let height: Int
  /// Whether the parts are all of the frame.
  let isWhole: Bool
  let parts: [FramePart]
  /// The state of a tab that has taken this update.
  package let shown: ShownFrame
  /// The reading of the scene, counted.
  let revision: Int

  /// The length of a JSON object in four bytes, little-endian, the object, and the files of the
  /// parts one after the other.
  package func message(seek: Int, outline: JSONValue?) -> Data {
    let header = JSONValue.object([
      ("seek", .integer(seek)), ("frame", .integer(frame)), ("isWhole", .flag(isWhole)),
      ("revision", .integer(revision)),
      ("size", .array([.integer(width), .integer(height)])), ("parts", .array(parts.map(\.json))),
      ("outline", outline ?? .null),
    ])
    return binaryMessage(header, parts.map(\.file))
  }
}

/// The length of a JSON object in four bytes, little-endian, the object, and files one after the
/// other.
func binaryMessage(_ header: JSONValue, _ files: [[UInt8]]) -> Data {
  let text = Array(header.line(isCompact: true).utf8)
  var data = Data(capacity: 4 + text.count + files.reduce(0) { $0 + $1.count })
  withUnsafeBytes(of: UInt32(text.count).littleEndian) { data.append(contentsOf: $0) }
  data.append(contentsOf: text)
  for file in files { data.append(contentsOf: file) }
  return data
}

/// A rectangle of a frame.
struct FramePart: Sendable {
  let rect: PixelRect
  /// A PNG file of its pixels.
  let file: [UInt8]

  fileprivate var json: JSONValue {
    .array([rect.x, rect.y, rect.width, rect.height, file.count].map { .integer($0) })
  }
}

extension Bitmap {
  /// A PNG file of a part of the bitmap, by the encoder of rendered frames.
  fileprivate func file(of rect: PixelRect, _ pixels: StraightPixels) throws -> [UInt8] {
    let part = try Bitmap(width: rect.width, height: rect.height)
    for y in 0..<rect.height {
      let row = UnsafeRawBufferPointer(row(rect.y + y))
      part.row(y).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: row[rect.x * 4..<(rect.x + rect.width) * 4]))
    }
    let encoder = try BandedPNGEncoder(width: rect.width, height: rect.height, pixels: pixels)
    return encoder.encode(part) { Array($0) }
  }
}
