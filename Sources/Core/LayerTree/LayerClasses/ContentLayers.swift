import Algorithms
import RostrumFilePaths
public import RostrumGeometry
import RostrumTiming

/// The properties that a shape layer adds. Defaults: Apple's `CAShapeLayer.h`.
extension Property {
  public static let path = TypedProperty(
    "path", .path, default: nil, action: .none,
    "The outline, in the layer's coordinates. The bounds do not cut it off.")
  public static let fillColor = TypedProperty(
    "fillColor", .color, default: .black, "What the inside is filled with.")
  public static let fillRule = TypedProperty(
    "fillRule", .word, default: FillRule.nonZero,
    isAnimatable: false, "Which parts count as inside when outlines overlap.")
  public static let strokeColor = TypedProperty(
    "strokeColor", .color, default: nil,
    "What the line along the path, or around the letters, is drawn with.")
  public static let strokeStart = TypedProperty(
    "strokeStart", .number(.unit), default: 0,
    "Where along the whole path the line starts.")
  public static let strokeEnd = TypedProperty(
    "strokeEnd", .number(.unit), default: 1,
    "Where along the whole path the line ends.")
  public static let curveCut = TypedProperty(
    "curveCut", .word, default: CurveCut.parameter, isAnimatable: false,
    "Where strokeStart and strokeEnd cut a curve, which Core Animation has no choice of: at that share of its parameter, or of its length."
  )
  public static let lineWidth = TypedProperty(
    "lineWidth", .number(.zeroOrMore), default: 1, "The width of the line.")
  public static let miterLimit = TypedProperty(
    "miterLimit", .number(.zeroOrMore), default: 10,
    "How pointed a mitred corner may be before it is cut off, as a ratio to the line's width.")
  public static let lineCap = TypedProperty(
    "lineCap", .word, default: StrokeStyle.LineCap.butt,
    isAnimatable: false,
    "How the ends of the line look.")
  public static let lineJoin = TypedProperty(
    "lineJoin", .word, default: StrokeStyle.LineJoin.miter,
    isAnimatable: false, "How the corners of the line look.")
  public static let lineDashPattern = TypedProperty(
    "lineDashPattern", .numbers, default: [], isAnimatable: false,
    "Lengths of dashes and gaps in turn; an odd list is used twice.")
  public static let lineDashPhase = TypedProperty(
    "lineDashPhase", .number(), default: 0, "How far into the pattern the line starts.")
}

extension LayerClass {
  public static let shape = LayerClass(
    name: "shape", coreAnimationName: "CAShapeLayer",
    summary: "A path, filled and stroked.",
    ownProperties: [
      .path, .fillColor, .fillRule, .strokeColor, .strokeStart, .strokeEnd, .curveCut, .lineWidth,
      .miterLimit, .lineCap, .lineJoin, .lineDashPattern, .lineDashPhase,
    ])
}

/// The properties that a gradient layer adds. Defaults: Apple's `CAGradientLayer.h`.
extension Property {
  public static let gradientType = TypedProperty(
    "type", .word, default: GradientType.axial,
    isAnimatable: false, "Whether the colours change along a line, outwards, or around a point.")
  public static let colors = TypedProperty(
    "colors", .colors, default: [], "The colours, from start to end; at least two.")
  public static let locations = TypedProperty(
    "locations", .locations, default: [],
    "The place of each colour between start (0) and end (1). Default: evenly.")
  public static let startPoint = TypedProperty(
    "startPoint", .point, default: Point(x: 0.5, y: 0),
    "Where the gradient starts, or its centre; [0, 0] is the top left of the bounds, [1, 1] the bottom right."
  )
  public static let endPoint = TypedProperty(
    "endPoint", .point, default: Point(x: 0.5, y: 1),
    "Where the gradient ends: of a radial one a corner of the box around the outer ellipse, of a conic one the direction of its first colour."
  )
  public static let focalOffset = TypedProperty(
    "focalOffset", .point, default: .zero,
    "Of a radial gradient, which Core Animation has none of: the place of the first colour, from the centre, in half axes of the outer ellipse, at most 0.99 away."
  )
}

extension LayerClass {
  public static let gradient = LayerClass(
    name: "gradient", coreAnimationName: "CAGradientLayer",
    summary: "Colours that run into each other, inside the rounded bounds.",
    ownProperties: [
      .gradientType, .colors, .locations, .startPoint, .endPoint, .focalOffset,
    ])
}

