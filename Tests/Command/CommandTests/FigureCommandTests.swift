import Foundation
import TestSupport
import Testing

@Suite("rostrum plot, timeline, strobe, sheet, figure")
struct FigureCommandTests {
  @Test("The strip of a sound is loud where it is, in plots and timelines")
  func waveform() async throws {
    let command = try Command()
    try command.folder.write(
      """
      size: [100, 100]
      duration: 4
      audio: {file: tone.wav, name: tone, beginTime: 1}
      layers:
        - name: ball
          bounds: [10, 10]
          animations: {position.x: {toValue: 50, duration: 4}}

      """, to: "scene.yaml")
    let made = try await command.shell(
      "ffmpeg -v error -f lavfi -i 'sine=f=440:d=1' tone.wav && for k in plot timeline; do \"$ROSTRUM\" $k scene.yaml $(test $k = plot && echo --layer ball --key-path position.x) --tracks audio -o $k.svg || exit 1; done"
    )
    #expect(made.status == 0, "\(made.errors)")
    for name in ["plot.svg", "timeline.svg"] {
      let svg = String(decoding: command.folder.data(name), as: UTF8.self)
      #expect(svg.contains(">tone<"), "\(name)")
      // The filled columns: silence is flat, the tone is as high as the strip allows.
      let paths = svg.matches(of: /<path d="([^"]+)"[^>]*fill-opacity="0?\.7"/)
      let data = try #require(paths.map { String($0.output.1) }.max { $0.count < $1.count })
      let numbers = data.matches(of: /-?[0-9]*\.?[0-9]+/).compactMap { Double($0.output) }
      #expect((numbers.map(abs).max() ?? 0) > 4, "\(name): \(data.prefix(200))")
    }
  }

  @Test("A figure with --watch is drawn again when it or its data changes, after a mistake too")
  func watch() async throws {
    let command = try Command()
    let folder = command.folder
    try folder.write("t,x\n0,1\n1,2\n", to: "a.csv")
    let text = "type: data\ndata: [{file: a.csv, x: t, y: x}]\n"
    try folder.write(text, to: "a.yaml")
    let run = try command.start("figure", "a.yaml", "-o", "a.svg", "--watch")
    func changed(from before: [UInt8]?) async throws -> [UInt8]? {
      for _ in 0..<1500 {
        let now = (try? Data(contentsOf: URL(filePath: folder.path("a.svg")))).map(Array.init)
        if let now, now != before { return now }
        try await Task.sleep(for: .milliseconds(20))
      }
      return nil
    }
    let first = try #require(try await changed(from: nil))
    try await Task.sleep(for: .milliseconds(200))
    try folder.write("t,x\n0,1\n1,9\n", to: "a.csv")
    let second = try #require(try await changed(from: first))
    try folder.write(text + "titel: a\n", to: "a.yaml")
    try await Task.sleep(for: .milliseconds(500))
    try folder.write(text + "title: Fresh\n", to: "a.yaml")
    let third = try #require(try await changed(from: second))
    #expect(String(decoding: third, as: UTF8.self).contains("Fresh"))
    run.send(SIGINT)
    let result = try await run.result()
    #expect(result.status == 130 && result.errors.contains("unknown key 'titel'"), "\(result)")
  }
}
