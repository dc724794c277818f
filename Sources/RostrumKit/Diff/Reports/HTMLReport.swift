import Foundation
import ImageDiff

extension DiffReport {
  /// One page that holds everything, its pictures too: it opens from disk, asks for nothing, and
  /// follows the reader's light or dark.
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
    let values = [
      "title": "\(Self.escaped(summary)) - \(Self.escaped(title))",
      "data": data.text().replacing("<", with: "\\u003c"),
    ]
    let page = String(decoding: PackageResources.Report_html, as: UTF8.self)
    return page.replacing(/{{(title|data)}}/) { values[String($0.output.1), default: ""] }
  }

  /// Its address and its size, so that the page can lay it out before it is decoded. The size
  /// stands at bytes 16 to 23 of a PNG file (PNG specification, section 11.2.2).
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
