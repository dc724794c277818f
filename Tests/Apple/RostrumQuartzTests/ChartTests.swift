import Foundation
import RostrumGeometry
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumQuartz
import RostrumSceneFile
import Testing

@Suite("A scene that a program declares")
struct ChartTests {
  @Test("A chart of an array is the scene that a file would say")
  func chart() throws {
    let scene = RostrumQuartzTests.chart(of: [3, 5.5, 2, 8, 6])
    #expect(scene.layers.count == 11 && scene.layers[1].name == "bar 1")
    let opened = try OpenedScene(scene, named: "chart")
    let text = try SceneWriter().text(scene)
    try expectSamePixels(opened, RostrumQuartzTests.scene(text: text), everyFrame: 11)
    let file = try RostrumQuartzTests.scene(
      text: """
        size: [320, 180]
        background: white
        duration: 2
        layers:
          - {backgroundColor: black, frame: [20, 160, 280, 2]}
          - backgroundColor: "#3373cc"
            anchorPoint: [0.5, 1]
            bounds: [36, 65]
            position: [48, 160]
            animations:
              - type: basic
                keyPath: bounds.size.height
                fromValue: 0
                duration: 1
                fillMode: backwards
                timingFunction: cubicEaseOut
          - class: text
            string: "4.0"
            fontSize: 14
            foregroundColor: black
            alignmentMode: center
            bounds: [50, 18]
            position: [48, 83]
            animations:
              - {type: basic, keyPath: opacity, fromValue: 0, beginTime: 0.8, duration: 0.3, fillMode: backwards}
          - backgroundColor: "#3373cc"
            anchorPoint: [0.5, 1]
            bounds: [36, 130]
            position: [104, 160]
            animations:
              - type: basic
                keyPath: bounds.size.height
                fromValue: 0
                beginTime: 0.1
                duration: 1
                fillMode: backwards
                timingFunction: cubicEaseOut
          - class: text
            string: "8.0"
            fontSize: 14
            foregroundColor: black
            alignmentMode: center
            bounds: [50, 18]
            position: [104, 18]
            animations:
              - {type: basic, keyPath: opacity, fromValue: 0, beginTime: 0.9, duration: 0.3, fillMode: backwards}
        """)
    try expectSamePixels(
      OpenedScene(RostrumQuartzTests.chart(of: [4, 8])), file, everyFrame: 11)
  }

  @Test("Layers are numbered and named, with their masks")
  func numbering() {
    let scene = Scene(size: Size(width: 10, height: 10)) {
      LayerDeclaration("a") {
        LayerDeclaration()
        LayerDeclaration("a")
      }.masked(by: LayerDeclaration("cover"))
      if false { LayerDeclaration("never") }
      [LayerDeclaration("b"), LayerDeclaration("b")]
    }
    #expect(
      scene.layers.map(\.name) == [
        "a", "layers[0].sublayers[0]", "a 2", "cover", "b", "b 2",
      ])
    #expect(scene.layers.map(\.index) == Array(1...6))
  }
}
