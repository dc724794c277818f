import RostrumImportedDocument
package import RostrumSceneImport

/// Parts that only this format has.
extension UnsupportedFeature {
  package static let animations = UnsupportedFeature(
    "animations", "animations of other properties, or by events",
    whenIgnored: "the picture does not move")
  package static let filters = UnsupportedFeature(
    "filters", "filters of SVG", whenIgnored: "the element is drawn without them")
  package static let markers = UnsupportedFeature(
    "markers", "markers on lines that change", whenIgnored: "the line is drawn without them")
  package static let patterns = UnsupportedFeature(
    "patterns", "paints of this type", whenIgnored: "the colour after them is used, or nothing")
  package static let properties = UnsupportedFeature(
    "properties", "attributes and properties of this name", whenIgnored: "they are left out")
  package static let repeatedGradients = UnsupportedFeature(
    "repeated-gradients", "gradients that repeat", whenIgnored: "their last colour goes on")
  package static let styleSheets = UnsupportedFeature(
    "style-sheets", "rules of style sheets of this type", whenIgnored: "the rule is left out")
  package static let textStyles = UnsupportedFeature(
    "text-styles", "spacing, turns and lines of letters",
    whenIgnored: "the letters have the font's own spacing")
  package static let vectorEffects = UnsupportedFeature(
    "vector-effects", "strokes that scale in another way", whenIgnored: "they scale with the shape")

  /// All parts that are not drawn, as they are listed to people.
  package static let ofSVG: [UnsupportedFeature] = [
    .pictures, .blendModes, .textOnPath, .missingGlyphs, .animations, .elements, .filters, .markers,
    .patterns, .properties, .repeatedGradients, .scripts, .styleSheets, .textStyles, .vectorEffects,
  ]
}
