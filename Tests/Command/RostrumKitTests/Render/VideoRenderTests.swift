import Foundation
import RostrumCanvas
import RostrumKit
import RostrumOutput
import RostrumRendering
import RostrumSceneFile
import TestSupport
import Testing

@Suite("Rendering videos in scenes")
struct VideoRenderTests {
  private func frames(
    _ name: String = "video", _ change: (inout RenderOptions) -> Void
  ) async throws -> [Data] {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = RenderOptions()
    options.output = folder.path + "/frame_%05d.png"
    options.jobs = 1
    change(&options)
    let root = repository
    let scene = root.appending(path: "Scenes/Layers/\(name).yaml").path
    do {
      try await RenderJob(scenes: [scene], options: options).run { _ in }
    } catch let error as IncompleteRender {
      throw error.summary.failures[0].error
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".png") }.sorted()
    return try names.map { try Data(contentsOf: folder.appending(path: $0)) }
  }

  @Test("Blurred and supersampled pictures do not depend on the number of jobs either")
  func exposure() async throws {
    func blurred(_ jobs: Int) async throws -> [Data] {
      try await frames("scene") { options in
        options.exposure = Exposure(shutterAngle: 360, sampleCount: 3, supersampling: 2)
        options.moments = .frames((try? FrameSelection("10-40")) ?? .all)
        options.jobs = jobs
      }
    }
    let alone = try await blurred(1)
    #expect(alone.count == 31 && Set(alone).count > 20)
    #expect(try await blurred(4) == alone)
  }

  @Test("A picture that would be too large to average is refused before anything is written")
  func tooLarge() async throws {
    await #expect(throws: SupersamplingTooLarge.self) {
      try await frames("scene") { options in
        options.exposure = Exposure(shutterAngle: 0, supersampling: 8)
        options.scene.scale = 20
      }
    }
  }

  @Test("Pictures do not depend on the number of jobs or on which frames are asked for")
  func jobs() async throws {
    let all = try await frames { _ in }
    #expect(all.count == 90)
    #expect(Set(all).count > 40)
    #expect(try await frames { $0.jobs = 3 } == all)
    let some = try await frames {
      $0.moments = .frames((try? FrameSelection("88,40-42,3")) ?? .all)
    }
    #expect(some == [3, 40, 41, 42, 88].map { all[$0] })
  }
}
