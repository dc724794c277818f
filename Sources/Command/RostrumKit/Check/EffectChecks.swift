import RostrumGeometry
import RostrumLayerTree
import RostrumSceneFile
import RostrumSource

/// Checks for settings that show nothing without another one.
extension SceneCheck {
  /// Settings of a layer, and the one that they need.
  private struct Need {
    /// None where a layer of the class is nothing without the needed one.
    var settings: [Property] = []
    /// The class that it is about; `nil` for all.
    var layerClass: LayerClass?
    let needed: Property
    let isMet: @Sendable (LayerValues) -> Bool
    let message: String
    var outcome = "so it does not show"
    let hint: String
  }

  private static let needs = [
    Need(
      settings: [.shadowColor, .shadowOffset, .shadowRadius, .shadowPath], needed: .shadowOpacity,
      isMet: { $0[.shadowOpacity] > 0 }, message: "a shadow whose opacity is 0",
      hint: "give it a shadowOpacity, such as 0.5"),
    Need(
      settings: [.shadowOpacity], needed: .masksToBounds, isMet: { !$0[.masksToBounds] },
      message: "a shadow that its masksToBounds cuts off",
      hint: "put it into a layer around it that has the shadow"),
    Need(
      settings: [.shadowOpacity], layerClass: .plain, needed: .backgroundColor,
      isMet: { values in
        (values[.backgroundColor]?.alpha ?? 0) > 0 || values[.borderWidth] > 0
          || values[.contents] != nil || values[.shadowPath] != nil
      }, message: "a shadow and nothing that casts it", hint: "give it a backgroundColor"),
    Need(
      settings: [.colors], needed: .colors,
      isMet: { $0[.colors].count < 2 || Set($0[.colors]).count > 1 },
      message: "colors that are all the same", outcome: "so nothing runs into anything",
      hint: "give it another color, or the layer a backgroundColor"),
    Need(
      settings: [.instanceCount], needed: .instanceTransform,
      isMet: { $0[.instanceTransform] != .identity || $0[.instanceDelay] != 0 },
      message: "copies that all lie in one place", outcome: "so one covers the others",
      hint: "give it an instanceTransform, such as {translation: [40, 0]}"),
    Need(
      settings: [.borderWidth], needed: .borderColor,
      isMet: { ($0[.borderColor]?.alpha ?? 0) > 0 }, message: "a border without a colour",
      hint: "give it a borderColor"),
    Need(
      settings: [.opacity], needed: .opacity, isMet: { $0[.opacity] > 0 },
      message: "an opacity of 0 that nothing changes", hint: "animate its opacity, or remove it"),
    Need(
      settings: [.strokeStart, .strokeEnd], needed: .strokeEnd,
      isMet: { $0[.strokeEnd] > $0[.strokeStart] }, message: "a line that ends where it begins",
      hint: "let strokeEnd be above strokeStart"),
    Need(
      layerClass: .text, needed: .string, isMet: { !$0[.string].string.isEmpty },
      message: "no text", hint: "give it a string"),
    Need(
      layerClass: .shape, needed: .path, isMet: { $0[.path]?.elements.isEmpty == false },
      message: "no path", hint: "give it a path"),
    Need(
      layerClass: .gradient, needed: .colors, isMet: { !$0[.colors].isEmpty },
      message: "no colours", hint: "give it colors: [teal, navy]"),
    Need(
      layerClass: .emitter, needed: .emitterCells, isMet: { !$0[.emitterCells].isEmpty },
      message: "no particles", hint: "give it emitterCells"),
    Need(
      settings: [.cornerRadius], layerClass: .plain, needed: .backgroundColor,
      isMet: { values in
        (values[.backgroundColor]?.alpha ?? 0) > 0 || values[.borderWidth] > 0
          || values[.contents] != nil || values[.masksToBounds]
          || !values[.backgroundFilters].isEmpty
      }, message: "round corners and nothing that has them", hint: "give it a backgroundColor"),
    Need(
      settings: [.borderColor], needed: .borderWidth, isMet: { $0[.borderWidth] > 0 },
      message: "a border whose width is 0", hint: "give it a borderWidth"),
    Need(
      settings: [.lineDashPattern, .strokeStart, .strokeEnd], needed: .strokeColor,
      isMet: { ($0[.strokeColor]?.alpha ?? 0) > 0 }, message: "a line without a colour",
      hint: "give it a strokeColor"),
    Need(
      settings: [.strokeColor], needed: .lineWidth, isMet: { $0[.lineWidth] > 0 },
      message: "a line whose width is 0", hint: "give it a lineWidth"),
    // A chosen fill says that the width may be of all shapes.
    Need(
      settings: [.lineWidth], needed: .strokeColor,
      isMet: {
        ($0[.strokeColor]?.alpha ?? 0) > 0
          || $0[.fillColor] != LayerValues()[.fillColor] && ($0[.fillColor]?.alpha ?? 0) > 0
      }, message: "a line without a colour", hint: "give it a strokeColor"),
    Need(
      settings: [.path], needed: .strokeColor,
      isMet: { max($0[.strokeColor]?.alpha ?? 0, $0[.fillColor]?.alpha ?? 0) > 0 },
      message: "a path without a colour", hint: "give it a strokeColor or a fillColor"),
  ]

  func effectFindings() -> [Diagnostic] {
    let usual = LayerValues()
    return places.filter { !$0.isCopied }.flatMap { place -> [Diagnostic] in
      let layer = place.layer
      // A layer is drawn by what another class would be, or by what lies in it.
      let isBare =
        layer.sublayers.isEmpty && layer.connection == nil && layer.values[.backgroundColor] == nil
      let animated = Set(layer.allAnimations.flatMap(\.keyPaths).map(\.property))
      return Self.needs.compactMap { need -> Diagnostic? in
        guard need.layerClass == nil || need.layerClass == layer.layerClass && isBare else {
          return nil
        }
        let isSet =
          need.settings.isEmpty
          || need.settings.contains { setting in
            animated.contains(setting)
              || layer.epochs.contains { $0.values[any: setting] != usual[any: setting] }
          }
        guard isSet, !animated.contains(need.needed),
          !layer.epochs.contains(where: { need.isMet($0.values) })
        else { return nil }
        return warning(
          .noEffect, "the layer \(layer.name.quoted) has \(need.message), \(need.outcome)",
          at: layer.place, hint: need.hint)
      }
    }
  }
}
