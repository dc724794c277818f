// swift-tools-version: 6.2

import PackageDescription

/// Every target is written in the Swift 6 language mode, and an import is private to its file
/// unless it says otherwise: a C type that leaks out of `Canvas` is a compile error.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The commit that `rostrum --version` names: the Makefile sets the variable. It is compiled into a
/// module that only the command imports, so that a commit builds no other module again.
let commit = Context.environment["ROSTRUM_BUILD"]

/// The libraries that Foundation's static libraries link with. Objects that are compiled for the dynamic
/// ones do not name it.
let staticLibraries = [
  "FoundationInternationalization", "FoundationEssentials", "_FoundationICU",
  "_FoundationCollections", "_FoundationCShims", "CoreFoundation", "swiftSynchronization",
]

/// How the commands are linked where they are made for people: with the Swift runtime inside, so that
/// they start in half the time and run where no Swift is. Only the linking differs, so tests use the
/// same modules; SwiftPM's `--static-swift-stdlib` would compile them for static libraries alone, and
/// Swift Testing has no static library. A third of the bytes that LLVM's linker saves is the table of
/// exported names; `ROSTRUM_ICU` is a part of ICU's data that takes the place of the whole
/// (`.ci/icu-data.py`).
let linking: [LinkerSetting] =
  commit == nil
  ? []
  : [
    .unsafeFlags(
      (Context.environment["ROSTRUM_ICU"].map { [$0] } ?? [])
        + ["-static-stdlib"] + staticLibraries.map { "-l\($0)" }
        + ["-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xlinker", "--icf=safe"]
        + ["-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker", "--build-id=none"],
      .when(platforms: [.linux], configuration: .release))
  ]

let algorithms: Target.Dependency = .product(name: "Algorithms", package: "swift-algorithms")
let real: Target.Dependency = .product(name: "RealModule", package: "swift-numerics")

