public import Figures
import Geometry
public import SceneFile

extension Theme {
  /// The theme that a file declares.
  public init(_ file: ThemeDeclaration) {
    self = file.base == "dark" ? .dark : .light
    if let background = file.colors["background"] { self.background = background }
    let colors: [(String, WritableKeyPath<Theme, Color>)] = [
      ("ink", \.ink), ("quietInk", \.quietInk), ("axis", \.axis), ("grid", \.grid),
      ("activeBand", \.activeBand),
    ]
    for (name, path) in colors {
      if let color = file.colors[name] { self[keyPath: path] = color ?? .clear }
    }
    let lengths: [(String, WritableKeyPath<Theme, Double>)] = [
      ("fontSize", \.fontSize), ("titleSize", \.titleSize), ("curveWidth", \.curveWidth),
      ("axisWidth", \.axisWidth), ("gridWidth", \.gridWidth),
    ]
    for (name, path) in lengths {
      if let length = file.lengths[name] { self[keyPath: path] = length }
    }
    if !file.palette.isEmpty { palette = file.palette }
    fonts = file.fonts + fonts
  }
}
