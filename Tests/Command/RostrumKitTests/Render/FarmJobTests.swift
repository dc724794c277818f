import Foundation
import RostrumKit
import TestSupport
import Testing

@Suite("Jobs for render farms")
struct FarmJobTests {
  @Test(
    "In a container the job's folder is /work, and what lies in it is below",
    arguments: [(nil, "/work/Output/a/"), ("", "/work/"), ("frames", "/work/frames/")]
      as [(String?, String)])
  func places(output: String?, expected: String) throws {
    let folder = try TemporaryFolder()
    let scene = try folder.write(
      "size: [4, 4]\nduration: 1\nfps: 60\nlayers: []\n", to: "scenes/a.yaml")
    var job = FarmJob()
    job.engine = .kubernetes
    job.chunk = 20
    job.output = output.map { folder.path($0) }
    let file = folder.path("job.yaml")
    let summary = try job.write(forScene: scene, to: file)
    #expect(summary.taskCount == 3)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let commands = text.matches(of: #/rostrum render (\S+) --output (\S+) /#)
    #expect(commands.map { [String($0.1), String($0.2)] } == [["/work/scenes/a.yaml", expected]])
  }
}