let package = Package(
  name: "Rostrum",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "rostrum", targets: ["rostrum"]),
    .library(
      name: "RostrumKit",
      targets: [
        "RostrumKit", "RostrumRegression", "RostrumImageDiff", "RostrumFigures", "RostrumOutput",
        "RostrumMedia", "RostrumRendering", "RostrumCanvas", "RostrumSceneFile", "RostrumSource",
        "RostrumLayerTree", "RostrumTiming", "RostrumGeometry",
      ]),
    .library(name: "RostrumImporters", targets: ["RostrumImporters"]),
    .library(name: "RostrumTesting", targets: ["RostrumTesting"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-algorithms", from: "1.2.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
  ],
  targets: [
    // Level 1: numbers and shapes; the C libraries' module maps.
    .target(name: "Timing", dependencies: [algorithms, real], swiftSettings: settings),
    .target(name: "Geometry", dependencies: [algorithms, real], swiftSettings: settings),
    .target(name: "CPlatform"),
    .target(
      name: "CVersion", cSettings: commit.map { [.define("ROSTRUM_BUILD", to: "\"\($0)\"")] }),
    .target(name: "FilePaths", swiftSettings: settings),
    // Texts that are built in: each module has a table of its own, so that a changed one builds no
    // other module again.
    .target(name: "CEmbeddedFiles"),
    .target(name: "CSceneTexts", dependencies: ["CEmbeddedFiles"]),
    .target(name: "CReportPage", dependencies: ["CEmbeddedFiles"]),
    .target(name: "CKitTexts", dependencies: ["CEmbeddedFiles"]),
    .target(name: "Base", dependencies: ["FilePaths", "CPlatform"], swiftSettings: settings),
    .systemLibrary(
      name: "CCairo", pkgConfig: "cairo",
      providers: [.apt(["libcairo2-dev"]), .brew(["cairo"])]),
    .systemLibrary(
      name: "CPango", pkgConfig: "pangocairo pangoft2",
      providers: [.apt(["libpango1.0-dev"]), .brew(["pango"])]),
    .systemLibrary(
      name: "CChipmunk", providers: [.apt(["libchipmunk-dev"]), .brew(["chipmunk"])]),
    .systemLibrary(
      name: "CLibPNG", pkgConfig: "libpng",
      providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .target(name: "CPNG", dependencies: ["CLibPNG"]),
    .systemLibrary(
      name: "CLibJPEG", pkgConfig: "libjpeg",
      providers: [.apt(["libjpeg-dev"]), .brew(["jpeg-turbo"])]),
    .target(name: "CJPEG", dependencies: ["CLibJPEG"]),
    .systemLibrary(
      name: "CWebP", pkgConfig: "libwebp",
      providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
    .systemLibrary(
      name: "CLittleCMS", pkgConfig: "lcms2",
      providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),
    .target(name: "CColor", dependencies: ["CLittleCMS"]),
    .systemLibrary(
      name: "CISAL", pkgConfig: "libisal",
      providers: [.apt(["libisal-dev"]), .brew(["isa-l"])]),
    .target(name: "CDeflate", dependencies: ["CISAL"]),
    .target(name: "CScript"),
    .target(name: "CPixels"),
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CExpat", pkgConfig: "expat",
      providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),

    // Level 2: what is shown, and the face over Cairo, Pango and libpng.
    .target(
      name: "LayerTree",
      dependencies: ["FilePaths", "Timing", "Geometry", "CPlatform", algorithms, real],
      swiftSettings: settings),
    .target(
      name: "Canvas",
      dependencies: [
        "Base", "Geometry", "CCairo", "CPango", "CPNG", "CJPEG", "CWebP", "CColor",
        "CDeflate", "CPixels",
      ],
      swiftSettings: settings),
    .target(
      name: "Physics", dependencies: ["Base", "Geometry", "CChipmunk"], swiftSettings: settings),

    .target(
      name: "Source", dependencies: ["Base", algorithms], swiftSettings: settings),

    // Level 3: from text to a scene, from a scene to pixels, from pixels to files.
    .target(
      name: "SceneImport", dependencies: ["Source", "LayerTree", "Timing", "Geometry"],
      swiftSettings: settings),
    .target(
      name: "SceneFile",
      dependencies: [
        "Base", "Source", "SceneImport", "LayerTree", "Physics", "Timing", "Geometry", "CYAML",
        "CSceneTexts", algorithms,
      ],
      exclude: ["Parameters/Library.yaml", "Readers/Locales.json"],
      swiftSettings: settings),
    .target(
      name: "SceneEditing",
      dependencies: ["Base", "Source", "SceneFile", "LayerTree", "Timing", "Geometry"],
      swiftSettings: settings),
    .target(
      name: "Rendering",
      dependencies: ["LayerTree", "Timing", "Geometry", "Canvas", "Base"],
      swiftSettings: settings),
    .target(
      name: "Media",
      dependencies: ["LayerTree", "Canvas", "Geometry", "Timing", "Base", "CPixels"],
      swiftSettings: settings),
    .target(
      name: "ImageDiff", dependencies: ["Base", "Canvas", "Geometry", algorithms],
      swiftSettings: settings),

    // Level 4: figures, from their files to their drawing.
    .target(
      name: "Figures",
      dependencies: [
        "SceneFile", "Rendering", "Media", "LayerTree", "Timing", "Geometry", "Canvas", "Base",
        "Source", algorithms,
      ],
      swiftSettings: settings),

    // Level 5: opened scenes and their outputs; pictures and films compared; one type for each use
    // case.
    .target(
      name: "Output",
      dependencies: [
        "SceneFile", "SceneImport", "Rendering", "Media", "LayerTree", "Timing", "Geometry",
        "Canvas", "Source", "Base", algorithms,
      ],
      swiftSettings: settings),
    .target(
      name: "Regression",
      dependencies: [
        "Output", "SceneEditing", "SceneFile", "SceneImport", "Rendering", "Media", "LayerTree",
        "Timing", "Geometry", "Canvas", "ImageDiff", "Source", "Base", "CReportPage", algorithms,
      ],
      exclude: ["Reports/Report.html"],
      swiftSettings: settings),
    .target(
      name: "RostrumKit",
      dependencies: [
        "Output", "SceneEditing", "SceneFile", "Rendering", "Media", "LayerTree", "Timing",
        "Geometry", "Canvas", "Figures", "Source", "Base", "CKitTexts", algorithms,
      ],
      exclude: ["Project/Demo.yaml"],
      swiftSettings: settings),

    // The list of importers, and what these share. They themselves are wings, below.
    .target(
      name: "ImportedDocument",
      dependencies: [
        "Base", "Source", "SceneImport", "LayerTree", "Timing", "Geometry", "CExpat", algorithms,
      ],
      swiftSettings: settings),
    .target(name: "Importers", dependencies: ["Base", "SceneImport"], swiftSettings: settings),

    // Level 7: the command, and the drop-in for the tests of other packages.
    .target(
      name: "RostrumTesting",
      dependencies: [
        "RostrumKit", "Importers", "Rendering", "LayerTree", "Timing", "Canvas", "ImageDiff",
        "Output", "Regression", "SceneFile",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "rostrum",
      dependencies: [
        "Base", "CVersion", "RostrumKit", "SceneImport", "Importers", "Regression", "Output",
        "Figures", "SceneFile", "Source", "Rendering", "Media", "LayerTree", "Timing", "Canvas",
        "ImageDiff", "FilePaths", "CKitTexts",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings, linkerSettings: linking),
    .executableTarget(
      name: "Reference", dependencies: ["RostrumKit"],
      swiftSettings: settings),

    // Tests: one target a module, and what they share.
    .target(
      name: "TestSupport", dependencies: ["Base"], path: "Tests/TestSupport",
      swiftSettings: settings),
    .target(
      name: "Browser", dependencies: ["Canvas"], path: "Tests/Browser", swiftSettings: settings),
    .executableTarget(
      name: "Oracle",
      dependencies: [
        "Browser", "RostrumKit", "Rendering", "LayerTree", "Geometry", "Canvas", "TestSupport",
        "Figures", "Output",
      ],
      path: "Tests/Oracle", exclude: ["Twins"], swiftSettings: settings),
    test("Timing", "TestSupport"),
    test("Base", "TestSupport"),
    test("Geometry", "TestSupport"),
    test("Physics", "Geometry", "TestSupport"),
    test("LayerTree", "Timing", "Geometry", "TestSupport"),
    test("Canvas", "Base", "Geometry", "TestSupport", "Browser"),
    .target(
      name: "ImportTestSupport", dependencies: ["SceneImport", "LayerTree", "Geometry"],
      path: "Tests/Import/ImportTestSupport", swiftSettings: settings),
    importerTest("Importers"),
    test(
      "SceneFile", "SceneEditing", "LayerTree", "Timing", "Geometry", "TestSupport", "Source",
      "Base"),
    test(
      "Rendering", "LayerTree", "Timing", "Geometry", "Canvas", "Base", "TestSupport"),
    test(
      "Figures", "SceneFile", "Canvas", "LayerTree", "Timing", "Geometry", "Base", "TestSupport",
      "Source"),
    test("Media", "LayerTree", "Canvas", "Timing", "Geometry", "TestSupport", "Base"),
    .target(
      name: "RenderTestSupport", dependencies: ["Output", "Media", "TestSupport"],
      path: "Tests/Output/RenderTestSupport", swiftSettings: settings),
    test(
      "RostrumKit", "RenderTestSupport", "Output", "Importers", "SceneImport", "SceneFile",
      "Rendering", "Media", "LayerTree", "Timing", "Geometry", "Canvas", "Figures", "Base",
      "TestSupport", "Browser", "Regression", "Source", "FilePaths"),
    test(
      "Regression", "RenderTestSupport", "RostrumKit", "ImageDiff", "Output", "SceneFile", "Media",
      "Canvas", "Source", "Base", "TestSupport", "Browser"),
    test("ImageDiff", "Canvas", "Geometry", "TestSupport"),
    test(
      "RostrumTesting", "RostrumKit", "Importers", "Geometry", "Canvas", "TestSupport", "Output",
      "Regression", "SceneFile"),
    .testTarget(
      name: "ArchitectureTests",
      dependencies: [
        "Reference", "RostrumKit", "Importers", "SceneFile", "LayerTree", "Timing", "TestSupport",
        "Output", "Figures", "Source", "Geometry", "Base",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "rostrum", "RostrumKit", "LayerTree", "Canvas", "Browser", "TestSupport", "Output",
        "SceneFile", "ImageDiff", "Timing",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
  ]
)

/// The modules of each folder below `Sources`: the road of a frame; wings add theirs. Modules that
/// are not named are C libraries', in `Libraries`. `Tests` has the same folders.
var folders = [
  "Core": ["Base", "FilePaths", "Timing", "Geometry", "LayerTree"],
  "Scene": ["Source", "Physics", "SceneImport", "CSceneTexts", "SceneFile", "SceneEditing"],
  "Drawing": ["Canvas", "Rendering"],
  "Output": ["Media", "Output"],
  "Figures": ["Figures"],
  "Regression": ["ImageDiff", "CReportPage", "Regression"],
  "Command": [
    "CKitTexts", "RostrumKit", "Importers", "rostrum", "Reference", "Command", "RostrumTesting",
  ],
  "Import": ["ImportedDocument"],
]

// MARK: Wings

// Each wing comes off with its folder, its lines between two marks, and the place that joins it: see
// "A wing" in Architecture.md.

/// Lets a module use one of a wing.
@MainActor
func join(_ wing: String, to module: String) {
  package.targets.first { $0.name == module }?.dependencies.append(.byName(name: wing))
}

// MARK: Lottie

folders["Import", default: []] += ["Lottie", "CExpressions"]
package.targets += [
  .target(name: "CExpressions", dependencies: ["CEmbeddedFiles"]),
  importer("Lottie", "CExpressions", "CDeflate", "CScript", excluding: ["Expressions/Library"]),
  importerTest("Lottie"),
]
join("Lottie", to: "Importers")

// MARK: SVG

folders["Import", default: []] += ["SVG"]
package.targets += [importer("SVG"), importerTest("SVG", "Rendering", "Canvas")]
join("SVG", to: "Importers")

// MARK: CAML

folders["Import", default: []] += ["CAML"]
package.targets += [importer("CAML"), importerTest("CAML")]
join("CAML", to: "Importers")

// MARK: Preview

folders["Preview"] = ["Preview", "CPreviewPage", "PreviewServer", "rostrum-preview"]
package.products.append(.executable(name: "rostrum-preview", targets: ["rostrum-preview"]))
package.targets += [
  .target(name: "CPreviewPage", dependencies: ["CEmbeddedFiles"]),
  .target(
    name: "Preview",
    dependencies: [
      "CPreviewPage", "RostrumKit", "SceneImport", "Figures", "SceneEditing", "SceneFile",
      "Rendering", "Media", "LayerTree", "Timing", "Geometry", "Canvas", "Source", "Base",
      "Output", "FilePaths",
    ],
    exclude: ["Page"],
    swiftSettings: settings),
  .target(
    name: "PreviewServer",
    dependencies: [
      "Preview", "RostrumKit", "Figures", "SceneEditing", "SceneFile", "Rendering", "Media",
      "LayerTree", "Canvas", "Base", "Output", "Regression",
    ],
    swiftSettings: settings),
  .executableTarget(
    name: "rostrum-preview",
    dependencies: [
      "PreviewServer", "Preview", "RostrumKit", "Importers", "Base", "Output", "Canvas",
    ],
    swiftSettings: settings, linkerSettings: linking),
  .executableTarget(
    name: "PreviewPictures", dependencies: ["Browser"], path: "Tests/Preview/PreviewPictures",
    swiftSettings: settings),
  test(
    "Preview", "PreviewServer", "SceneFile", "LayerTree", "Geometry", "Base", "TestSupport",
    "SceneEditing", "Media"),
]
join("Preview", to: "rostrum")

// MARK: Apple

/// The parts of `RostrumQuartz` that are not built: its own code on Apple's platforms, where the
/// module is QuartzCore.
#if canImport(Darwin)
  let quartzCode = ["Values", "Layers", "Film", "Drawing", "Text"]
  let uiKitCode = ["Values", "Views", "Animation"]
#else
  let quartzCode: [String] = []
  let uiKitCode: [String] = []
#endif

folders["Apple"] = ["RostrumQuartz", "RostrumUIKit"]
package.products += [
  .library(name: "RostrumQuartz", targets: ["RostrumQuartz"]),
  .plugin(name: "UneditedSources", targets: ["UneditedSources"]),
]
package.targets += [
  .target(
    name: "RostrumQuartz",
    dependencies: [
      "RostrumKit", "SceneFile", "Rendering", "Media", "LayerTree", "Timing", "Geometry", "Canvas",
      "Output", "Base", "FilePaths",
    ],
    exclude: quartzCode, swiftSettings: settings),
  // As much of UIKit as animations use, for layers of `RostrumQuartz`.
  .target(
    name: "RostrumUIKit",
    dependencies: [
      "RostrumQuartz", "LayerTree", "Geometry", "Canvas",
    ],
    exclude: uiKitCode, swiftSettings: settings),
  // Sources with Objective-C's words, for a compiler without it: the plugin, and what it runs.
  .executableTarget(
    name: "unedited-sources", path: "Sources/Apple/UneditedSources", swiftSettings: settings),
  .plugin(
    name: "UneditedSources", capability: .buildTool(), dependencies: ["unedited-sources"],
    path: "Sources/Apple/UneditedSourcesPlugin"),
]

// Modules with the names of Apple's frameworks, for sources that are used unedited. A package that
// does not name these products does not build them.
#if !canImport(Darwin)
  for (name, module) in [
    ("QuartzCore", "RostrumQuartz"), ("CoreGraphics", "RostrumQuartz"),
    ("CoreText", "RostrumQuartz"), ("UIKit", "RostrumUIKit"),
  ] {
    // Swift Testing has modules for files that import it together with these frameworks.
    let overlay = ["CoreGraphics", "UIKit"].contains(name) ? ["_Testing_\(name)"] : []
    package.products.append(.library(name: name, targets: [name] + overlay))
    package.targets.append(
      .target(
        name: name, dependencies: [.byName(name: module)], path: "Sources/Apple/Frameworks/\(name)",
        swiftSettings: settings))
    for overlay in overlay {
      package.targets.append(
        .target(name: overlay, path: "Sources/Apple/Frameworks/\(overlay)", swiftSettings: settings)
      )
    }
  }
  package.products.append(.library(name: "RostrumUIKit", targets: ["RostrumUIKit"]))
  // Animations as iOS code writes them, with the settings of most of it.
  package.targets.append(
    .target(
      name: "UIKitSamples", dependencies: ["UIKit", "QuartzCore", "CoreGraphics", "CoreText"],
      path: "Tests/Apple/UIKitSamples", sources: ["Plain"],
      swiftSettings: [.swiftLanguageMode(.v5)],
      plugins: ["UneditedSources"]))
  // The book's listings, as films.
  package.targets.append(
    .executableTarget(
      name: "BookFilms",
      dependencies: [
        "UIKit", "RostrumUIKit", "RostrumQuartz", "RostrumKit", "Output", "Timing",
      ],
      path: "Scenes/Book/Swift", sources: ["Films.swift", "Main.swift"],
      swiftSettings: [.swiftLanguageMode(.v5)], plugins: ["UneditedSources"]))
  package.targets.append(
    test(
      "RostrumQuartz", "RostrumTesting", "BookFilms", "RostrumUIKit", "RostrumKit", "Rendering",
      "Canvas", "LayerTree", "Timing", "Geometry", "TestSupport", "Output", "Regression",
      "SceneFile", "Source"))
  package.targets.append(
    test(
      "RostrumUIKit", "UIKit", "_Testing_UIKit", "UIKitSamples", "unedited-sources",
      "RostrumTesting", "RostrumQuartz", "RostrumKit", "TestSupport", "Output", "Regression"))
#endif

// MARK: Names and folders

// The modules below carry the package's name, so that a package that uses this one may have modules
// called `Base` or `Media` itself. Their folders, and the lists above, have the short names.
let ownModules = Set(
  package.targets
    .filter { [.regular, .system].contains($0.type) && $0.path == nil }
    .map(\.name).filter { !$0.hasPrefix("Rostrum") })

for target in package.targets {
  // Test modules without optimisation: the compiler would take longer for it than the tests run.
  if target.isTest {
    target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
  }
  if target.path == nil {
    target.path = path(of: target)
  }
  if ownModules.contains(target.name) { target.name = "Rostrum\(target.name)" }
  target.dependencies = target.dependencies.map { dependency in
    guard case .byNameItem(let name, let condition) = dependency, ownModules.contains(name) else {
      return dependency
    }
    return .byNameItem(name: "Rostrum\(name)", condition: condition)
  }
}

/// Where a target's sources are.
@MainActor
func path(of target: Target) -> String {
  let module = target.isTest ? String(target.name.dropLast("Tests".count)) : target.name
  let folder = folders.first { $0.value.contains(module) }?.key ?? "Libraries"
  if target.isTest { return "Tests/\(module == "Architecture" ? "" : folder + "/")\(target.name)" }
  return folder == "Figures" ? "Sources/Figures" : "Sources/\(folder)/\(target.name)"
}

/// The module that reads one format of other programs.
func importer(
  _ module: String, _ others: Target.Dependency..., excluding excluded: [String] = []
) -> Target {
  .target(
    name: module,
    dependencies: [
      "ImportedDocument", "Base", "Source", "SceneImport", "LayerTree", "Timing", "Geometry",
      algorithms, real,
    ] + others,
    exclude: excluded,
    swiftSettings: settings)
}

/// The test target of one module.
func test(_ module: String, _ others: Target.Dependency...) -> Target {
  .testTarget(
    name: module + "Tests", dependencies: [.byName(name: module)] + others,
    swiftSettings: settings)
}

/// The test target of a module that reads files of other programs.
func importerTest(_ module: String, _ others: Target.Dependency...) -> Target {
  .testTarget(
    name: module + "Tests",
    dependencies: [
      .byName(name: module), "ImportTestSupport", "ImportedDocument", "SceneImport", "Source",
      "LayerTree", "Timing", "Geometry", "Base", "TestSupport",
    ] + others,
    swiftSettings: settings)
}
