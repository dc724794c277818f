import CPipeline
import Foundation
import RostrumGeometry
import RostrumKit
import RostrumLayerTree
import RostrumOutput

/// A scene to measure with, twice: as a scene file, and as the table of shapes that plain C draws.
struct Workload {
  let name: String
  let width: Int
  let height: Int
  let frameCount: Int
  let shapes: [Shape]
  let label: String?

  /// A filled rectangle that moves.
  struct Shape {
    var name: String
    var size: (width: Double, height: Double)
    var anchor = (x: 0.5, y: 0.5)
    var radius = 0.0
    var color: Color
    var shadow = 0.0
    var position: Point
    /// The lines of its animations in a scene file.
    var animations: [String] = []
    var rotation = 0.0
  }

  /// The scene file's text.
  var sceneText: String {
    let head = [
      "size: [\(width), \(height)]", "background: white", "fps: 60",
      "duration: \(Double(frameCount) / 60)", "layers:",
    ]
    return (head + shapes.map(\.text) + labelText).joined(separator: "\n") + "\n"
  }

  private var labelText: [String] {
    label.map {
      [
        "  - {class: text, string: \($0), fontSize: 24, foregroundColor: black, bounds: [200, 40], position: [300, 60]}"
      ]
    } ?? []
  }
}

extension Workload.Shape {
  fileprivate var text: String {
    var parts = [
      "name: \(name)", "bounds: [\(size.width), \(size.height)]",
      "position: [\(position.x), \(position.y)]",
      "backgroundColor: \"\(color.css)\"",
    ]
    if anchor.x != 0.5 || anchor.y != 0.5 {
      parts.append("anchorPoint: [\(anchor.x), \(anchor.y)]")
    }
    if radius > 0 { parts.append("cornerRadius: \(radius)") }
    if shadow > 0 {
      parts.append("shadowOpacity: 1, shadowOffset: [0, 0], shadowRadius: \(shadow)")
    }
    if rotation != 0 { parts.append("transform: {rotation: \(rotation)}") }
    if !animations.isEmpty {
      parts.append("animations: [" + animations.map { "{\($0)}" }.joined(separator: ", ") + "]")
    }
    return "  - {" + parts.joined(separator: ", ") + "}"
  }
}

// MARK: - The workloads

extension Workload {
  /// A bouncing ball and a turning clock hand in an otherwise static scene.
  static let bounceClock = Workload(
    name: "bc", width: 1280, height: 720, frameCount: 240, shapes: ticks + [hand, ball],
    label: "bounce")

  private static let ticks: [Shape] = (0..<12).map { index in
    let angle = Double(index) * .pi / 6
    return Shape(
      name: "tick\(index)", size: (4, 24), color: Color(red: 0.5, green: 0.5, blue: 0.5, alpha: 1),
      position: Point(x: 900 + 180 * sin(angle), y: 360 - 180 * cos(angle)), rotation: angle)
  }

  private static let hand = Shape(
    name: "hand", size: (6, 160), anchor: (0.5, 1), color: .black,
    position: Point(x: 900, y: 360),
    animations: [
      "type: basic, keyPath: transform.rotation.z, fromValue: 0, toValue: 360deg, duration: 4"
    ])

  private static let ball = Shape(
    name: "ball", size: (100, 100), radius: 16, color: Color(red: 1, green: 0, blue: 0, alpha: 1),
    position: Point(x: 300, y: 620),
    animations: [
      """
      type: keyframe, keyPath: position.y, duration: 1, repeatCount: 4, \
      values: [120, 620, 340, 620, 520, 620, 580, 620], \
      timingFunctions: [easeIn, easeOut, easeIn, easeOut, easeIn, easeOut, easeIn], \
      keyTimes: [0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1]
      """
    ])

  /// Five hundred translucent shapes that all move, twenty of them with blurred shadows.
  static let heavy: Workload = {
    var random = Generator()
    let shapes = (0..<500).map { index in
      let side = 20 + 100 * random.unit()
      return Shape(
        name: "s\(index)", size: (side, side), radius: side / 4,
        color: Color(red: random.unit(), green: random.unit(), blue: random.unit(), alpha: 0.5),
        shadow: index < 20 ? 8 : 0,
        position: Point(x: 1920 * random.unit(), y: 1080 * random.unit()),
        animations: [
          "type: basic, keyPath: position, byValue: [\(400 * random.unit() - 200), \(400 * random.unit() - 200)], duration: 1",
          "type: basic, keyPath: transform.rotation.z, toValue: 90deg, duration: 1",
        ])
    }
    return Workload(
      name: "heavy", width: 1920, height: 1080, frameCount: 60, shapes: shapes, label: nil)
  }()

