import RostrumBase
import RostrumCCairo
import RostrumCPango

/// Some fonts for Pango: fontconfig's choice of them, and the font map that loads them.
/// One thread at a time.
final class FontSet {
  /// The names of all families with outlines, sorted.
  let families: [String]
  let glyphs = GlyphReader()
  let config: OpaquePointer
  let map: UnsafeMutablePointer<PangoFontMap>
  let context: OpaquePointer
  /// The names that files got instead of their own, which another font may have too; by path.
  private let newNames: [FilePath: String]
  /// The names that fonts of given families have here; by the family's name in lower case.
  private let givenNames: [String: String]

  /// The system's fonts, the ones of `files`, and the ones in `renamed`, which can only be found by
  /// their path.
  convenience init(
    systemAnd files: FontFiles, renaming renamed: [String] = []
  ) throws(TextError) {
    try self.init(
      config: FcInitLoadConfigAndFonts(), files: files, renaming: renamed,
      isSystem: files.isEmpty && renamed.isEmpty)
  }

  /// One file's fonts and no others.
  convenience init(onlyFile path: String) throws(TextError) {
    try self.init(
      config: FcConfigCreate(), files: FontFiles([path]), renaming: [], isSystem: false)
  }

  private init(
    config: OpaquePointer?, files: FontFiles, renaming renamed: [String], isSystem: Bool
  ) throws(TextError) {
    guard let config else { fatalError("fontconfig has no configuration") }
    if let large = (files.paths + renamed).first(where: Self.isTooLarge) {
      FcConfigDestroy(config)
      throw .tooLargeFontFile(large, limit: Self.maximumFileSize)
    }
    // FreeType blocks on a named pipe that has no writer.
    let other = (files.paths + renamed).first { FileNumber($0)?.isOrdinary == false }
    if let bad = other ?? files.unnamed.first(where: { !Self.add($0, to: config) }) {
      FcConfigDestroy(config)
      throw .unreadableFontFile(bad)
    }
    let families = Self.families(of: config)
    let given = files.named.map { ($0.file, Self.ownName($0.family, besides: families)) }
    let others = renamed.enumerated().map { ($1, "file \($0) of this text") }
    guard Self.add(given, to: config) != nil, let newNames = Self.add(others, to: config) else {
      FcConfigDestroy(config)
      let paths = files.named.map(\.file) + renamed
      throw .unreadableFontFile(paths.first { !Self.isReadable($0) } ?? paths[0])
    }
    // Without a current configuration, Pango would load the system's once more, on another thread.
    // librsvg's rendering must not depend on fonts from files.
    if isSystem { FcConfigSetCurrent(config) }
    guard let map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT),
      let context = pango_font_map_create_context(map)
    else { fatalError("Pango was built without FreeType") }
    pango_fc_font_map_set_config(OpaquePointer(map), config)
    (self.config, self.map, self.context) = (config, map, context)
    (self.families, self.newNames) = (Set(families + files.named.map(\.family)).sorted(), newNames)
    givenNames = Dictionary(
      files.named.map { ($0.family.lowercased(), Self.ownName($0.family, besides: families)) },
      uniquingKeysWith: { first, _ in first })
    setUp()
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(context))
    g_object_unref(map)
    FcConfigDestroy(config)
  }

  /// No hinting and no rounding anywhere: lengths must grow with the size.
  private func setUp() {
    let options = cairo_font_options_create()
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_context_set_round_glyph_positions(context, 0)
  }

  /// The name under which Pango finds the font, as it is spelt in the font.
  func family(for font: FontDescription) throws(TextError) -> String {
    let name: String
    switch font.source {
    case .file(let path): return newNames[path] ?? families[0]
    case .family(let wanted): name = wanted
    }
    if let family = self.name(ofFamily: name) { return family }
    let free = Self.freeFamilies[name.lowercased()].flatMap { families.contains($0) ? $0 : nil }
    throw .missingFamily(
      name,
      suggestions: (free.map { [$0] } ?? []) + similarNames(to: name, among: families))
  }

  /// The free families that have the widths of others.
  private static let freeFamilies = [
    "arial": "Liberation Sans", "helvetica": "Liberation Sans",
    "times": "Liberation Serif", "times new roman": "Liberation Serif",
    "courier": "Liberation Mono", "courier new": "Liberation Mono",
  ]

  /// The name under which Pango finds a family; `nil` where there is none.
  func name(ofFamily name: String) -> String? {
    let folded = name.lowercased()
    return givenNames[folded] ?? families.first { $0.lowercased() == folded }
  }

  func families(having letters: String) -> [String] {
    let fonts = Self.scalableFonts(of: config).filter { $0.has(letters.unicodeScalars) }
    return Set(fonts.flatMap(\.families)).sorted()
  }

  /// In bytes. FreeType maps or reads the whole file; the largest fonts of systems, with the
  /// letters of Chinese, Japanese and Korean in all weights, have 120 MB.
  private static let maximumFileSize = 256 << 20

  private static func isTooLarge(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_size > maximumFileSize
  }

  private static func add(_ path: String, to config: OpaquePointer) -> Bool {
    let count = scalableFonts(of: config).count
    return FcConfigAppFontAddFile(config, path) != 0 && scalableFonts(of: config).count > count
  }

  /// The name that the fonts of a given family have: its own, where no other font has it.
  private static func ownName(_ family: String, besides families: [String]) -> String {
    let isTaken = families.contains { $0.lowercased() == family.lowercased() }
    return isTaken ? "given \(family)" : family
  }

  /// Adds files under other names. `nil` when one is no font.
  private static func add(
    _ files: [(path: String, name: String)], to config: OpaquePointer
  ) -> [FilePath: String]? {
    var names: [FilePath: String] = [:]
    for (path, name) in files {
      let file = FilePath(path)
      // A file may be here already, under another name.
      let known = Set(scalableFonts(of: config, [FcSetApplication]).map(\.pattern))
      guard FcConfigAppFontAddFile(config, path) != 0 else { return nil }
      let added = scalableFonts(of: config, [FcSetApplication]).filter {
        !known.contains($0.pattern)
      }
      guard !added.isEmpty else { return nil }
      for font in added { font.rename(name) }
      names[file] = name
    }
    return names
  }

  private static func isReadable(_ path: String) -> Bool {
    guard let config = FcConfigCreate() else { return false }
    defer { FcConfigDestroy(config) }
    return add(path, to: config)
  }

  /// The display name of the family.
  func shownName(of font: FontDescription, _ family: String) -> String {
    guard case .file(let path) = font.source, newNames[path] != nil else { return family }
    return path.string.lastPathComponent
  }

  private static func families(of config: OpaquePointer) -> [String] {
    Set(scalableFonts(of: config).flatMap(\.families)).sorted()
  }

  /// The fonts that Pango can use: TrueType and OpenType files.
  private static func scalableFonts(
    of config: OpaquePointer, _ kinds: [FcSetName] = [FcSetSystem, FcSetApplication]
  ) -> [FontPattern] {
    kinds.flatMap { kind -> [FontPattern] in
      guard let set = FcConfigGetFonts(config, kind)?.pointee else { return [] }
      return (0..<Int(set.nfont)).compactMap { set.fonts[$0].map(FontPattern.init) }
    }.filter(\.isScalable)
  }
}

