public import RostrumCanvas
public import RostrumGeometry
import RostrumLayerTree

/// Makes the frames of one scene with an exposure, in any order: a `FrameRenderer` whose frames may
/// be averages.
///
/// Only layers that change while the shutter is open are averaged; the rest is drawn once. The
/// pixels of a frame do not depend on the frames rendered before. One thread uses a renderer at a
/// time.
public final class ExposedRenderer {
  /// The frame that was rendered last. The next call draws into the same memory.
  public let bitmap: Bitmap
  /// The layers of the frame in `bitmap`: one tree, or one for each moment when they differ.
  public private(set) var trees: [DisplayNode?] = []

  private var context: RenderContext
  private let renderer: FrameRenderer
  /// The part of `bitmap` that is an average.
  private var blurred = DamageRegion()
  private let sum: LightSum?

  public init(_ context: RenderContext) throws(OutOfMemory) {
    self.context = context
    let (canvas, exposure) = (context.canvas, context.exposure)
    renderer = try FrameRenderer(context.moment)
    let isDirect = exposure.supersampling == 1 && !exposure.isBlurred
    bitmap = isDirect ? renderer.bitmap : try Bitmap(width: canvas.width, height: canvas.height)
    sum = exposure.isBlurred ? try LightSum(width: canvas.width, height: canvas.height) : nil
  }

  private var exposure: Exposure { context.exposure }

  /// Renders another scene from now on, where it differs from the one before in values alone and no
  /// frame is an average. Returns whether it does.
  package func show(_ new: RenderContext) -> Bool {
    guard renderer.bitmap === bitmap, new.exposure.supersampling == 1, !new.exposure.isBlurred,
      renderer.show(new)
    else { return false }
    context = new
    return true
  }

  /// Draws the frame at `time` and returns the redrawn part of the bitmap: empty when the frame
  /// equals the one before.
  @discardableResult
  public func render(at time: Double) throws -> DamageRegion {
    if let view = context.view {
      defer { trees = [renderer.tree] }
      return try renderer.render(view, at: time)
    }
    if renderer.bitmap === bitmap {
      defer { trees = [renderer.tree] }
      return try renderer.render(at: time)
    }
    let times = exposure.times(at: time, frameDuration: context.frameDuration)
    let new = times.count > 1 ? times.map(renderer.displayTree) : []
    let moving = region(of: Self.damage(along: new))
    return moving.isEmpty ? try renderStill(at: times[0]) : try render(times, new, moving)
  }

  /// Where the frame in `bitmap` can differ from another that consisted of `old`: the average of
  /// moments that do not differ is the same.
  public func damage(since old: [DisplayNode?]) -> DamageRegion {
    guard context.view == nil, let firstOld = old.first, let firstNew = trees.first,
      old.count == trees.count || old.count == 1 || trees.count == 1
    else { return DamageRegion(context.canvas) }
    var region = DamageRegion()
    for index in 0..<max(old.count, trees.count) {
      let before = index < old.count ? old[index] : firstOld
      let after = index < trees.count ? trees[index] : firstNew
      region.formUnion(DisplayNode.damage(from: before, to: after))
    }
    return self.region(of: region)
  }

  /// The cost of the frame that was rendered last, of its last moment where it is an average.
  public func cost() throws -> FrameCost { try renderer.cost() }

  /// The pixels that change from one of the trees to the next, anywhere among them.
  static func damage(along trees: [DisplayNode?]) -> DamageRegion {
    var region = DamageRegion()
    for (old, new) in zip(trees, trees.dropFirst()) where old !== new {
      region.formUnion(DisplayNode.damage(from: old, to: new))
    }
    return region
  }

  private func renderStill(at time: Double) throws -> DamageRegion {
    var changed = blurred
    changed.formUnion(try changeOfFirst(at: time))
    (trees, blurred) = ([renderer.tree], DamageRegion())
    renderer.bitmap.copyAverages(of: exposure.supersampling, in: changed, to: bitmap)
    return changed
  }

