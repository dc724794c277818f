#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// A preloaded library notes the programs that a command starts, and the addresses of networks
  /// that these use. Every file, every name and every address here asks for a connection.
  @Suite("Connections, and the programs that are started", .serialized)
  struct ConnectionTests {
    private static let address = "http://192.0.2.1"

    private static let files = [
      "addresses.yaml": """
      size: [8, 8]
      duration: 0.2
      fps: 10
      audio: \(address)/x.wav
      captions: {file: "\(address)/x.srt"}
      parameters: {rows: {type: table, default: "\(address)/x.csv"}}
      layers:
        - {contents: "\(address)/x.png", frame: [0, 0, 8, 8]}
        - {class: video, video: "\(address)/x.mp4", frame: [0, 0, 8, 8]}
        - {class: scene, scene: "\(address)/x.yaml", frame: [0, 0, 8, 8]}
      """,
      "lottie.json": """
      {"v":"5.7.0","fr":10,"ip":0,"op":10,"w":20,"h":20,"fonts":{"list":[{"fName":"A","fFamily":"Zzz",\
      "fStyle":"Regular","fPath":"\(address)/f.woff","origin":3}]},"assets":[{"id":"a","w":9,"h":9,\
      "u":"\(address)/","p":"x.png","e":0}],"layers":[{"ty":2,"refId":"a","ind":1,"ip":0,"op":10,"st":0,"ks":{}},\
      {"ty":5,"ind":2,"ip":0,"op":10,"st":0,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"t":"abc","f":"A","s":9,\
      "fc":[0,0,0]}}]},"a":[],"p":{},"m":{"g":1}}}]}
      """,
      "list.m3u8":
        "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n\(address)/a.ts\n#EXT-X-ENDLIST\n",
      "concat.mp4": "ffconcat version 1.0\nfile \(address)/a.mp4\n",
      "session.mp4": """
      v=0
      o=- 0 0 IN IP4 192.0.2.1
      s=x
      c=IN IP4 192.0.2.1
      t=0 0
      m=video 5004 RTP/AVP 96
      a=rtpmap:96 H264/90000

      """,
      "figure.yaml": "type: data\ndata: [{file: \"\(address)/x.csv\", x: x, y: y}]\n",
      "picture.svg": """
      <?xml version="1.0"?><?xml-stylesheet href="\(address)/a.css"?>
      <!DOCTYPE svg [<!ENTITY x SYSTEM "\(address)/e"><!ENTITY % p SYSTEM "\(address)/p">]>
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
        xmlns:xi="http://www.w3.org/2001/XInclude" width="9" height="9"><xi:include href="\(address)/i"/>
      <style>@import url("\(address)/a.css"); @font-face{font-family:x;src:url(\(address)/a.woff)}</style>
      <image href="\(address)/x.png" width="9" height="9"/><image xlink:href="\(address)/x.svg" width="9" height="9"/>
      <use href="\(address)/x.svg#a"/><rect width="5" height="5" fill="url(\(address)/p.svg#a)" filter="url(\(address)/p.svg#f)"/>
      <foreignObject><img src="\(address)/a"/></foreignObject><script href="\(address)/s.js"/></svg>
      """,
      "picture.caml": """
      <?xml version="1.0"?><caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 9 9">\
      <contents type="CGImage" src="\(address)/x.png"/></CALayer></caml>
      """,
    ]

    private static let lines = [
      "render addresses.yaml --at 0 -o o.png", "check addresses.yaml --rendered",
      "render lottie.json --at 0 -o o.png --ignore all",
      "import lottie.json -o o.yaml --ignore all",
      "render list.m3u8.yaml -o o.mp4", "render concat.mp4.yaml -o o.mp4",
      "render session.mp4.yaml -o o.mp4", "diff list.m3u8 concat.mp4",
      "figure figure.yaml -o o.svg",
      "render picture.svg --at 0 -o o.png --ignore all",
      "import picture.svg -o i.yaml --ignore all",
      "check picture.svg picture.caml", "render picture.caml --at 0 -o o.png --ignore all",
      "render ADDRESS/a.yaml --at 0 -o o.png", "check ADDRESS/a.svg",
      "render a.yaml --at 0 -o o.png --font-path ADDRESS/f.ttf",
      "render a.yaml --data ADDRESS/d.csv -o o/",
      "render a.yaml -o ADDRESS/x.mp4 -q", "render a.yaml -o rtmp://192.0.2.1/x.m3u8 -q",
      "render a.yaml -o frames -q", "mux frames --fps 10 -o udp://192.0.2.1:1/x.mp4 -q",
      "mux frames --fps 10 -o o.mp4 --audio ADDRESS/x.wav", "render a.yaml -o o.html -q",
      "render a.yaml -o o.gif -q", "verify a.yaml --baselines ADDRESS/B --update missing",
      "verify a.yaml --baselines B --update missing", "verify b.yaml --baselines B --report R",
      "verify a.yaml --baselines B --report R --pictures", "approve ADDRESS/R",
      "report ADDRESS/R --report S", "doctor", "demo -o d.mp4", "farm a.yaml -o job.yaml", "lsp",
      "fonts", "export a.yaml -o o.ca", "sheet a.yaml -o o.png", "preview a.yaml --export site",
    ]

    /// Its files are in a repository whose history is elsewhere.
    private func command() async throws -> Command {
      var command = try Command()
      for (name, text) in Self.files { try command.folder.write(text, to: name) }
      try command.folder.write(Scenes.moving, to: "a.yaml")
      for name in ["list.m3u8", "concat.mp4", "session.mp4"] {
        try command.folder.write(
          "size: [8, 8]\nduration: 0.2\naudio: \(name)\nlayers: [{class: video, video: \(name), frame: [0, 0, 8, 8]}]\n",
          to: "\(name).yaml")
      }
      let source = repository.appending(path: "Tests/Faults/connections.c").path
      let made = try await command.shell(
        """
        set -e; cc -Wall -Werror -shared -fPIC -o watch.so '\(source)' -ldl
        git init -q .; git config user.name Ada; git config user.email ada@example.org; git add a.yaml; git commit -qm one
        sed -i 's/duration: 0.5/duration: 0.4/' a.yaml; git commit -qam two; lost=$(git rev-parse HEAD~1:a.yaml)
        rm .git/objects/$(echo $lost | cut -c1-2)/$(echo $lost | cut -c3-)
        git config remote.origin.url \(Self.address)/x.git; git config remote.origin.promisor true
        git config core.repositoryformatversion 1; git config extensions.partialClone origin
        """)
      try #require(made.status == 0, "\(made)")
      command.environment = [
        "LD_PRELOAD": command.folder.path("watch.so"), "CONNECTIONS": command.folder.path("log"),
      ]
      return command
    }

    /// The noted calls, but for the shell's and its tools'.
    private func notes(_ command: Command) -> Set<String> {
      let lines = String(decoding: command.folder.data("log"), as: UTF8.self).split(separator: "\n")
      return Set(lines.map(String.init)).subtracting(["starts sh", "starts timeout", "starts dash"])
    }

    @Test("No command makes a connection, and none starts a program but ffmpeg, ffprobe and Git")
    func commands() async throws {
      let command = try await command()
      for line in Self.lines {
        let words = line.replacing("ADDRESS", with: Self.address).split(separator: " ").map(
          String.init)
        let result = try await command.run(words)
        #expect(result.status < 79, "\(line): \(result)")
      }
      let known = ["rostrum", "ffmpeg", "ffprobe", "git", "env"].map { "starts " + $0 }
      let notes = notes(command)
      #expect(notes.isSubset(of: known), "\(notes)")
      #expect(notes.isSuperset(of: known.prefix(4)), "\(notes)")
    }

    @Test("A preview listens at this machine's own address alone, and nothing else is noted")
    func preview() async throws {
      let command = try await command()
      let run = try command.start("preview", "addresses.yaml")
      #expect(await run.wait { run.output.hasSuffix("\n") }, "\(run.errors)")
      run.send(SIGINT)
      _ = try await run.result()
      let expected: Set = ["starts rostrum", "starts rostrum-preview", "listens 127.0.0.1"]
      #expect(notes(command) == expected)
    }

    @Test("A connection would be noted")
    func control() async throws {
      let command = try await command()
      _ = try await command.shell(
        "exec timeout 20 ffmpeg -v error -i http://127.0.0.1:9/x -f null -")
      #expect(notes(command).contains("connects 127.0.0.1"))
    }
  }
#endif
