import RostrumCJPEG
import RostrumCPNG

/// Two pictures to compare, upright, in a colour space and a depth that keep all differences.
public struct PicturesToCompare: Sendable {
  /// Two pictures in the same colours.
  public struct Pair: Sendable {
    public let expected: Bitmap
    public let actual: Bitmap
    /// The same in 16 bits a channel, where one of the files has them.
    public let deep: (expected: DeepBitmap, actual: DeepBitmap)?
  }

  /// The pair for display. Files with the same colour profile keep their numbers; files with
  /// different ones are converted to sRGB.
  public let shown: Pair
  /// The pair once more in colours that hold all of both files', where the profiles differ: sRGB
  /// does not hold all of a wider profile's.
  public let wide: Pair?

  /// Reads two files. Throws the error of the first that cannot be read, with its path.
  public init(
    expected: String, actual: String, limits: PNG.Limits = PNG.Limits()
  ) throws(FileError) {
    let old = try Self.naming(expected) { path throws(PictureError) in try Traits(path) }
    let new = try Self.naming(actual) { path throws(PictureError) in try Traits(path) }
    let isDeep = old.isDeep || new.isDeep
    func pair(_ colors: PictureColors) throws(FileError) -> Pair {
      try Self.pair(expected, actual, limits, colors, isDeep: isDeep)
    }
    shown = try pair(old.hasSameColors(as: new) ? .stored : .screen)
    let needsWide = !old.hasSameColors(as: new) && old.canBeWide && new.canBeWide
    wide = needsWide ? try pair(.wide) : nil
  }

  /// A file that cannot be read, and why.
  public struct FileError: Error, Sendable, Equatable {
    public let path: String
    public let reason: PictureError
  }

  private static func naming<Value>(
    _ path: String, _ body: (String) throws(PictureError) -> Value
  ) throws(FileError) -> Value {
    do throws(PictureError) {
      return try body(path)
    } catch {
      throw FileError(path: path, reason: error)
    }
  }

  private static func pair(
    _ expected: String, _ actual: String, _ limits: PNG.Limits, _ colors: PictureColors,
    isDeep: Bool
  ) throws(FileError) -> Pair {
    guard isDeep else {
      func bitmap(_ path: String) throws(FileError) -> Bitmap {
        try naming(path) { path throws(PictureError) in
          try PictureFile.decode(contentsOfFile: path, limits: limits, colors: colors)
        }
      }
      return Pair(expected: try bitmap(expected), actual: try bitmap(actual), deep: nil)
    }
    func deep(_ path: String) throws(FileError) -> (DeepBitmap, Bitmap) {
      try naming(path) { path throws(PictureError) in
        let deep = try PictureFile.decodeDeep(path, limits, colors)
        guard let bitmap = try? deep.bitmap() else { throw .outOfMemory }
        return (deep, bitmap)
      }
    }
    let (old, new) = (try deep(expected), try deep(actual))
    return Pair(expected: old.1, actual: new.1, deep: (old.0, new.0))
  }
}

/// The depth and the colours of a picture's file.
private struct Traits {
  private(set) var isDeep = false
  /// Whether its reader can convert to other colours than sRGB.
  private(set) var canBeWide = false
  private var profile: [UInt8] = []
  /// PNG's cICP; empty without one.
  private var codePoints: [UInt8] = []
  /// PNG's gamma and places; empty for sRGB.
  private var screen: [Double] = []

  init(_ path: String) throws(PictureError) {
    self = try PictureFile.withFile(path) { format, descriptor throws(PictureError) in
      var traits = Traits()
      traits.canBeWide = format == .png || format == .jpeg
      switch format {
      case .png: try traits.readPNG(descriptor, path)
      case .jpeg:
        let header = try JPEGReader(descriptor: descriptor, path: path).readHeader()
        traits.profile = Array(
          UnsafeBufferPointer(start: header.profile, count: header.profile_count))
      default: break
      }
      return traits
    }
  }

  private init() {}

  private mutating func readPNG(_ descriptor: Int32, _ path: String) throws(PictureError) {
    do throws(PNGError) {
      let reader = try PNGReader(descriptor: descriptor, path: path)
      let (header, color) = try reader.readHeaderAndColor()
      isDeep = header.bit_depth == 16
      if color.has_code_points != 0 {
        codePoints = withUnsafeBytes(of: color.code_points) { Array($0) }
      }
      profile = Array(UnsafeBufferPointer(start: color.profile, count: color.profile_count))
      if profile.isEmpty, !codePoints.isEmpty { canBeWide = false }
      guard profile.isEmpty, color.is_srgb == 0, color.has_gamma != 0 else { return }
      screen = [color.file_gamma]
      if color.has_places != 0 {
        screen += withUnsafeBytes(of: color.places) { Array($0.bindMemory(to: Double.self)) }
      }
    } catch {
      throw PictureError(error, PNG.Limits())
    }
  }

  func hasSameColors(as other: Traits) -> Bool {
    codePoints == other.codePoints && profile == other.profile && screen == other.screen
  }
}

extension PictureFile {
  fileprivate static func decodeDeep(
    _ path: String, _ limits: PNG.Limits, _ colors: PictureColors
  ) throws(PictureError) -> DeepBitmap {
    guard try format(ofFile: path) == .png else {
      let bitmap = try decode(contentsOfFile: path, limits: limits, colors: colors)
      guard let deep = try? DeepBitmap(bitmap) else { throw .outOfMemory }
      return deep
    }
    return try withFile(path) { _, descriptor throws(PictureError) in
      do throws(PNGError) {
        return try PNG.decodeDeep(PNGReader(descriptor: descriptor, path: path), limits, colors)
      } catch {
        throw PictureError(error, limits)
      }
    }
  }
}
