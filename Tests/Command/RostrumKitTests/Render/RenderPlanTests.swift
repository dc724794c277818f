import RostrumMedia
import RostrumSceneFile
import TestSupport
import Testing

@testable import RostrumKit
@testable import RostrumOutput

@Suite("Names of outputs")
struct RenderPlanTests {
  @Test(
    "A text becomes a safe part of a name",
    arguments: [
      ("Hello", "Hello"), ("../../etc/passwd", "------etc-passwd"), ("..", "--"), (".", "-"),
      ("", "_"), ("   ", "_"), ("a/b\\c:d*e?f\"g<h>i|j", "a-b-c-d-e-f-g-h-i-j"),
      ("line\nbreak\u{0}\u{7F}\u{200E}", "line-break---"), ("50%d ###", "50-d ---"),
      (" ends ", "ends"), ("größe 大きい \u{1F600}", "größe 大きい \u{1F600}"),
      ("u\u{308}", "ü"), ("v1.2", "v1-2"), ("~root", "-root"), ("{x}", "{x}"),
    ])
  func safe(_ text: String, _ expected: String) {
    #expect(OutputTemplate.safe(text) == expected)
  }

  @Test("A long text is cut between characters")
  func length() {
    for letter in ["x", "ü", "大", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"] {
      let name = OutputTemplate.safe(String(repeating: letter, count: 300))
      #expect(name.utf8.count <= 80 && !name.isEmpty)
    }
  }

  @Test("No text leaves the folder, whatever it is")
  func inside() {
    var random = RandomSource(seed: 3)
    let parts = [
      "..", "/", "\\", ".", "\u{0}", "\n", "a", "~", "%05d", " ", "\u{202E}", "\u{FF0F}",
    ]
    for _ in 0..<2000 {
      let text = (0..<6).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      let name = OutputTemplate.safe(text)
      #expect(!name.contains("/") && name != "." && name != ".." && !name.hasPrefix("."))
      #expect(!name.isEmpty && name.utf8.allSatisfy { $0 >= 0x20 })
    }
  }

  @Test("Braces are fields, and double ones are braces")
  func fields() throws {
    let template = try OutputTemplate("a/{{{x}}}-{y z}.mp4")
    #expect(template.fields == ["x", "y z"])
    #expect(template.path { $0.uppercased() } == "a/{X}-Y Z.mp4")
    for broken in ["{", "a}", "{}", "{a", "{a}}"] {
      #expect(throws: OutputPlanner.PlanError.self) { try OutputTemplate(broken) }
    }
  }

  // MARK: Plans

  private static let scene = """
    size: [8, 8]
    duration: 1
    parameters: {title: {default: None}, size: {type: number, default: 3}}
    layers: [{name: "${title}", borderWidth: "${size}"}]
    """

  private func paths(
    _ output: String?, _ csv: String, scenes: [String] = ["a.yaml"], set: [String] = []
  ) throws -> [String] {
    let folder = try TemporaryFolder()
    let paths = try scenes.map { try folder.write(Self.scene, to: $0) }
    var options = RenderOptions()
    options.output = output.map(folder.path)
    options.formats = output?.hasSuffix(".png") == false ? [.mp4] : []
    options.scene.parameters = try ParameterValues(assignments: set)
    let table = csv.isEmpty ? nil : try DataTable.load(path: folder.write(csv, to: "rows.csv"))
    let plan = try RenderPlan(
      scenes: paths, table: table, options: options,
      cache: SceneCache(options: options.scene))
    return try plan.entries.flatMap { try $0.output.get().paths }
      .map { $0.replacing(folder.path + "/", with: "") }
  }

  @Test(
    "Outputs are named by columns, parameters and places",
    arguments: [
      ("{title}.mp4", "title\nA\nB/../C\n", ["A.mp4", "B----C.mp4"]),
      ("out/{index}-{row}-{scene}.mp4", "title\nA\nA\n", ["out/0-1-a.mp4", "out/1-2-a.mp4"]),
      ("{id}_{size}.mp4", "title,id\nA,x\nB,y\n", ["x_3.mp4", "y_3.mp4"]),
      ("{title}/f_%03d.png", "title\nA\nB\n", ["A/f_%03d.png", "B/f_%03d.png"]),
      ("out", "title\nA\nB\n", ["out/a-1.mp4", "out/a-2.mp4"]),
      ("{title}", "title\nA\n\"\"\n", ["A/a.mp4", "_/a.mp4"]),
      ("{title}.mp4", "title,size\nA,1\n,2\n", ["A.mp4", "None.mp4"]),
      ("{title}-{scene}.mp4", "", ["None-a.mp4"]),
    ])
  func names(_ output: String, _ csv: String, _ expected: [String]) throws {
    #expect(try paths(output, csv) == expected)
  }

  @Test("Numbers have as many digits as the largest, so that names sort")
  func digits() throws {
    let rows = (0..<12).map { "t\($0)\n" }.joined()
    let names = try paths("{index}.mp4", "title\n" + rows)
    #expect(names.first == "00.mp4" && names.last == "11.mp4" && names == names.sorted())
    #expect(try paths("out", "title\n" + rows).first == "out/a-01.mp4")
  }

  @Test("The command line wins over a row")
  func precedence() throws {
    #expect(try paths("{title}-{index}.mp4", "title\nA\n", set: ["title=B"]) == ["B-0.mp4"])
  }

  @Test(
    "Names that are one file, here or elsewhere, are refused before anything is rendered",
    arguments: [
      ("{title}.mp4", "title\nA\nA\n", "would both write"),
      ("{title}.mp4", "title\nA\na\n", "may be one file"),
      ("{title}.mp4", "title\nü\nu\u{308}\n", "would both write"),
      ("{title}.mp4", "title\na/b\na?b\n", "would both write"),
      ("{titel}.mp4", "title\nA\n", "did you mean '{title}'?"),
      ("x.mp4", "title\nA\nB\n", "name a folder"),
      ("{row}.mp4", "", "there is no --data"), ("{title.mp4", "title\nA\n", "a { without a field"),
      (String(repeating: "x", count: 250) + "{title}.mp4", "title\nABC\n", "more than 255 bytes"),
    ])
  func refused(_ output: String, _ csv: String, _ message: String) throws {
    let error = #expect(throws: OutputPlanner.PlanError.self) { try paths(output, csv) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test("Scenes of one name in two folders need a name that tells them apart")
  func scenes() throws {
    let scenes = ["one/a.yaml", "two/a.yaml"]
    #expect(throws: OutputPlanner.PlanError.self) { try paths("{scene}.mp4", "", scenes: scenes) }
    #expect(try paths("{scene}-{index}.mp4", "", scenes: scenes) == ["a-0.mp4", "a-1.mp4"])
  }
}
