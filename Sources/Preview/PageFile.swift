import Base

/// A file of the page, embedded in the program.
package struct PageFile: Sendable {
  package let bytes: [UInt8]
  package let type: String

  /// By the paths of their addresses.
  package static let all: [String: PageFile] = [
    "/": PageFile(bytes: PackageResources.index_html, type: "text/html; charset=utf-8"),
    "/preview.css": PageFile(bytes: PackageResources.preview_css, type: "text/css; charset=utf-8"),
    "/preview.js": script(PackageResources.preview_js),
    "/connection.js": script(PackageResources.connection_js),
  ].merging(modules.map { ("/" + $0.key, script($0.value)) }) { first, _ in first }

  /// The modules of the page, besides its first one and its connection.
  private static let modules = [
    "player.js": PackageResources.player_js, "timeline.js": PackageResources.timeline_js,
    "inspector.js": PackageResources.inspector_js, "editor.js": PackageResources.editor_js,
    "curve.js": PackageResources.curve_js, "handles.js": PackageResources.handles_js,
    "source.js": PackageResources.source_js, "inputs.js": PackageResources.inputs_js,
    "scenes.js": PackageResources.scenes_js, "comparison.js": PackageResources.comparison_js,
    "zoom.js": PackageResources.zoom_js, "problems.js": PackageResources.problems_js,
    "graph.js": PackageResources.graph_js,
    "tabs.js": PackageResources.tabs_js, "output.js": PackageResources.output_js,
    "rulers.js": PackageResources.rulers_js,
  ]

  private static func script(_ bytes: [UInt8]) -> PageFile {
    PageFile(bytes: bytes, type: "text/javascript; charset=utf-8")
  }
}

// MARK: - All in one

extension PageFile {
  /// The page with everything in one file, playing a film instead of asking a server.
  ///
  /// A module in a file cannot import its neighbours when the page is opened from a disk. So the
  /// modules stand in the page as addresses that hold their text, under names that an import map
  /// leads there.
  ///
  /// - Parameter film: JSON without `<`.
  static func exported(film: String) -> String {
    let modules = modules.merging(["connection.js": PackageResources.recording_js]) { $1 }
    let imports = modules.sorted { $0.key < $1.key }.map { name, bytes -> String in
      let file = Data(named(bytes).utf8).base64EncodedString()
      return "\"page/\(name)\": \"data:text/javascript;base64,\(file)\""
    }
    let head = """
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
          <style>
      \(text(PackageResources.preview_css))</style>
          <script type="importmap">{"imports": {\(imports.joined(separator: ", "))}}</script>
          <script type="application/json" id="film">\(film)</script>
          <script type="module">
      \(named(PackageResources.preview_js))</script>
      """
    return text(PackageResources.index_html)
      .replacing("    <link rel=\"stylesheet\" href=\"preview.css\">\n", with: "")
      .replacing("<script type=\"module\" src=\"preview.js\"></script>", with: head)
  }

  /// Nothing from elsewhere.
  private static let policy = [
    "default-src 'none'", "script-src 'unsafe-inline' data:", "style-src 'unsafe-inline'",
    "img-src data: blob:", "base-uri 'none'", "form-action 'none'",
  ].joined(separator: "; ")

  /// A module that imports others by the names of the import map.
  private static func named(_ bytes: [UInt8]) -> String {
    text(bytes).replacing(" from \"./", with: " from \"page/")
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
