import Foundation
import TestSupport
import Testing

/// Films with sound, as users make and measure them: clicks and flashes.
@Suite("Sound")
struct SoundCommandTests {
  /// A white flash of 0.1 s at 1.2 s, and a click of one sample with it.
  static let scene = """
    size: [64, 48]
    background: black
    fps: 25
    duration: 2
    audio: {file: click.wav, beginTime: 0.7}
    layers:
      - name: flash
        frame: [0, 0, 64, 48]
        backgroundColor: white
        in: 1.2
        out: 1.3

    """

  /// A folder with the scene, and a sound with a click after half a second.
  private func command(_ scene: String = scene) async throws -> Command {
    try await Command(scene, clickAt: 24_000, seconds: 1)
  }

  /// The samples of the left side that are louder than half of the loudest; 48 000 a second.
  private func clicks(_ command: Command, _ file: String) async throws -> [Int] {
    let made = try await command.shell(
      "ffmpeg -v error -y -i \(file) -map 0:a:0 -ac 1 -f s16le samples.raw")
    try #require(made.status == 0, "\(made.errors)")
    let samples = command.folder.data("samples.raw").withUnsafeBytes {
      Array($0.bindMemory(to: Int16.self))
    }
    let loudest = samples.map { abs(Int($0)) }.max() ?? 0
    guard loudest > 1000 else { return [] }
    return samples.indices.filter { abs(Int(samples[$0])) == loudest }
  }

  /// The first bright frame.
  private func flash(_ command: Command, _ file: String) async throws -> Int? {
    let made = try await command.shell(
      "ffmpeg -v error -y -i \(file) -map 0:v:0 -fps_mode passthrough -vf scale=1:1,format=gray -f rawvideo frames.raw"
    )
    try #require(made.status == 0, "\(made.errors)")
    return command.folder.data("frames.raw").firstIndex { $0 > 100 }
  }

  @Test(
    "Click and flash come together, in every format that holds sound",
    arguments: ["mp4", "mov", "webm", "mkv"])
  func synchrony(_ format: String) async throws {
    let command = try await command()
    let made = try await command("render", "scene.yaml", "-o", "film.\(format)")
    #expect(made.status == 0, "\(made.errors)")
    #expect(try await clicks(command, "film.\(format)").allSatisfy { abs($0 - 57_600) <= 1 })
    #expect(try await flash(command, "film.\(format)") == 30)
    let facts = try await command.shell(
      "ffprobe -v error -show_entries stream=codec_name,sample_rate,channels -of csv=p=0 film.\(format)"
    )
    let codec = ["mp4": "aac", "mov": "pcm_s24le", "webm": "opus", "mkv": "opus"][format] ?? ""
    #expect(facts.output.contains("\(codec),48000,2"), "\(facts.output)")
    #expect(command.folder.names.filter { $0.hasPrefix(".film") } == [])
  }

  @Test("A part of a film is heard as that part, and what cannot be heard is said")
  func parts() async throws {
    let command = try await command()
    let part = try await command("render", "scene.yaml", "-o", "part.mp4", "--frames", "20-39")
    #expect(part.status == 0)
    #expect(try await clicks(command, "part.mp4").allSatisfy { abs($0 - 19_200) <= 1 })
    let shard = try await command("render", "scene.yaml", "-o", "a.mp4", "--shard", "1/2")
    #expect(shard.errors.contains("a part of a film is silent"))
    let gif = try await command("render", "scene.yaml", "-o", "a.gif")
    #expect(gif.errors.contains("gif holds no sound"))
  }

  @Test("A film whose sound alone changed keeps its pictures, and one that did not change all")
  func resume() async throws {
    let command = try await command()
    _ = try await command("render", "scene.yaml", "-o", "film.mp4")
    let same = try await command("render", "scene.yaml", "-o", "film.mp4", "--resume")
    #expect(same.errors.contains("0 of 50 frames are drawn"))
    let before = command.folder.data("film.mp4")
    try command.folder.write(
      Self.scene.replacing("beginTime: 0.7", with: "beginTime: 0.3"), to: "scene.yaml")
    let other = try await command("render", "scene.yaml", "-o", "film.mp4", "--resume")
    #expect(other.status == 0 && other.errors.contains("0 of 50 frames are drawn"))
    #expect(command.folder.data("film.mp4") != before)
    #expect(try await clicks(command, "film.mp4").allSatisfy { abs($0 - 38_400) <= 1 })
    #expect(try await flash(command, "film.mp4") == 30)
    try command.folder.write(
      Self.scene.replacing("audio: {file: click.wav, beginTime: 0.7}\n", with: ""),
      to: "scene.yaml")
    _ = try await command("render", "scene.yaml", "-o", "film.mp4", "--resume")
    let streams = try await command.shell(
      "ffprobe -v error -show_entries stream=codec_type -of csv=p=0 film.mp4")
    #expect(streams.output == "video\n")
  }

