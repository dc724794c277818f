import Foundation
import TestSupport
import Testing

/// The package's structure as a table. SwiftPM does not enforce it: a warm build accepts an import
/// that the manifest does not declare.
@Suite("Modules")
struct ModuleTests {
  /// The modules that each module may import, beside the standard library's own modules. Imports
  /// point downwards only.
  static let allowed: [String: Set<String>] = [
    "Timing": ["Algorithms", "RealModule"],
    "Geometry": ["Algorithms", "RealModule"],
    "FilePaths": [],
    "Base": ["FilePaths", "CPlatform", "Foundation"],
    "LayerTree": [
      "FilePaths", "Timing", "Geometry", "CPlatform", "Algorithms", "RealModule", "Synchronization",
    ],
    "Canvas": [
      "Base", "Geometry", "CCairo", "CPango", "CPNG", "CJPEG", "CWebP", "CColor",
      "CDeflate", "CPixels",
    ],
    "Physics": ["Base", "Geometry", "CChipmunk"],
    "Source": ["Base", "Algorithms"],
    "SceneImport": ["Source", "LayerTree", "Timing", "Geometry"],
    "ImportedDocument": [
      "Base", "Source", "SceneImport", "LayerTree", "Timing", "Geometry", "CExpat", "Algorithms",
    ],
    "SVG": importing([]),
    "Lottie": importing(["CExpressions", "CDeflate", "CScript"]),
    "CAML": importing([]),
    "Importers": ["SVG", "Lottie", "CAML", "SceneImport", "Base"],
    "SceneFile": [
      "Base", "Source", "SceneImport", "LayerTree", "Physics", "Timing", "Geometry", "CYAML",
      "CSceneTexts", "Algorithms",
    ],
    "SceneEditing": ["Base", "Source", "SceneFile", "LayerTree", "Timing", "Geometry"],
    "Rendering": ["LayerTree", "Timing", "Geometry", "Canvas", "Base"],
    "Media": ["LayerTree", "Canvas", "Geometry", "Timing", "Base", "CPixels"],
    "Figures": [
      "SceneFile", "Rendering", "Media", "LayerTree", "Timing", "Geometry", "Canvas", "Base",
      "Algorithms", "Source",
    ],
    "Output": [
      "SceneFile", "SceneImport", "Rendering", "Media", "LayerTree", "Timing", "Geometry", "Canvas",
      "Source", "Base", "Algorithms",
    ],
    "Regression": [
      "Output", "SceneEditing", "SceneFile", "SceneImport", "Rendering", "Media", "LayerTree",
      "Timing", "Geometry", "Canvas", "ImageDiff", "Source", "Base", "CReportPage",
      "Algorithms",
    ],
    "RostrumKit": [
      "Output", "SceneEditing", "SceneFile", "Rendering", "Media", "LayerTree", "Timing",
      "Geometry", "Canvas", "Figures", "Source", "Base", "CKitTexts", "Algorithms",
    ],
    "ImageDiff": ["Base", "Canvas", "Geometry", "Algorithms"],
    "RostrumQuartz": [
      "RostrumKit", "SceneFile", "Rendering", "Media", "LayerTree", "Timing", "Geometry", "Canvas",
      "Base", "Foundation", "QuartzCore", "Output", "FilePaths",
    ],
    "RostrumUIKit": ["RostrumQuartz", "LayerTree", "Geometry", "Canvas", "Foundation"],
    "Frameworks": ["RostrumQuartz", "RostrumUIKit"],
    "RostrumTesting": [
      "RostrumKit", "Importers", "Rendering", "LayerTree", "Timing", "Canvas", "ImageDiff",
      "Testing", "XCTest", "Foundation", "Output", "Regression", "SceneFile",
    ],
    "UneditedSources": ["Foundation"],
    "UneditedSourcesPlugin": ["PackagePlugin", "Foundation"],
    "Preview": [
      "CPreviewPage", "RostrumKit", "SceneImport", "Figures", "SceneEditing", "SceneFile",
      "Rendering", "Media", "LayerTree", "Timing", "Geometry", "Canvas", "Source", "Base", "Output",
      "FilePaths",
    ],
    "PreviewServer": [
      "Preview", "RostrumKit", "Figures", "SceneEditing", "SceneFile", "Rendering", "Media",
      "LayerTree", "Canvas", "Base", "Foundation", "Output", "Regression",
    ],
    "rostrum-preview": [
      "PreviewServer", "Preview", "RostrumKit", "Importers", "Base", "Foundation", "Output",
      "Canvas",
    ],
    "Reference": ["RostrumKit", "Foundation"],
    "rostrum": [
      "Base", "CVersion", "RostrumKit", "SceneImport", "Importers", "Preview", "ArgumentParser",
      "Regression", "Output", "Figures", "SceneFile", "Source", "Rendering", "Media", "LayerTree",
      "Timing", "Canvas", "ImageDiff", "FilePaths", "CKitTexts",
    ],
  ]

