/// The folder that `make bundle` packs: the program with all its libraries, their loader and fonts.
/// A program that runs from it finds everything relative to itself.
public enum PortableBundle {
  /// The folder, with links followed; `nil` for a program that the system's loader runs.
  public static let folder: String? = cplatform_bundle().map { String(cString: $0) }

  /// The configuration of the bundle's fonts, which also names the system's folders of fonts.
  private static let fonts = ("FONTCONFIG_FILE", "share/rostrum/fonts.conf")

  /// The places where libraries look for modules of the system's, which belong to other versions
  /// of these libraries.
  private static let modules = [
    ("GDK_PIXBUF_MODULE_FILE", "lib/rostrum/loaders.cache"), ("GIO_MODULE_DIR", "lib/rostrum/none"),
    ("GCONV_PATH", "lib/rostrum/none"),
  ]

  /// Points the libraries at the bundle's files; changes nothing outside a bundle. An environment
  /// that names a configuration of fonts decides itself. `decodesPictures`: for the process whose
  /// libraries open modules, and which starts no other program.
  public static func prepare(decodesPictures: Bool = false) {
    guard let folder else { return }
    cplatform_name_process()
    if getenv("FONTCONFIG_FILE") == nil, getenv("FONTCONFIG_PATH") == nil {
      setenv(fonts.0, "\(folder)/\(fonts.1)", 1)
    }
    guard decodesPictures else { return }
    for (variable, path) in modules { setenv(variable, "\(folder)/\(path)", 1) }
    setenv("GIO_USE_VFS", "local", 1)
  }
}
