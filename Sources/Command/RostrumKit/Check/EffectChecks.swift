import RostrumGeometry
import RostrumLayerTree
import RostrumSceneFile
import RostrumSource

/// Checks for settings that show nothing without another one.
extension SceneCheck {
  /// Settings of a layer, and the one that they need.
  private struct Need {
    let settings: [Property]
    let needed: Property
    let isMet: @Sendable (LayerValues) -> Bool
    let message: String
    let hint: String
  }

  private static let needs = [
    Need(
      settings: [.shadowColor, .shadowOffset, .shadowRadius, .shadowPath], needed: .shadowOpacity,
      isMet: { $0[.shadowOpacity] > 0 }, message: "a shadow whose opacity is 0",
      hint: "give it a shadowOpacity, such as 0.5"),
    Need(
      settings: [.borderColor], needed: .borderWidth, isMet: { $0[.borderWidth] > 0 },
      message: "a border whose width is 0", hint: "give it a borderWidth"),
    Need(
      settings: [.lineDashPattern, .strokeStart, .strokeEnd], needed: .strokeColor,
      isMet: { ($0[.strokeColor]?.alpha ?? 0) > 0 }, message: "a line without a colour",
      hint: "give it a strokeColor"),
    // A chosen fill says that the width may be of all shapes.
    Need(
      settings: [.lineWidth], needed: .strokeColor,
      isMet: {
        ($0[.strokeColor]?.alpha ?? 0) > 0 || $0[.fillColor] != LayerValues()[.fillColor]
      }, message: "a line without a colour", hint: "give it a strokeColor"),
  ]

  func effectFindings() -> [Diagnostic] {
    let usual = LayerValues()
    return places.filter { !$0.isCopied }.flatMap { place -> [Diagnostic] in
      let layer = place.layer
      let animated = Set(layer.allAnimations.flatMap(\.keyPaths).map(\.property))
      return Self.needs.compactMap { need -> Diagnostic? in
        let isSet = need.settings.contains { setting in
          animated.contains(setting)
            || layer.epochs.contains { $0.values[any: setting] != usual[any: setting] }
        }
        guard isSet, !animated.contains(need.needed),
          !layer.epochs.contains(where: { need.isMet($0.values) })
        else { return nil }
        return warning(
          .noEffect, "the layer \(layer.name.quoted) has \(need.message), so it does not show",
          at: layer.place, hint: need.hint)
      }
    }
  }
}
