import Browser
import TestSupport
import Foundation

/// A web page with the same contents as a scene of the same name at one time, in CSS and SVG.
///
/// `Twins/Layers/name.html` is the twin of `Scenes/Layers/name.yaml`. Its `html` element has the
/// time in `data-at` (default 0), and an element with `data-layer` has the corners of the layer of
/// that name.
struct Twin {
  /// Such as `Layers/name`.
  let name: String

  var page: URL { Self.folder.appending(path: "\(name).html") }
  var scene: URL { repository.appending(path: "Scenes/\(name).yaml") }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Twins").standardizedFileURL

  /// All of them, or only the ones whose names contain one of the words.
  static func all(matching words: [String]) -> [Twin] {
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (files ?? []).filter { $0.hasSuffix(".html") }.sorted()
      .map { Twin(name: String($0.dropLast(".html".count))) }
      .filter { twin in words.isEmpty || words.contains { twin.name.contains($0) } }
  }

  /// The files of the book's figures, or only the ones whose names contain one of the words;
  /// `figures` names them all.
  static func figures(matching words: [String]) -> [URL] {
    let folder = repository.appending(path: "Scenes/Book/Figures")
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).filter { $0.hasSuffix(".yaml") }.sorted()
      .filter { name in
        words.isEmpty || words.contains { "figures/\(name)".contains($0) }
      }
      .map { folder.appending(path: $0) }
  }

  /// The open page's own data.
  struct Facts: Decodable {
    let at: Double
    /// The names of the layers whose corners it has.
    let layers: [String]
  }

  func facts(of page: Page) throws -> Facts {
    try page.evaluate(
      """
      ({
        at: Number(document.documentElement.dataset.at || 0),
        layers: [...document.querySelectorAll("[data-layer]")].map((e) => e.dataset.layer),
      })
      """)
  }
}