  @Test("Shards are joined with the sound of the whole; frames too, and videos of them")
  func joined() async throws {
    let command = try await command()
    let mix = try await command("render", "scene.yaml", "-o", "film.wav")
    #expect(mix.status == 0, "\(mix.errors)")
    #expect(try await clicks(command, "film.wav") == [57_600])
    for part in 1...2 {
      _ = try await command("render", "scene.yaml", "-o", "frames/", "--shard", "\(part)/2")
      _ = try await command("render", "scene.yaml", "-o", "\(part).mp4", "--shard", "\(part)/2")
    }
    let calls = [
      ["join", "frames", "-o", "a.mp4"], ["join", "1.mp4", "2.mp4", "-o", "b.mp4"],
      ["mux", "frames", "--fps", "25", "-o", "c.mp4"],
    ]
    for (call, file) in zip(calls, ["a.mp4", "b.mp4", "c.mp4"]) {
      let made = try await command.run(call + ["--audio", "film.wav"])
      #expect(made.status == 0, "\(made.errors)")
      #expect(try await clicks(command, file).allSatisfy { abs($0 - 57_600) <= 1 }, "\(file)")
      #expect(try await flash(command, file) == 30)
    }
  }

  /// The scene with captions for players and beside the film, chapters and a title.
  private static let told =
    scene + """
      title: Flash
      chapters: [{at: 0, title: Dark}, {at: 1.2, title: Light}]
      captions: {as: [track, file], cues: [{start: 1.2, end: 1.3, text: "Click!"}]}

      """

  @Test("Joined parts take sound, captions and chapters from their scene, as one render has them")
  func joinedWithScene() async throws {
    let command = try await command(Self.told)
    let whole = try await command("render", "scene.yaml", "-o", "whole.mp4", "--scale", "2")
    #expect(whole.status == 0, "\(whole.errors)")
    for part in 1...2 {
      let shard = ["--scale", "2", "--shard", "\(part)/2"]
      _ = try await command.run(["render", "scene.yaml", "-o", "frames/"] + shard)
      _ = try await command.run(["render", "scene.yaml", "-o", "\(part).mp4"] + shard)
    }
    for (parts, film) in [(["frames"], "a"), (["1.mp4", "2.mp4"], "b")] {
      let made = try await command.run(
        ["join"] + parts + [
          "-o", "\(film).mp4", "--scene", "scene.yaml", "--rendered-with", "--scale", "2",
        ])
      #expect(made.status == 0, "\(made.errors)")
      #expect(try await clicks(command, "\(film).mp4").allSatisfy { abs($0 - 57_600) <= 1 })
      #expect(try await contents(command, "\(film).mp4") == contents(command, "whole.mp4"))
      for ending in ["srt", "vtt"] {
        let text = command.folder.data("\(film).\(ending)")
        #expect(!text.isEmpty && text == command.folder.data("whole.\(ending)"))
      }
    }
    #expect(try await contents(command, "a.mp4").contains("mov_text"))
    #expect(try await contents(command, "a.mp4").contains("title=Light"))
  }

  /// The streams, chapters and facts of a film.
  private func contents(_ command: Command, _ film: String) async throws -> String {
    try await command.shell(
      "ffprobe -v error -show_entries stream=codec_name:chapter=start_time:chapter_tags=title"
        + ":format_tags=title -of default \(film)"
    ).output
  }

  @Test("A farm's job mixes once, where it joins, and hands captions and chapters on")
  func farm() async throws {
    let command = try await command(Self.told)
    let job = try await command("farm", "scene.yaml", "-o", "-", "--format", "mp4")
    #expect(job.output.contains("\"--scene\"") && !job.output.contains("--audio"))
    let written = try await command(
      "farm", "scene.yaml", "-o", "job.sh", "--format", "mp4", "--engine", "slurm", "--chunk", "30",
      "--folder", "out", "--", "--scale", "2")
    #expect(written.status == 0, "\(written.errors)")
    for task in ["1", "2"] {
      let ran = try await command.shell(
        "SLURM_JOB_ID=1 SLURM_ARRAY_TASK_ID=\(task) bash job.sh")
      #expect(ran.status == 0, "\(ran.errors)")
    }
    let joined = try await command.shell("SLURM_JOB_ID=1 bash job.sh join")
    #expect(joined.status == 0, "\(joined.errors)")
    _ = try await command("render", "scene.yaml", "-o", "whole.mp4", "--scale", "2")
    let film = command.folder.files.first { $0.hasSuffix("scene.mp4") } ?? ""
    #expect(try await contents(command, film) == contents(command, "whole.mp4"))
    #expect(try await clicks(command, film).allSatisfy { abs($0 - 57_600) <= 1 })
    #expect(!command.folder.files.contains { $0.hasSuffix(".wav") && $0 != "click.wav" })
    try command.folder.write(Scenes.moving, to: "silent.yaml")
    let silent = try await command("farm", "silent.yaml", "-o", "-", "--format", "mp4")
    #expect(!silent.output.contains("--scene"))
  }

