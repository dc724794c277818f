/// The folder that `make bundle` packs: the program with all its libraries, their loader and fonts.
/// A program that runs from it finds everything relative to itself.
public enum PortableBundle {
  /// The folder, with links followed; `nil` for a program that the system's loader runs.
  public static let folder: String? = cplatform_bundle().map { String(cString: $0) }

  /// The configuration of the bundle's fonts, which also names the system's folders of fonts.
  private static let fonts = ("FONTCONFIG_FILE", "share/rostrum/fonts.conf")

  /// The variables that keep libraries from loading the system's plug-in modules, which are built
  /// for other versions.
  private static let modules = [
    ("GDK_PIXBUF_MODULE_FILE", "lib/rostrum/loaders.cache"), ("GIO_MODULE_DIR", "lib/rostrum/none"),
    ("GCONV_PATH", "lib/rostrum/none"),
  ]

  /// Sets the environment variables by which libraries find the bundle's files; does nothing
  /// outside a bundle. A fontconfig file given by the environment takes precedence.
  /// `decodesPictures` also sets the variables of plug-in modules, for the process that decodes
  /// pictures: child processes such as ffmpeg must not inherit the variables.
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
