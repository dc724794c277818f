import RostrumGeometry
import RostrumLayerTree
import RostrumImport
import RostrumSource

/// A Lottie of 100 by 100 points, 10 frames a second and 20 frames, with these layers.
func lottie(_ layers: String, _ more: String = "") -> String {
  """
  {"v": "5.7.0", "fr": 10, "ip": 0, "op": 20, "w": 100, "h": 100, \(more)
   "layers": [\(layers)]}
  """
}

/// A shape layer with these items in it; `more` are keys of the layer.
func shapeLayer(_ items: String, transform: String = "", _ more: String = "") -> String {
  """
  {"ty": 4, "nm": "shape", "ip": 0, "op": 20, "st": 0, "ks": {\(transform)}, \(more)
   "shapes": [\(items)]}
  """
}

/// A property with key frames: frame, value, and further members.
func animated(_ keys: (frame: Double, value: String, more: String)...) -> String {
  let items = keys.map { "{\"t\": \($0.frame), \"s\": \($0.value)\($0.more)}" }
  return "{\"a\": 1, \"k\": [\(items.joined(separator: ", "))]}"
}

let square = #"{"ty": "rc", "nm": "square", "p": {"k": [0, 0]}, "s": {"k": [10, 10]}}"#
let red = #"{"ty": "fl", "nm": "fill", "c": {"k": [1, 0, 0, 1]}, "o": {"k": 100}}"#
let line = #"{"ty": "st", "nm": "line", "c": {"k": [0, 0, 1]}, "o": {"k": 100}, "w": {"k": 2}}"#

/// Without any pictures.
struct NoPictures: ImportResources {
  func image(in bytes: [UInt8]) -> ImageReference? { nil }
  func image(atPath path: String) -> ImageReference? { nil }

  /// Letters are squares of half their size, so that places can be recognised.
  func outlines(of text: String, _ font: ImportFont) -> Result<ImportLine, ImportTextProblem> {
    guard !Set(font.families).isDisjoint(with: ["serif", "sans-serif"]) else {
      return .failure(ImportTextProblem(message: "there is no font family"))
    }
    let side = font.size / 2
    let squares = text.indices.enumerated().map { index, _ in
      Path.rect(Rect(x: Double(index) * side, y: -side, width: side, height: side))
    }
    return .success(
      ImportLine(
        outline: Path(squares.flatMap(\.elements)), width: Double(text.count) * side))
  }
}

func load(
  _ text: String, ignoring ignored: Set<UnsupportedFeature> = [], values: [String: String] = [:]
) -> ImportResult {
  ImportLoader(options: ImportOptions(ignored: ignored, values: values), resources: NoPictures())
    .load(Array(text.utf8), path: "a.json")
}

extension Scene {
  /// The layer of that name at a time; `nil` when there is none.
  func layer(_ name: String, at time: Double) -> PresentationLayer? {
    presentation(at: time).find(name)
  }
}

extension PresentationLayer {
  func find(_ name: String) -> PresentationLayer? {
    if self.name == name { return self }
    return inner.lazy.compactMap { $0.find(name) }.first
  }
}
