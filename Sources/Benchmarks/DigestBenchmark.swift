import Foundation
import RostrumKit

/// What a frame's digest costs, which every render works out, beside drawing the frame.
struct DigestBenchmark {
  func run() throws {
    say("\nDigests: microseconds for each frame, beside working out its tree and drawing it")
    say(row("workload", ["digest", "tree", "frame", "digest/frame"]))
    for workload in [Workload.bounceClock, .heavy] { try measure(workload) }
  }

  private func measure(_ workload: Workload) throws {
    let path = FileManager.default.temporaryDirectory.appending(
      path: "rostrum-digest-\(getpid()).yaml"
    ).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(workload.sceneText.utf8).write(to: URL(filePath: path))
    let opened = try SceneOpener().open(path)
    let (scene, assets) = (opened.scene, opened.assets)
    let renderer = try ExposedRenderer(scene: scene, scale: 1, assets: assets, exposure: .instant)
    let trees = FrameTrees(scene: scene, scale: 1, assets: assets, exposure: .instant)
    let digests = FrameDigests(
      scene: scene, scale: 1, exposure: .instant, assets: assets, stamp: [])
    let clock = ContinuousClock()
    var times: (digest: [Double], tree: [Double], frame: [Double]) = ([], [], [])
    for frame in 0..<workload.frameCount {
      let time = Double(frame) / 60
      times.frame.append(try clock.measure { try renderer.render(at: time) } / .microseconds(1))
      times.digest.append(
        clock.measure { keep(digests.digest(of: renderer.trees)) } / .microseconds(1))
      times.tree.append(clock.measure { keep(trees.trees(at: time)) } / .microseconds(1))
    }
    func median(_ list: [Double]) -> Double { list.sorted()[list.count / 2] }
    let numbers = [times.digest, times.tree, times.frame].map(median)
    say(
      row(
        workload.name,
        numbers.map { String(Int($0.rounded())) }
          + [String(format: "%.2f %%", numbers[0] / numbers[2] * 100)]))
  }
}
