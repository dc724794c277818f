import RostrumBase
import RostrumCPango
import Synchronization

extension FontBook {
  /// The file name of a described font, and the version in the file (the revision in OpenType's
  /// `head` table), with three decimals. `nil` for a missing font.
  public static func version(of font: FontDescription) -> String? {
    oneAtATime.withLock { _ in
      guard let pattern = matchedPattern(font) else { return nil }
      defer { FcPatternDestroy(pattern) }
      var revision: Int32 = 0
      FcPatternGetInteger(pattern, FC_FONTVERSION, 0, &revision)
      let file = FontPattern(pattern: pattern).file ?? ""
      let name = file.lastPathComponent
      let thousandths = (Int(revision) * 1000 + 32_768) / 65_536
      return "\(name) \(thousandths / 1000).\(String(1000 + thousandths % 1000).dropFirst())"
    }
  }

  /// The path of a described font's file; `nil` for a missing font.
  public static func file(of font: FontDescription) -> String? {
    if case .file(let path) = font.source { return path.string }
    return oneAtATime.withLock { _ in
      guard let pattern = matchedPattern(font) else { return nil }
      defer { FcPatternDestroy(pattern) }
      return FontPattern(pattern: pattern).file
    }
  }

  private static func matchedPattern(_ font: FontDescription) -> OpaquePointer? {
    switch font.source {
    case .file(let path):
      var count: Int32 = 0
      return FcFreeTypeQuery(path.string, 0, nil, &count)
    case .family(let name):
      guard let wanted = FcPatternCreate() else { return nil }
      defer { FcPatternDestroy(wanted) }
      FcPatternAddString(wanted, FC_FAMILY, name)
      FcPatternAddInteger(wanted, FC_WEIGHT, FcWeightFromOpenType(Int32(clamping: font.weight)))
      if font.isItalic { FcPatternAddInteger(wanted, FC_SLANT, FC_SLANT_ITALIC) }
      FcConfigSubstitute(nil, wanted, FcMatchPattern)
      FcDefaultSubstitute(wanted)
      var result = FcResultMatch
      return FcFontMatch(nil, wanted, &result)
    }
  }
}
