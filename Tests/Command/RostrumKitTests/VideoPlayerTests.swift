import Browser
import RostrumCanvas
import Foundation
import RostrumMedia
import TestSupport
import Testing

/// Frames of videos beside Chromium's at the same times.
@Suite(
  "Videos beside a player", .enabled(if: Browser.path != nil, "\(Browser.advice)"), .serialized)
struct VideoPlayerTests {
  /// Blocks below say the number of a frame in binary; above are colours.
  private static let pictures = [
    "-f", "lavfi", "-i",
    "color=black:s=160x96:r=30,geq="
      + "lum='if(lt(Y,64),40+X,if(mod(floor(N/pow(2,floor(X/20))),2),235,16))'"
      + ":cb='if(lt(Y,64),100+X/4,128)':cr='if(lt(Y,64),156-X/4,128)'",
    "-frames:v", "60", "-c:v", "libx264", "-qp", "0", "-bf", "2", "-g", "15", "-pix_fmt", "yuv420p",
    "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range",
    "tv",
  ]

  /// By their names: ffmpeg's arguments, from `base.mp4` where they begin with an input.
  private static let films: [(name: String, arguments: [String])] = [
    ("base.mp4", pictures),
    ("base.mkv", ["-i", "base.mp4", "-c", "copy"]),
    ("cut.mp4", ["-ss", "0.7", "-i", "base.mp4", "-c", "copy"]),
    ("late.mp4", ["-itsoffset", "0.5", "-i", "base.mp4", "-c", "copy"]),
    ("late.mkv", ["-itsoffset", "0.5", "-i", "base.mp4", "-c", "copy"]),
    ("turned.mp4", ["-i", "base.mp4", "-c", "copy", "-metadata:s:v:0", "rotate=90"]),
    ("upside.mp4", ["-i", "base.mp4", "-c", "copy", "-metadata:s:v:0", "rotate=180"]),
    ("fragments.mp4", ["-i", "base.mp4", "-c", "copy", "-movflags", "frag_keyframe+empty_moov"]),
    (
      "varying.mp4",
      [
        "-i", "base.mp4", "-vf", "setpts='if(lt(N,20),N,20+(N-20)*2)/30/TB'", "-fps_mode", "vfr",
        "-c:v", "libx264", "-qp", "0", "-colorspace", "bt709",
      ]
    ),
    (
      "open.mp4",
      [
        "-i", "base.mp4", "-c:v", "libx264", "-qp", "0", "-bf", "3", "-g", "12", "-x264-params",
        "open-gop=1:scenecut=0", "-colorspace", "bt709",
      ]
    ),
    (
      "wide.mp4", ["-i", "base.mp4", "-vf", "setsar=2", "-c:v", "libx264", "-qp", "0"]
    ),
    (
      "full.mp4",
      [
        "-i", "base.mp4", "-vf", "scale=in_color_matrix=bt709:out_color_matrix=bt709:out_range=pc",
        "-c:v", "libx264", "-qp", "0", "-colorspace", "bt709", "-color_range", "pc",
      ]
    ),
    (
      "sound.mp4",
      [
        "-i", "base.mp4", "-f", "lavfi", "-i", "sine=d=4", "-map", "0:v", "-map", "1:a", "-c:v",
        "copy", "-c:a", "aac",
      ]
    ),
    (
      "alpha.webm",
      [
        "-i", "base.mp4", "-vf",
        "format=yuva420p,geq=lum='p(X,Y)':cb='p(X,Y)':cr='p(X,Y)'"
          + ":a='if(lt(Y,32),128,255)'", "-c:v", "libvpx-vp9", "-crf", "8", "-b:v", "0",
      ]
    ),
  ]

  @Test("Ten frames of each film are those that Chromium shows")
  func frames() throws {
    let folder = try TemporaryFolder()
    let browser = try Browser()
    for film in Self.films {
      try make(film, in: folder)
      let path = folder.path(film.name)
      let reader = VideoReader()
      let facts = try reader.open(path)
      let page = try browser.page(width: facts.width, height: facts.height)
      let html = folder.path("page.html")
      let tag = "<video id=v muted preload=auto style='display:block' src='\(film.name)'>"
      try "<body style='margin:0'>\(tag)"
        .write(toFile: html, atomically: true, encoding: .utf8)
      try page.open(html)
      for frame in [0, 3, 7, 13, 20, 26, 33, 41, 50, 58] {
        let time = (Double(frame) + 0.5) / 30
        try seek(page, to: time)
        let shown = try PNG.decode(page.screenshot(transparent: true))
        let index = (facts.times.lastIndex { $0 <= time + facts.tolerance }) ?? 0
        let difference = difference(try reader.frame(index, ofVideo: path), shown)
        // Chromium's software converts with 6 bits of coefficients; another frame has other blocks.
        #expect(difference < 4, "\(film.name) at \(time): \(difference)")
      }
    }
  }

  private func make(_ film: (name: String, arguments: [String]), in folder: TemporaryFolder) throws
  {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.currentDirectoryURL = URL(filePath: folder.path(""))
    process.arguments = ["ffmpeg", "-v", "error", "-y"] + film.arguments + [film.name]
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(film.name)")
  }

  private func seek(_ page: Page, to time: Double) throws {
    let script = """
      new Promise(done => {
        const film = document.getElementById("v");
        film.onseeked = () => requestAnimationFrame(() => requestAnimationFrame(() => done(0)));
        film.onerror = () => done(1);
        film.currentTime = \(time);
      })
      """
    let outcome: Int = try page.evaluate(script)
    try #require(outcome == 0)
  }

  /// The mean of all channels' differences, 0 to 255.
  private func difference(_ a: Bitmap, _ b: Bitmap) -> Double {
    guard a.width == b.width, a.height == b.height else { return 255 }
    var sum = 0
    for y in 0..<a.height {
      for x in 0..<a.width {
        for shift in [0, 8, 16, 24] as [UInt32] {
          sum += abs(Int(a[x, y] >> shift & 255) - Int(b[x, y] >> shift & 255))
        }
      }
    }
    return Double(sum) / Double(a.width * a.height * 4)
  }
}
