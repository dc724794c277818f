// swift-tools-version: 6.2

import PackageDescription

/// `make fuzz`: a separate package, since all of its modules are compiled with libFuzzer's coverage
/// instrumentation.
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
