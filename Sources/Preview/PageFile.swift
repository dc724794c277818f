import Base

/// A file of the page, embedded in the program.
package struct PageFile: Sendable {
  package let text: String
  package let type: String

  /// By the paths of their addresses.
  package static let all: [String: PageFile] = [
    "/": PageFile(text: embeddedText("index.html"), type: "text/html; charset=utf-8"),
    "/preview.css": PageFile(text: embeddedText("preview.css"), type: "text/css; charset=utf-8"),
    "/preview.js": script("preview.js"),
    "/connection.js": script("connection.js"),
  ].merging(modules.map { ("/" + $0, script($0)) }) { first, _ in first }

  /// The modules of the page, besides its first one and its connection.
  private static let modules = [
    "player.js", "timeline.js", "inspector.js", "editor.js", "curve.js", "handles.js", "source.js",
    "inputs.js", "scenes.js", "comparison.js", "zoom.js", "problems.js", "graph.js", "tabs.js",
    "output.js", "rulers.js",
  ]

  private static func script(_ name: String) -> PageFile {
    PageFile(text: embeddedText(name), type: "text/javascript; charset=utf-8")
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
    let imports = (modules + ["connection.js"]).sorted().map { name -> String in
      // A film that is played back asks no server.
      let text = embeddedText(name == "connection.js" ? "recording.js" : name)
      let file = Data(named(text).utf8).base64EncodedString()
      return "\"page/\(name)\": \"data:text/javascript;base64,\(file)\""
    }
    let head = """
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
          <style>
      \(embeddedText("preview.css"))</style>
          <script type="importmap">{"imports": {\(imports.joined(separator: ", "))}}</script>
          <script type="application/json" id="film">\(film)</script>
          <script type="module">
      \(named(embeddedText("preview.js")))</script>
      """
    return embeddedText("index.html")
      .replacing("    <link rel=\"stylesheet\" href=\"preview.css\">\n", with: "")
      .replacing("<script type=\"module\" src=\"preview.js\"></script>", with: head)
  }

  /// Nothing from elsewhere.
  private static let policy = [
    "default-src 'none'", "script-src 'unsafe-inline' data:", "style-src 'unsafe-inline'",
    "img-src data: blob:", "base-uri 'none'", "form-action 'none'",
  ].joined(separator: "; ")

  /// A module that imports others by the names of the import map.
  private static func named(_ text: String) -> String {
    text.replacing(" from \"./", with: " from \"page/")
  }
}
