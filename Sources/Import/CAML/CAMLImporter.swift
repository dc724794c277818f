import RostrumImportedDocument
public import RostrumSceneImport
import RostrumSource

/// Core Animation's archives: the `main.caml` of a bundle.
public struct CAMLImporter: SceneImporter {
  public init() {}

  public var endings: [String] { ["caml"] }
  /// It lies beside each `main.caml`.
  public var otherNames: [String] { ["assetManifest.caml"] }
  public var features: [UnsupportedFeature] { UnsupportedFeature.ofCAML }

  public func recognizes(_ bytes: [UInt8]) -> Bool { XMLFile.recognizes(bytes, root: "caml") }

  public func load(
    _ bytes: [UInt8], path: String, options: ImportOptions, resources: any ImportResources
  ) -> ImportResult {
    XMLFile.result(of: bytes, path: path) { CAMLLoader(options, resources).load($0) }
  }
}
