// swift-tools-version: 6.2

import PackageDescription

/// `make fuzz`: a package of its own, since every module of it is compiled to tell libFuzzer which
/// code an input reaches.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Rostrum", path: "../..")],
  targets: [
    .executableTarget(
      name: "Fuzz",
      dependencies: [.product(name: "RostrumKit", package: "Rostrum")],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .unsafeFlags(["-parse-as-library"]),
      ])
  ]
)
