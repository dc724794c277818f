import Foundation
import TestSupport
import Testing

/// Every file that people hand on, made by the command and read by ffmpeg.
@Suite("Files of films")
struct FilmFileTests {
  static let scene = """
    size: [64, 48]
    background: black
    fps: 25
    duration: 5
    layers:
      - name: flash
        frame: [0, 0, 64, 48]
        backgroundColor: gold
        in: 1.2
        out: 1.4

    """

  private func command(_ scene: String = scene) async throws -> Command {
    try await Command(scene, clickAt: 57_600, seconds: 5)
  }

  @Test(
    "A film of high dynamic range is refused of a scene that shows such a file",
    arguments: [
      ("class: video, video: pq.mp4", true), ("contents: pq.png", true),
      ("contents: p3.png", false),
    ])
  func light(_ layer: String, _ isRefused: Bool) async throws {
    let command = try Command()
    try command.folder.write(
      "size: [64, 64]\nduration: 0.2\nfps: 10\nlayers: [{\(layer), frame: [0, 0, 64, 64]}]\n",
      to: "a.yaml")
    try command.folder.write(
      """
      import struct, sys, zlib
      def chunk(kind, data):
          return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
      for name, points in (("pq", (9, 16, 0, 1)), ("p3", (12, 13, 0, 1))):
          open(name + ".png", "wb").write(
              b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0))
              + chunk(b"cICP", bytes(points)) + chunk(b"IDAT", zlib.compress((b"\\0" + b"\\x80" * 24) * 8)) + chunk(b"IEND", b""))
      """, to: "make.py")
    try command.folder.write(
      "size: [64, 64]\nbackground: red\nduration: 0.2\nfps: 10\n", to: "b.yaml")
    let made = try await command.shell(
      "python3 make.py && $ROSTRUM render b.yaml -o pq.mp4 --hdr pq -q")
    try #require(made.status == 0, "\(made)")
    let result = try await command("render", "a.yaml", "-o", "out.mp4", "--hdr", "hlg")
    #expect(result.status == (isRefused ? 64 : 0), "\(result)")
    let words = "'pq.\(layer.hasSuffix("mp4") ? "mp4" : "png")' is of high dynamic range"
    #expect(result.errors.contains(words) == isRefused, "\(result)")
    #expect(command.folder.files.contains("out.mp4") != isRefused)
    #expect(try await command("render", "a.yaml", "-o", "plain.mp4").status == 0)
  }

  @Test("A join to a format that does not take the parts, or with an option, says so by name")
  func refusedJoins() async throws {
    let command = try Command([
      "a.yaml": "size: [16, 16]\nbackground: red\nduration: 0.4\nfps: 10\n"
    ])
    for part in 1...2 {
      _ = try await command("render", "a.yaml", "-o", "\(part).mp4", "--shard", "\(part)/2", "-q")
    }
    for (arguments, status, words) in [
      (
        ["-o", "a.webm"], 64,
        "webm holds no h264, and videos are joined as they are: join them to mp4"
      ),
      (["-o", "a.gif"], 64, "gif holds no h264"),
      (["-o", "a.mp4", "--hdr", "pq"], 64, "--hdr has"),
      (["-o", "a.mp4"], 0, "wrote a.mp4"),
    ] {
      let result = try await command.run(["join", "1.mp4", "2.mp4"] + arguments)
      #expect(result.status == status && result.errors.contains(words), "\(result)")
    }
  }

