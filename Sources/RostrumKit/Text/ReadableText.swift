import Foundation
import Geometry
import LayerTree
import SceneFile
import Timing

// How values are shown to people: six digits after the point are enough to see what is going on.

/// A number of at most six digits after the point.
func readable(_ number: Double) -> String {
  guard number.isFinite else { return number > 0 ? "for ever" : "-for ever" }
  let rounded = (number * 1e6).rounded() / 1e6
  guard rounded.isFinite, abs(number) >= 1e-6 || number == 0 else { return exact(number) }
  return exact(rounded == 0 ? 0 : rounded)
}

func readable(seconds: Double) -> String {
  seconds.isFinite ? readable(seconds) + " s" : readable(seconds)
}

/// A value as a scene file would show it, shortened.
func readable(_ value: Value) -> String {
  switch value {
  case .number(let number): readable(number)
  case .boolean(let flag): flag ? "true" : "false"
  case .color(let color): color.css
  case .text(let text): jsonString(String(text.prefix(60)))
  case .attributedText(let text): jsonString(String(text.string.prefix(60)))
  case .image(let image):
    "\(URL(filePath: image.path).lastPathComponent) (\(image.width) x \(image.height))"
  case .font, .emitterCells, .filters: value.word
  case .words(let words): "[" + words.joined(separator: ", ") + "]"
  case .path: shortened(value.word)
  case .none: "none"
  case .transform(let matrix): readable(matrix)
  default: list(value.components.map(\.number))
  }
}

/// Six numbers where they are all that there is.
private func readable(_ matrix: Transform3D) -> String {
  if matrix == .identity { return "identity" }
  guard let flat = matrix.flattened, Transform3D(flat) == matrix else {
    return list(matrix.elements)
  }
  return list([flat.a, flat.b, flat.c, flat.d, flat.tx, flat.ty])
}

private func list(_ numbers: [Double]) -> String {
  "[" + numbers.map { readable($0) }.joined(separator: ", ") + "]"
}

private func shortened(_ text: String) -> String {
  text.count > 60 ? text.prefix(57) + "..." : text
}

func readable(_ function: TimingFunction?) -> String { function?.sceneText ?? "linear" }

/// The place in the scene file, such as `line 7`.
func readable(_ place: SourcePlace?) -> String { place.map { "line \($0.line)" } ?? "" }
