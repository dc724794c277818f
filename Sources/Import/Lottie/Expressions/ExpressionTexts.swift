import RostrumBase
import RostrumSceneImport
import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

/// The rectangles that texts fill, for expressions. A mistake in a font is reported where the text
/// is drawn, not here.
final class ExpressionTexts {
  private let root: JSONValue
  private let resources: any ImportResources
  private let context: LottieContext

  init(
    _ root: JSONValue, _ source: SourceText, _ options: ImportOptions,
    _ resources: any ImportResources
  ) {
    (self.root, self.resources) = (root, resources)
    context = LottieContext(source, options)
  }

  private lazy var conversion: TextConversion = {
    let fonts = root["fonts"].map { context.list($0, "list") } ?? []
    let file = LottieFile(
      size: Size(width: 0, height: 0), frameRate: 1, inPoint: 0, outPoint: 0, layers: [],
      compositions: [:], pictures: [:],
      fonts: Dictionary(fonts.compactMap(context.font), uniquingKeysWith: { $1 }),
      glyphs: context.glyphs(context.list(root, "chars")))
    let motion = Motion(frameRate: 1, budget: context.budget)
    return TextConversion(context, motion, file, resources)
  }()

  /// The rectangle around the letters of a text in the style that a layer has at a frame.
  func rectangle(of layer: JSONValue, at frame: Double, _ text: String) -> Rect? {
    let keys = layer["t"]?["d"]?["k"]?.array ?? []
    guard let key = keys.last(where: { ($0["t"]?.number ?? 0) <= frame }) ?? keys.first,
      let members = key["s"]?.members
    else { return nil }
    let wording = JSONValue.Member(
      name: "t", value: JSONValue(content: .string(text), bytes: key.bytes))
    let style = JSONValue(
      content: .object(members.filter { $0.name != "t" } + [wording]), bytes: key.bytes)
    let changed = JSONValue(
      content: .object([JSONValue.Member(name: "s", value: style)]), bytes: key.bytes)
    guard let document = context.document(changed) else { return nil }
    return conversion.outline(document).boundingBox ?? Rect(x: 0, y: 0, width: 0, height: 0)
  }
}
