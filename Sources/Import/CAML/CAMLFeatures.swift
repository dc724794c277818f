import RostrumImportedDocument
package import RostrumSceneImport

/// Parts that only this format has.
extension UnsupportedFeature {
  package static let animationTypes = UnsupportedFeature(
    "animation-types", "animations of this type", whenIgnored: "they are left out")
  package static let keyPaths = UnsupportedFeature(
    "key-paths", "key paths and attributes of this name", whenIgnored: "they are left out")

  /// All parts that are not drawn, as they are listed to people.
  package static let ofCAML: [UnsupportedFeature] = [
    .effects, .pictures, .layerTypes, .animationTypes, .elements, .keyPaths, .scripts,
  ]
}