/// The properties of one font in fontconfig.
struct FontPattern {
  let pattern: OpaquePointer

  var file: String? { strings(FC_FILE).first }
  /// One name for each language and style grouping.
  var families: [String] { strings(FC_FAMILY) }
  var isScalable: Bool { ["TrueType", "CFF"].contains(strings(FC_FONTFORMAT).first) }

  var isColored: Bool {
    var value: FcBool = 0
    return FcPatternGetBool(pattern, FC_COLOR, 0, &value) == FcResultMatch && value != 0
  }

  /// Whether the font has a glyph for each of these; for none it has.
  func has(_ letters: String.UnicodeScalarView) -> Bool {
    var set: OpaquePointer?
    guard FcPatternGetCharSet(pattern, FC_CHARSET, 0, &set) == FcResultMatch else { return false }
    return letters.allSatisfy { FcCharSetHasChar(set, $0.value) != 0 }
  }

  /// Replaces every name of the font.
  func rename(_ name: String) {
    for key in [FC_FAMILY, FC_FULLNAME, FC_POSTSCRIPT_NAME, FC_FAMILYLANG, FC_FULLNAMELANG] {
      FcPatternDel(pattern, key)
    }
    FcPatternAddString(pattern, FC_FAMILY, name)
  }

  private func strings(_ key: String) -> [String] {
    var found: [String] = []
    var value: UnsafeMutablePointer<FcChar8>?
    while FcPatternGetString(pattern, key, Int32(found.count), &value) == FcResultMatch, let value {
      found.append(String(cString: value))
    }
    return found
  }
}
