import RostrumBase
import RostrumSceneImport
import RostrumImportedDocument
import RostrumGeometry
import RostrumSource

/// A Lottie file as a whole.
struct LottieFile {
  let size: Size
  let frameRate: Double
  /// In frames.
  let inPoint: Double
  let outPoint: Double
  let layers: [LottieLayer]
  let compositions: [String: [LottieLayer]]
  let pictures: [String: LottiePicture]
  let fonts: [String: LottieFont]
  let glyphs: GlyphTable

  /// The number of whole frames, as After Effects and lottie-web count them.
  var frameCount: Double { max((outPoint - inPoint).wholeFrame.rounded(.down), 0) }

  /// In seconds.
  var duration: Double { frameCount / frameRate }

  /// How often layers show each composition.
  var uses: [String: Int] {
    let all = layers + compositions.values.joined()
    return all.reduce(into: [:]) { uses, layer in
      if case .composition(let name, _) = layer.content { uses[name, default: 0] += 1 }
    }
  }
}

/// A picture among the assets.
struct LottiePicture {
  let width: Double
  let height: Double
  let folder: String
  let path: String
  /// Whether the path is the picture itself, as a data URL.
  let isEmbedded: Bool
  let source: JSONValue
}

/// A typeface that texts name.
struct LottieFont {
  let family: String
  let style: String
  let ascent: Double
  let source: JSONValue
}

/// Position, scale, turn and skew of a layer, a group or a copy.
struct LottieTransform {
  var anchor = Track<[Double]>([0, 0])
  /// Both coordinates, or `nil` where each has its own track.
  var position: Track<[Double]>? = Track([0, 0])
  var positionX = Track<[Double]>([0])
  var positionY = Track<[Double]>([0])
  /// Away from who looks. Only cameras show it.
  var depth = Track<[Double]>([0])
  /// In per cent.
  var scale = Track<[Double]>([100, 100])
  /// In degrees.
  var rotation = Track<[Double]>([0])
  /// Turns out of the plane, in degrees: about x and y, and the three of the orientation.
  var turnX = Track<[Double]>([0])
  var turnY = Track<[Double]>([0])
  var orientation = Track<[Double]>([0, 0, 0])
  var skew = Track<[Double]>([0])
  var skewAxis = Track<[Double]>([0])
  /// In per cent.
  var opacity = Track<[Double]>([100])
  var turnsWithPath = false
}

/// A layer of a composition.
struct LottieLayer {
  enum Content {
    case composition(String, size: Size)
    case solid(Color, Size)
    case picture(String)
    case shapes([ShapeItem])
    case text(LottieText)
    /// The distance at which layers have their own size; whether the camera looks at its anchor.
    case camera(zoom: Track<[Double]>, looksAtAnchor: Bool)
    case nothing
  }

  enum MatteKind: Int {
    case alpha = 1, alphaInverted, luma, lumaInverted
  }

  let name: String
  let index: Int?
  let parent: Int?
  let content: Content
  let transform: LottieTransform
  /// Whether cameras see the layer.
  let isInSpace: Bool
  let inPoint: Double
  let outPoint: Double
  let startFrame: Double
  let stretch: Double
  /// In seconds.
  let timeRemap: Track<[Double]>?
  let masks: [LottieMask]
  let matte: MatteKind?
  /// The index of the layer that is the matte; `nil` for the one before.
  let matteSource: Int?
  let isMatte: Bool
  let isHidden: Bool
  let blendMode: CompositingOperation?
  let effects: [LottieEffect]
  let source: JSONValue
}

/// A mask of a layer.
struct LottieMask {
  enum Mode: String {
    case add = "a", subtract = "s", intersect = "i", lighten = "l", darken = "d"
    case difference = "f", none = "n"
  }

  let mode: Mode
  let isInverted: Bool
  let path: Track<Path>
  /// In per cent.
  let opacity: Track<[Double]>
  /// By how much the outline grows.
  let expansion: Track<[Double]>
}

extension LottieContext {
  func file(_ root: JSONValue, _ size: Size, _ frameRate: Double) -> LottieFile {
    var compositions: [String: [LottieLayer]] = [:]
    var pictures: [String: LottiePicture] = [:]
    for asset in list(root, "assets") {
      guard let id = asset["id"]?.string else { continue }
      if asset["layers"] != nil {
        compositions[id] = list(asset, "layers").compactMap(layer)
      } else if let path = asset["p"]?.string {
        pictures[id] = LottiePicture(
          width: number(asset, "w"), height: number(asset, "h"),
          folder: asset["u"]?.string ?? "", path: path,
          isEmbedded: path.hasPrefix("data:"), source: asset)
      }
    }
    let fonts = root["fonts"].map { list($0, "list") } ?? []
    return LottieFile(
      size: size, frameRate: frameRate, inPoint: frame(root, "ip"), outPoint: frame(root, "op"),
      layers: list(root, "layers").compactMap(layer), compositions: compositions,
      pictures: pictures,
      fonts: Dictionary(fonts.compactMap(font), uniquingKeysWith: { $1 }),
      glyphs: glyphs(list(root, "chars")))
  }
}
