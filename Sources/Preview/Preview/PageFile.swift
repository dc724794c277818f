import RostrumBase
import RostrumCPreviewPage
import RostrumMedia

/// The page, with everything in one file.
package struct PageFile: Sendable {
  package let text: String
  /// The content security policy of the page.
  package let policy: String

  /// The page that asks the server for frames. No other page may show it in a frame.
  package static let live: PageFile = {
    let (script, style) = (
      PageScript(connection: "connection").text, embeddedText("preview.css", cpreviewpage_text)
    )
    let policy = PagePolicy(
      scripts: [script], styles: [style],
      ["img-src data: blob:", "connect-src 'self'", "frame-ancestors 'none'"])
    return PageFile(text: page(head: "", script, style), policy: policy.text)
  }()

  /// The page that plays a film.
  ///
  /// - Parameter film: JSON without `<`.
  static func exported(film: String) -> String {
    let (script, style) = (
      PageScript(connection: "recording").text, embeddedText("preview.css", cpreviewpage_text)
    )
    let policy = PagePolicy(scripts: [script], styles: [style], ["img-src data: blob:"])
    let data = "<script type=\"application/json\" id=\"film\">\(film)</script>"
    return page(head: policy.element, script, style, data: data)
  }

  /// `index.html`, with a policy in the page if the page has to carry it, and the files it loads.
  private static func page(
    head: String, _ script: String, _ style: String, data: String = ""
  ) -> String {
    let parts = embeddedText("index.html", cpreviewpage_text).split(
      separator: /{{(?:policy|style|chinese|script)}}/)
    precondition(parts.count == 5, "index.html has a policy, a style, words and a script")
    return [
      String(parts[0]), head, String(parts[1]), "<style>\(style)</style>", String(parts[2]),
      embeddedText("chinese.json", cpreviewpage_text), String(parts[3]),
      "\(data)<script type=\"module\">\(script)</script>", String(parts[4]),
    ].joined()
  }
}