  @Test(
    "Mux and join put sound, captions and chapters beside finished pictures",
    arguments: ["mp4", "mov", "webm", "mkv"])
  func additions(_ format: String) async throws {
    let command = try await command(
      Self.scene.replacing("duration: 5", with: "duration: 2.4"))
    try command.folder.write(
      "1\n00:00:00,250 --> 00:00:01,000\nOne\n\n2\n00:00:01,200 --> 00:00:02,000\nTwo\n",
      to: "said.srt")
    try command.folder.write("# Parts\n0:00 Before\n\n0:01.2 The flash\n", to: "parts.txt")
    let film = format == "mov" ? "mov" : format
    _ = try await command("render", "scene.yaml", "-o", "frames/")
    for part in 1...2 {
      let made = try await command(
        "render", "scene.yaml", "-o", "\(part).\(film)", "--shard", "\(part)/2")
      #expect(made.status == 0, "\(made.errors)")
    }
    let calls = [
      ["mux", "frames", "--fps", "25", "-o", "a.\(format)"],
      ["join", "frames", "-o", "b.\(format)"],
      ["join", "1.\(film)", "2.\(film)", "-o", "c.\(format)"],
    ]
    for (call, name) in zip(calls, ["a", "b", "c"]) {
      let made = try await command.run(
        call + ["--audio", "click.wav", "--captions", "said.srt", "--chapters", "parts.txt"])
      #expect(made.status == 0, "\(made.errors)")
      let facts = try await command.shell(
        "ffprobe -v error -show_entries stream=codec_type:chapter=start_time:chapter_tags=title -of compact=nk=1:p=0 \(name).\(format); ffmpeg -v error -copyts -y -i \(name).\(format) -map 0:s:0 read.srt"
      )
      #expect(facts.output.contains("0.000000|Before\n1.200000|The flash"), "\(facts.output)")
      #expect(facts.output.contains("video\naudio\nsubtitle"), "\(facts.output)")
      let read = String(decoding: command.folder.data("read.srt"), as: UTF8.self)
      #expect(read.contains("00:00:01,200 --> 00:00:02,000\nTwo"), "\(read)")
    }
  }

  @Test("A poster frame is in the file, and looks like the frame", arguments: ["mp4", "mkv"])
  func poster(_ format: String) async throws {
    let command = try await command(Self.scene + "poster: 1.3\n")
    let made = try await command("render", "scene.yaml", "-o", "film.\(format)")
    #expect(made.status == 0, "\(made.errors)")
    let color = try await command.shell(
      "ffmpeg -v error -i film.\(format) -map 0:v:1 -vf scale=1:1,format=rgb24 -f rawvideo color.raw"
    )
    #expect(color.status == 0, "\(color.errors)")
    let bytes = Array(command.folder.data("color.raw"))
    try #require(bytes.count == 3)
    for (found, wanted) in zip(bytes, [255, 215, 0]) { #expect(abs(Int(found) - wanted) < 6) }
    let web = try await command("render", "scene.yaml", "-o", "film.webm")
    #expect(web.errors.contains("webm holds no poster frame"))
  }

  @Test("A playlist and its segments show and sound as the film does")
  func liveStreaming() async throws {
    let command = try await command(Self.scene + "audio: click.wav\n")
    for name in ["film.mp4", "film.m3u8"] {
      let made = try await command("render", "scene.yaml", "-o", name)
      #expect(made.status == 0, "\(made.errors)")
    }
    #expect(
      command.folder.names.filter { $0.hasPrefix("film.m") } == [
        "film.m3u8", "film.m4s", "film.mp4",
      ])
    let list = String(decoding: command.folder.data("film.m3u8"), as: UTF8.self)
    #expect(list.matches(of: /#EXTINF:2\.0/).count == 2 && list.contains("film.m4s"))
    let facts = try await command.shell(
      """
      ffprobe -v error -show_entries stream=codec_name,color_transfer -of csv=p=0 film.m3u8 | sort -u
      ffmpeg -v error -i film.m3u8 -map 0:v:0 -vf scale=1:1,format=gray -fps_mode passthrough -f rawvideo v.raw
      ffprobe -v error -show_entries stream=start_time -of csv=p=0 film.m3u8 | tail -2
      ffmpeg -v error -i film.m3u8 -map 0:a:0 -ac 1 -f s16le a.raw
      """)
    #expect(facts.output.contains("h264,iec61966-2-1") && facts.output.contains("aac"))
    #expect(command.folder.data("v.raw").firstIndex { $0 > 100 } == 30)
    #expect(command.folder.data("v.raw").count == 125)
    // Fragments have no edit list: the sound begins a frame of AAC early, by its own clock.
    let samples = command.folder.data("a.raw").withUnsafeBytes {
      Array($0.bindMemory(to: Int16.self))
    }
    let loudest = samples.indices.max { abs(Int(samples[$0])) < abs(Int(samples[$1])) } ?? 0
    #expect(abs(loudest - 57_600 - 1024) <= 1)
    let piped = try await command("render", "scene.yaml", "-o", "-", "--format", "hls")
    #expect(piped.status != 0 && piped.errors.contains("two files"))
  }