  private func render(
    _ times: [Double], _ new: [DisplayNode?], _ moving: DamageRegion
  ) throws -> DamageRegion {
    var changed = blurred
    changed.formUnion(moving)
    changed.formUnion(try changeOfFirst(at: times[0]))
    renderer.bitmap.copyAverages(of: exposure.supersampling, in: changed, to: bitmap)
    sum?.begin(with: bitmap, in: moving)
    for time in times.dropFirst() {
      let part = region(of: try renderer.render(at: time))
      renderer.bitmap.copyAverages(of: exposure.supersampling, in: part, to: bitmap)
      sum?.add(bitmap, in: moving)
    }
    sum?.write(to: bitmap, in: moving)
    (trees, blurred) = (new, moving)
    return changed
  }

  /// Draws the first sample of a frame. The result holds the differences from the first sample of
  /// the frame before.
  private func changeOfFirst(at time: Double) throws -> DamageRegion {
    let isFirstFrame = trees.isEmpty
    let before = trees.first ?? nil
    try renderer.render(at: time)
    if isFirstFrame { return DamageRegion(context.canvas) }
    return region(of: DisplayNode.damage(from: before, to: renderer.tree))
  }

  /// The pixels of the frame that a region of the larger picture touches.
  private func region(of region: DamageRegion) -> DamageRegion {
    let factor = exposure.supersampling
    var result = DamageRegion()
    for rect in region.rects {
      let (x, y) = (rect.x.dividedDown(by: factor), rect.y.dividedDown(by: factor))
      let right = (rect.x + rect.width + factor - 1).dividedDown(by: factor)
      let bottom = (rect.y + rect.height + factor - 1).dividedDown(by: factor)
      result.insert(PixelRect(x: x, y: y, width: right - x, height: bottom - y))
    }
    return result.clipped(to: context.canvas)
  }
}

extension Int {
  fileprivate func dividedDown(by divisor: Int) -> Int {
    self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
  }
}

/// How a frame is sampled: at one time and one point of each pixel, or at many.
///
/// An open shutter blurs moving layers. Its samples begin at the frame's own time and are spread
/// evenly over the time that it is open, so that no sample is before the scene's start or after its
/// end. The samples are averaged in linear light, as on film or a sensor; supersampling averages
/// encoded colours, as antialiasing does, so that letters keep their weight.
public struct Exposure: Hashable, Sendable, CustomStringConvertible {
  public static let maximumSampleCount = 256
  public static let maximumSupersampling = 8

  /// In degrees, as a film camera's: 360 is open during the whole time from one frame to the next,
  /// 180 during half of it; 0...360.
  public var shutterAngle: Double
  /// How many moments the open shutter sees; 1...256.
  public var sampleCount: Int
  /// N x N samples are averaged for each pixel; 1...8.
  public var supersampling: Int

  /// One moment, one point a pixel.
  public static let instant = Exposure(shutterAngle: 0, sampleCount: 1)

  public init(shutterAngle: Double, sampleCount: Int = 16, supersampling: Int = 1) {
    self.shutterAngle = shutterAngle.isFinite ? min(max(shutterAngle, 0), 360) : 0
    self.sampleCount = min(max(sampleCount, 1), Self.maximumSampleCount)
    self.supersampling = min(max(supersampling, 1), Self.maximumSupersampling)
  }

  public var description: String { "\(shutterAngle) \(sampleCount) \(supersampling)" }

  /// Whether more than one moment counts.
  var isBlurred: Bool { shutterAngle > 0 && sampleCount > 1 }

  /// The moments of a frame at `time`, with `frameDuration` seconds from one frame to the next.
  func times(at time: Double, frameDuration: Double) -> [Double] {
    guard isBlurred else { return [time] }
    let step = shutterAngle / 360 * frameDuration / Double(sampleCount)
    return (0..<sampleCount).map { time + Double($0) * step }
  }
}
