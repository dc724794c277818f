import RostrumImportedDocument
package import RostrumSceneImport

/// Parts that only this format has.
extension UnsupportedFeature {
  package static let expressions = UnsupportedFeature(
    "expressions", "expressions", whenIgnored: "the key frames play as they are")
  package static let depth = UnsupportedFeature(
    "3d", "3D layers that are skewed", whenIgnored: "the skew is left out")
  package static let cameras = UnsupportedFeature(
    "cameras", "second cameras, and curves of motion in depth",
    whenIgnored: "the first camera counts, and depth changes evenly")
  package static let layerStyles = UnsupportedFeature(
    "layer-styles", "layer styles of this type", whenIgnored: "the layer is drawn without the style"
  )
  package static let mergePaths = UnsupportedFeature(
    "merge-paths", "operations on paths of this kind, or with more than 3000 points",
    whenIgnored: "the paths are drawn as they are")
  package static let textAnimators = UnsupportedFeature(
    "text-animators", "text animators of this kind", whenIgnored: "they are left out")
  package static let shapeTypes = UnsupportedFeature(
    "shape-types", "shapes of this type", whenIgnored: "they are left out")
  package static let matteTypes = UnsupportedFeature(
    "matte-types", "mattes of this type", whenIgnored: "the layer is drawn without it")
  package static let themeRules = UnsupportedFeature(
    "theme-rules", "rules of themes of this type", whenIgnored: "the slot keeps its value")

  /// All parts that are not drawn, as they are listed to people.
  package static let ofLottie: [UnsupportedFeature] = [
    .expressions, .depth, .cameras, .effects, .layerStyles, .mergePaths, .textAnimators,
    .textOnPath, .missingGlyphs, .pictures, .blendModes, .layerTypes, .shapeTypes, .matteTypes,
    .themeRules,
  ]
}
