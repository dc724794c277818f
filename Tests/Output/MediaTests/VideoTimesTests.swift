import RostrumCanvas
import Testing

@testable import RostrumMedia

/// Films of ten containers with five faults, whose frames carry their number.
@Suite("Times of videos")
struct VideoTimesTests {
  private static let count = 40
  private static let rate = 25.0

  struct Container: Sendable, CustomTestStringConvertible {
    let name: String
    let codec: [String]
    var testDescription: String { name }
  }

  private static let x264 = ["-c:v", "libx264", "-qp", "0", "-bf", "2", "-pix_fmt", "yuv420p"]
  private static let mpeg4 = ["-c:v", "mpeg4", "-q:v", "2", "-bf", "2"]
  static let containers = [
    Container(name: "a.mp4", codec: x264), Container(name: "a.mov", codec: mpeg4),
    Container(name: "a.mkv", codec: x264), Container(name: "a.avi", codec: mpeg4),
    Container(name: "a.ts", codec: x264), Container(name: "a.flv", codec: x264),
    Container(name: "a.mpg", codec: ["-c:v", "mpeg2video", "-q:v", "2", "-bf", "2"]),
    Container(name: "a.wmv", codec: ["-c:v", "wmv2", "-q:v", "2"]),
    Container(name: "a.nut", codec: mpeg4),
    Container(name: "a.webm", codec: ["-c:v", "libvpx-vp9", "-crf", "10", "-b:v", "0"]),
  ]

  enum Fault: CaseIterable, Sendable {
    case none, late, cut, negative, variable

    /// Whether every fifth frame is left out.
    func leavesOut(_ number: Int) -> Bool { self == .variable && number % 5 == 2 }
  }

  /// A film of 128 by 32 pixels with the frame's number in eight squares, the first of which is 1.
  private func make(_ container: Container, _ fault: Fault, in folder: TestFolder) async throws
    -> String
  {
    let squares = "16+219*mod(floor(N/pow(2,floor(X/16))),2)"
    let leaves = fault == .variable ? ",select='not(eq(mod(n,5),2))'" : ""
    let source = [
      "-f", "lavfi", "-i", "color=black:s=128x32:r=25,geq=lum='\(squares)':cb=128:cr=128\(leaves)",
      "-vframes", "\(fault == .variable ? Self.count * 4 / 5 : Self.count)", "-fps_mode", "vfr",
    ]
    let late = fault == .late ? ["-output_ts_offset", container.lateness] : []
    guard fault == .cut || fault == .negative else {
      return try await folder.make(source + container.codec + late, container.name)
    }
    let whole = try await folder.make(source + container.codec + ["-g", "10"], "whole.nut")
    let input = fault == .cut ? ["-ss", "0.5"] : ["-itsoffset", "-0.2"]
    let times = fault == .cut ? [] : ["-avoid_negative_ts", "disabled"]
    return try await folder.make(
      input + ["-i", whole, "-c", "copy"] + times, container.name)
  }

  private func number(_ bitmap: Bitmap) -> Int {
    (0..<8).reduce(0) { $0 | (bitmap[$1 * 16 + 8, 16] & 255 > 127 ? 1 << $1 : 0) }
  }

  @Test(
    "Each frame is shown at its own time, whatever the container says", arguments: containers,
    Fault.allCases)
  func times(_ container: Container, _ fault: Fault) async throws {
    guard container.holds(fault) else { return }
    let folder = try TestFolder()
    let path = try await make(container, fault, in: folder)
    let reader = VideoReader()
    let facts = try reader.open(path)
    let numbers = try facts.times.indices.map { number(try reader.frame($0, ofVideo: path)) }
    let all = (0..<Self.count).filter { !fault.leavesOut($0) }
    if fault == .cut || fault == .negative {
      #expect(numbers == Array(all.suffix(numbers.count)), "\(numbers)")
      #expect(numbers.count >= 25)
    } else {
      #expect(numbers == all, "\(numbers)")
    }
    // Some containers count in milliseconds.
    for (time, number) in zip(facts.times, numbers) {
      let expected = Double(number - (numbers.first ?? 0)) / Self.rate
      #expect(abs(time - facts.times[0] - expected) < 0.0011, "\(number): \(time)")
    }
    if let says = container.saysTimes, fault != .negative { #expect(facts.hasOwnTimes == says) }
    let other = VideoReader()
    for index in [numbers.count - 1, 3, 17, 0] {
      #expect(number(try other.frame(index, ofVideo: path)) == numbers[index], "\(index)")
    }
  }
}

extension VideoTimesTests.Container {
  /// Not every container holds times below 0, and MPEG-2 has a constant rate.
  fileprivate func holds(_ fault: VideoTimesTests.Fault) -> Bool {
    switch fault {
    case .negative: !["a.avi", "a.nut"].contains(name)
    case .variable: name != "a.mpg"
    default: true
    }
  }

  /// AVI has no times of presentation; `nil` for containers that have them for some packets.
  fileprivate var saysTimes: Bool? {
    ["a.avi": false, "a.mp4": true, "a.mov": true, "a.mkv": true, "a.webm": true][name]
  }

  /// In seconds; transport and program streams pass the end of their clock of 33 bits.
  fileprivate var lateness: String { ["a.ts", "a.mpg"].contains(name) ? "95443" : "0.6" }
}