  @Test("A sprite sheet has every frame where its JSON says")
  func sprites() async throws {
    let command = try await command(
      Scenes.moving.replacing("background: \"#00BDF2\"\n", with: ""))
    let made = try await command("render", "scene.yaml", "-o", "walk.png", "--format", "sprites")
    #expect(made.status == 0, "\(made.errors)")
    _ = try await command("render", "scene.yaml", "-o", "frames/")
    let sheet = try #require(
      JSONSerialization.jsonObject(with: command.folder.data("walk.json")) as? [String: Any])
    let frames = try #require(sheet["frames"] as? [String: [String: Any]])
    let names = try #require((sheet["animations"] as? [String: [String]])?["walk"])
    #expect(names.count == 6 && frames.count == 6)
    for (index, name) in names.enumerated() {
      let place = try #require(frames[name]?["frame"] as? [String: Int])
      let crop = "crop=\(place["w"] ?? 0):\(place["h"] ?? 0):\(place["x"] ?? 0):\(place["y"] ?? 0)"
      let same = try await command.shell(
        """
        a=$(ffmpeg -v error -i walk.png -vf \(crop),format=rgba -f md5 -)
        b=$(ffmpeg -v error -i frames/frame_0000\(index).png -vf format=rgba -f md5 -)
        test -n "$a" -a "$a" = "$b"
        """)
      #expect(same.status == 0, "\(name)")
    }
    let large = try await command(
      "render", "scene.yaml", "-o", "a.png", "--format", "sprites", "--scale", "200")
    #expect(large.status != 0 && large.errors.contains("16384 a side is the most"))
    #expect(!command.folder.names.contains("a.png") && !command.folder.names.contains("a.json"))
  }

  @Test("Segments and pages whose sound alone changed are made again", arguments: ["m3u8", "html"])
  func resumed(_ ending: String) async throws {
    let command = try await command(Self.scene + "audio: click.wav\n")
    let film = "film.\(ending)"
    _ = try await command("render", "scene.yaml", "-o", film)
    let same = try await command("render", "scene.yaml", "-o", film, "--resume")
    #expect(same.errors.contains("0 of 125 frames are drawn"), "\(same.errors)")
    try command.folder.write(
      Self.scene + "audio: {file: click.wav, beginTime: 1}\n", to: "scene.yaml")
    let other = try await command("render", "scene.yaml", "-o", film, "--resume")
    #expect(other.status == 0 && other.errors.contains("125 of 125 frames"), "\(other.errors)")
  }

  @Test("A GIF is as small as ffmpeg's two passes make it, and as like")
  func gif() async throws {
    let command = try await command(Scenes.moving.replacing("fps: 12", with: "fps: 25"))
    _ = try await command("render", "scene.yaml", "-o", "frames/")
    let made = try await command("render", "scene.yaml", "-o", "a.gif")
    #expect(made.status == 0, "\(made.errors)")
    let facts = try await command.shell(
      """
      ffmpeg -v error -framerate 25 -i frames/frame_%05d.png -vf 'split[a][b];[b]palettegen[p];[a][p]paletteuse' b.gif
      for name in a b; do
        echo "$(wc -c < $name.gif) $(ffmpeg -hide_banner -nostdin -i $name.gif -framerate 25 -i frames/frame_%05d.png -lavfi '[0:v]fps=25,format=gbrp[x];[1:v]format=gbrp[y];[x][y]ssim' -f null - 2>&1 | sed -n 's/.*All:\\([0-9.]*\\).*/\\1/p')"
      done
      """)
    let rows = facts.lines.map { $0.split(separator: " ").compactMap { Double($0) } }
    try #require(rows.count == 2 && rows.allSatisfy { $0.count == 2 }, "\(facts.output)")
    #expect(rows[0][0] <= rows[1][0] * 1.01 + 16 && rows[0][1] >= rows[1][1] - 0.001)
  }
}
