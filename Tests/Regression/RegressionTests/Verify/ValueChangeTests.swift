import Foundation
@testable import RostrumRegression
import RostrumImageDiff
@testable import RostrumOutput
import TestSupport
import Testing

/// A scene whose text moves by less than a picture shows, and runs against its baselines.
private struct Shift {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try write(x: "220")
  }

  var scene: String { folder.path("Scenes/a.yaml") }

  func write(x: String, width: Int = 20) throws {
    try folder.write(
      """
      size: [300, 60]
      duration: 1
      layers:
        - name: behind
          backgroundColor: black
          bounds: [\(width), 20]
          position: [30, 30]
        - name: k0
          bounds: [20, 20]
          # The line of the position is 11, of the animation 13.
          position: [\(x), 30]
          animations:
            - {type: basic, keyPath: opacity, fromValue: 1, duration: 1}
      """, to: "Scenes/a.yaml")
  }

  func verify(
    _ update: VerifyOptions.Update = .none, _ change: (inout VerifyOptions) -> Void = { _ in }
  ) async throws -> DiffReport {
    var options = VerifyOptions(baselines: folder.path("Baselines"))
    options.update = update
    options.isContinuousIntegration = false
    change(&options)
    return try await VerifyJob(scenes: [scene], options: options).run()
  }
}

@Suite("Values that changed though the picture did not")
struct ValueChangeTests {
  @Test("Values that changed are told, pass, and fail where values count")
  func strict() async throws {
    let shift = try Shift()
    _ = try await shift.verify(.missing)
    #expect(try await shift.verify().entries.allSatisfy { $0.changes.isEmpty })
    try shift.write(x: "220.4")
    let told = try await shift.verify()
    #expect(told.exitStatus == 0)
    #expect(told.entries.allSatisfy { $0.sentences.last == "k0: position.x 220 -> 220.4" })
    #expect(told.text().hasPrefix("same, but values changed: \(shift.scene) @ 0\n"))
    let strict = try await shift.verify { $0.values = ValueRules(areStrict: true) }
    #expect(strict.exitStatus == 1 && strict.count(.valuesDiffer) == 5)
    #expect(strict.entries.map(\.line) == [11, 11, 11, 11, 11])
    let ignored = try await shift.verify {
      $0.values = ValueRules(areStrict: true)
      $0.ignoredLayers = ["k0"]
    }
    #expect(ignored.exitStatus == 0)
  }

  @Test(
    "Values that changed pass within the tolerance of their key path",
    arguments: [
      (["position.x": 0.4], 0), (["position": 0.4], 0), (["position.x": 0.39], 1),
      (["position.x": 0.1, "position": 9], 1), (["position.y": 9], 1), (["pos": 9], 1),
    ] as [([String: Double], Int32)])
  func tolerances(_ tolerances: [String: Double], _ status: Int32) async throws {
    let shift = try Shift()
    _ = try await shift.verify(.missing)
    try shift.write(x: "220.4")
    let report = try await shift.verify {
      $0.values = ValueRules(areStrict: true, tolerances: tolerances)
    }
    #expect(report.exitStatus == status)
  }

  @Test(
    "Values that changed count as they did when the baselines were recorded, and so does the tolerance of pixels"
  )
  func recorded() async throws {
    let shift = try Shift()
    _ = try await shift.verify(.missing) {
      $0.values = ValueRules(areStrict: true, tolerances: ["position": 0.5])
      $0.tolerance = Tolerance(maximumPixels: 1000)
    }
    try shift.write(x: "220.5", width: 22)
    let near = try await shift.verify()
    #expect(near.count(.valuesDiffer) == 5, "the width is a value too: \(near.text())")
    #expect(near.entries.allSatisfy { $0.difference?.tolerance.maximumPixels == 1000 })
    try shift.write(x: "220.5")
    #expect(try await shift.verify().exitStatus == 0)
    try shift.write(x: "220.6")
    #expect(try await shift.verify().exitStatus == 1)
    #expect(try await shift.verify { $0.values = ValueRules() }.exitStatus == 0)
    _ = try await shift.verify(.changed)
    try shift.write(x: "220.7", width: 22)
    #expect(try await shift.verify().count(.valuesDiffer) == 5, "an update keeps the conditions")
  }

  @Test(
    "Values that changed are found on the line that declares them",
    arguments: [
      ("k0", "position", 11), ("k0", "animations[0].keyPath", 13), ("k0", "bounds", 9),
      ("k0", "cornerRadius", nil), ("behind", "backgroundColor", 5), ("nobody", "opacity", nil),
      (nil, "duration", 2),
    ] as [(String?, String, Int?)])
  func lines(_ layer: String?, _ key: String, _ line: Int?) throws {
    let shift = try Shift()
    let lines = DeclaredLines(try SceneOpener().open(shift.scene))
    #expect(lines.line(of: key, in: layer) == line)
    #expect(lines.line(ofLayer: "behind") == 4)
  }

  @Test("Values that changed are found in lists that are longer than a point, too")
  func longLists() throws {
    let folder = try TemporaryFolder()
    let scene = try folder.write(
      """
      size: [30, 30]
      layers:
        - name: sky
          class: gradient
          bounds: [30, 30]
          colors: [red, lime, blue, white]
          locations: [0, 0.3, 0.6, 1]
      """, to: "a.yaml")
    let lines = DeclaredLines(try SceneOpener().open(scene))
    for (key, line) in [("colors", 6), ("locations", 7), ("bounds", 5)] {
      #expect(lines.line(of: key, in: "sky") == line)
    }
    #expect(lines.texts(of: "sky")["colors"] == "[red, lime, blue, white]")
  }
}
