import RostrumBase
import RostrumLayerTree
import RostrumSceneFile
import RostrumOutput
import RostrumSceneEditing

/// The keys that a scene file declares, with their texts and their lines.
struct DeclaredLines {
  /// The keys of the scene, under the empty name, and of each layer.
  private var keys: [String: [DeclaredKey]] = [:]
  /// Where the layers begin.
  private var places: [String: Int] = [:]

  /// Empty for a scene that is no scene file, such as a Lottie.
  init(_ opened: OpenedScene) {
    let layers = opened.scene.layers.compactMap { layer in layer.place.map { ($0, layer.name) } }
    guard layers.contains(where: { $0.0.column != nil }),
      let text = try? EditableText(
        opened.result.source, maximumNodes: SceneOptions().maximumNodes)
    else { return }
    let names = Dictionary(layers, uniquingKeysWith: { first, _ in first })
    keys = Dictionary(grouping: text.declaredKeys(of: names)) { $0.owner ?? "" }
    places = Dictionary(layers.map { ($0.1, $0.0.line) }, uniquingKeysWith: { first, _ in first })
  }

  /// The keys of a layer, or the scene's own, with their source texts.
  func texts(of layer: String?) -> [String: String] {
    Dictionary(
      (keys[layer ?? ""] ?? []).map { ($0.path, $0.text) }, uniquingKeysWith: { first, _ in first })
  }

  /// The line of a key's value; `nil` for one that is not in the file.
  func line(of key: String, in layer: String?) -> Int? {
    keys[layer ?? ""]?.first { $0.path == key }?.line
  }

  /// The line in which a layer begins.
  func line(ofLayer name: String) -> Int? { places[name] }
}
