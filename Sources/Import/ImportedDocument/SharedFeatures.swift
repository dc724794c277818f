package import RostrumSceneImport

/// Parts that several formats have.
extension UnsupportedFeature {
  package static let effects = UnsupportedFeature(
    "effects", "effects of this type", whenIgnored: "the layer is drawn without the effect")
  package static let textOnPath = UnsupportedFeature(
    "text-on-path", "texts on a path", whenIgnored: "the text is straight")
  package static let missingGlyphs = UnsupportedFeature(
    "missing-glyphs", "letters that neither the file nor an installed font has",
    whenIgnored: "they are left out")
  package static let pictures = UnsupportedFeature(
    "pictures", "pictures that cannot be read", whenIgnored: "the layer is left out")
  package static let blendModes = UnsupportedFeature(
    "blend-modes", "blend modes of this type", whenIgnored: "the layer is drawn normally")
  package static let layerTypes = UnsupportedFeature(
    "layer-types", "layers of this type", whenIgnored: "they are left out")
  package static let elements = UnsupportedFeature(
    "elements", "elements of this type", whenIgnored: "they are left out")
  package static let scripts = UnsupportedFeature(
    "scripts", "scripts", whenIgnored: "they do not run")
}
