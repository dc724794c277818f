import Foundation
import TestSupport
import Testing

import RostrumRegression
@testable import RostrumKit
@testable import RostrumOutput

@Suite("Finding scenes")
struct SceneFinderTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in [
      "a.yaml", "b.yml", "c.json", "d.txt", ".hidden.yaml", "x[1].yaml", "in/a.yaml", "in/e.yaml",
      "in/deep/f.yaml", ".git/g.yaml", "rows.json", "empty/readme.md",
    ] { try folder.write("", to: name) }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("in/loop"), withDestinationPath: folder.path)
    return folder
  }

  @Test(
    "Files, folders and patterns give scene files, sorted",
    arguments: [
      (["a.yaml"], ["a.yaml"]), (["nowhere.yaml"], ["nowhere.yaml"]),
      (["a.yaml", "a.yaml"], ["a.yaml", "a.yaml"]), (["*.yaml"], ["a.yaml", "x[1].yaml"]),
      (["*.y*ml"], ["a.yaml", "b.yml", "x[1].yaml"]), (["[ab].*"], ["a.yaml", "b.yml"]),
      (["?.json"], ["c.json"]), (["x[1].yaml"], ["x[1].yaml"]),
      (["*/*.yaml"], ["in/a.yaml", "in/e.yaml"]),
      (["**/*.yaml"], ["a.yaml", "x[1].yaml", "in/a.yaml", "in/e.yaml", "in/deep/f.yaml"]),
      (["in/**/f.yaml"], ["in/deep/f.yaml"]),
      (["in/**"], ["in/a.yaml", "in/e.yaml", "in/deep/f.yaml"]),
      (["in"], ["in/a.yaml", "in/e.yaml"]), (["in/"], ["in/a.yaml", "in/e.yaml"]),
      (["in", "in/*.yaml", "c.json"], ["in/a.yaml", "in/e.yaml", "c.json"]),
      (["*.json"], ["c.json"]),
      (["z*.yaml", "a.yaml", "empty"], ["z*.yaml", "a.yaml", "empty/*.yaml"]),
    ])
  func finding(_ arguments: [String], _ expected: [String]) throws {
    let folder = try folder()
    let finder = SceneFinder(excluding: [folder.path("rows.json")])
    let found = try finder.paths(arguments.map(folder.path))
    #expect(found == expected.map(folder.path))
  }

  @Test(
    "What matches nothing is an error", arguments: ["*.png", "empty", "no/*.yaml", "**/z*.yaml"])
  func nothing(_ argument: String) throws {
    let folder = try folder()
    for arguments in [[argument], [argument, "z?"]] {
      #expect(throws: SceneFinder.NothingFound.self) {
        try SceneFinder().paths(arguments.map(folder.path))
      }
    }
  }
}
