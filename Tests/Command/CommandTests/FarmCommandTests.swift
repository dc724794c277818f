import Foundation
import TestSupport
import Testing

@Suite("Rendering on many machines")
struct FarmCommandTests {
  @Test("Whatever things are called, a script for Slurm renders what one local run does")
  func hostileNames() async throws {
    let names = try HostileNames()
    let command = names.command
    let written = try await command.run(names.farm(["--engine", "slurm"]))
    #expect(written.status == 0, "\(written)")
    for task in ["1", "2"] {
      let ran = try await command.shell("SLURM_JOB_ID=1 SLURM_ARRAY_TASK_ID=\(task) bash {*}/job*")
      #expect(ran.status == 0, "\(ran)")
    }
    let joined = try await command.shell("SLURM_JOB_ID=1 bash {*}/job* join")
    #expect(joined.status == 0, "\(joined)")
    try await names.expectWhatOneRunMakes()
  }

  @Test("A render writes nothing into the home folder, and asks it nothing")
  func home() async throws {
    var command = try Command()
    let home = try TemporaryFolder()
    let cache = try TemporaryFolder()
    // Fontconfig without a cache of the system's: it would write into the home folder.
    let fonts = try command.folder.write(
      """
      <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
      <fontconfig><dir>/usr/share/fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>

      """, to: "fonts.conf")
    command.environment = [
      "HOME": home.path, "XDG_CACHE_HOME": "", "FONTCONFIG_FILE": fonts, "TMPDIR": cache.path,
    ]
    try command.folder.write(
      "size: [40, 20]\nlayers: [{class: text, string: a, bounds: [40, 20], position: [20, 10]}]\n",
      to: "text.yaml")
    let result = try await command("render", "text.yaml", "--frames", "0", "--format", "png,mp4")
    #expect(result.status == 0, "\(result)")
    #expect(home.files.isEmpty)
  }
}
