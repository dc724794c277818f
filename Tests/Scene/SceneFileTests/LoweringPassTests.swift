import RostrumSceneFile
import Testing

/// Each pass by its text before and after.
@Suite("Lowering passes")
struct LoweringPassTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let pass: String
    /// The layers as they are read, and as they become.
    let before: String
    let after: String

    var testDescription: String { pass }
  }

  static let rows: [Row] = [
    Row(
      pass: "text", before: "{name: a, text: Hi, bounds: [40, 20], fontSize: 12}",
      after: """
        - name: a
          class: text
          bounds: [40, 20]
          string: Hi
          fontSize: 12
        """),
    Row(
      pass: "words of animations",
      before: "{name: a, animations: {fadeIn: 0.5, slideFromLeft: {fromValue: -9, beginTime: 1}}}",
      after: """
        - name: a
          animations:
          - type: basic
            keyPath: opacity
            duration: 0.5
            fillMode: backwards
            fromValue: 0
          - type: basic
            keyPath: position.x
            additive: true
            duration: 0.25
            beginTime: 1
            fillMode: backwards
            fromValue: -9
            toValue: 0
        """),
    Row(
      pass: "pin", before: "{name: a, bounds: [10, 10], position: bottomRight}",
      after: """
        - name: a
          bounds: [10, 10]
          position: [95, 95]
        """),
    Row(
      pass: "aspectRatio between pinned edges",
      before: "{name: a, position: {left: 5, right: 15, top: 0}, aspectRatio: 2}",
      after: """
        - name: a
          bounds: [80, 40]
          position: [45, 20]
        """),
    Row(
      pass: "sizeToFit",
      before: """
        {name: a, position: [50, 50], sizeToFit: {padding: 5}, sublayers: [{name: b, frame: [0, 0, 20, 10]}]}
        """,
      after: """
        - name: a
          bounds: [-5, -5, 30, 20]
          position: [50, 50]
          sublayers:
          - name: b
            bounds: [20, 10]
            position: [10, 5]
        """),
    Row(
      pass: "layout",
      before: """
        {name: a, layout: {type: row, gap: 4}, sublayers: [{name: b, bounds: [10, 10]}, {name: c, bounds: [20, 6]}]}
        """,
      after: """
        - name: a
          bounds: [34, 10]
          sublayers:
          - name: b
            bounds: [10, 10]
            position: [5, 5]
          - name: c
            bounds: [20, 6]
            position: [24, 5]
        """),
    Row(
      pass: "timeOnStage", before: "{name: a, in: 0.5}",
      after: """
        - name: a
          hidden: true
          animations:
          - type: keyframe
            keyPath: hidden
            duration: 1e-06
            beginTime: 0.5
            fillMode: forwards
            removedOnCompletion: false
            values: [false, false]
        """),
    Row(
      pass: "sequence",
      before: "{name: a, class: sequence, sublayers: [{name: b, duration: 1}, {name: c}]}",
      after: """
        - name: a
          sublayers:
          - name: b
            hidden: true
            animations:
            - type: keyframe
              keyPath: hidden
              duration: 1e-06
              fillMode: forwards
              removedOnCompletion: false
              values: [false, false]
            - type: keyframe
              keyPath: hidden
              duration: 1e-06
              beginTime: 1
              fillMode: forwards
              removedOnCompletion: false
              values: [true, true]
          - name: c
            beginTime: 1
            hidden: true
            animations:
            - type: keyframe
              keyPath: hidden
              duration: 1e-06
              fillMode: forwards
              removedOnCompletion: false
              values: [false, false]
        """),
    Row(
      pass: "connection, whose path follows its ends at every time",
      before: "{name: b}, {name: a, class: shape, connect: {from: b, to: c}}, {name: c}",
      after: """
        - name: b
        - name: a
          class: shape
          connect: {from: b, to: c}
          fillColor: none
          strokeColor: "#000000"
        - name: c
        """),
    Row(
      pass: "stagger", before: "{name: a, stagger: 0.2, sublayers: [{name: b}, {name: c}]}",
      after: """
        - name: a
          sublayers:
          - name: b
          - name: c
            beginTime: 0.2
        """),
    Row(
      pass: "the substitution, before all others",
      before: "{forEach: i, in: 2, do: {name: \"a${i}\", opacity: \"calc(${i} / 2)\"}}",
      after: """
        - name: a0
          opacity: 0
        - name: a1
          opacity: 0.5
        """),
  ]

  @Test("A scene reads as Core Animation's model alone after the pass", arguments: rows)
  func lowered(_ row: Row) throws {
    let result = load("size: [100, 100]\nduration: 3\nlayers: [\(row.before)]\n")
    let text = try SceneWriter().text(try #require(result.scene, "\(result.diagnostics)"))
    let layers = try #require(text.split(separator: "layers:\n", maxSplits: 1).last)
    #expect(layers == row.after + "\n")
  }
}
