// swift-tools-version: 6.2

import PackageDescription

/// `make bench`: a package of its own, so that users of Rostrum neither resolve nor compile it.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Rostrum", path: "../.."),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    // The C libraries that plain C, the limit of the comparison, draws and compresses with.
    .systemLibrary(
      name: "CPipelineLibraries", pkgConfig: "cairo libisal",
      providers: [
        .apt(["libcairo2-dev", "libisal-dev"]), .brew(["cairo", "isa-l"]),
      ]),
    .target(name: "CPipeline", dependencies: ["CPipelineLibraries"]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["CPipeline", "Yams", .product(name: "RostrumKit", package: "Rostrum")],
      swiftSettings: settings),
  ]
)
