import Foundation
import RostrumBase
import RostrumGeometry
import RostrumMedia
import TestSupport
import Testing
@testable import RostrumKit
@testable import RostrumOutput

@Suite("Looking at a machine")
struct InstallationTests {
  private let folder: TemporaryFolder
  private var place: Installation.Surroundings

  init() throws {
    folder = try TemporaryFolder()
    place = Installation.Surroundings()
    place.previewProgram = try program("rostrum-preview", "exit 0")
    place.families = ["Liberation Sans", "DejaVu Sans", "Noto Color Emoji"]
  }

  private func program(_ name: String, _ lines: String) throws -> String {
    let path = try folder.write("#!/bin/sh\n\(lines)\n", to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  private func states(_ name: String, _ place: Installation.Surroundings) -> [Installation.State] {
    Installation(place).findings.filter { $0.name == name }.map(\.state)
  }

  @Test("This machine has everything that the tests need")
  func here() {
    let installation = Installation(place)
    #expect(installation.isUsable, "\(installation.text)")
    #expect(installation.findings.map(\.name).contains("cores"))
  }

  @Test("The libraries of importers are named, with the package of one that is missing")
  func libraries() {
    for isThere in [true, false] {
      var place = place
      place.packages = .apt
      place.libraries = [SystemLibrary("expressions", .javaScript) { isThere }]
      #expect(states("expressions", place) == [isThere ? .good : .limited])
      let isNamed = Installation(place).remedies.joined().contains("libjavascriptcoregtk")
      #expect(isNamed == !isThere)
    }
  }

  @Test("What is found stands in one column, beside the names")
  func columns() {
    let installation = Installation(place)
    let lines = installation.text.split(separator: "\n")
    let columns = zip(lines, installation.findings).map { $0.count - $1.text.count }
    let longest = installation.findings.map(\.name.count).max() ?? 0
    // A state has seven letters, and columns are separated by two spaces.
    #expect(columns == Array(repeating: 7 + 2 + longest + 2, count: installation.findings.count))
  }

  @Test("Programs, encoders and fonts that are missing are named with one command for all")
  func missing() throws {
    var place = place
    place.tools = MediaTools(ffmpeg: folder.path("none"), ffprobe: folder.path("none"))
    place.families = ["DejaVu Sans"]
    place.packages = .apt
    let installation = Installation(place)
    #expect(!installation.isUsable)
    #expect(states("ffmpeg", place) == [.missing] && states("ffprobe", place) == [.missing])
    #expect(states("fonts", place) == [.good, .missing, .limited])
    let command = try #require(installation.remedies.first)
    #expect(command.hasSuffix("apt-get install -y ffmpeg fonts-liberation fonts-noto-color-emoji"))
    #expect(installation.text.contains("MISSING  ffmpeg"))
    place.tools = MediaTools(
      ffmpeg: try program("ffmpeg", "echo ' V....D gif   GIF'"), ffprobe: "ffprobe")
    #expect(states("encoders", place) == [.limited])
    let text = Installation(place).text
    #expect(text.contains("no mp4 without libx264, no mov without prores_ks"), "\(text)")
  }

  @Test(
    "Each system's own packages are named",
    arguments: [
      (PackageManager.dnf, ["dnf install -y ffmpeg liberation-fonts", "RPM Fusion"]),
      (.apk, ["apk add ffmpeg font-liberation"]), (.homebrew, ["brew install ffmpeg font-lib"]),
      (nil, ["install ffmpeg (Debian, Fedora", "install fonts-liberation (Debian), liberation-f"]),
    ])
  func packages(manager: PackageManager?, parts: [String]) {
    var place = place
    place.tools = MediaTools(ffmpeg: folder.path("none"), ffprobe: folder.path("none"))
    place.families = ["DejaVu Sans", "Noto Color Emoji"]
    place.packages = manager
    let remedies = Installation(place).remedies
    #expect(remedies.count == parts.count)
    for (remedy, part) in zip(remedies, parts) { #expect(remedy.contains(part), "\(remedy)") }
  }

  @Test("A bundle is named")
  func bundle() {
    var place = place
    place.bundle = "/opt/rostrum"
    #expect(Installation(place).text.contains("; those of /opt/rostrum\n"))
  }

  @Test("The limits of a container and folders that cannot be written are told")
  func limits() throws {
    var place = place
    try folder.write("0::/a/b\n", to: "cgroup")
    for (name, limit) in [("groups/a", "268435456"), ("groups/a/b", "max")] {
      try folder.write(limit + "\n", to: "\(name)/memory.max")
    }
    place.controlGroup = ControlGroup(
      folder.path("cgroup"), mountedAt: folder.path("groups"))
    place.temporaryFolder = folder.path("nowhere")
    let installation = Installation(place)
    #expect(states("memory", place) == [.limited])
    #expect(installation.text.contains("256 MB: the container's limit"))
    #expect(states("temporary files", place) == [.limited])
    #expect(installation.remedies.contains { $0.contains("TMPDIR") } && installation.isUsable)
  }
}
