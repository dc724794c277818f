import Foundation
import ImageDiff

extension DiffReport {
  /// One page that holds everything, its pictures too: it opens from disk, asks for nothing, and follows the reader's light or dark.
  public var html: String {
    let data = jsonText { entry in
      let pictures = entry.pictures
      return [
        ("title", .string(entry.title)), ("words", .string(entry.verdict.words)),
        ("isFailure", .flag(entry.verdict.isFailure)),
        (
          "pictures",
          .array([
            Self.picture(pictures?.expected), Self.picture(pictures?.actual),
            Self.picture(pictures?.difference),
          ])
        ),
      ]
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
      style-src 'unsafe-inline'; script-src 'unsafe-inline'">
      <link rel="icon" href="data:,">
      <title>\(Self.escaped(summary)) - \(Self.escaped(title))</title>
      <style>
      \(HTMLReportParts.style)
      </style>
      </head>
      <body>
      \(HTMLReportParts.body)
      <script type="application/json" id="report">
      \(data.text().replacing("<", with: "\\u003c"))
      </script>
      <script>
      \(HTMLReportParts.script)
      </script>
      </body>
      </html>

      """
  }

  /// Its address and its size, so that the page can lay it out before it is decoded. The size stands at bytes 16 to 23 of a PNG file
  /// (PNG specification, section 11.2.2).
  private static func picture(_ png: [UInt8]?) -> JSONText {
    guard let png, png.count > 24 else { return .null }
    func number(at start: Int) -> Int { png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    let address = "data:image/png;base64,\(Data(png).base64EncodedString())"
    return .object([
      ("source", .literal("\"\(address)\"")), ("width", .integer(number(at: 16))),
      ("height", .integer(number(at: 20))),
    ])
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

/// The page without its data.
enum HTMLReportParts {
  static let body = """
    <header>
    <h1 id="title"></h1>
    <p id="summary"></p>
    <ul id="notes"></ul>
    </header>
    <nav id="strip" aria-label="All pairs"></nav>
    <main>
    <section id="pair" aria-live="polite">
    <h2><span id="verdict"></span> <span id="name"></span></h2>
    <ul id="sentences"></ul>
    <p id="places"></p>
    </section>
    <div id="toolbar" role="toolbar" aria-label="View">
    <button data-key="p" title="Previous pair (P or left arrow)">‹ Previous</button>
    <button data-key="n" title="Next pair (N or right arrow)">Next ›</button>
    <button data-key="f" aria-pressed="false" title="Failures only (F)">Failures only</button>
    <span class="gap"></span>
    <button data-key="1" data-view="side" title="Side by side (1)">Side by side</button>
    <button data-key="2" data-view="swipe" title="Swipe (2)">Swipe</button>
    <button data-key="3" data-view="blink" title="Blink (3)">Blink</button>
    <button data-key="4" data-view="onion" title="Onion skin (4)">Onion skin</button>
    <button data-key="5" data-view="difference" title="Difference (5)">Difference</button>
    <span class="gap"></span>
    <button data-key="z" title="Zoom to the worst region (Z)">Worst region</button>
    <button data-key="-" title="Smaller (-)">−</button>
    <button data-key="+" title="Larger (+)">+</button>
    <button data-key="0" title="Fit (0)">Fit</button>
    <label id="slider">Position <input type="range" min="0" max="100" value="50" id="position"></label>
    </div>
    <div id="stage"></div>
    </main>
    """
}
