import RostrumBase
import Testing

@Suite("A profile")
struct ProfileTests {
  private struct Failure: Error {}

  /// Something that takes a while.
  @discardableResult
  private func work(_ count: Int = 20_000) -> UInt64 {
    (0..<UInt64(count)).reduce(1) { ($0 &* 6_364_136_223_846_793_005 &+ $1) ^ ($0 >> 7) }
  }

  @Test("A profile counts how often, and returns what the work returns")
  func counts() {
    let profile: Profile? = Profile()
    let sum = (1...3).reduce(0) { sum, number in profile.measure(.draw) { sum + number } }
    #expect(sum == 6)
    #expect(profile?.record.stages[.draw]?.count == 3)
    #expect(profile?.record.stages[.write] == nil)
  }

  @Test(
    "A profile counts what is measured inside for itself: the sums of all stages are the whole time"
  )
  func nesting() throws {
    let profile = Profile(keepsSpans: true)
    let optional: Profile? = profile
    optional.measure(.compress) {
      work()
      _ = optional.measure(.write) { work() }
      work()
    }
    let record = profile.record
    let outer = try #require(record.spans.first { $0.name == "compress" })
    let sums = record.stages.values.reduce(0) { $0 + $1.nanoseconds }
    #expect(sums == outer.duration)
    let inner = try #require(record.spans.first { $0.name == "write" })
    #expect(inner.start >= outer.start)
    #expect(inner.start + inner.duration <= outer.start + outer.duration)
    #expect(outer.duration <= record.elapsed)
  }

  @Test("A profile counts layers without their sublayers, and beside the stages")
  func layers() throws {
    let profile = Profile(keepsSpans: true)
    let optional: Profile? = profile
    optional.measure(.draw) {
      optional.measure(layer: "outer") {
        work()
        _ = optional.measure(layer: "inner") { work() }
      }
    }
    let record = profile.record
    let draw = try #require(record.stages[.draw])
    let layers = record.layers.values.reduce(0) { $0 + $1.nanoseconds }
    #expect(Set(record.layers.keys) == ["outer", "inner"])
    #expect(layers <= draw.nanoseconds)
    #expect(draw.nanoseconds == record.spans[0].duration)
  }

  @Test("A profile ends a stretch of work that throws")
  func errors() {
    let profile: Profile? = Profile(keepsSpans: true)
    #expect(throws: Failure.self) {
      try profile.measure(.draw) { () throws(Failure) in throw Failure() }
    }
    profile.measure(.write) {}
    #expect(profile?.record.spans.map(\.name) == ["draw", "write"])
  }

  @Test("A profile keeps threads apart")
  func threads() async throws {
    let profile = Profile(keepsSpans: true)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask {
          let profile: Profile? = profile
          profile.measure(.draw) { profile.measure(.convert) { _ = work(500) } }
        }
      }
    }
    let record = profile.record
    #expect(record.stages[.draw]?.count == 50 && record.stages[.convert]?.count == 50)
    let outer = record.spans.filter { $0.name == "draw" }.reduce(0) { $0 + $1.duration }
    #expect(record.stages.values.reduce(0) { $0 + $1.nanoseconds } == outer)
  }

  @Test("A profile keeps no spans unless asked, and counts pixels")
  func pixels() {
    let profile = Profile()
    for redrawn in [100, 0, 25] { profile.noteFrame(redrawn: redrawn, of: 100) }
    let record = profile.record
    #expect(record.spans.isEmpty && record.redraws.isEmpty)
    #expect(record.frameCount == 3 && record.unchangedCount == 1)
    #expect(record.redrawnPixels == 125 && record.totalPixels == 300)
  }
}