  /// One of bc's moving parts alone: the least that can move.
  static let clock = Workload(
    name: "clock", width: 1280, height: 720, frameCount: 240, shapes: ticks + [hand],
    label: "bounce")

  /// The same workload after a static interval of nine times its length.
  var held: Workload {
    let shapes = shapes.map { shape in
      var shape = shape
      shape.animations = shape.animations.map {
        "\($0), beginTime: \(Double(frameCount) / 60 * 9)"
      }
      return shape
    }
    return Workload(
      name: name + "-held", width: width, height: height, frameCount: frameCount * 10,
      shapes: shapes, label: label)
  }

  /// Writes the scene file. Its path.
  func write(to folder: URL) throws -> String {
    let path = folder.appending(path: name + ".yaml").path
    try sceneText.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }
}

/// A generator of its own, so that the workload is the same on every machine (Lehmer's, with Park
/// and Miller's numbers).
private struct Generator {
  private var state: UInt64 = 1

  /// In 0..<1.
  mutating func unit() -> Double {
    state = state * 48271 % 2_147_483_647
    return Double(state) / 2_147_483_647
  }
}

// MARK: - For plain C

extension Workload {
  /// Lends the table that plain C draws from: every shape at every frame, evaluated beforehand.
  func withPipelineScene(_ scene: Scene, _ body: (cpipeline_scene) throws -> Void) rethrows {
    let poses = (0..<frameCount).flatMap { self.poses(scene, frame: $0) }
    try poses.withUnsafeBufferPointer { poses in
      try shapes.map(\.pipelineShape).withUnsafeBufferPointer { shapes in
        try (label ?? "").withCString { text in
          try body(
            cpipeline_scene(
              width: Int32(width), height: Int32(height), frame_count: Int32(frameCount),
              shape_count: Int32(shapes.count), shapes: shapes.baseAddress,
              poses: poses.baseAddress, label: label == nil ? nil : text, label_x: 200, label_y: 66)
          )
        }
      }
    }
  }

  func poses(_ scene: Scene, frame: Int) -> [cpipeline_pose] {
    let layers = scene.presentation(at: Double(frame) / 60).sublayers.prefix(shapes.count)
    return layers.map { layer in
      let matrix = layer.values[.transform]
      let position = layer.values[.position]
      return cpipeline_pose(x: position.x, y: position.y, angle: atan2(matrix.m12, matrix.m11))
    }
  }
}

extension Workload.Shape {
  fileprivate var pipelineShape: cpipeline_shape {
    cpipeline_shape(
      width: size.width, height: size.height, anchor_x: anchor.x, anchor_y: anchor.y,
      radius: radius, red: color.red, green: color.green, blue: color.blue, alpha: color.alpha,
      shadow: shadow)
  }
}

extension Workload {
  /// The table that `make bench-peers` hands to other tools.
  private struct Table: Encodable {
    struct Shape: Encodable {
      let w, h, ax, ay, r, shadow: Double
      let rgba: [Double]
    }

    let name: String
    let width, height, frames: Int
    let shapes: [Shape]
    /// For each frame and shape x, y and the angle in radians.
    let poses: [[[Double]]]
    let label: String?
  }

  /// Writes the scene file, and the same as a table that needs no evaluation: `bc.yaml` and
  /// `bc.json`.
  func export(to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let scene = try SceneOpener().open(write(to: folder)).scene
    let table = Table(
      name: name, width: width, height: height, frames: frameCount,
      shapes: shapes.map { shape in
        Table.Shape(
          w: shape.size.width, h: shape.size.height, ax: shape.anchor.x, ay: shape.anchor.y,
          r: shape.radius, shadow: shape.shadow,
          rgba: [shape.color.red, shape.color.green, shape.color.blue, shape.color.alpha])
      },
      poses: (0..<frameCount).map { frame in
        poses(scene, frame: frame).map { [$0.x, $0.y, $0.angle] }
      }, label: label)
    try JSONEncoder().encode(table).write(to: folder.appending(path: name + ".json"))
  }
}