  @Test("A video layer brings its own sound, in its layer's time, and muted ones none")
  func videoLayer() async throws {
    let command = try await command()
    _ = try await command("render", "scene.yaml", "-o", "clip.mp4")
    let outer = """
      size: [64, 48]
      fps: 25
      duration: 3
      layers:
        - {name: clip, class: video, video: clip.mp4, frame: [0, 0, 64, 48], beginTime: 0.5}

      """
    try command.folder.write(outer, to: "outer.yaml")
    let made = try await command("render", "outer.yaml", "-o", "outer.mp4")
    #expect(made.status == 0, "\(made.errors)")
    #expect(try await clicks(command, "outer.mp4").allSatisfy { abs($0 - 81_600) <= 1 })
    try command.folder.write(
      outer.replacing("beginTime: 0.5}", with: "muted: true}"), to: "outer.yaml")
    _ = try await command("render", "outer.yaml", "-o", "outer.mp4")
    let streams = try await command.shell(
      "ffprobe -v error -show_entries stream=codec_type -of csv=p=0 outer.mp4")
    #expect(streams.output == "video\n")
  }

  @Test(
    "Captions, chapters and facts are in the file, and captions beside it",
    arguments: ["mp4", "mov", "webm", "mkv"])
  func captions(_ format: String) async throws {
    let command = try await command(
      Self.scene + """
        title: A flash
        language: de
        metadata: {artist: Nobody}
        chapters: [{at: 0, title: Before}, {at: 1.2, title: "The = flash; #1"}]
        captions:
          cues:
            - {start: 0.25, end: 1, text: One two, words: [0.25, 0.5]}
            - {start: 1.2, end: 2, text: "Bright & loud"}
          as: [track, file]

        """)
    let made = try await command("render", "scene.yaml", "-o", "film.\(format)")
    #expect(made.status == 0, "\(made.errors)")
    let facts = try await command.shell(
      "ffprobe -v error -show_entries stream=codec_name:format_tags=title:chapter=start_time:chapter_tags=title -of compact film.\(format); ffmpeg -v error -copyts -i film.\(format) -map 0:s:0 read.srt"
    )
    for part in [
      "title=A flash", "start_time=0.000000|tag:title=Before",
      "start_time=1.200000|tag:title=The = flash; #1",
      ["webm": "webvtt", "mkv": "subrip"][format] ?? "mov_text",
    ] {
      #expect(facts.output.contains(part), "\(part): \(facts.output)")
    }
    let read = String(decoding: command.folder.data("read.srt"), as: UTF8.self)
    #expect(read.contains("00:00:00,250 --> 00:00:01,000\nOne two"))
    #expect(read == String(decoding: command.folder.data("film.srt"), as: UTF8.self))
    let web = String(decoding: command.folder.data("film.vtt"), as: UTF8.self)
    #expect(web.contains("One <00:00:00.500>two") && web.contains("Bright &amp; loud"))
    #expect(try await clicks(command, "film.\(format)").allSatisfy { abs($0 - 57_600) <= 1 })
    #expect(try await flash(command, "film.\(format)") == 30)
    let other = try await command("render", "scene.yaml", "-o", "film.gif")
    #expect(other.errors.contains("gif holds no captions, chapters or facts"))
  }

  @Test("A batch has a voice for each row, and films as long as their voices")
  func batch() async throws {
    let command = try await command(
      """
      size: [32, 24]
      fps: 25
      parameters: {voice: {type: string}}
      audio: {file: "${voice}"}
      layers: []

      """)
    let made = try await command.shell(
      """
      echo name,voice > rows.csv
      for i in $(seq 5 5 50); do
        ffmpeg -v error -f lavfi -i "sine=f=$((200 + i * 20)):r=48000" -t $(printf '%d.%02d' $((i / 25)) $((i % 25 * 4))) voice-$i.wav
        echo film-$i,voice-$i.wav >> rows.csv
      done
      "$ROSTRUM" render scene.yaml --data rows.csv -o '{name}.mp4' --quiet
      for i in $(seq 5 5 50); do
        echo "$(ffprobe -v error -select_streams v:0 -show_entries stream=nb_frames -of csv=p=0 film-$i.mp4) $(ffmpeg -v error -i film-$i.mp4 -map 0:a:0 -ac 1 -f s16le - | od -An -v -t d2 -w2 | awk '$1 < -1000 { s = 1 } $1 > 1000 && s { n++; s = 0 } END { print n }')"
      done
      """)
    #expect(made.status == 0, "\(made.errors)")
    // Each film has as many frames as its voice lasts, and the pitch of its voice.
    let rows = made.lines.map { $0.split(separator: " ").compactMap { Int($0) } }
    try #require(rows.count == 10 && rows.allSatisfy { $0.count == 2 }, "\(made.output)")
    for (index, row) in rows.enumerated() {
      let frames = 5 * (index + 1)
      let waves = frames * (200 + frames * 20) * 4 / 100
      #expect(row[0] == frames, "film \(frames)")
      #expect(abs(row[1] - waves) <= 2 + waves / 50, "film \(frames): \(row[1]) of \(waves)")
    }
  }
}
