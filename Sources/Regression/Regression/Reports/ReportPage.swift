import RostrumBase
import RostrumCReportPage
import RostrumGeometry
import RostrumImageDiff
import RostrumMedia

/// A film that the report's page plays.
struct ReportFilm: Sendable {
  let caption: String
  let path: String
}

extension DiffReport {
  /// One page that opens from disk or from a server, makes no outside requests, and follows the
  /// reader's light or dark mode. Its pictures are embedded, except for picture files that the run
  /// wrote beside it.
  public var html: String { html(in: ".") }

  /// `folder`: where the page will be, relative to the working folder or absolute.
  func html(in folder: String) -> String {
    let data = jsonText { entry in
      [
        ("title", .string(entry.title)), ("words", .string(entry.verdict.words)),
        ("isFailure", .flag(entry.verdict.isFailure)),
        ("pictures", .array(entry.pagePictures)),
        ("sound", .string(entry.files?.sound.map { Self.address($0.path) })),
        (
          "films",
          .array(
            entry.films.map {
              .object([
                ("caption", .string($0.caption)),
                ("source", .string(Self.address(ReportPaths.way(to: $0.path, from: folder)))),
              ])
            })
        ),
      ]
    }
    let values = [
      "title": "\(Escaping.html(summary)) - \(Escaping.html(title))",
      "data": Escaping.jsonInHTML(data.text()),
    ]
    let page = embeddedText("Report.html", creportpage_text)
    let policy = PagePolicy(
      scripts: Self.texts(of: "script", in: page), styles: Self.texts(of: "style", in: page),
      ["img-src 'self' data: file:", "media-src 'self' data: file:"])
    return page.replacing(/{{(title|data|policy)}}/) {
      $0.output.1 == "policy" ? policy.element : values[String($0.output.1), default: ""]
    }
  }

  /// The texts of the elements of that name which have no attributes, in the page before anything
  /// is put into it.
  private static func texts(of name: String, in page: String) -> [String] {
    page.components(separatedBy: "<\(name)>").dropFirst().map {
      $0.components(separatedBy: "</\(name)>")[0]
    }
  }

  /// A path as a relative address (RFC 3986).
  static func address(_ path: String) -> String { Escaping.urlPath(path) }
}

extension DiffReport.Entry {
  /// Expected, actual and difference: each its address and its size, so that the page can lay it
  /// out before it is decoded.
  fileprivate var pagePictures: [JSONValue] {
    if let files, let difference, files.expected != nil || files.actual != nil {
      let (old, new) = (difference.expectedSize, difference.actualSize)
      let canvas = old.union(new)
      return [
        Self.picture(files.expected, old.width, old.height),
        Self.picture(files.actual, new.width, new.height),
        Self.picture(files.difference, canvas.width, canvas.height),
      ]
    }
    return [pictures?.expected, pictures?.actual, pictures?.difference].map(Self.picture)
  }

  private static func picture(_ file: ReportPicture?, _ width: Int, _ height: Int) -> JSONValue {
    guard let file else { return .null }
    return .object([
      ("source", .string(DiffReport.address(file.path))), ("width", .integer(width)),
      ("height", .integer(height)),
    ])
  }

  /// The size is in bytes 16 to 23 of a PNG file (PNG specification, section 11.2.2).
  private static func picture(_ png: [UInt8]?) -> JSONValue {
    guard let png, png.count > 24 else { return .null }
    let address = "data:image/png;base64,\(Data(png).base64EncodedString())"
    return .object([
      ("source", .literal("\"\(address)\"")),
      ("width", .integer(png.number(at: 16, count: 4, .bigEndian))),
      ("height", .integer(png.number(at: 20, count: 4, .bigEndian))),
    ])
  }
}
