import RostrumBase
import RostrumCPango
import Synchronization

extension FontBook {
  /// The file name of a described font, and the version in the file (the revision in OpenType's
  /// `head` table), with three decimals. `nil` for a missing font.
  public func version(of font: FontDescription) -> String? {
    matched(font) { pattern in
      var revision: Int32 = 0
      FcPatternGetInteger(pattern.pattern, FC_FONTVERSION, 0, &revision)
      let name = (pattern.file ?? "").lastPathComponent
      let thousandths = (Int(revision) * 1000 + 32_768) / 65_536
      return "\(name) \(thousandths / 1000).\(String(1000 + thousandths % 1000).dropFirst())"
    }
  }

  /// The path of a described font's file; `nil` for a missing font.
  public func file(of font: FontDescription) -> String? {
    if case .file(let path) = font.source { return path.string }
    return matched(font, \.file)
  }

  private func matched(
    _ font: FontDescription, _ read: (FontPattern) -> String?
  ) -> String? {
    try? withCache { cache throws(TextError) in
      let pattern: OpaquePointer?
      switch font.source {
      case .file(let path):
        var count: Int32 = 0
        pattern = FcFreeTypeQuery(path.string, 0, nil, &count)
      case .family(let name): pattern = try cache.system().match(name, font)
      }
      guard let pattern else { return nil }
      defer { FcPatternDestroy(pattern) }
      return read(FontPattern(pattern: pattern))
    }
  }
}

extension FontSet {
  /// The nearest font of a family; the caller destroys it.
  fileprivate func match(_ family: String, _ font: FontDescription) -> OpaquePointer? {
    guard let wanted = FcPatternCreate() else { return nil }
    defer { FcPatternDestroy(wanted) }
    FcPatternAddString(wanted, FC_FAMILY, name(ofFamily: family) ?? family)
    FcPatternAddInteger(wanted, FC_WEIGHT, FcWeightFromOpenType(Int32(clamping: font.weight)))
    if font.isItalic { FcPatternAddInteger(wanted, FC_SLANT, FC_SLANT_ITALIC) }
    FcConfigSubstitute(config, wanted, FcMatchPattern)
    FcDefaultSubstitute(wanted)
    var result = FcResultMatch
    return FcFontMatch(config, wanted, &result)
  }
}
