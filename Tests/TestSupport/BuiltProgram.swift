public import Foundation

/// The programs of this package as they were built for the tests.
public enum BuiltProgram {
  /// The command, which is beside the tests in the build folder.
  public static let rostrum: URL = {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let arguments = [URL(filePath: CommandLine.arguments[0])]
    let folders = (bundles + arguments).map { $0.deletingLastPathComponent() } + [debugFolder]
    let found = folders.map { $0.appending(path: "rostrum") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    return found ?? debugFolder.appending(path: "rostrum")
  }()

  private static let debugFolder =
    repository
    .appending(path: ".build/debug")
}
