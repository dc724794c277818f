import RostrumBase
import RostrumLayerTree

/// A web page that holds a film and everything that plays it: nothing else is loaded, so the page
/// works from a disk, in a mail and in a closed net.
struct PlayerPage {
  /// The bytes of a WebM.
  let film: [UInt8]
  /// In pixels.
  let width: Int
  /// In pixels.
  let height: Int
  var captions: CaptionTrack?
  var information = FilmInformation()

  var html: String {
    let language = information.language ?? captions?.language
    let name = Escaping.html(information.title ?? "Film")
    return """
      <!doctype html>
      <html\(language.map { " lang=\"\(Escaping.html($0))\"" } ?? "")>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(name)</title>
      \(policy.element)
      <style>\(style)</style>
      <video controls playsinline preload="auto" width="\(width)" height="\(height)" aria-label="\(name)" \
      src="data:video/webm;base64,\(Data(film).base64EncodedString())">\(track)</video>
      \(chapters)</html>

      """
  }

  private var track: String {
    guard let captions, !captions.captions.isEmpty else { return "" }
    let text = Data(captions.webVTT.utf8).base64EncodedString()
    let language = captions.language ?? information.language
    let code = language.map { " srclang=\"\(Escaping.html($0))\"" } ?? ""
    return
      "<track default kind=\"captions\" label=\"\(Escaping.html(language ?? "Captions"))\"\(code) src=\"data:text/vtt;base64,\(text)\">"
  }

  /// Buttons that jump to the chapters; empty without chapters.
  private var chapters: String {
    guard !information.chapters.isEmpty else { return "" }
    let buttons = information.chapters.map {
      "<button data-time=\"\($0.time)\">\(Escaping.html($0.title))</button>\n"
    }
    return """
      <nav>
      \(buttons.joined())</nav>
      <script>\(Self.script)</script>

      """
  }

  private var policy: PagePolicy {
    PagePolicy(
      scripts: information.chapters.isEmpty ? [] : [Self.script], styles: [style],
      ["img-src data:", "media-src data:"])
  }

  private var style: String {
    """

    body { margin: 0; font: 16px/1.4 system-ui, sans-serif }
    video { display: block; width: \(width)px; max-width: 100%; height: auto }
    nav { display: flex; flex-wrap: wrap; gap: 8px; padding: 8px }
    button { font: inherit; padding: 4px 12px }

    """
  }

  private static let script = """

    for (const button of document.querySelectorAll("[data-time]"))
      button.addEventListener("click", () => {
        document.querySelector("video").currentTime = button.dataset.time;
      });

    """
}
