import RostrumBase
import RostrumCanvas

/// The content security policy (W3C, Content Security Policy Level 3) of a page that holds its own
/// scripts and styles. It runs these alone, which are named by their SHA-256, and loads nothing
/// from elsewhere: a script that gets into the page by a text is not run.
public struct PagePolicy: Sendable {
  /// The value of the header `Content-Security-Policy`.
  public let text: String

  /// The policy of a page with these texts of its elements `script` and `style`, exactly as between
  /// their tags. `more` are directives such as `img-src data:`.
  public init(scripts: [String], styles: [String], _ more: [String]) {
    text =
      (["default-src 'none'", Self.source("script-src", scripts)]
      + [Self.source("style-src", styles)] + more
      + ["object-src 'none'", "base-uri 'none'", "form-action 'none'"])
      .joined(separator: "; ")
  }

  /// The `meta` element with this policy, which has to be before the elements that it governs.
  public var element: String {
    "<meta http-equiv=\"Content-Security-Policy\" content=\"\(text)\">"
  }

  private static func source(_ directive: String, _ texts: [String]) -> String {
    let hashes = texts.map { text in
      "'sha256-\(Data(Checksum.sha256.bytes(of: Array(text.utf8))).base64EncodedString())'"
    }
    return "\(directive) \(hashes.isEmpty ? "'none'" : hashes.joined(separator: " "))"
  }
}
