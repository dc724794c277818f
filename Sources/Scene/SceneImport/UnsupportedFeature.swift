/// A part of another format that is not drawn. Such a part is an error, or a warning when its
/// name is among those to be ignored.
package enum UnsupportedFeature: String, CaseIterable, Hashable, Sendable {
  case expressions
  case depth = "3d"
  case cameras
  case effects
  case layerStyles = "layer-styles"
  case mergePaths = "merge-paths"
  case textAnimators = "text-animators"
  case textOnPath = "text-on-path"
  case missingGlyphs = "missing-glyphs"
  case pictures
  case blendModes = "blend-modes"
  case layerTypes = "layer-types"
  case shapeTypes = "shape-types"
  case matteTypes = "matte-types"
  case themeRules = "theme-rules"
  case animations
  case animationTypes = "animation-types"
  case elements
  case filters
  case keyPaths = "key-paths"
  case markers
  case patterns
  case properties
  case repeatedGradients = "repeated-gradients"
  case scripts
  case styleSheets = "style-sheets"
  case textStyles = "text-styles"
  case vectorEffects = "vector-effects"

  /// The kind of thing that the file uses, in the plural, and what happens when it is ignored.
  package var summary: (subject: String, whenIgnored: String) {
    switch self {
    case .expressions: ("expressions", "the key frames play as they are")
    case .depth: ("3D layers that are skewed", "the skew is left out")
    case .cameras:
      (
        "second cameras, and curves of motion in depth",
        "the first camera counts, and depth changes evenly"
      )
    case .effects: ("effects of this type", "the layer is drawn without the effect")
    case .layerStyles: ("layer styles of this type", "the layer is drawn without the style")
    case .mergePaths:
      (
        "operations on paths of this kind, or with more than 3000 points",
        "the paths are drawn as they are"
      )
    case .textAnimators: ("text animators of this kind", "they are left out")
    case .textOnPath: ("texts on a path", "the text is straight")
    case .missingGlyphs:
      ("letters that neither the file nor an installed font has", "they are left out")
    case .pictures: ("pictures that cannot be read", "the layer is left out")
    case .blendModes: ("blend modes of this type", "the layer is drawn normally")
    case .layerTypes: ("layers of this type", "they are left out")
    case .shapeTypes: ("shapes of this type", "they are left out")
    case .matteTypes: ("mattes of this type", "the layer is drawn without it")
    case .themeRules: ("rules of themes of this type", "the slot keeps its value")
    case .animations: ("animations of other properties, or by events", "the picture does not move")
    case .animationTypes: ("animations of this type", "they are left out")
    case .keyPaths: ("key paths and attributes of this name", "they are left out")
    case .elements: ("elements of this type", "they are left out")
    case .filters: ("filters of SVG", "the element is drawn without them")
    case .markers: ("markers on lines that change", "the line is drawn without them")
    case .patterns: ("paints of this type", "the colour after them is used, or nothing")
    case .properties: ("attributes and properties of this name", "they are left out")
    case .repeatedGradients: ("gradients that repeat", "their last colour goes on")
    case .scripts: ("scripts", "they do not run")
    case .styleSheets: ("rules of style sheets of this type", "the rule is left out")
    case .textStyles:
      ("spacing, turns and lines of letters", "the letters have the font's own spacing")
    case .vectorEffects: ("strokes that scale in another way", "they scale with the shape")
    }
  }
}
