import RostrumImportedDocument
public import RostrumSceneImport
import RostrumSource

/// SVGs, still and moving. Most of them are pictures of scenes.
public struct SVGImporter: SceneImporter {
  public init() {}

  public var endings: [String] { ["svg"] }
  public var pictureEndings: [String] { ["svg"] }
  public var features: [UnsupportedFeature] { UnsupportedFeature.ofSVG }
  public var settings: [ImportSetting] { [ImportSetting("split", values: ["none", "paths"])] }

  public func recognizes(_ bytes: [UInt8]) -> Bool { XMLFile.recognizes(bytes, root: "svg") }

  public func animation(inPicture bytes: [UInt8]) -> String? {
    UTF16Text.decoded(bytes).flatMap { SVGLoader.animation(in: SourceText(utf8: $0, path: "")) }
  }

  public func load(
    _ bytes: [UInt8], path: String, options: ImportOptions, resources: any ImportResources
  ) -> ImportResult {
    XMLFile.result(of: bytes, path: path) { SVGLoader(options, resources).load($0) }
  }
}
