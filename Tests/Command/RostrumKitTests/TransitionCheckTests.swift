import RostrumKit
import RostrumLayerTree
import Testing

@Suite("Checks of scenes with transitions")
struct TransitionCheckTests {
  /// Masks that transitions make have numbers out of the order of the file.
  @Test(
    "Animations in parts of a sequence are checked beside every transition",
    arguments: [
      "dissolve", "push", "wipe", "iris", "blinds", "zoom", "flip", "blur", "cube",
    ])
  func transitions(_ name: String) throws {
    let animation =
      "{frame: [0, 0, 50, 50], backgroundColor: red, animations: {opacity: {fromValue: 0, toValue: 1, duration: 0.5, hold: true}}}"
    let text = """
      size: [100, 100]
      layers:
        - class: sequence
          sublayers:
            - {frame: [0, 0, 50, 50], backgroundColor: red, duration: 1, sublayers: [\(animation)]}
            - {frame: [0, 0, 50, 50], duration: 1, transition: \(name), sublayers: [\(animation)]}
      """
    #expect(try SceneCheckTests.ids(text).filter { !$0.hasSuffix("covered") } == [])
  }
}
