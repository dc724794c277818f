import Base
import LayerTree
import SceneFile

/// The lines of a scene file that declare the values of its layers.
struct DeclaredLines {
  private let scene: Scene
  /// `nil` for a scene that is no YAML, such as a Lottie.
  private let text: EditableText?

  init(_ opened: OpenedScene) {
    scene = opened.scene
    text = try? EditableText(
      opened.result.source, maximumNodes: SceneOptions().maximumNodes)
  }

  /// The line that says what changed, or else the line where its layer begins. The first line is 1;
  /// `nil` where the file does not declare the layer.
  func line(of change: LayerChange) -> Int? {
    guard let text, let layer = scene.layers.first(where: { $0.name == change.layer }),
      let place = layer.place
    else { return nil }
    guard let keyPath = change.keyPath else { return place.line }
    return animationLine(of: keyPath, layer) ?? valueLine(of: keyPath, text.values(in: place))
      ?? place.line
  }

  /// Where the first animation of the key path begins, be it of a part of it or of the whole.
  private func animationLine(of keyPath: String, _ layer: Layer) -> Int? {
    let animations = layer.epochs.flatMap(\.animations)
    return animations.first { attached in
      attached.place != nil
        && attached.animation.keyPaths.contains { path in
          path.name == keyPath || keyPath.hasPrefix(path.name + ".")
            || path.name.hasPrefix(keyPath + ".")
        }
    }?.place?.line
  }

  /// The line of the written value that has the most steps in common with the key path.
  private func valueLine(of keyPath: String, _ values: [WrittenValue]) -> Int? {
    let parts = keyPath.split(separator: ".").map(String.init)
    let ranked = values.map { value in
      let steps = value.steps.flatMap { step in
        switch step {
        case .key(let name): name.split(separator: ".").map(String.init)
        case .index(let index): index < 3 ? [["x", "y", "z"][index]] : []
        }
      }
      return (common: zip(parts, steps).prefix { $0 == $1 }.count, line: value.line)
    }
    let best = ranked.filter { $0.common > 0 }.max { a, b in
      a.common == b.common ? a.line > b.line : a.common < b.common
    }
    return best?.line
  }
}
