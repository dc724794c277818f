/// How a frame gathers its light: from one moment and one point a pixel, or from many.
///
/// A shutter that is open for a while blurs what moves. Its samples begin at the frame's own time and are spread evenly over the time that
/// it is open, so that no frame sees anything before the scene or after it. The samples are averaged as light, which is what a film or
/// a sensor adds up; supersampling averages colours as they are encoded, as antialiasing does, so that letters keep their weight.
public struct Exposure: Hashable, Sendable {
  public static let maximumSampleCount = 256
  public static let maximumSupersampling = 8

  /// In degrees, as a film camera's: 360 is open during the whole time from one frame to the next, 180 during half of it; 0...360.
  public var shutterAngle: Double
  /// How many moments the open shutter sees; 1...256.
  public var sampleCount: Int
  /// Each pixel is the average of so many by so many; 1...8.
  public var supersampling: Int

  /// One moment, one point a pixel.
  public static let instant = Exposure(shutterAngle: 0, sampleCount: 1)

  public init(shutterAngle: Double, sampleCount: Int = 16, supersampling: Int = 1) {
    self.shutterAngle = shutterAngle.isFinite ? min(max(shutterAngle, 0), 360) : 0
    self.sampleCount = min(max(sampleCount, 1), Self.maximumSampleCount)
    self.supersampling = min(max(supersampling, 1), Self.maximumSupersampling)
  }

  /// Whether more than one moment counts.
  var isBlurred: Bool { shutterAngle > 0 && sampleCount > 1 }

  /// The moments of a frame at `time`, with `frameDuration` seconds from one frame to the next.
  func times(at time: Double, frameDuration: Double) -> [Double] {
    guard isBlurred else { return [time] }
    let step = shutterAngle / 360 * frameDuration / Double(sampleCount)
    return (0..<sampleCount).map { time + Double($0) * step }
  }
}