  private static func importing(_ others: Set<String>) -> Set<String> {
    others.union([
      "ImportedDocument", "Base", "Source", "SceneImport", "LayerTree", "Timing", "Geometry",
      "Algorithms", "RealModule",
    ])
  }

  /// The wings: their modules, and the one file that joins them to the rest.
  static let wings: [(modules: Set<String>, joint: String?)] = [
    (["Lottie", "CExpressions"], "Importers.swift"), (["SVG"], "Importers.swift"),
    (["CAML"], "Importers.swift"),
    (["Preview", "PreviewServer", "rostrum-preview", "CPreviewPage"], "PreviewCommand.swift"),
    (["RostrumQuartz", "RostrumUIKit", "Frameworks", "UneditedSources"], nil),
  ]

  /// The standard library's modules, and the system's under its names. The level of pure numbers
  /// does without them.
  static let system: Set<String> = [
    "Synchronization", "Dispatch", "FoundationEssentials", "Glibc", "Musl", "Darwin",
  ]
  static let pure: Set<String> = ["FilePaths", "Timing", "Geometry", "LayerTree"]

  static var root: URL {
    repository
  }

  static func swiftFiles(in folder: URL) -> [URL] {
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? []).filter {
      $0.pathExtension == "swift" && $0.lastPathComponent != "Package.swift"
        && !$0.path.contains("/.build")
    }
  }

  static func imports(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let index = words.firstIndex(of: "import"), index <= 1, words.count > index + 1 else {
        return nil
      }
      return words[words.count - 1].split(separator: ".").first.map {
        shortName(ofModule: String($0))
      }
    }
  }

  /// The module's name in the lists of Package.swift: `RostrumBase` is `Base` there, `RostrumKit`
  /// has its own name.
  static func shortName(ofModule name: String) -> String {
    let short = String(name.trimmingPrefix("Rostrum"))
    return folders[short] == nil ? name : short
  }

  /// The folder of each module by its short name: `Sources/Core/Base` of `Base`.
  static let folders: [String: URL] = {
    let files = FileManager.default
    let sources = repository.appending(path: "Sources")
    let groups =
      (try? files.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)) ?? []
    let modules = groups.flatMap { group in
      ["Figures", "Python"].contains(group.lastPathComponent)
        ? [group]
        : (try? files.contentsOfDirectory(at: group, includingPropertiesForKeys: nil)) ?? []
    }
    return Dictionary(uniqueKeysWithValues: modules.map { ($0.lastPathComponent, $0) })
  }()

  @Test("Every module imports only what lies below it", arguments: allowed.keys.sorted())
  func direction(_ module: String) throws {
    let allowed = Self.allowed[module, default: []]
      .union(Self.pure.contains(module) ? [] : Self.system)
    let files = Self.swiftFiles(in: try #require(Self.folders[module]))
    #expect(!files.isEmpty)
    for file in files {
      for name in try Self.imports(of: file) {
        #expect(
          allowed.contains(name),
          "\(file.lastPathComponent) of \(module) imports \(name)")
      }
    }
  }

  @Test("A wing is imported by its own modules, and by the one file that joins it")
  func joints() throws {
    for wing in Self.wings {
      var joints: Set<String> = []
      for (module, folder) in Self.folders where !wing.modules.contains(module) {
        for file in Self.swiftFiles(in: folder)
        where try !wing.modules.isDisjoint(with: Self.imports(of: file)) {
          joints.insert(file.lastPathComponent)
        }
      }
      #expect(joints == Set([wing.joint].compactMap(\.self)), "\(wing.modules.sorted())")
    }
  }

  @Test("Every module under Sources has its row in the table")
  func complete() throws {
    let swift = Self.folders.filter { !Self.swiftFiles(in: $0.value).isEmpty }.keys
    #expect(Set(swift) == Set(Self.allowed.keys))
  }

  private struct Manifest: Decodable {
    struct Target: Decodable {
      let name: String
      let type: String
      let path: String?
    }
    let targets: [Target]
  }

  /// Names of modules are unique in a package graph: `Base` would keep every user from having one.
  @Test("Modules that users build have the package's name, or that of Apple's framework")
  func names() throws {
    let folder = try TemporaryFolder()
    let text = try InstalledTool.run(
      "swift", ["package", "--scratch-path", folder.path("build"), "dump-package"],
      in: Self.root.path)
    let manifest = try JSONDecoder().decode(Manifest.self, from: Data(text.utf8))
    let names = manifest.targets
      .filter { ["regular", "system"].contains($0.type) && $0.path?.hasPrefix("Tests/") != true }
      .map(\.name).filter { !$0.hasPrefix("Rostrum") }
    #expect(manifest.targets.count > 50)
    let frameworks = ["QuartzCore", "CoreGraphics", "CoreText", "UIKit"]
    let overlays = ["_Testing_CoreGraphics", "_Testing_UIKit"]
    #expect(Set(names).isSubset(of: frameworks + overlays), "\(names)")
  }
}
