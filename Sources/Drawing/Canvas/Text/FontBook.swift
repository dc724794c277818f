public import RostrumBase
import RostrumGeometry
import Synchronization

/// The fonts for texts: the system's and the ones in some files.
///
/// Any number of threads may use any number of books; a lock serializes them, since Pango, Cairo's
/// fonts and FreeType share state behind the scenes, across font maps. Fonts are loaded at the
/// first use. Layouts are cached, independently of the size.
public final class FontBook: Sendable {
  static let oneAtATime = Mutex(())
  private let cache: Mutex<FontCache>

  /// - Parameter fontFiles: Fonts whose families are added to the system's.
  public init(fontFiles: FontFiles = []) {
    cache = Mutex(FontCache(fontFiles: fontFiles))
  }

  deinit { Self.oneAtATime.withLock { _ in cache.withLock { $0.clear() } } }

  /// The names of all families, sorted.
  ///
  /// - Throws: `TextError.unreadableFontFile` for the first bad file of the book.
  public func families() throws(TextError) -> [String] {
    try withCache { cache throws(TextError) in try cache.system().families }
  }

  /// The names of the families that have a font with every one of these letters, sorted.
  ///
  /// - Throws: `TextError.unreadableFontFile` for the first bad file of the book.
  public func families(having letters: String) throws(TextError) -> [String] {
    try withCache { cache throws(TextError) in try cache.system().families(having: letters) }
  }

  /// The outlines and lines of a text. Shaping (kerning, ligatures, marks, writing from right to
  /// left) is HarfBuzz's, through Pango, without hinting, so all lengths grow with the size.
  ///
  /// Lines are as high as the font's ascent and descent; its line gap is left out.
  public func layout(_ request: TextRequest) throws(TextError) -> TextLayout {
    let count = request.string.unicodeScalars.count
    guard count <= 100_000 else { throw .tooLong(count: count) }
    guard let unit = request.unit else { return .empty }
    return try withCache { cache throws(TextError) in
      try cache.unitLayout(request.inUnits(of: unit))
    }.scaled(by: unit)
  }

  /// Drops the layouts that were not used since the last call, so that a program that sets ever new
  /// texts does not grow.
  public func forgetUnused() {
    Self.oneAtATime.withLock { _ in cache.withLock { $0.layouts.dropEarlier() } }
  }

  func withCache<Result: Sendable>(
    _ body: (inout FontCache) throws(TextError) -> Result
  ) throws(TextError) -> Result {
    try Self.oneAtATime.withLock { _ throws(TextError) in
      try cache.withLock { cache throws(TextError) in try body(&cache) }
    }
  }
}

/// The fonts that a font book has loaded so far, and the layouts that it remembers.
struct FontCache: ~Copyable {
  let fontFiles: FontFiles
  private var systemFonts: FontSet?
  /// Font sets by the paths of their files; an empty string in the key means the system's fonts.
  private var fileFonts: [[FilePath]: FontSet] = [:]
  var layouts = TextLayoutCache()

  /// Guarded by `FontBook.oneAtATime`.
  private nonisolated(unsafe) static var systemAlone: FontSet?

  init(fontFiles: FontFiles) { self.fontFiles = fontFiles }

  /// The system's fonts, loaded once for all books: that takes longer than most frames.
  private static func sharedFonts() throws(TextError) -> FontSet {
    if let systemAlone { return systemAlone }
    let fonts = try FontSet(systemAnd: [])
    systemAlone = fonts
    return fonts
  }

  /// Gives every font back.
  mutating func clear() {
    systemFonts = nil
    fileFonts = [:]
  }

  mutating func system() throws(TextError) -> FontSet {
    if let systemFonts { return systemFonts }
    let fonts = fontFiles.isEmpty ? try Self.sharedFonts() : try FontSet(systemAnd: fontFiles)
    systemFonts = fonts
    return fonts
  }

  /// A text may mix files with each other and with the system's families.
  private mutating func fonts(for request: TextRequest) throws(TextError) -> FontSet {
    var files: [FilePath] = []
    for case .file(let path) in request.fontSources where !files.contains(path) {
      files.append(path)
    }
    guard let first = files.first else { return try system() }
    let isAlone = request.fontSources.allSatisfy { $0 == .file(first) }
    let key = isAlone ? [first] : [""] + files
    if let fonts = fileFonts[key] { return fonts }
    let fonts =
      isAlone
      ? try FontSet(onlyFile: first.string)
      : try FontSet(systemAnd: fontFiles, renaming: files.map(\.string))
    fileFonts[key] = fonts
    return fonts
  }

  /// The layout of a request whose largest type has the size 1.
  mutating func unitLayout(_ request: TextRequest) throws(TextError) -> TextLayout {
    if let layout = layouts.find(request) { return layout }
    let fonts = try fonts(for: request)
    let layout =
      request.string.isEmpty ? try fonts.emptyLayout(request) : try fonts.layout(request)
    layouts.insert(layout, for: request)
    return layout
  }
}
