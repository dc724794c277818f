import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// A program that a script starts with a loader beside it, as in the bundle of `make bundle`.
  @Suite("A bundle")
  struct PortableBundleTests {
    private let command: Command
    /// The bundle's folder, with links followed.
    private let folder: String
    private var program: String { folder + "/bin/rostrum" }

    init() async throws {
      command = try Command()
      try command.folder.write(Scenes.moving, to: "scene.yaml")
      let real = try #require(realpath(command.folder.path, nil))
      folder = String(cString: real) + "/a b/bundle"
      free(real)
      let launcher = repository.appending(path: ".ci/bundle/launcher.sh").path
      let made = try await command.shell(
        """
        set -e
        mkdir -p 'a b/bundle/bin' 'a b/bundle/lib/rostrum' 'a b/bundle/share/rostrum'
        loader=$(readelf -l "$ROSTRUM" | sed -n 's/.*interpreter: \\([^]]*\\).*/\\1/p')
        cp -L "$loader" 'a b/bundle/lib/rostrum'
        ln -s "$ROSTRUM" 'a b/bundle/lib/rostrum/rostrum'
        sed "s|@LOADER@|$(basename "$loader")|" '\(launcher)' >'a b/bundle/bin/rostrum'
        chmod 755 'a b/bundle/bin/rostrum'
        ln -s 'a b/bundle/bin/rostrum' link
        """)
      try #require(made.status == 0, "\(made)")
      try Self.fonts.write(
        toFile: folder + "/share/rostrum/fonts.conf", atomically: true, encoding: .utf8)
    }

    /// A configuration without any font.
    private static let fonts = """
      <?xml version="1.0"?>
      <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
      <fontconfig><dir prefix="relative">../fonts</dir></fontconfig>

      """

    private func run(_ line: String) async throws -> Command.Result {
      try await command.shell(line.replacing("PROGRAM", with: "'\(program)'"))
    }

    @Test(
      "A bundle finds itself, however it is started",
      arguments: [
        "PROGRAM", "./link", "cd 'a b/bundle/bin' && ./rostrum", "cd 'a b' && bundle/bin/rostrum",
        "PATH=\"$PWD/a b/bundle/bin\" && rostrum", "LD_LIBRARY_PATH=/nowhere PROGRAM",
      ])
    func places(line: String) async throws {
      let result = try await run(line + " --version")
      #expect(result.status == 0, "\(result)")
      #expect(result.output.hasSuffix("; those of \(folder)\n"), "\(result.output)")
    }

    @Test("A bundle's arguments, input, output and exit status are the program's own")
    func arguments() async throws {
      let wrong = try await run("PROGRAM render 'no scene' -o x.mp4")
      let plain = try await command("render", "no scene", "-o", "x.mp4")
      #expect(wrong.status == plain.status && wrong.errors == plain.errors)
      let frames = try await run(
        "PROGRAM render scene.yaml -o a --format png -q && \"$ROSTRUM\" render scene.yaml -o b -q"
          + " --format png && for f in b/*.png; do cmp $f a/${f#b/} || exit 1; done")
      #expect(frames.status == 0, "\(frames)")
    }

    @Test("A bundle's second process, for pictures, is started through the launcher too")
    func pictures() async throws {
      try command.folder.write(
        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'"
          + " fill='#0f0'/></svg>", to: "a.svg")
      try command.folder.write(
        "size: [9, 9]\nlayers: [{bounds: [9, 9], position: [4.5, 4.5], contents: a.svg}]\n",
        to: "svg.yaml")
      let drawn = try await run(
        "PROGRAM render svg.yaml --at 0 -o a.png -q && \"$ROSTRUM\" render svg.yaml --at 0 -o b.png"
          + " -q && cmp a.png b.png")
      #expect(drawn.status == 0, "\(drawn)")
    }

    @Test("A bundle's own configuration of fonts counts, unless the environment names one")
    func fonts() async throws {
      #expect(try await run("PROGRAM fonts").output.isEmpty)
      let named = try await run("FONTCONFIG_FILE=/etc/fonts/fonts.conf PROGRAM fonts")
      #expect(named.output == (try await command("fonts")).output && !named.output.isEmpty)
    }

    @Test("A font that is missing from a bundle is named with the systems' packages for it")
    func missingFont() async throws {
      try command.folder.write(
        "size: [90, 30]\nlayers:\n  - {class: text, string: a, font: Liberation Sans,"
          + " bounds: [90, 30], position: [45, 15]}\n", to: "text.yaml")
      let result = try await run("PROGRAM check text.yaml")
      #expect(result.status == 65)
      #expect(result.output.contains("text.yaml:3:"), "\(result)")
      #expect(result.output.contains("hint: install fonts-liberation (Debian), "), "\(result)")
    }

    @Test("The command doctor looks for the preview in the bundle")
    func doctor() async throws {
      let result = try await run("PROGRAM doctor")
      #expect(result.output.contains("'\(folder)/bin/rostrum-preview' is missing"), "\(result)")
    }

    @Test(
      "A bundle's folder whose path the loader would misread is refused",
      arguments: ["a:b", "a;b", "$LIB"])
    func misread(name: String) async throws {
      let result = try await run("mv 'a b' '\(name)' && '\(name)/bundle/bin/rostrum' --version")
      #expect(result.status == 69 && result.output.isEmpty)
      #expect(result.errors.contains("takes no folder with ':', ';' or '$' in its path"))
      #expect(result.errors.hasSuffix("/\(name)/bundle/lib/rostrum\n"), "\(result)")
    }

    @Test("A bundle without its loader is told")
    func incomplete() async throws {
      let result = try await run("rm 'a b/bundle/lib/rostrum/'ld-*; PROGRAM --version")
      #expect(result.status == 69)
      #expect(
        result.errors.hasPrefix(
          "rostrum: error: the bundle is not whole: cannot start \(folder)/lib/rostrum/ld-"))
    }
  }
#endif
