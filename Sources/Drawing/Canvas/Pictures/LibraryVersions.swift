import RostrumCCairo
import RostrumCPango
import Synchronization

/// The versions of the libraries that decide about pixels, as they are at run time.
public struct LibraryVersions: Sendable, Equatable {
  public let cairo: String
  public let freeType: String
  public let pango: String

  /// The versions of the libraries that this program runs with.
  public static var current: LibraryVersions {
    LibraryVersions(
      cairo: String(cString: cairo_version_string()), freeType: freeTypeVersion,
      pango: String(cString: pango_version_string()))
  }

  /// One line for people.
  public var text: String { "Cairo \(cairo), Pango \(pango), FreeType \(freeType)" }

  private static var freeTypeVersion: String {
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0, let library else { return "unknown" }
    defer { _ = FT_Done_FreeType(library) }
    var (major, minor, patch): (FT_Int, FT_Int, FT_Int) = (0, 0, 0)
    FT_Library_Version(library, &major, &minor, &patch)
    return "\(major).\(minor).\(patch)"
  }
}

/// Libraries that are opened when a scene needs them.
public enum OptionalLibrary: Sendable, CaseIterable {
  /// librsvg.
  case svg
  /// gdk-pixbuf with the loader of libavif.
  case avif

  /// Whether it can be opened here.
  public var isThere: Bool {
    switch self {
    case .svg: (try? RSVGLibrary.shared()) != nil
    case .avif: PixbufReader.canRead(.avif)
    }
  }
}