extension CurveCut: PropertyWord {}
extension FillRule: PropertyWord {}
extension StrokeStyle.LineCap: PropertyWord {}
extension StrokeStyle.LineJoin: PropertyWord {}

/// How the colours of a gradient lie in the bounds.
public enum GradientType: String, PropertyWord {
  /// Along the line from start to end.
  case axial
  /// Outwards from the start, in ellipses.
  case radial
  /// Once around the start, from the direction of the end on, clockwise on screen.
  case conic
}

/// The properties that a tiled layer adds. Defaults: Apple's `CATiledLayer.h`. Without a screen to
/// wait for, all tiles are there at once: tiles and their sizes have no effect on the picture.
extension Property {
  public static let levelsOfDetail = TypedProperty(
    "levelsOfDetail", .number(.wholeNumber), default: 1, isAnimatable: false,
    "How many sizes of the picture are kept, each half as large as the one before: shrunk, a smaller one is drawn."
  )
  public static let levelsOfDetailBias = TypedProperty(
    "levelsOfDetailBias", .number(.wholeNumber), default: 0, isAnimatable: false,
    "How many of the levels are for enlarging. A picture has no more detail than its pixels, so those show the full size."
  )
  public static let tileSize = TypedProperty(
    "tileSize", .size, default: Size(width: 256, height: 256), isAnimatable: false,
    "The size of the tiles, in pixels. It does not change the drawing.")
}

extension LayerClass {
  public static let tiled = LayerClass(
    name: "tiled", coreAnimationName: "CATiledLayer",
    summary: "A layer with a huge picture, drawn from a smaller copy where it is shrunk.",
    ownProperties: [.tileSize, .levelsOfDetail, .levelsOfDetailBias])
}

extension LayerClass {
  public static let video = LayerClass(
    name: "video", coreAnimationName: "AVPlayerLayer",
    summary: "A video file, played by the layer's own clock and held at its ends.",
    ownProperties: [])
}

/// A video that a layer shows, found and measured before the first frame.
public struct VideoReference: Hashable, Sendable {
  private let file: FilePath
  /// In pixels, upright.
  public let width: Int
  /// In pixels, upright.
  public let height: Int
  /// When each frame begins, ascending, in seconds from the file's beginning. At least one.
  public let times: [Double]
  /// When the last frame ends, in seconds from the file's beginning.
  public let duration: Double
  /// By how much the file's times may be rounded, in seconds.
  public let tolerance: Double
  /// Whether the file says when its frames begin; else a decoder works it out from their order.
  public var hasOwnTimes = true
  /// The file's sound, by the time of the file's beginning; `nil` for a silent video.
  public let audio: AudioReference?
  /// Where the part begins that is played, in seconds from the first frame.
  public var partStart = 0.0
  /// Where the part ends, after its start.
  public var partEnd: Double
  /// Whether the part begins again when it is over.
  public var loops = false

  public init(
    path: String, width: Int, height: Int, times: [Double], duration: Double, tolerance: Double,
    audio: AudioReference? = nil
  ) {
    precondition(!times.isEmpty, "a video has at least one frame")
    file = FilePath(path)
    self.width = width
    self.height = height
    self.times = times
    self.duration = duration
    self.tolerance = tolerance
    self.audio = audio
    partEnd = duration
  }

  /// For how many seconds of the layer's clock the video plays; infinite for one that loops.
  public var playedDuration: Double { loops ? .infinity : partEnd - partStart }

  /// The absolute path of the file.
  public var path: String { file.string }

  /// The frame that shows at a time of the layer's clock: the last one of the part that has begun;
  /// before the first the first.
  public func frame(at time: Double) -> Int {
    let length = partEnd - partStart
    var elapsed = max(time, 0) + tolerance
    if loops { elapsed = elapsed.truncatingRemainder(dividingBy: length) }
    let begun = times.partitioningIndex { $0 > partStart + elapsed }
    let inPart = times.partitioningIndex { $0 >= partEnd - tolerance }
    return max(0, min(begun, max(inPart, 1)) - 1)
  }

  /// The frame that shows at a time of the layer's clock, as a picture.
  public func image(at time: Double) -> ImageReference {
    ImageReference(path: path, width: width, height: height, frame: frame(at: time))
  }
}
